/** The map: grass and rocks, what lies there, the three kinds of knowledge, units and a turn as it happens. */
import { label, type Ctx, type Painter, type Scene, type Size } from '../../../game/board/canvas';
import { caption } from '../../../game/board/caption';
import { alpha, type Theme } from '../../../game/board/theme';
import { words } from '../words';
import type { QuestEvent, QuestView } from '../../../net/types';
import { drawReach, drawStarts, drawTower, drawTrap } from './builds';
import { drawSpark, drawTrail } from './effects';
import { drawFog, drawOutside, drawSight } from './fog';
import { drawInk, drawReachable, type Under } from './overlay';
import { begin, far, gridOf, middle, nearestOf, noteSpot, overview, pieces, type Grid } from './layout';
import { drawOverview } from './minimap';
import { SMALL, worldOf, type Tower } from './model';
import { drawTerrain } from './terrain';
import { drawThings } from './things';
import { pictureOf, trailsOf } from './timeline';
import { drawUnits } from './units';

type QuestScene = Scene<QuestView, QuestEvent>;

const LINES = 13; // px: smaller cells have no lines between them
const TOWER_FULL = 312; // of a tower of level 1 as it is usually built; stronger ones set the scale where they stand

export const painter: Painter<QuestView, QuestEvent> = {
  ratio: (view) => Math.min(1.4, Math.max(0.8, view.width / view.height)),
  ground: (view) => `${worldOf(view).n}`,
  still,
  live,
  pieces,
  spot: noteSpot,
  far,
  overview,
  nearest: nearestOf,
  begin,
};

/** Everything that stands as long as view and look do. */
function still(g: Ctx, { view, filter = 'all' }: QuestScene, theme: Theme, size: Size): void {
  const grid = gridOf(view, size),
    world = worldOf(view),
    small = size.w < SMALL;
  drawOutside(g, view, theme, size);
  if (!world.hidden) {
    drawTerrain(g, view, theme, size, grid);
    if (grid.c >= LINES) lines(g, view, theme, size, grid);
    drawStarts(g, view.starts, theme, grid);
    drawThings(g, view, theme, size, grid, small ? 'none' : filter);
  }
  drawFog(g, view, theme, grid, size);
  drawSight(g, view, theme, grid, small);
  frame(g, view, theme, grid);
}

function lines(g: Ctx, view: QuestView, theme: Theme, size: Size, { c, x0, y0 }: Grid): void {
  const [left, right] = [Math.max(0, x0), Math.min(size.w, x0 + view.width * c)],
    [top, bottom] = [Math.max(0, y0), Math.min(size.h, y0 + view.height * c)];
  g.beginPath();
  for (let x = 1; x < view.width; x++) {
    const at = x0 + x * c;
    if (at < left || at > right) continue;
    g.moveTo(at, top);
    g.lineTo(at, bottom);
  }
  for (let y = 1; y < view.height; y++) {
    const at = y0 + y * c;
    if (at < top || at > bottom) continue;
    g.moveTo(left, at);
    g.lineTo(right, at);
  }
  g.lineWidth = 1;
  g.strokeStyle = alpha(theme.ink, theme.dark ? 0.045 : 0.07);
  g.stroke();
}

/** The edge of the map. */
function frame(g: Ctx, view: QuestView, theme: Theme, { c, x0, y0 }: Grid): void {
  g.lineWidth = 1.5;
  g.strokeStyle = alpha(theme.ink, theme.dark ? 0.2 : 0.3);
  g.strokeRect(x0, y0, view.width * c, view.height * c);
}

function live(g: Ctx, scene: QuestScene, theme: Theme, size: Size): void {
  const { view, part } = scene,
    world = worldOf(view),
    small = size.w < SMALL,
    grid = gridOf(view, size);
  if (world.hidden) return later(g, theme, size, small);
  const film = pictureOf(view, scene),
    units = film?.units ?? world.units,
    towers = film?.towers ?? world.towers,
    traps = film?.traps ?? world.traps,
    under: Under = { grid, units, own: view.player };
  for (const tower of towers) drawReach(g, tower, theme, grid);
  for (const trap of traps) drawTrap(g, trap, theme, grid);
  if (!small) {
    const trails =
      film?.trails ?? (scene.before === null && view.phase !== 'over' ? [] : trailsOf(scene.events));
    for (const trail of trails) drawTrail(g, theme, grid, trail, film ? 1 : 0.6);
    if (!film) drawReachable(g, scene, theme, under);
  }
  for (const tower of towers) drawTower(g, tower, theme, grid, fullOf(towers, tower));
  drawUnits(g, theme, units, grid, world.energy, view.player, scene.numbers);
  if (small) return;
  const drawn = new Map<string, number>();
  for (const spark of film?.sparks ?? []) {
    const place = `${Math.round(spark.x)},${Math.round(spark.y)}`,
      n = drawn.get(place) ?? 0;
    drawSpark(g, theme, grid, spark, n);
    drawn.set(place, n + 1);
  }
  drawInk(g, scene, theme, under);
  const map = overview(view, size);
  if (map) drawOverview(g, view, theme, size, grid, map, units, towers);
  if (scene.caption && part >= 1 && !size.look) {
    const best = view.players.filter(({ place }) => place === 1),
      spots = units.map(({ x, y }) => middle(grid, x, y));
    caption(g, scene.caption, best.length === 1 ? best[0].seat : 0, theme, size, {
      x: spots.map(([x]) => x),
      y: spots.map(([, y]) => y),
      r: spots.map(() => Math.max(8, grid.c)),
    });
  }
}

/** A tower's energy when it was new is not told: levels give the usual one, a fuller one of its level more. */
const fullOf = (towers: Tower[], { level }: Tower): number =>
  Math.max(
    TOWER_FULL + (level - 1) * 62,
    ...towers.filter((one) => one.level === level).map(({ energy }) => energy ?? 0),
  );

/** Who watches a running match sees its map only later. QST-048 */
function later(g: Ctx, theme: Theme, size: Size, small: boolean): void {
  if (small) return;
  const px = Math.min(18, Math.max(12, size.w * 0.022)),
    rows = words.board.mapLater;
  rows.forEach((line, n) => label(g, line, size.w / 2, size.h / 2 + (n - (rows.length - 1) / 2) * px * 1.5, n ? px * 0.85 : px, n ? theme.ink2 : theme.ink, theme.text, n ? 450 : 600)); // prettier-ignore
}
