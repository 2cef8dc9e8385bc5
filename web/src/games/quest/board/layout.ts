/** Where cells and units of a view lie on a board of a given size, and what a pointer finds there. */
import type { Look, Moving, NotePlace, NoteSpot, Overview, Piece, Size } from '../../../game/board/canvas';
import type { QuestEvent, QuestView } from '../../../net/types';
import { beginAt, nearestFor, smallMap } from '../../../game/board/view';
import { cellPiece, questPiece, unitPiece } from './overlayTypes';
import { byCell, SMALL, worldOf, type Unit } from './model';
import { standing } from './timeline';

/** Cells across where the map is seen as near as can be. QST-144 */
export const ACROSS = 20;
const SPREAD = 26; // px: in smaller cells units of one cell are a stack
const SPREAD_MAX = 4; // and more than this are one in every cell
const STILL = 24; // cells across that a thumbnail shows at least

export interface Grid {
  /** side of a cell in px */
  c: number;
  /** the upper left corner of the map */
  x0: number;
  y0: number;
}

export function gridOf(view: QuestView, size: Size): Grid {
  const top = size.top ?? 0,
    [w, h] = [size.w, size.h - top];
  if (size.w < SMALL) return near(view, size);
  const c = Math.min(w / view.width, h / view.height),
    whole = { c, x0: (w - c * view.width) / 2, y0: top + (h - c * view.height) / 2 };
  if (!size.look) return whole;
  const { zoom, x, y } = size.look;
  return {
    c: c * zoom,
    x0: (whole.x0 - x * size.w) * zoom + size.w / 2,
    y0: (whole.y0 - y * size.h) * zoom + size.h / 2,
  };
}

const wholeOf = (view: QuestView, size: Size): Grid => gridOf(view, { ...size, look: undefined });

/** How many times the whole map is seen at the nearest. QST-144 */
export const nearestOf = (view: QuestView, size: Size): number =>
  nearestFor(wholeOf(view, size).c, Math.max(view.width, view.height), ACROSS, size);

/** The own units, for the player whose view it is. */
export function begin(view: QuestView, size: Size): Look | null {
  const whole = wholeOf(view, size),
    own = worldOf(view).units.filter(({ seat }) => view.player > 0 && seat === view.player);
  return beginAt(
    own.map(({ x, y }) => middle(whole, x, y)),
    { side: whole.c, left: whole.x0, top: whole.y0, w: view.width * whole.c, h: view.height * whole.c },
    size,
    nearestOf(view, size),
  );
}

/** A thumbnail shows the part of the map where units are. */
function near(view: QuestView, { w, h, top = 0 }: Size): Grid {
  const { units } = worldOf(view),
    xs = units.map(({ x }) => x),
    ys = units.map(({ y }) => y),
    [left, right] = xs.length ? [Math.min(...xs) - 3, Math.max(...xs) + 4] : [0, view.width],
    [up, down] = ys.length ? [Math.min(...ys) - 3, Math.max(...ys) + 4] : [0, view.height],
    room = h - top,
    whole = Math.min(w / view.width, room / view.height),
    c = Math.max(whole, Math.min(w / (right - left), room / (down - up), w / STILL)),
    // no more of what is outside the map than must be
    inside = (middle: number, side: number, cells: number) =>
      side / c >= cells ? cells / 2 : Math.min(cells - side / c / 2, Math.max(side / c / 2, middle));
  return {
    c,
    x0: w / 2 - inside((left + right) / 2, w, view.width) * c,
    y0: top + room / 2 - inside((up + down) / 2, room, view.height) * c,
  };
}

/** The middle of a cell, or of any place between cells. */
export const middle = ({ c, x0, y0 }: Grid, x: number, y: number): [number, number] => [
  x0 + (x + 0.5) * c,
  y0 + (y + 0.5) * c,
];

/** The cells that are to be seen: first and last column, first and last line. */
export function inSight({ c, x0, y0 }: Grid, { w, h }: Size, view: QuestView, more = 0) {
  return {
    left: Math.max(0, Math.floor(-x0 / c) - more),
    right: Math.min(view.width - 1, Math.floor((w - x0) / c) + more),
    up: Math.max(0, Math.floor(-y0 / c) - more),
    down: Math.min(view.height - 1, Math.floor((h - y0) / c) + more),
  };
}

/** A unit at its place in its cell, in px from the middle of the cell. */
export interface Slot {
  unit: Unit;
  dx: number;
  dy: number;
  r: number;
  /** how many more it stands for */
  more: number;
}

