/** The map of planets: squares by gravity, what lies on them, robots by owner, and a round as it happens. */
import { label, type Ctx, type Painter, type Scene, type Size } from '../../../game/board/canvas';
import { caption } from '../../../game/board/caption';
import type { Theme } from '../../../game/board/theme';
import { words } from '../words';
import type { DungeonEvent, DungeonView } from '../../../net/types';
import { blockades, drawShot, drawSpark, drawTrip, pips } from './effects';
import { chosen, cursor, drawOrders, drawWay, reachable, type Under } from './overlay';
import { ACROSS, gridOf, middle, pieces, planetAt, noteSpot } from './layout';
import { drawLegend } from './legend';
import { groupsOf, mapOf, SMALL } from './model';
import type { Overlay } from './overlayTypes';
import { drawMap, drawSky } from './planets';
import { drawGroups } from './robots';
import { pictureOf, standing } from './timeline';

type DungeonScene = Scene<DungeonView, DungeonEvent>;

/** From this part of a round on planets that are discovered in it are seen: robots are on their way there. */
const DISCOVERED = 0.3;

export const painter: Painter<DungeonView, DungeonEvent> = {
  ratio: () => 1.12,
  ground: () => '',
  still: (g, _, theme, size) => drawSky(g, theme, size),
  live,
  pieces,
  spot: noteSpot,
  nearest(view) {
    const { width, height } = mapOf(view);
    return view.planets.length ? Math.max(1, Math.max(width, height) / ACROSS) : 1;
  },
};

function live(g: Ctx, scene: DungeonScene, theme: Theme, size: Size): void {
  const { view, before, marks, part } = scene,
    small = size.w < SMALL,
    grid = gridOf(view, size),
    map = mapOf(view),
    film = pictureOf(scene),
    groups = groupsOf(view, standing(view, scene)),
    under: Under = { map, grid, groups };
  const fresh = before ? Math.min(1, Math.max(0, (part - DISCOVERED) / 0.25)) : 1;
  drawMap(g, view, before, scene.calm ? 1 : fresh, theme, size, grid, (id) => groups.has(id));
  if (!view.planets.length) hidden(g, view, theme, size, small);
  if (!small) reachable(g, scene, theme, under);
  if (film) blockades(g, theme, map, grid, film);
  const overlay = small || film ? undefined : (marks.overlay as Overlay | undefined);
  for (const way of overlay?.ways ?? []) drawWay(g, theme, under, way);
  for (const [planet, here] of groups) {
    const at = planetAt(map, grid, planet);
    if (at && inSight(at, size, grid.c)) drawGroups(g, theme, here, ...at, grid.c);
  }
  if (overlay) drawOrders(g, theme, under, overlay.orders);
  if (film) {
    for (const trip of film.trips) drawTrip(g, theme, map, grid, trip);
    for (const shot of film.shots) drawShot(g, theme, map, grid, shot);
    const drawn = new Map<string, number>();
    for (const spark of film.sparks) {
      const n = drawn.get(spark.planet) ?? 0;
      drawSpark(g, theme, map, grid, spark, n);
      drawn.set(spark.planet, n + 1);
    }
  }
  if (small) return;
  chosen(g, scene, theme, under);
  cursor(g, scene, theme, under);
  drawLegend(g, view, theme, size);
  if (film?.phase) pips(g, theme, film.phase, size.w, size.top ?? 0);
  if (scene.caption && part >= 1 && !size.look) {
    const best = view.players.filter(({ place }) => place === 1),
      spots = [...map.at.values()].map((cell) => middle(grid, ...cell));
    caption(g, scene.caption, best.length === 1 ? best[0].seat : 0, theme, size, {
      x: spots.map(([x]) => x),
      y: spots.map(([, y]) => y),
      r: spots.map(() => grid.c * 0.3),
    });
  }
}

const inSight = ([x, y]: [number, number], { w, h }: Size, c: number): boolean =>
  x > -c && y > -c && x < w + c && y < h + c;

/** Who watches a running match sees its map only later. DUN-055 */
function hidden(g: Ctx, view: DungeonView, theme: Theme, size: Size, small: boolean): void {
  const { board } = words;
  if (small) return;
  const px = Math.min(18, Math.max(12, size.w * 0.022)),
    lines = view.you ? board.noPlanets : board.mapLater;
  lines.forEach((line, n) => label(g, line, size.w / 2, size.h / 2 + (n - (lines.length - 1) / 2) * px * 1.5, n ? px * 0.85 : px, n ? theme.ink2 : theme.ink, theme.text, n ? 450 : 600)); // prettier-ignore
}
