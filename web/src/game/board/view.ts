/** How near a large board is seen: where somebody who plays begins, and how near one can come. */
import type { Look, Size } from './canvas';

const NARROW = 600; // px: narrower boards are touched rather than clicked
const TAP = 38; // px of a cell that a finger hits
const CLICK = 20; // and a pointer
const NEAREST = 48; // px of a cell as near as can be, at least

type Frame = Pick<Size, 'w' | 'h'>;

/** How many times the whole is seen at the nearest, where its cells have `side` px: so that `across` of `cells` are seen, and
 * that a finger can hit them well. */
export const nearestFor = (side: number, cells: number, across: number, { w }: Frame): number =>
  Math.max(1, cells / across, w < NARROW ? NEAREST / side : 1);

/** Where the board lies in a picture of the whole, in px, and how large its cells are there. */
export interface Whole {
  side: number;
  left: number;
  top: number;
  w: number;
  h: number;
}

/** The part of the board with most of `spots`, which are in px of the picture of the whole: in the middle, but with no
 * more than a cell of what lies outside the board. Null where cells of the whole are large enough already. */
export function beginAt(
  spots: readonly (readonly [number, number])[],
  { side, ...board }: Whole,
  { w, h }: Frame,
  most: number,
): Look | null {
  const zoom = Math.min(most, (w < NARROW ? TAP : CLICK) / side);
  if (zoom <= 1 || !spots.length) return null;
  const [halfW, halfH] = [w / zoom / 2 - side, h / zoom / 2 - side];
  let best: (readonly [number, number])[] = [];
  for (const [x, y] of spots) {
    const there = spots.filter(([a, b]) => Math.abs(a - x) <= halfW && Math.abs(b - y) <= halfH);
    if (there.length > best.length) best = there;
  }
  if (!best.length) best = [spots[0]];
  const middle = (which: 0 | 1) => {
    const all = best.map((spot) => spot[which]);
    return (Math.min(...all) + Math.max(...all)) / 2;
  };
  const inside = (at: number, from: number, length: number, seen: number) => {
    const [low, high] = [from - side + seen / 2, from + length + side - seen / 2];
    return low > high ? from + length / 2 : Math.min(high, Math.max(low, at));
  };
  return {
    zoom,
    x: inside(middle(0), board.left, board.w, w / zoom) / w,
    y: inside(middle(1), board.top, board.h, h / zoom) / h,
  };
}

const SMALL_MAP = 56; // px on a narrow board, where it must not hide what is played with

/** The longer side of the small map of the whole: a share of the board's shorter side, from `least` to `most` px. */
export const smallMap = ({ w, h }: Frame, share: number, least: number, most: number): number =>
  Math.min(most, Math.max(w < NARROW ? SMALL_MAP : least, Math.min(w, h) * share));
