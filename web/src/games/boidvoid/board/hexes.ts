/** The geometry of the map, as the rules have it: rows from the top, odd ones half a tile to the right.
 * BOI-027 to BOI-029 */
import type { Spot } from './overlayTypes';

/** E, SE, SW, W, NW, NE; for even and odd rows. BOI-028 */
const EVEN = [[1, 0], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1]] as const; // prettier-ignore
const ODD = [[1, 0], [1, 1], [0, 1], [-1, 0], [0, -1], [1, -1]] as const; // prettier-ignore
export const DIRECTIONS = 6;

export function neighbour({ x, y }: Spot, direction: number): Spot {
  const [dx, dy] = (y % 2 ? ODD : EVEN)[direction];
  return { x: x + dx, y: y + dy };
}

export const neighbours = (spot: Spot): Spot[] => EVEN.map((_, direction) => neighbour(spot, direction));

/** BOI-029 */
export function distance(a: Spot, b: Spot): number {
  const q = a.x - (a.y - (a.y % 2)) / 2 - (b.x - (b.y - (b.y % 2)) / 2),
    r = a.y - b.y;
  return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
}

export const SQ3 = Math.sqrt(3);

/** The middle of a tile in a plane where a tile's corners are 1 from its middle; also of places between tiles. */
export const flat = (x: number, y: number): [number, number] => [SQ3 * (x + shift(y)), 1.5 * y];

/** How far right a row begins: half a tile in odd rows, and between rows on the way from one to the other. */
function shift(y: number): number {
  const row = Math.floor(y),
    part = y - row,
    of = (n: number) => (n % 2 ? 0.5 : 0);
  return of(row) + (of(row + 1) - of(row)) * part;
}

/** The tile that a place of that plane is on. */
export function tileAt(px: number, py: number): Spot {
  const row = Math.round(py / 1.5);
  let best = { x: 0, y: 0 },
    least = Infinity;
  for (const y of [row - 1, row, row + 1]) {
    if (y < 0) continue;
    const x = Math.round(px / SQ3 - (y % 2 ? 0.5 : 0)),
      [cx, cy] = flat(x, y),
      far = Math.hypot(cx - px, cy - py);
    if (far < least) [best, least] = [{ x, y }, far];
  }
  return best;
}
