/** What a person's controls draw over the map. They put it into `marks.overlay` of their `BoardLink`; `chosen` and
 * `cursor` of the marks hold ids of pieces as on every board.
 *
 *     board.marks = {
 *       ...NO_MARKS,
 *       chosen: [unitPiece(3)],
 *       overlay: { ...NO_BOIDVOID_MARKS, tile: { x: 4, y: 5 }, reach: choice.reach, targets: choice.targets },
 *     };
 *
 * Pieces that a pointer or the cursor can pick (`link.pick` and `link.hover` get their ids):
 * - `unit:<id>`: a spaceship, a mothership, a swarm, a pirate or a superstructure,
 * - `tile:<x>,<y>`: a tile of the map; `spotOf(view, piece)` tells the tile of any piece.
 *
 * `link.show?.(piece)` brings a piece into sight where only a part of the map is shown. */
import type { BoidvoidView } from '../../../net/types';

export interface Spot {
  x: number;
  y: number;
}

/** A tile that the chosen unit can end a move on, and what the whole way costs. */
export interface Reach extends Spot {
  cost: number;
}

/** An order that waits for the end of the turn, drawn as it will run. */
export type Planned =
  | { kind: 'move'; unit: number; path: Spot[] }
  | { kind: 'attack'; unit: number; from: Spot; to: Spot }
  | { kind: 'capture' | 'build' | 'spawn' | 'swarm'; unit: number; at: Spot };

export interface BoidvoidMarks {
  /** the tile that a panel tells about */
  tile: Spot | null;
  reach: Reach[];
  /** tiles of a way, the one where it begins first; `costs` of entering each of those after it */
  path: Spot[];
  costs: number[];
  /** tiles that a unit could hit: everything within `radius` of its place */
  range: (Spot & { radius: number }) | null;
  /** ids of units and superstructures that can be attacked, or joined */
  targets: number[];
  /** tiles where an aimed action may go: where to spawn, where to leave a swarm */
  spots: Spot[];
  planned: Planned[];
  /** the tile under the pointer or the cursor */
  hover?: Spot;
}

export const NO_BOIDVOID_MARKS: BoidvoidMarks = {
  tile: null,
  reach: [],
  path: [],
  costs: [],
  range: null,
  targets: [],
  spots: [],
  planned: [],
};

export const unitPiece = (unit: number): string => `unit:${unit}`;
export const tilePiece = ({ x, y }: Spot): string => `tile:${x},${y}`;
export const spot = ([x, y]: number[]): Spot => ({ x, y });

export type BoidvoidPiece = { kind: 'unit'; unit: number } | { kind: 'tile'; x: number; y: number };

/** What a piece is, or null for something else. */
export function boidvoidPiece(piece: string): BoidvoidPiece | null {
  const unit = /^unit:(\d+)$/.exec(piece);
  if (unit) return { kind: 'unit', unit: Number(unit[1]) };
  const tile = /^tile:(\d+),(\d+)$/.exec(piece);
  return tile ? { kind: 'tile', x: Number(tile[1]), y: Number(tile[2]) } : null;
}

/** The tile of a piece, or null for a unit that is off the map. */
export function spotOf(view: BoidvoidView, piece: string): Spot | null {
  const found = boidvoidPiece(piece);
  if (!found) return null;
  if (found.kind === 'tile') return { x: found.x, y: found.y };
  const unit = [...view.units, ...view.structures].find(({ id }) => id === found.unit);
  return unit && unit.x !== null && unit.y !== null ? { x: unit.x, y: unit.y } : null;
}
