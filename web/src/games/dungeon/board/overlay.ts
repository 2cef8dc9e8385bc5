/** What is drawn over the map in ink: the cursor, chosen and reachable planets, orders and ways. See `overlay.ts` */
import {
  arrowHead,
  cutLabel,
  disc,
  label,
  type Ctx,
  type Scene,
  strokeChosen,
  strokeCorners,
} from '../../../game/board/canvas';
import { alpha, mix, type Theme } from '../../../game/board/theme';
import type { DungeonEvent, DungeonView } from '../../../net/types';
import { HALF, planetAt, slotsOf, type Grid } from './layout';
import type { Group, StarMap } from './model';
import { pieceOf, type OrderMark, type Overlay, type WayMark } from './overlayTypes';
import { orderSign } from './signs';

type DungeonScene = Scene<DungeonView, DungeonEvent>;

/** What the ink has to know of the picture under it. */
export interface Under {
  map: StarMap;
  grid: Grid;
  groups: Map<string, Group[]>;
}

interface Spot {
  x: number;
  y: number;
  /** half its width and height */
  w: number;
  h: number;
}

/** Where a piece is to be seen: a planet, a badge, a robot; for a robot in a crowd its group. */
function spotOf(piece: string, { map, grid, groups }: Under): Spot | null {
  const found = pieceOf(piece);
  if (!found) return null;
  const side = grid.c * (HALF + 0.06);
  if (found.kind === 'planet') {
    const at = planetAt(map, grid, found.planet);
    return at && { x: at[0], y: at[1], w: side, h: side };
  }
  for (const [planet, here] of groups) {
    const slot = slotsOf(here, grid.c).slots.find(({ bot, group }) =>
        found.kind === 'robots'
          ? planet === found.planet && group.seat === found.seat
          : bot
            ? bot.id === found.robot
            : group.bots.some(({ id }) => id === found.robot),
      ),
      at = planetAt(map, grid, planet);
    if (slot && at) return { x: at[0] + slot.dx, y: at[1] + slot.dy, w: slot.w / 2 + 3, h: slot.h / 2 + 3 };
  }
  return null;
}

export function reachable(g: Ctx, { marks }: DungeonScene, theme: Theme, under: Under): void {
  for (const piece of marks.reach) {
    const spot = spotOf(piece, under);
    if (!spot) continue;
    g.beginPath();
    g.roundRect(spot.x - spot.w, spot.y - spot.h, 2 * spot.w, 2 * spot.h, under.grid.c * 0.14);
    g.fillStyle = alpha(theme.mark, 0.16);
    g.fill();
    g.lineWidth = 1.5;
    g.strokeStyle = alpha(theme.mark, 0.65);
    g.stroke();
  }
}

export function chosen(g: Ctx, { marks }: DungeonScene, theme: Theme, under: Under): void {
  const robots = (marks.overlay as Overlay | undefined)?.robots ?? [],
    seen = new Set<string>();
  for (const piece of [...marks.chosen, ...robots.map((id) => `robot:${id}`)]) {
    const spot = spotOf(piece, under);
    if (!spot || seen.has(`${spot.x},${spot.y}`)) continue;
    seen.add(`${spot.x},${spot.y}`);
    g.beginPath();
    g.roundRect(
      spot.x - spot.w,
      spot.y - spot.h,
      2 * spot.w,
      2 * spot.h,
      Math.min(spot.h, under.grid.c * 0.14),
    );
    strokeChosen(g, theme);
  }
}

/** Four corners around the piece under the keyboard's cursor. */
export function cursor(g: Ctx, { marks }: DungeonScene, theme: Theme, under: Under): void {
  const spot = marks.cursor ? spotOf(marks.cursor, under) : null;
  if (!spot) return;
  const [w, h] = [spot.w + 2, spot.h + 2];
  const { x, y } = spot;
  strokeCorners(g, theme, { x, y, w, h, arm: Math.min(w, h) * 0.5 }, [5, 2.5]);
}

/** Dotted over the planets, with a flag at the end. */
export function drawWay(g: Ctx, theme: Theme, under: Under, { planets, seat, text }: WayMark): void {
  const spots = planets.map((id) => planetAt(under.map, under.grid, id)).filter((at) => at !== null),
    end = spots.at(-1),
    { c } = under.grid;
  if (!end || spots.length < 2) return;
  const color = mix(theme.players[seat], theme.ink, 0.25);
  g.lineJoin = 'round';
  g.lineCap = 'round';
  g.beginPath();
  for (const at of spots) g.lineTo(...at);
  g.setLineDash([]);
  g.lineWidth = Math.max(3, c * 0.1);
  g.strokeStyle = alpha(theme.bg, 0.7);
  g.stroke();
  g.setLineDash([0.1, Math.max(5, c * 0.13)]);
  g.lineWidth = Math.max(1.8, c * 0.055);
  g.strokeStyle = color;
  g.stroke();
  g.setLineDash([]);
  // in a corner of the planet, beside its sign and its robots
  const [x, y] = [end[0] + c * 0.2, end[1] - c * 0.2],
    r = Math.max(5, c * 0.17);
  g.beginPath();
  g.moveTo(x - r * 0.4, y + r * 0.7);
  g.lineTo(x - r * 0.4, y - r);
  g.lineTo(x + r * 0.75, y - r * 0.55);
  g.lineTo(x - r * 0.4, y - r * 0.1);
  g.lineWidth = Math.max(3, r * 0.4);
  g.strokeStyle = theme.bg;
  g.stroke();
  g.fillStyle = color;
  g.fill();
  g.lineWidth = Math.max(1.4, r * 0.16);
  g.strokeStyle = theme.ink;
  g.stroke();
  if (text) cutLabel(g, theme, text, x + r * 1.5, y - r * 0.5, Math.max(9.5, c * 0.17), theme.ink);
}

