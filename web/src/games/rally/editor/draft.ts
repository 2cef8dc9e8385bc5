/** A board while it is built: its text as header, fields and edges, and back. RAL-016 to RAL-020 */
import { fieldOf } from '../board/model';

/** One place of a board: a field, the edge above it, or the edge on its left. The last row and column have edges only. */
export interface Spot {
  kind: 'cell' | 'above' | 'left';
  x: number;
  y: number;
}

export interface Draft {
  key: string;
  name: string;
  level: string;
  players: string;
  width: number;
  height: number;
  comments: string[];
  /** tokens of RAL-019, row by row; what is no token stays as it was written */
  cells: string[];
  /** what stands above a row, two characters each: (height + 1) rows of `width` */
  above: string[];
  /** what stands left of a field: `height` rows of (width + 1) */
  left: string[];
}

export const SIZE_MAX = 24;
export const FLOOR = '..';
const OPEN = { cell: FLOOR, above: '  ', left: ' ' } as const;
const HEADER = /^(board|name|size|players|level):\s*(.*?)\s*$/;

export function empty(width = 12, height = 12): Draft {
  return {
    key: 'my-board',
    name: 'My Board',
    level: 'medium',
    players: '2-2',
    width,
    height,
    comments: [],
    cells: Array<string>(width * height).fill(OPEN.cell),
    above: Array<string>(width * (height + 1)).fill(OPEN.above),
    left: Array<string>((width + 1) * height).fill(OPEN.left),
  };
}

/** The number of the first grid line of a text, from 0; -1 without a grid. */
export function firstGridLine(text: string): number {
  return text.split('\n').findIndex((line) => line.trimEnd() === 'grid:') + 1 || -1;
}

/** The board of a text, as far as there is one; mistakes inside the grid stay where they are. */
export function read(text: string): Draft | null {
  const lines = text.replace(/\r/g, '').split('\n'),
    first = firstGridLine(text.replace(/\r/g, ''));
  if (first < 0) return null;
  const header: Record<string, string> = {},
    comments: string[] = [];
  for (const line of lines.slice(0, first - 1)) {
    const found = HEADER.exec(line);
    if (found) header[found[1]] ??= found[2];
    else if (line.startsWith('#')) comments.push(line);
  }
  const size = /^(\d{1,2})x(\d{1,2})$/.exec(header.size ?? '');
  if (!size) return null;
  const [width, height] = [Number(size[1]), Number(size[2])];
  if (width < 1 || height < 1 || width > SIZE_MAX || height > SIZE_MAX) return null;
  const draft = {
    ...empty(width, height),
    key: header.board ?? '',
    name: header.name ?? '',
    level: header.level ?? '',
    players: header.players ?? '',
    comments,
  };
  for (let n = 0; n <= 2 * height; n++) {
    const line = (lines[first + n] ?? '').padEnd(3 * width + 1),
      y = n >> 1;
    for (let x = 0; x <= width; x++) {
      const mark = line.slice(3 * x + 1, 3 * x + 3);
      if (n % 2) draft.left[y * (width + 1) + x] = line[3 * x];
      if (x === width) continue;
      if (n % 2) draft.cells[y * width + x] = mark;
      else draft.above[y * width + x] = mark;
    }
  }
  return draft;
}

/** The text of a board, as the server writes it. */
export function write(draft: Draft): string {
  const { width, height } = draft,
    rows: string[] = [];
  for (let n = 0; n <= 2 * height; n++) {
    const y = n >> 1;
    let row = '';
    for (let x = 0; x <= width; x++) {
      row += n % 2 ? draft.left[y * (width + 1) + x] : '+';
      if (x < width) row += n % 2 ? draft.cells[y * width + x] : draft.above[y * width + x];
    }
    rows.push(row.trimEnd());
  }
  return [
    ...draft.comments,
    `board: ${draft.key}`,
    `name: ${draft.name}`,
    `size: ${width}x${height}`,
    `players: ${draft.players}`,
    `level: ${draft.level}`,
    'grid:',
    ...rows,
    '',
  ].join('\n');
}

/** Whether the draft has a place here; the last row and column are edges only. */
export function has({ width, height }: Draft, { kind, x, y }: Spot): boolean {
  return x >= 0 && y >= 0 && x < width + (kind === 'left' ? 1 : 0) && y < height + (kind === 'above' ? 1 : 0);
}

const indexOf = ({ width }: Draft, { kind, x, y }: Spot): number =>
  y * (kind === 'left' ? width + 1 : width) + x;

const listOf = ({ kind }: Spot): 'cells' | 'above' | 'left' => (kind === 'cell' ? 'cells' : kind);

export function at(draft: Draft, spot: Spot): string {
  return draft[listOf(spot)][indexOf(draft, spot)];
}

export const isOpen = (draft: Draft, spot: Spot): boolean => at(draft, spot) === OPEN[spot.kind];

export function put(draft: Draft, spot: Spot, mark: string): Draft {
  if (!has(draft, spot) || at(draft, spot) === mark) return draft;
  const list = listOf(spot),
    changed = [...draft[list]];
  changed[indexOf(draft, spot)] = mark;
  return { ...draft, [list]: changed };
}

export const erase = (draft: Draft, spot: Spot): Draft => put(draft, spot, OPEN[spot.kind]);

/** Grows or cuts a board at its east and south rim. */
export function resize(draft: Draft, width: number, height: number): Draft {
  let made: Draft = { ...empty(width, height), ...header(draft) };
  for (let y = 0; y <= Math.min(height, draft.height); y++)
    for (let x = 0; x <= Math.min(width, draft.width); x++)
      for (const kind of ['cell', 'above', 'left'] as const) {
        const spot = { kind, x, y };
        if (has(draft, spot) && has(made, spot)) made = put(made, spot, at(draft, spot));
      }
  return made;
}

const header = ({ key, name, level, players, comments }: Draft) => ({ key, name, level, players, comments });

/** How often numbered fields are there: checkpoints and start fields. */
export function numbers(draft: Draft): { checkpoints: number[]; starts: number[] } {
  const found = draft.cells.map(fieldOf);
  return {
    checkpoints: found.flatMap((field) => (field?.kind === 'checkpoint' ? [field.n] : [])),
    starts: found.flatMap((field) => (field?.kind === 'start' ? [field.n] : [])),
  };
}

/** The lowest number that is not there yet, or 0 when all eight are. */
export function nextNumber(there: number[]): number {
  return [1, 2, 3, 4, 5, 6, 7, 8].find((n) => !there.includes(n)) ?? 0;
}

// Where something stands in the text

/** The place on the board of a line and a column (both from 1), or null outside of the grid. */
export function spotOf(text: string, line: number, column: number): Spot | null {
  const first = firstGridLine(text),
    row = line - 1 - first,
    draft = read(text);
  if (first < 0 || row < 0 || !draft) return null;
  const x = Math.floor((column - 1) / 3),
    y = row >> 1,
    kind = row % 2 === 0 ? 'above' : (column - 1) % 3 === 0 ? 'left' : 'cell';
  const spot: Spot = { kind, x, y };
  return has(draft, spot) ? spot : null;
}
