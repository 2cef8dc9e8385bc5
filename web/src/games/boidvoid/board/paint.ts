/** The map: hexes with what they are, territories, units with their rings, and a turn as it happens. BOI-288 */
import { starfield, type Ctx, type Painter, type Scene, type Size } from '../../../game/board/canvas';
import { caption } from '../../../game/board/caption';
import { rng } from '../../../game/board/rng';
import { mix, type Theme } from '../../../game/board/theme';
import type { BoidvoidEvent, BoidvoidView } from '../../../net/types';
import { drawSpark, drawTrail } from './effects';
import { drawTile } from './ground';
import { distance } from './hexes';
import { drawInk, drawReachable, type Under } from './overlay';
import { drawCapture, drawJob } from './jobs';
import {
  far,
  gridOf,
  inSight,
  middle,
  nearestOf,
  begin,
  overview,
  pieces,
  ratioOf,
  sharedWith,
  structureSpot,
  noteSpot,
} from './layout';
import { drawOverview } from './minimap';
import { SMALL, worldOf, type Structure, type Tile, type World } from './model';
import { drawPoi } from './pois';
import { drawHomes, drawTerritory } from './territory';
import { headingOf, pictureOf, trailsOf, type Posed } from './timeline';
import { drawStructure, drawUnit } from './units';

type BoidvoidScene = Scene<BoidvoidView, BoidvoidEvent>;

const RINGS = 9; // px: units of smaller tiles have no rings

/** Tiles never change; a still layer lasts as long as the map. */
const grounds = new WeakMap<BoidvoidView['tiles'], string>();
function groundOf({ side, tiles }: BoidvoidView): string {
  let made = grounds.get(tiles);
  if (made === undefined) {
    made = `${side}:${tiles.map(({ x, y, type, obstacle, poi }) => `${x},${y}${type[0]}${type.length}${obstacle?.[0] ?? ''}${poi ?? ''}`).join(';')}`;
    grounds.set(tiles, made);
  }
  return made;
}

export const painter: Painter<BoidvoidView, BoidvoidEvent> = {
  ratio: ratioOf,
  ground: groundOf,
  still,
  live,
  pieces,
  spot: noteSpot,
  far,
  overview,
  nearest: nearestOf,
  begin,
};

/** Everything that stands as long as map and look do. */
function still(g: Ctx, { view }: BoidvoidScene, theme: Theme, size: Size): void {
  const grid = gridOf(view, size),
    { tiles } = worldOf(view),
    back = g.createLinearGradient(0, 0, size.w, size.h);
  back.addColorStop(0, theme.dark ? mix(theme.bg, '#000000', 0.22) : theme.bg);
  back.addColorStop(1, theme.dark ? mix(theme.bg, '#08060f', 0.5) : theme.bg2);
  g.fillStyle = back;
  g.fillRect(0, 0, size.w, size.h);
  starfield(g, size, theme, rng(21), 0.8);
  for (const tile of tiles.values()) {
    const [x, y] = middle(grid, tile.x, tile.y);
    if (!inSight(grid, size, x, y)) continue;
    drawTile(g, theme, tile, x, y, grid.u);
  }
}

function live(g: Ctx, scene: BoidvoidScene, theme: Theme, size: Size): void {
  const { view, part } = scene,
    world = worldOf(view),
    small = size.w < SMALL,
    grid = gridOf(view, size),
    film = pictureOf(view, scene),
    units = film?.units ?? posed(scene, world),
    owners = film?.owners ?? world.owners,
    structures = film?.structures ?? world.structures,
    shared = sharedWith(view.side, units),
    under: Under = { grid, units, structures, shared };
  drawTerritory(g, world, owners, theme, grid);
  drawHomes(g, world, theme, grid, size);
  const signs = view.tiles.filter(({ poi }) => poi),
    sign = (tile: Tile) =>
      drawPoi(g, theme, tile.poi!, ...middle(grid, tile.x, tile.y), grid.u, shared(tile));
  for (const tile of signs) if (!shared(tile)) sign(tile);
  for (const unit of units) drawCapture(g, theme, grid, unit);
  if (!small) {
    const trails =
      film?.trails ?? (scene.before === null && view.phase !== 'over' ? [] : trailsOf(scene.events));
    if (!film) drawReachable(g, scene, theme, under);
    for (const trail of trails) drawTrail(g, theme, grid, trail, film ? 1 : 0.55);
  }
  const build = (one: Structure) => {
    const { x, y, r } = structureSpot(grid, one, shared(one));
    drawStructure(g, theme, { ...one, part: one.health / one.max_health }, x, y, r);
  };
  for (const one of structures) if (!shared(one)) build(one);
  const plain = small || grid.u < RINGS;
  for (const unit of units) {
    const [x, y] = middle(grid, ...unit.at);
    g.globalAlpha = unit.seen;
    drawUnit(
      g,
      theme,
      {
        ...unit,
        heading: unit.heading ?? restingHeading(world, unit),
        health: unit.health / Math.max(1, unit.max),
      },
      x,
      y,
      plain ? grid.u * 1.25 : grid.u,
      plain,
    );
    g.globalAlpha = 1;
  }
  for (const tile of signs) if (shared(tile)) sign(tile);
  for (const one of structures) if (shared(one)) build(one);
  if (small) return;
  for (const unit of units) drawJob(g, theme, grid, unit, units);
  const drawn = new Map<string, number>();
  for (const spark of film?.sparks ?? []) {
    const place = spark.at.map(Math.round).join(),
      n = drawn.get(place) ?? 0;
    drawSpark(g, theme, grid, spark, n);
    drawn.set(place, n + 1);
  }
  drawInk(g, scene, theme, under);
  const map = overview(view, size);
  if (map) drawOverview(g, view, theme, size, map, owners, units);
  if (scene.caption && part >= 1 && !size.look) {
    const best = view.teams.filter(({ rank }) => rank === 1),
      spots = units.map(({ at }) => middle(grid, ...at));
    caption(g, scene.caption, best.length === 1 ? best[0].team : 0, theme, size, {
      x: spots.map(([x]) => x),
      y: spots.map(([, y]) => y),
      r: spots.map(() => Math.max(8, grid.u)),
    });
  }
}

/** Units where nothing moves: who came from somewhere in the last turn still looks that way. */
function posed({ events }: BoidvoidScene, { units }: World): Posed[] {
  const last = new Map(trailsOf(events).map(({ unit, tiles }) => [unit, tiles.slice(-2)]));
  return units.map((unit) => {
    const [from, to] = last.get(unit.id) ?? [];
    const came = to && to.x === unit.x && to.y === unit.y;
    return { ...unit, at: [unit.x, unit.y], heading: came ? headingOf(from, to) : null, seen: 1 };
  });
}

const NEAR_HOME = 2; // tiles

/** Who stands still looks away from home; near it, to the middle of the map. */
function restingHeading({ homes, side }: World, { team, x, y }: Posed): number {
  const home = homes.find((one) => one.team === team),
    middleOf = { x: (side - 1) / 2, y: (side - 1) / 2 };
  if (!home) return -Math.PI / 2;
  return distance(home, { x, y }) <= NEAR_HOME ? headingOf({ x, y }, middleOf) : headingOf(home, { x, y });
}
