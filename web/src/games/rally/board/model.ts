/** The factory floor as data: directions, cards, and the grid text of RAL-016 to RAL-023 as fields, walls and lasers. */
import type { RallyGhost, RallyView } from '../../../net/types';
import type { GhostMark } from '../../../game/board/canvas';

/** N, E, S, W */
export type Dir = 0 | 1 | 2 | 3;
export type Cell = [x: number, y: number];

export const FACINGS = 'NESW';
export const STEP: readonly Cell[] = [[0, -1], [1, 0], [0, 1], [-1, 0]]; // prettier-ignore
export const DIRS: readonly Dir[] = [0, 1, 2, 3];

export const dirOf = (facing: string): Dir => FACINGS.indexOf(facing) as Dir;
export const turned = (dir: Dir, by: number): Dir => ((dir + by + 4) % 4) as Dir;

export type Field =
  | { kind: 'floor' }
  | { kind: 'hole' }
  | { kind: 'oil' }
  | { kind: 'repair'; amount: 1 | 2 }
  | { kind: 'gear'; turn: 1 | -1 }
  | { kind: 'belt'; fast: boolean; curved: boolean; to: Dir }
  | { kind: 'checkpoint'; n: number }
  | { kind: 'start'; n: number; facing: Dir };
export type Belt = Extract<Field, { kind: 'belt' }>;

/** On the north (0) or west (3) edge of a cell; the south and east rims belong to cells just beyond the board. */
export interface Wall {
  x: number;
  y: number;
  side: 0 | 3;
  /** where its laser fires, or null for a plain wall */
  laser: Dir | null;
}

/** A field laser: the cell it fires into first, and its direction. */
export interface Laser {
  x: number;
  y: number;
  dir: Dir;
}

export interface Floor {
  width: number;
  height: number;
  /** row by row */
  fields: Field[];
  walls: Wall[];
  lasers: Laser[];
}

const FLOOR: Field = { kind: 'floor' };
const ARROWS = '^>v<';

/** RAL-019; null for what is no token. */
export function fieldOf(token: string): Field | null {
  const [kind, more] = token,
    arrow = ARROWS.indexOf(more) as Dir;
  if (token === '..') return FLOOR;
  if (token === '()') return { kind: 'hole' };
  if (token === '~~') return { kind: 'oil' };
  if (token === 'r1' || token === 'r2') return { kind: 'repair', amount: more === '1' ? 1 : 2 };
  if (token === 'g+' || token === 'g-') return { kind: 'gear', turn: more === '+' ? 1 : -1 };
  if (kind === 'c' && /[1-8]/.test(more)) return { kind: 'checkpoint', n: Number(more) };
  if (more === undefined || arrow < 0) return null;
  if ('sSfF'.includes(kind))
    return { kind: 'belt', fast: /f/i.test(kind), curved: /[SF]/.test(kind), to: arrow };
  return /[1-8]/.test(kind) ? { kind: 'start', n: Number(kind), facing: arrow } : null;
}

/** The grid lines of a board, or a whole board file; what is no token counts as floor, so that any text has a picture. */
export function parseGrid(text: string): Floor {
  const lines = text
      .replace(/^[\s\S]*?^grid:\s*?\n/m, '')
      .replace(/\n+$/, '')
      .split('\n'),
    height = Math.max(1, lines.length >> 1),
    width = Math.max(1, ...lines.map((line) => Math.floor((line.trimEnd().length + 1) / 3)).filter(Boolean)),
    floor: Floor = { width, height, fields: [], walls: [], lasers: [] };
  const wall = (x: number, y: number, side: 0 | 3, laser: Dir | null) => {
    floor.walls.push({ x, y, side, laser });
    if (laser === 1 || laser === 2) floor.lasers.push({ x, y, dir: laser });
    if (laser === 0) floor.lasers.push({ x, y: y - 1, dir: laser });
    if (laser === 3) floor.lasers.push({ x: x - 1, y, dir: laser });
  };
  for (let y = 0; y <= height; y++) {
    const above = (lines[2 * y] ?? '').padEnd(3 * width + 1),
      cells = (lines[2 * y + 1] ?? '').padEnd(3 * width + 1);
    for (let x = 0; x < width; x++) {
      const mark = above.slice(3 * x + 1, 3 * x + 3);
      if (mark === '--' || mark === 'vv' || mark === '^^')
        wall(x, y, 0, mark === 'vv' ? 2 : mark === '^^' ? 0 : null);
      if (y < height) floor.fields.push(fieldOf(cells.slice(3 * x + 1, 3 * x + 3)) ?? FLOOR);
    }
    for (let x = 0; y < height && x <= width; x++) {
      const mark = cells[3 * x];
      if (mark === '|' || mark === '{' || mark === '}')
        wall(x, y, 3, mark === '}' ? 1 : mark === '{' ? 3 : null);
    }
  }
  return floor;
}