/** The radius of a unit that is alone in its cell. */
export const radius = (c: number): number => (c >= 16 ? c * 0.46 : Math.max(4.5, c * 0.62));

/** Units of one cell side by side where there is room, else as a stack with its first one on top. */
export function slotsOf(units: Unit[], c: number): Slot[] {
  const r = radius(c);
  if (units.length === 1) return [{ unit: units[0], dx: 0, dy: 0, r, more: 0 }];
  if (c >= SPREAD && units.length <= SPREAD_MAX) {
    const side = c * 0.235;
    return units.map((unit, n) => ({
      unit,
      dx: units.length === 3 && n === 2 ? 0 : n % 2 ? side : -side,
      dy: units.length === 2 ? 0 : n < 2 ? -side : side,
      r: c * 0.25,
      more: 0,
    }));
  }
  // one of every seat, so that nobody is hidden by another
  const seats = [...new Set(units.map(({ seat }) => seat))],
    small = seats.length > 1 ? r * 0.78 : r;
  return seats.map((seat, n) => {
    const own = units.filter((unit) => unit.seat === seat);
    return {
      unit: own[0],
      dx: (n - (seats.length - 1) / 2) * small * 1.1,
      dy: (n % 2 ? 1 : -1) * (seats.length > 1 ? small * 0.25 : 0),
      r: small,
      more: own.length - 1,
    };
  });
}

const cells = new WeakMap<QuestView['terrain'], { key: string; made: Piece[] }>();

/** Cells do not move: theirs are kept as long as map and look stay. */
function cellsOf(view: QuestView, size: Size): Piece[] {
  const grid = gridOf(view, size),
    key = `${grid.c},${grid.x0},${grid.y0},${size.w},${size.h}`,
    kept = cells.get(view.terrain);
  if (kept?.key === key) return kept.made;
  const { left, right, up, down } = inSight(grid, size, view, 2),
    made: Piece[] = [];
  for (let y = up; y <= down; y++)
    for (let x = left; x <= right; x++) {
      const [px, py] = middle(grid, x, y);
      made.push({ id: cellPiece({ x, y }), x: px, y: py, r: grid.c * 0.5, stop: true });
    }
  cells.set(view.terrain, { key, made });
  return made;
}

/** A cell that is not in sight. */
export function far(view: QuestView, size: Size, id: string): Piece | null {
  const found = questPiece(id);
  if (found?.kind !== 'cell' || found.x >= view.width || found.y >= view.height) return null;
  const grid = gridOf(view, size),
    [x, y] = middle(grid, found.x, found.y);
  return { id, x, y, r: grid.c * 0.5, stop: true };
}

export function pieces(view: QuestView, size: Size, moving?: Moving<QuestView, QuestEvent>): Piece[] {
  const grid = gridOf(view, size),
    made: Piece[] = [];
  for (const here of byCell(standing(view, moving), view.player).values())
    for (const { unit, dx, dy, r } of slotsOf(here, grid.c)) {
      const [x, y] = middle(grid, unit.x, unit.y);
      made.push({ id: unitPiece(unit.id), x: x + dx, y: y + dy, r, stop: false, top: true });
    }
  return [...cellsOf(view, size), ...made];
}

/** A unit by its id, or a cell. */
export function noteSpot(view: QuestView, size: Size, spot: NoteSpot): NotePlace | null {
  const grid = gridOf(view, size),
    unit = Array.isArray(spot) ? null : worldOf(view).units.find(({ id }) => id === Number(spot)),
    cell = Array.isArray(spot) ? spot : unit && [unit.x, unit.y];
  if (!cell) return null;
  const [x, y] = middle(grid, cell[0], cell[1]);
  return { x, y, r: grid.c * 0.5 };
}

const GAP = 12; // px around it

/** The small map of the whole in the corner, while only a part is seen. QST-144 */
export function overview(view: QuestView, size: Size): Overview | null {
  if (!size.look || size.w < SMALL) return null;
  const k = smallMap(size, 0.2, 92, 168) / Math.max(view.width, view.height),
    [w, h] = [view.width * k, view.height * k],
    [x, y] = [size.w - w - GAP, size.h - h - GAP],
    whole = gridOf(view, { ...size, look: undefined });
  return {
    x,
    y,
    w,
    h,
    look: (px, py) => ({
      x: (whole.x0 + ((px - x) / k) * whole.c) / size.w,
      y: (whole.y0 + ((py - y) / k) * whole.c) / size.h,
    }),
  };
}
