/** What a person's controls draw over the map: chosen units, how far they get, the way of a walk. They put it into
 * `marks.overlay` of their `BoardLink`; `chosen` and `cursor` of the marks hold ids of pieces as on every board.
 *
 *     board.marks = { ...NO_MARKS, chosen: [unitPiece(104)], overlay: { ...NO_QUEST_MARKS, chosen: [104] } };
 *
 * Pieces that a pointer or the cursor can pick (`link.pick` and `link.hover` get their ids):
 * - `unit:<id>`: a unit,
 * - `cell:<x>,<y>`: a cell of the map.
 *
 * `link.show?.(piece)` brings a piece into sight where only a part of the map is shown. */

export interface Spot {
  x: number;
  y: number;
}

/** A cell that the chosen unit can walk to with the energy it has, and the energy of the whole way. */
export interface Reach extends Spot {
  cost: number;
}

export interface QuestMarks {
  /** ids of the chosen units */
  chosen: number[];
  reach: Reach[];
  /** cells of a way, the one where it begins first: of the walk under the pointer, or of steps that wait to be sent */
  path: Spot[];
  /** cells with enemies that the chosen unit can attack, or where an aimed action may go */
  targets: Spot[];
  /** the cell under the pointer or the cursor */
  hover?: Spot;
}

export const NO_QUEST_MARKS: QuestMarks = { chosen: [], reach: [], path: [], targets: [] };

export const unitPiece = (unit: number): string => `unit:${unit}`;
export const cellPiece = ({ x, y }: Spot): string => `cell:${x},${y}`;

export type QuestPiece = { kind: 'unit'; unit: number } | { kind: 'cell'; x: number; y: number };

/** What a piece is, or null for something else. */
export function questPiece(piece: string): QuestPiece | null {
  const unit = /^unit:(\d+)$/.exec(piece);
  if (unit) return { kind: 'unit', unit: Number(unit[1]) };
  const cell = /^cell:(\d+),(\d+)$/.exec(piece);
  return cell ? { kind: 'cell', x: Number(cell[1]), y: Number(cell[2]) } : null;
}
