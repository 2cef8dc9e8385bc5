/** Where tiles and units of a view lie on a board of a given size, and what a pointer finds there. */
import type { Look, Moving, NotePlace, NoteSpot, Overview, Piece, Size } from '../../../game/board/canvas';
import type { BoidvoidEvent, BoidvoidView } from '../../../net/types';
import { beginAt, nearestFor, smallMap } from '../../../game/board/view';
import { flat, SQ3 } from './hexes';
import { boidvoidPiece, spotOf, tilePiece, unitPiece, type Spot } from './overlayTypes';
import { placeOf, SMALL, worldOf } from './model';
import { standing } from './timeline';

/** Tiles across where the map is seen as near as can be. BOI-288 */
export const ACROSS = 7;
const RIM = 0.25; // around the map, in radii of a tile

export interface Grid {
  /** from the middle of a tile to its corners, in px */
  u: number;
  /** the middle of the tile 0, 0 */
  x0: number;
  y0: number;
}

/** How many radii of a tile the map is wide and high. */
function extent(view: BoidvoidView) {
  const { left, right, up, down } = worldOf(view).bounds;
  return {
    w: right - left + SQ3 + 2 * RIM,
    h: down - up + 2 + 2 * RIM,
    x: (left + right) / 2,
    y: (up + down) / 2,
  };
}

export const ratioOf = (view: BoidvoidView): number => {
  const { w, h } = extent(view);
  return Math.min(1.45, Math.max(0.85, w / h));
};

/** How many times the whole map is seen at the nearest. */
export const nearestOf = (view: BoidvoidView, size: Size): number =>
  nearestFor(wholeOf(view, size).u * SQ3, extent(view).w / SQ3, ACROSS, size);

const wholeOf = (view: BoidvoidView, size: Size): Grid => gridOf(view, { ...size, look: undefined });

/** The units that the viewer commands. */
export function begin(view: BoidvoidView, size: Size): Look | null {
  const whole = wholeOf(view, size),
    own = new Set(view.you?.units ?? []),
    there = worldOf(view).units.filter(({ id }) => own.has(id)),
    [w, h] = [extent(view).w * whole.u, extent(view).h * whole.u],
    top = size.top ?? 0;
  return beginAt(
    there.map(({ x, y }) => middle(whole, x, y)),
    { side: whole.u * SQ3, left: (size.w - w) / 2, top: top + (size.h - top - h) / 2, w, h },
    size,
    nearestOf(view, size),
  );
}

export function gridOf(view: BoidvoidView, size: Size): Grid {
  const top = size.top ?? 0,
    { w, h, x, y } = extent(view),
    u = Math.min(size.w / w, (size.h - top) / h),
    whole = { u, x0: size.w / 2 - x * u, y0: top + (size.h - top) / 2 - y * u };
  if (!size.look) return whole;
  const { zoom, x: lx, y: ly } = size.look;
  return {
    u: u * zoom,
    x0: (whole.x0 - lx * size.w) * zoom + size.w / 2,
    y0: (whole.y0 - ly * size.h) * zoom + size.h / 2,
  };
}

/** The middle of a tile, or of any place between tiles. */
export function middle({ u, x0, y0 }: Grid, x: number, y: number): [number, number] {
  const [px, py] = flat(x, y);
  return [x0 + px * u, y0 + py * u];
}

/** Whether anything of a tile is to be seen. */
export const inSight = ({ u }: Grid, { w, h }: Size, x: number, y: number): boolean =>
  x > -u && y > -u && x < w + u && y < h + u;

/** A superstructure makes room for a unit on its tile. */
export function structureSpot(
  grid: Grid,
  { x, y }: Spot,
  shared: boolean,
): { x: number; y: number; r: number } {
  const [px, py] = middle(grid, x, y);
  return shared
    ? { x: px - grid.u * 0.5, y: py + grid.u * 0.44, r: grid.u * 0.28 }
    : { x: px, y: py + grid.u * 0.04, r: grid.u * 0.5 };
}