const kept = new Map<string, Floor>();

/** What everything about the still board depends on. */
export const groundOf = ({ board, robots }: RallyView): string =>
  `${board.checkpoints}/${robots.length}/${board.grid}`;

/** The floor of a match: checkpoints and start fields that are not used in it are plain floor. RAL-022 */
export function floorOf(view: RallyView): Floor {
  const key = groundOf(view),
    hit = kept.get(key);
  if (hit) return hit;
  const parsed = parseGrid(view.board.grid),
    used = (field: Field) =>
      field.kind === 'checkpoint'
        ? field.n <= view.board.checkpoints
        : field.kind !== 'start' || field.n <= view.robots.length,
    made = { ...parsed, fields: parsed.fields.map((field) => (used(field) ? field : FLOOR)) };
  if (kept.size > 40) kept.clear();
  kept.set(key, made);
  return made;
}

export const inside = ({ width, height }: Floor, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width && y < height;

export const fieldAt = (floor: Floor, x: number, y: number): Field | undefined =>
  inside(floor, x, y) ? floor.fields[y * floor.width + x] : undefined;

/** The wall on one side of a cell. RAL-031 */
export function wallAt(floor: Floor, x: number, y: number, dir: Dir): Wall | undefined {
  const [wx, wy] = [dir === 1 ? x + 1 : x, dir === 2 ? y + 1 : y],
    side = dir === 0 || dir === 2 ? 0 : 3;
  return floor.walls.find((wall) => wall.x === wx && wall.y === wy && wall.side === side);
}

/** The last cell that the beam of a field laser crosses. RAL-126 */
export function beamEnd(floor: Floor, { x, y, dir }: Laser): Cell {
  const [dx, dy] = STEP[dir];
  while (!wallAt(floor, x, y, dir) && inside(floor, x + dx, y + dy)) [x, y] = [x + dx, y + dy];
  return [x, y];
}

/** Directions of travel in which belts bring robots round a curve; none for a straight belt. RAL-121 */
export function feeds(floor: Floor, x: number, y: number, belt: Belt): Dir[] {
  if (!belt.curved) return [];
  return DIRS.filter((dir) => {
    const [dx, dy] = STEP[dir],
      from = fieldAt(floor, x - dx, y - dy);
    return (belt.to - dir) % 2 !== 0 && from?.kind === 'belt' && from.to === dir;
  });
}

// Cards

export const PAUSE = 'P';
export const KINDS = ['U', 'L', 'R', 'B', '1', '2', '3', PAUSE] as const;
export type CardKind = (typeof KINDS)[number];

export const kindOf = (card: string): CardKind => card[0] as CardKind;
export const priorityOf = (card: string): number => Number(card.split('@')[1] ?? 0);

// Pieces

export const robotId = (seat: number): string => `robot:${seat}`;
export const cellId = (x: number, y: number): string => `cell:${x},${y}`;

export function seatOf(piece: string): number {
  return piece.startsWith('robot:') ? Number(piece.slice(6)) : 0;
}

export function cellOf(piece: string): Cell | null {
  if (!piece.startsWith('cell:')) return null;
  const [x, y] = piece.slice(5).split(',').map(Number);
  return [x, y];
}

/** What the server says of the own draft as a mark on the board. RAL-270, RAL-271 */
export function ghostMark(view: RallyView, seat: number, ghost: RallyGhost): GhostMark | null {
  const from = view.robots.find((robot) => robot.seat === seat)?.cell;
  if (!from) return null;
  const way: Cell[] = [from];
  for (const { cell } of [...ghost.path, { cell: ghost.died ?? ghost.cell }]) {
    const last = way[way.length - 1];
    if (cell && (cell[0] !== last[0] || cell[1] !== last[1])) way.push(cell);
  }
  return { piece: robotId(seat), way, facing: ghost.facing, lost: ghost.died !== null };
}