/** Arrows for what goes somewhere, signs with a count above the planet for everything else. */
export function drawOrders(g: Ctx, theme: Theme, under: Under, orders: OrderMark[]): void {
  const { map, grid } = under,
    arrows = new Map<string, OrderMark & { count: number }>(),
    signs = new Map<string, Map<string, OrderMark & { count: number }>>();
  const count = (all: Map<string, OrderMark & { count: number }>, key: string, order: OrderMark) => {
    const old = all.get(key);
    if (old) old.count += 1;
    else all.set(key, { ...order, count: 1 });
  };
  for (const order of orders) {
    if (order.to) count(arrows, [order.kind, order.seat, order.planet, order.to, order.draft].join(), order);
    if (order.kind === 'movement') continue;
    const here = signs.get(order.planet) ?? new Map();
    count(here, [order.kind, order.seat, order.draft].join(), order);
    signs.set(order.planet, here);
  }
  for (const arrow of arrows.values()) drawArrow(g, theme, under, arrow, arrow.count);
  for (const order of orders) if (order.target) crosshair(g, theme, under, order.target);
  for (const [planet, here] of signs) {
    const at = planetAt(map, grid, planet);
    if (at) row(g, theme, [...here.values()], at[0], at[1] - grid.c * (HALF - 0.02), grid.c);
  }
}

function drawArrow(g: Ctx, theme: Theme, { map, grid }: Under, order: OrderMark, count: number): void {
  const a = planetAt(map, grid, order.planet),
    b = planetAt(map, grid, order.to!);
  if (!a || !b) return;
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]),
    angle = Math.atan2(b[1] - a[1], b[0] - a[0]),
    [cos, sin] = [Math.cos(angle), Math.sin(angle)],
    // on the right-hand side of the lane, so that two that swap places do not lie on each other
    aside = grid.c * 0.1,
    from = grid.c * 0.18,
    till = far - grid.c * 0.26,
    at = (way: number): [number, number] => [a[0] + cos * way - sin * aside, a[1] + sin * way + cos * aside],
    color = order.kind === 'movement' ? mix(theme.players[order.seat], theme.ink, 0.2) : theme.hazard;
  g.lineCap = 'round';
  for (const [width, ink] of [
    [Math.max(4, grid.c * 0.12), alpha(theme.bg, 0.85)],
    [Math.max(1.8, grid.c * 0.06), color],
  ] as const) {
    g.beginPath();
    g.moveTo(...at(from));
    g.lineTo(...at(till));
    g.setLineDash(order.draft || order.kind !== 'movement' ? [5, 5] : []);
    g.lineWidth = width;
    g.strokeStyle = ink;
    g.stroke();
    g.setLineDash([]);
  }
  arrowHead(g, ...at(till), angle, Math.max(5, grid.c * 0.16));
  g.lineWidth = 2;
  g.strokeStyle = theme.bg;
  g.stroke();
  g.fillStyle = color;
  g.fill();
  if (count > 1) cutLabel(g, theme, `${count}`, ...at(far * 0.5), Math.max(9.5, grid.c * 0.18), theme.ink);
}

function crosshair(g: Ctx, theme: Theme, under: Under, robot: string): void {
  const spot = spotOf(`robot:${robot}`, under);
  if (!spot) return;
  const r = Math.max(7, spot.h * 1.15);
  g.strokeStyle = theme.hazard;
  g.lineWidth = 1.8;
  disc(g, spot.x, spot.y, r);
  g.stroke();
  g.beginPath();
  for (const [dx, dy] of [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ]) {
    // prettier-ignore
    g.moveTo(spot.x + dx * r * 0.6, spot.y + dy * r * 0.6);
    g.lineTo(spot.x + dx * r * 1.4, spot.y + dy * r * 1.4);
  }
  g.stroke();
}

function row(
  g: Ctx,
  theme: Theme,
  orders: (OrderMark & { count: number })[],
  x: number,
  y: number,
  c: number,
): void {
  const px = Math.max(9.5, c * 0.16),
    r = Math.max(4, c * 0.085),
    wide = ({ count }: { count: number }) => r * 2 + (count > 1 ? `${count}`.length * px * 0.62 + 3 : 0) + 8;
  let left = x - orders.reduce((sum, order) => sum + wide(order) + 2, -2) / 2;
  for (const order of orders) {
    const w = wide(order),
      h = r * 2 + 6;
    g.beginPath();
    g.roundRect(left, y - h / 2, w, h, h * 0.36);
    g.fillStyle = alpha(theme.bg, 0.92);
    g.fill();
    if (order.draft) g.setLineDash([3, 2]);
    g.lineWidth = 1.3;
    g.strokeStyle = theme.players[order.seat];
    g.stroke();
    g.setLineDash([]);
    orderSign(g, order.kind, left + 4 + r, y, r, theme.ink);
    if (order.count > 1)
      label(g, `${order.count}`, left + 7 + r * 2, y, px, theme.ink, theme.mono, 650, 'left');
    left += w + 2;
  }
}