/** Radius of a unit on the board. */
export const radiusOf = (kind: string, u: number): number =>
  u * (kind === 'mothership' ? 0.62 : kind === 'swarm' ? 0.6 : kind === 'npc' ? 0.44 : 0.5);

const kept = new WeakMap<BoidvoidView['tiles'], { key: string; made: Piece[] }>();

/** Tiles do not move: theirs are kept as long as map and look stay. */
function tilesOf(view: BoidvoidView, size: Size): Piece[] {
  const grid = gridOf(view, size),
    key = `${grid.u},${grid.x0},${grid.y0},${size.w},${size.h}`,
    found = kept.get(view.tiles);
  if (found?.key === key) return found.made;
  const made = view.tiles.flatMap((tile): Piece[] => {
    const [x, y] = middle(grid, tile.x, tile.y);
    // one ring of tiles beyond the rim, so that the cursor can leave the picture
    if (!inSight(grid, { w: size.w + 2 * grid.u, h: size.h + 2 * grid.u }, x + grid.u, y + grid.u)) return [];
    return [{ id: tilePiece(tile), x, y, r: grid.u * 0.87, stop: true }];
  });
  kept.set(view.tiles, { key, made });
  return made;
}

export function pieces(
  view: BoidvoidView,
  size: Size,
  moving?: Moving<BoidvoidView, BoidvoidEvent>,
): Piece[] {
  const grid = gridOf(view, size),
    units = standing(view, moving),
    shared = sharedWith(view.side, units);
  return [
    ...tilesOf(view, size),
    ...worldOf(view).structures.map((one): Piece => {
      const at = structureSpot(grid, one, shared(one));
      return { id: unitPiece(one.id), ...at, stop: false, top: true };
    }),
    ...units.map(({ id, kind, x, y }): Piece => {
      const [px, py] = middle(grid, x, y);
      return { id: unitPiece(id), x: px, y: py, r: radiusOf(kind, grid.u), stop: false, top: true };
    }),
  ];
}

/** A tile or a unit that is not in sight. */
export function far(view: BoidvoidView, size: Size, id: string): Piece | null {
  const spot = boidvoidPiece(id) && spotOf(view, id);
  if (!spot) return null;
  const grid = gridOf(view, size),
    [x, y] = middle(grid, spot.x, spot.y);
  return { id, x, y, r: grid.u * 0.87, stop: true };
}

/** A unit by its id, or a tile. */
export function noteSpot(view: BoidvoidView, size: Size, spot: NoteSpot): NotePlace | null {
  const grid = gridOf(view, size),
    at = Array.isArray(spot) ? { x: spot[0], y: spot[1] } : spotOf(view, unitPiece(Number(spot)));
  if (!at) return null;
  const [x, y] = middle(grid, at.x, at.y);
  return { x, y, r: grid.u * 0.87 };
}

/** Whether a unit is on the tile of something else. */
export const sharedWith = (side: number, units: Spot[]): ((one: Spot) => boolean) => {
  const taken = new Set(units.map((unit) => placeOf(side, unit)));
  return (one) => taken.has(placeOf(side, one));
};

const GAP = 12; // px around it

/** The small map of the whole in the corner, while only a part is seen. */
export function overview(view: BoidvoidView, size: Size): Overview | null {
  if (!size.look || size.w < SMALL) return null;
  const { w: wide, h: high } = extent(view),
    k = smallMap(size, 0.22, 84, 150) / Math.max(wide, high),
    [w, h] = [wide * k, high * k],
    [x, y] = [size.w - w - GAP, size.h - h - GAP],
    whole = gridOf(view, { ...size, look: undefined }),
    { left, up } = worldOf(view).bounds,
    [x0, y0] = [whole.x0 + (left - SQ3 / 2 - RIM) * whole.u, whole.y0 + (up - 1 - RIM) * whole.u];
  return {
    x,
    y,
    w,
    h,
    look: (px, py) => ({
      x: (x0 + ((px - x) / k) * whole.u) / size.w,
      y: (y0 + ((py - y) / k) * whole.u) / size.h,
    }),
  };
}
