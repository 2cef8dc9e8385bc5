/** What a person is about to do, in ink over the map: reach, ranges, ways, targets and orders that wait. */
import { arrowHead, cutLabel, disc, polygon, star, type Ctx, type Scene } from '../../../game/board/canvas';
import { alpha, type Theme } from '../../../game/board/theme';
import type { BoidvoidEvent, BoidvoidView } from '../../../net/types';
import { distance, neighbours } from './hexes';
import { middle, radiusOf, structureSpot, type Grid } from './layout';
import {
  boidvoidPiece,
  NO_BOIDVOID_MARKS,
  spotOf,
  type BoidvoidMarks,
  type Planned,
  type Spot,
} from './overlayTypes';
import { worldOf, type Structure } from './model';
import type { Posed } from './timeline';

type BoidvoidScene = Scene<BoidvoidView, BoidvoidEvent>;

export interface Under {
  grid: Grid;
  units: Posed[];
  structures: Structure[];
  shared: (one: Structure) => boolean;
}

const COSTS = 17; // px: on smaller tiles no numbers are written

export const overlayOf = (scene: BoidvoidScene): BoidvoidMarks =>
  (scene.marks.overlay as BoidvoidMarks | undefined) ?? NO_BOIDVOID_MARKS;

const hex = (g: Ctx, { u, ...grid }: Grid, { x, y }: Spot, size: number): void =>
  polygon(g, ...middle({ u, ...grid }, x, y), u * size, 6);

/** Below units: where the chosen one can go, and how far it hits. */
export function drawReachable(g: Ctx, scene: BoidvoidScene, theme: Theme, { grid }: Under): void {
  const { reach, range, spots } = overlayOf(scene),
    { u } = grid;
  for (const tile of reach) {
    hex(g, grid, tile, 0.86);
    g.fillStyle = alpha(theme.mark, theme.dark ? 0.1 : 0.09);
    g.fill();
    if (u < COSTS) continue;
    const [x, y] = middle(grid, tile.x, tile.y);
    cutLabel(g, theme, `${tile.cost}`, x, y + u * 0.6, Math.max(9.5, u * 0.25), theme.ink2);
  }
  for (const tile of spots) {
    hex(g, grid, tile, 0.8);
    g.fillStyle = alpha(theme.mark, theme.dark ? 0.16 : 0.12);
    g.fill();
    g.setLineDash([3, 3]);
    g.lineWidth = 1.4;
    g.strokeStyle = alpha(theme.mark, 0.8);
    g.stroke();
    g.setLineDash([]);
  }
  if (range) drawRange(g, scene.view, theme, grid, range);
}

/** One line around everything within a range. */
function drawRange(
  g: Ctx,
  view: BoidvoidView,
  theme: Theme,
  grid: Grid,
  range: Spot & { radius: number },
): void {
  const { u } = grid,
    within = (spot: Spot) => distance(spot, range) <= range.radius;
  g.beginPath();
  for (const tile of view.tiles) {
    if (!within(tile)) continue;
    const [x, y] = middle(grid, tile.x, tile.y);
    neighbours(tile).forEach((next, side) => {
      if (within(next)) return;
      const a = (side * Math.PI) / 3 - Math.PI / 6,
        b = a + Math.PI / 3;
      g.moveTo(x + Math.cos(a) * u, y + Math.sin(a) * u);
      g.lineTo(x + Math.cos(b) * u, y + Math.sin(b) * u);
    });
  }
  g.setLineDash([u * 0.22, u * 0.14]);
  g.lineWidth = Math.max(1.2, u * 0.05);
  g.strokeStyle = alpha(theme.hazard, 0.75);
  g.stroke();
  g.setLineDash([]);
}

/** Over everything. */
export function drawInk(g: Ctx, scene: BoidvoidScene, theme: Theme, under: Under): void {
  const { grid } = under,
    { u } = grid,
    marks = overlayOf(scene),
    world = worldOf(scene.view);
  for (const one of marks.planned) drawPlanned(g, scene.view, theme, under, one);
  if (marks.path.length > 1) drawWay(g, theme, grid, marks.path, marks.costs);
  for (const target of marks.targets) {
    const [x, y, r] = whereIs(under, target) ?? [];
    if (x === undefined || y === undefined || r === undefined) continue;
    star(g, x, y, r * 1.32, 11, 0.8);
    g.lineWidth = Math.max(1.4, u * 0.055);
    g.strokeStyle = theme.hazard;
    g.stroke();
  }
  if (marks.tile) outline(g, theme, grid, marks.tile, true);
  for (const piece of scene.marks.chosen) {
    const found = boidvoidPiece(piece);
    if (found?.kind === 'tile') outline(g, theme, grid, found, true);
    if (found?.kind !== 'unit') continue;
    const [x, y, r] = whereIs(under, found.unit) ?? [];
    if (x === undefined || y === undefined || r === undefined) continue;
    disc(g, x, y, r * 1.42);
    g.setLineDash([Math.max(4, u * 0.2), Math.max(3, u * 0.14)]);
    g.lineWidth = Math.max(1.8, u * 0.07);
    g.strokeStyle = theme.mark;
    g.stroke();
    g.setLineDash([]);
  }
  const cursor = marks.hover ?? (scene.marks.cursor ? spotOf(scene.view, scene.marks.cursor) : null);
  if (cursor && world.tiles.size) outline(g, theme, grid, cursor, false);
}

