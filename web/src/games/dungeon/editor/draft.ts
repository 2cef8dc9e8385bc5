/** A map of the Dungeon while it is built, and its text. DUN-270 */
import { cellOf, inside, spotOf } from '../../../game/editor/cells';
import type { Cell } from '../../../game/editor/mapEditorSpec';

export { cellOf, inside, spotOf };

export const SIDE_LEAST = 5;
export const SIDE_MOST = 35;
export const GONE = '--';
/** What may be on a planet, as the text has it. */
export const CONTENTS = {
  nothing: '.',
  station: 'S',
  coal: 'c',
  iron: 'i',
  gem: 'm',
  gold: 'g',
  platin: 'p',
} as const;
export type Content = keyof typeof CONTENTS;

/** Square, with the cells row by row from the north-west corner, each as in the text. */
export interface Draft {
  key: string;
  name: string;
  width: number;
  height: number;
  cells: readonly string[];
}

const CELL = /^(?:[123][.Scimgp]|--)$/;

export const isGone = (token: string): boolean => token === GONE;
export const gravityOf = (token: string): number => (isGone(token) ? 0 : Number(token[0]));
export const contentOf = (token: string): Content =>
  (Object.keys(CONTENTS) as Content[]).find((one) => CONTENTS[one] === token[1]) ?? 'nothing';
export const withGravity = (token: string, gravity: number): string =>
  `${gravity}${isGone(token) ? '.' : token[1]}`;
export const withContent = (token: string, content: Content): string =>
  `${isGone(token) ? 1 : token[0]}${CONTENTS[content]}`;

export function read(text: string): Draft | null {
  const lines = text.replace(/\r/g, '').split('\n'),
    start = lines.indexOf('grid:');
  if (start < 0) return null;
  const value = (name: string): string =>
    lines
      .slice(0, start)
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? '';
  const rows = lines
    .slice(start + 1)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => line.split(/\s+/));
  const side = rows.length;
  if (side < SIDE_LEAST || side > SIDE_MOST || rows.some((row) => row.length !== side)) return null;
  const cells = rows.flat();
  if (!cells.every((cell) => CELL.test(cell))) return null;
  return { key: value('map'), name: value('name'), width: side, height: side, cells };
}

export function write({ key, name, width, cells }: Draft): string {
  const rows = Array.from({ length: width }, (_, y) => cells.slice(y * width, (y + 1) * width).join(' '));
  return `map: ${key}\nname: ${name}\ngrid:\n${rows.join('\n')}\n`;
}

/** Two stations on an easy field of nine by nine. */
export function empty(): Draft {
  const side = 9,
    cells: string[] = Array.from({ length: side * side }, () => '1.');
  cells[0] = cells[side * side - 1] = '1S';
  return { key: '', name: '', width: side, height: side, cells };
}

export const at = (draft: Draft, cell: Cell): string => draft.cells[cellOf(draft, cell)];

export function put(draft: Draft, cell: Cell, token: string): Draft {
  if (!inside(draft, cell) || at(draft, cell) === token) return draft;
  return { ...draft, cells: draft.cells.with(cellOf(draft, cell), token) };
}

/** Another side; the north-west corner stays. */
export function resize(draft: Draft, side: number): Draft {
  if (side === draft.width || side < SIDE_LEAST || side > SIDE_MOST) return draft;
  const cells = Array.from({ length: side * side }, (_, n) => {
    const cell = spotOf({ width: side }, n);
    return inside(draft, cell) ? at(draft, cell) : '1.';
  });
  return { ...draft, width: side, height: side, cells };
}

/** The place that a line and a column of the text are about. */
export function placeOf(draft: Draft, line: number, column: number): Cell | null {
  const cell = { x: Math.floor((column - 1) / 3), y: line - 4 };
  return inside(draft, cell) ? cell : null;
}

export const countOf = (draft: Draft, content: Content): number =>
  draft.cells.filter((token) => !isGone(token) && contentOf(token) === content).length;
