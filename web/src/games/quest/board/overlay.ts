/** What is drawn over the map in ink: the cursor, chosen units, cells in reach with their costs, ways, targets.
 * See `marks.ts` */
import {
  arrowHead,
  label,
  type Ctx,
  type Scene,
  strokeChosen,
  strokeCorners,
} from '../../../game/board/canvas';
import { alpha, type Theme } from '../../../game/board/theme';
import type { QuestEvent, QuestView } from '../../../net/types';
import { middle, slotsOf, type Grid } from './layout';
import { questPiece, unitPiece, type QuestMarks, type Spot } from './overlayTypes';
import { byCell, type Unit } from './model';

type QuestScene = Scene<QuestView, QuestEvent>;

const COSTS = 24; // px: in smaller cells costs have no room

/** What the ink has to know of the picture under it. */
export interface Under {
  grid: Grid;
  units: Unit[];
  own: number;
}

interface Box {
  x: number;
  y: number;
  /** half its side */
  r: number;
}

function boxOf(piece: string, { grid, units, own }: Under): Box | null {
  const found = questPiece(piece),
    { c } = grid;
  if (!found) return null;
  if (found.kind === 'cell') {
    const [x, y] = middle(grid, found.x, found.y);
    return { x, y, r: Math.max(5, c * 0.5) };
  }
  const unit = units.find(({ id }) => id === found.unit);
  if (!unit) return null;
  const here = byCell(units, own).get(`${unit.x},${unit.y}`)!,
    slots = slotsOf(here, c),
    slot = slots.find((one) => one.unit.id === unit.id) ?? slots.find((one) => one.unit.seat === unit.seat)!,
    [x, y] = middle(grid, unit.x, unit.y);
  return { x: x + slot.dx, y: y + slot.dy, r: slot.r * 1.12 + 1 };
}

const square = (g: Ctx, { x, y, r }: Box, round: number) => {
  g.beginPath();
  g.roundRect(x - r, y - r, 2 * r, 2 * r, Math.min(r, round));
};

/** Under units: how far the chosen one gets, one wash for all cells together, and what every cell costs. */
export function drawReachable(g: Ctx, { marks }: QuestScene, theme: Theme, { grid }: Under): void {
  const overlay = marks.overlay as QuestMarks | undefined,
    { c, x0, y0 } = grid,
    plain = marks.reach.flatMap((piece) => {
      const found = questPiece(piece);
      return found?.kind === 'cell' ? [{ ...found, cost: NaN }] : [];
    }),
    cells = [...(overlay?.reach ?? []), ...plain];
  if (!cells.length) return;
  const there = new Set(cells.map(({ x, y }) => `${x},${y}`)),
    is = (x: number, y: number) => there.has(`${x},${y}`);
  g.fillStyle = alpha(theme.mark, theme.dark ? 0.13 : 0.07);
  g.beginPath();
  for (const { x, y } of cells) g.rect(x0 + x * c, y0 + y * c, c, c);
  g.fill();
  g.beginPath();
  for (const { x, y } of cells) {
    const [l, t] = [x0 + x * c, y0 + y * c];
    for (const [dx, dy, x1, y1, x2, y2] of [
      [0, -1, 0, 0, 1, 0],
      [0, 1, 0, 1, 1, 1],
      [-1, 0, 0, 0, 0, 1],
      [1, 0, 1, 0, 1, 1],
    ]) {
      // prettier-ignore
      if (is(x + dx, y + dy)) continue;
      g.moveTo(l + x1 * c, t + y1 * c);
      g.lineTo(l + x2 * c, t + y2 * c);
    }
  }
  g.lineCap = 'round';
  g.lineWidth = 1.6;
  g.strokeStyle = alpha(theme.mark, 0.62);
  g.stroke();
  if (c < COSTS) return;
  const px = Math.min(15, Math.max(9.5, c * 0.24));
  for (const { x, y, cost } of cells)
    if (cost) label(g, `${cost}`, x0 + (x + 1) * c - c * 0.1, y0 + (y + 1) * c - px * 0.72, px, alpha(theme.mark, 0.82), theme.mono, 550, 'right'); // prettier-ignore
}