/** A white, by day black, outline; dashed for what is chosen. */
function outline(g: Ctx, theme: Theme, grid: Grid, tile: Spot, chosen: boolean): void {
  hex(g, grid, tile, 0.97);
  g.lineWidth = chosen ? Math.max(2, grid.u * 0.075) : Math.max(1.4, grid.u * 0.045);
  g.strokeStyle = chosen ? theme.mark : alpha(theme.mark, 0.75);
  if (chosen) g.setLineDash([Math.max(5, grid.u * 0.24), Math.max(3, grid.u * 0.16)]);
  g.stroke();
  g.setLineDash([]);
}

/** Where a unit or a superstructure is drawn, and how large. */
function whereIs({ grid, units, structures, shared }: Under, id: number): [number, number, number] | null {
  const unit = units.find((one) => one.id === id);
  if (unit) return [...middle(grid, ...unit.at), radiusOf(unit.kind, grid.u)];
  const one = structures.find((one) => one.id === id);
  if (!one) return null;
  const { x, y, r } = structureSpot(grid, one, shared(one));
  return [x, y, r];
}

/** A way tile by tile: dots, an arrow at its end, and what entering each tile costs. BOI-289 */
function drawWay(g: Ctx, theme: Theme, grid: Grid, path: Spot[], costs: number[] = [], strength = 1): void {
  const { u } = grid,
    points = path.map(({ x, y }) => middle(grid, x, y)),
    [ax, ay] = points[points.length - 2],
    [bx, by] = points[points.length - 1],
    angle = Math.atan2(by - ay, bx - ax);
  g.globalAlpha = strength;
  g.beginPath();
  points.forEach(([x, y], n) => (n ? g.lineTo(x, y) : g.moveTo(x, y)));
  g.lineCap = g.lineJoin = 'round';
  g.lineWidth = Math.max(3.6, u * 0.17);
  g.strokeStyle = alpha(theme.bg, 0.6);
  g.stroke();
  g.setLineDash([0.1, Math.max(4.5, u * 0.22)]);
  g.lineWidth = Math.max(2.2, u * 0.1);
  g.strokeStyle = theme.mark;
  g.stroke();
  g.setLineDash([]);
  arrowHead(g, bx, by, angle, Math.max(5, u * 0.26));
  g.fillStyle = theme.mark;
  g.fill();
  if (u >= COSTS)
    costs.forEach((cost, n) => {
      if (!points[n + 1]) return;
      const [x, y] = [(points[n][0] + points[n + 1][0]) / 2, (points[n][1] + points[n + 1][1]) / 2];
      cutLabel(g, theme, `${cost}`, x, y, Math.max(9.5, u * 0.28));
    });
  g.globalAlpha = 1;
}

/** An order that waits: in the colour of its team, dashed, because it may still come otherwise. */
function drawPlanned(g: Ctx, view: BoidvoidView, theme: Theme, under: Under, planned: Planned): void {
  const { grid } = under,
    { u } = grid,
    team = view.units.find(({ id }) => id === planned.unit)?.team ?? 0,
    color = theme.players[team];
  g.lineWidth = Math.max(1.6, u * 0.075);
  g.strokeStyle = g.fillStyle = color;
  if (planned.kind === 'move') {
    if (planned.path.length > 1) drawWay(g, { ...theme, mark: color }, grid, planned.path, [], 0.9);
    return;
  }
  if (planned.kind === 'attack') {
    const [ax, ay] = middle(grid, planned.from.x, planned.from.y),
      [bx, by] = middle(grid, planned.to.x, planned.to.y);
    g.beginPath();
    g.moveTo(ax, ay);
    g.lineTo(bx, by);
    g.setLineDash([u * 0.24, u * 0.12]);
    g.stroke();
    g.setLineDash([]);
    star(g, bx, by, u * 0.78, 11, 0.76);
    g.strokeStyle = theme.hazard;
    g.stroke();
    return;
  }
  const [x, y] = middle(grid, planned.at.x, planned.at.y);
  if (planned.kind === 'capture') polygon(g, x, y, u * 0.86, 6);
  else if (planned.kind === 'build') polygon(g, x, y, u * 0.8, 4, -Math.PI / 4);
  else disc(g, x, y, u * 0.84);
  g.setLineDash([u * 0.16, u * 0.12]);
  g.stroke();
  g.setLineDash([]);
}