/** Over units: the way of a walk, whom the chosen unit can attack, the chosen units, the cursor. */
export function drawInk(g: Ctx, scene: QuestScene, theme: Theme, under: Under): void {
  const overlay = scene.marks.overlay as QuestMarks | undefined;
  if (overlay && overlay.path.length > 1) drawPath(g, theme, under.grid, overlay.path);
  for (const target of overlay?.targets ?? []) drawTarget(g, theme, under.grid, target);
  const seen = new Set<string>();
  for (const piece of [...scene.marks.chosen, ...(overlay?.chosen ?? []).map(unitPiece)]) {
    const box = boxOf(piece, under);
    if (!box || seen.has(`${box.x},${box.y},${box.r}`)) continue;
    seen.add(`${box.x},${box.y},${box.r}`);
    square(g, { ...box, r: box.r + 1.5 }, box.r * 0.55);
    strokeChosen(g, theme);
  }
  const cursor = scene.marks.cursor ? boxOf(scene.marks.cursor, under) : null;
  if (cursor) drawCursor(g, theme, cursor);
}

/** Dotted with an arrow at its end. */
export function drawPath(g: Ctx, theme: Theme, grid: Grid, cells: Spot[]): void {
  const { c } = grid,
    spots = cells.map(({ x, y }) => middle(grid, x, y)),
    [ax, ay] = spots[spots.length - 2],
    [bx, by] = spots[spots.length - 1],
    angle = Math.atan2(by - ay, bx - ax),
    r = Math.max(5, c * 0.26);
  g.lineCap = g.lineJoin = 'round';
  for (const [width, color, dash] of [
    [Math.max(4.5, c * 0.17), alpha(theme.bg, 0.72), []],
    [Math.max(2.2, c * 0.08), theme.mark, [0.1, Math.max(5, c * 0.19)]],
  ] as const) {
    g.beginPath();
    spots.forEach((at, n) => (n ? g.lineTo(...at) : g.moveTo(...at)));
    g.setLineDash([...dash]);
    g.lineWidth = width;
    g.strokeStyle = color;
    g.stroke();
  }
  g.setLineDash([]);
  arrowHead(g, bx, by, angle, r);
  g.lineWidth = 3;
  g.strokeStyle = theme.bg;
  g.stroke();
  g.fillStyle = theme.mark;
  g.fill();
}

/** A crosshair in the colour of danger. */
function drawTarget(g: Ctx, theme: Theme, grid: Grid, { x: tx, y: ty }: Spot): void {
  const [x, y] = middle(grid, tx, ty),
    r = Math.max(7, grid.c * 0.54);
  g.lineCap = 'round';
  for (const [width, color] of [
    [Math.max(4, r * 0.24), alpha(theme.bg, 0.8)],
    [Math.max(1.8, r * 0.1), theme.hazard],
  ] as const) {
    g.lineWidth = width;
    g.strokeStyle = color;
    for (let k = 0; k < 4; k++) {
      g.beginPath();
      g.arc(x, y, r, k * (Math.PI / 2) + 0.3, (k + 1) * (Math.PI / 2) - 0.3);
      g.stroke();
      const a = k * (Math.PI / 2);
      g.beginPath();
      g.moveTo(x + Math.cos(a) * r * 0.72, y + Math.sin(a) * r * 0.72);
      g.lineTo(x + Math.cos(a) * r * 1.2, y + Math.sin(a) * r * 1.2);
      g.stroke();
    }
  }
}

/** Four corners around the piece under the keyboard's cursor. */
function drawCursor(g: Ctx, theme: Theme, { x, y, r }: Box): void {
  const w = r + 1;
  strokeCorners(g, theme, { x, y, w, arm: w * 0.55 }, [4.5, 2.2]);
}
