/** What a hand can do on a board: place by a tool, turn, wipe, and draw belts. */
import { STEP, type Dir } from '../board/model';
import { at, erase, FLOOR, has, isOpen, nextNumber, numbers, put, type Draft, type Spot } from './draft';

const ARROWS = '^>v<';

export const TOOLS = [
  'floor',
  'hole',
  'oil',
  'repair',
  'repair2',
  'gearRight',
  'gearLeft',
  'slow',
  'fast',
  'slowCurve',
  'fastCurve',
  'checkpoint',
  'start',
  'wall',
  'laser',
  'erase',
] as const;
export type Tool = (typeof TOOLS)[number];

const PLAIN: Partial<Record<Tool, string>> = {
  floor: FLOOR,
  hole: '()',
  oil: '~~',
  repair: 'r1',
  repair2: 'r2',
  gearRight: 'g+',
  gearLeft: 'g-',
};
const BELT: Partial<Record<Tool, string>> = { slow: 's', fast: 'f', slowCurve: 'S', fastCurve: 'F' };

/** Tools that work on the edges between fields. */
export const onEdges = (tool: Tool): boolean => tool === 'wall' || tool === 'laser';
/** Tools for which a direction is chosen. */
export const hasWay = (tool: Tool): boolean => tool in BELT || tool === 'start' || onEdges(tool);

/** The edge on one side of a field. */
export function edgeOf({ x, y }: { x: number; y: number }, side: Dir): Spot {
  if (side === 0 || side === 2) return { kind: 'above', x, y: side === 2 ? y + 1 : y };
  return { kind: 'left', x: side === 1 ? x + 1 : x, y };
}

/** What a laser on that side of a field looks like, which fires into the field. */
const laserMark = (side: Dir): string => ['vv', '{', '^^', '}'][side];
const wallMark = (spot: Spot): string => (spot.kind === 'above' ? '--' : '|');

/** What a tool leaves on a field (edge tools: on its side `way`). */
export function apply(draft: Draft, tool: Tool, cell: { x: number; y: number }, way: Dir): Draft {
  const spot: Spot = { kind: 'cell', ...cell };
  if (!has(draft, spot)) return draft;
  if (tool === 'erase') return erase(draft, spot);
  if (onEdges(tool)) {
    const edge = edgeOf(cell, way);
    return put(draft, edge, tool === 'laser' ? laserMark(way) : wallMark(edge));
  }
  if (tool in BELT) return put(draft, spot, BELT[tool] + ARROWS[way]);
  if (tool === 'checkpoint') return numbered(draft, spot, 'checkpoints', (n) => `c${n}`, /^c[1-8]$/);
  if (tool === 'start') return numbered(draft, spot, 'starts', (n) => `${n}${ARROWS[way]}`, /^[1-8][\^>v<]$/);
  return put(draft, spot, PLAIN[tool] ?? FLOOR);
}

/** A checkpoint or start field takes the lowest free number, and keeps the one it has. */
function numbered(
  draft: Draft,
  spot: Spot,
  of: 'checkpoints' | 'starts',
  mark: (n: number) => string,
  already: RegExp,
): Draft {
  const now = at(draft, spot);
  if (already.test(now)) return put(draft, spot, mark(Number(now.replace(/\D/g, ''))));
  const n = nextNumber(numbers(draft)[of]);
  return n ? withRoom(put(draft, spot, mark(n))) : draft;
}

/** So many may play as there are start fields; the header follows while it named the most there could be. */
function withRoom(draft: Draft): Draft {
  const found = /^(\d)-(\d)$/.exec(draft.players),
    count = numbers(draft).starts.length;
  if (!found || count < 2 || Number(found[2]) !== count - 1) return draft;
  return { ...draft, players: `${Math.min(Number(found[1]), count)}-${count}` };
}

const nextArrow = (arrow: string, by: number): string => ARROWS[(ARROWS.indexOf(arrow) + by + 4) % 4];

/** Turns what stands at a place: belts and starts by a quarter, gears and repair fields to the other kind, walls through
 *  their lasers; checkpoints change numbers with the next one. */
export function turn(draft: Draft, spot: Spot): Draft {
  const mark = at(draft, spot);
  if (spot.kind !== 'cell') {
    const ring = spot.kind === 'above' ? ['--', 'vv', '^^'] : ['|', '}', '{'],
      found = ring.indexOf(mark);
    if (found < 0) return draft;
    const fires = ring.slice(found + 1).concat(ring[0]);
    return put(draft, spot, fires.find((one) => !firesOff(draft, spot, one)) ?? mark);
  }
  if (/^[sSfF1-8][\^>v<]$/.test(mark)) return put(draft, spot, mark[0] + nextArrow(mark[1], 1));
  const pair: Record<string, string> = { 'g+': 'g-', 'g-': 'g+', r1: 'r2', r2: 'r1' };
  if (mark in pair) return put(draft, spot, pair[mark]);
  if (/^c[1-8]$/.test(mark)) return swapCheckpoint(draft, spot, Number(mark[1]));
  return draft;
}

/** RAL-021: a laser at the rim fires inwards. */
function firesOff(draft: Draft, { x, y }: Spot, mark: string): boolean {
  return (
    (mark === 'vv' && y === draft.height) ||
    (mark === '^^' && y === 0) ||
    (mark === '}' && x === draft.width) ||
    (mark === '{' && x === 0)
  );
}

function swapCheckpoint(draft: Draft, spot: Spot, n: number): Draft {
  const count = numbers(draft).checkpoints.length;
  if (count < 2) return draft;
  const next = (n % count) + 1,
    other = draft.cells.indexOf(`c${next}`);
  const swapped = put(draft, spot, `c${next}`);
  if (other < 0) return swapped;
  return put(swapped, { kind: 'cell', x: other % draft.width, y: Math.floor(other / draft.width) }, `c${n}`);
}

/** Belts along a way of fields: each leads to the next, with a curve where the way turns. */
export function drawBelts(draft: Draft, cells: { x: number; y: number }[], fast: boolean): Draft {
  let made = draft,
    before: Dir | null = null;
  for (let i = 0; i + 1 < cells.length; i++) {
    const dir = dirBetween(cells[i], cells[i + 1]);
    if (dir === null) continue;
    made = belt(made, cells[i], fast, before !== null && before !== dir, dir);
    before = dir;
  }
  const last = cells[cells.length - 1];
  if (before !== null) made = belt(made, last, fast, false, before);
  return made;
}

function belt(draft: Draft, cell: { x: number; y: number }, fast: boolean, curved: boolean, dir: Dir): Draft {
  const letter = fast ? 'f' : 's';
  return put(draft, { kind: 'cell', ...cell }, (curved ? letter.toUpperCase() : letter) + ARROWS[dir]);
}

export function dirBetween(a: { x: number; y: number }, b: { x: number; y: number }): Dir | null {
  const found = STEP.findIndex(([dx, dy]) => a.x + dx === b.x && a.y + dy === b.y);
  return found < 0 ? null : (found as Dir);
}

/** The place under a pointer at (fx, fy) inside a field: near a rim the edge there, if `edges` or one stands there. */
export function spotAt(
  draft: Draft,
  cell: { x: number; y: number },
  fx: number,
  fy: number,
  edges: boolean,
): Spot {
  const far = [fy, 1 - fx, 1 - fy, fx],
    side = far.indexOf(Math.min(...far)) as Dir,
    edge = edgeOf(cell, side);
  if (edges || (far[side] < 0.16 && has(draft, edge) && !isOpen(draft, edge))) return edge;
  return { kind: 'cell', ...cell };
}

/** The side of a field that is nearest to a pointer inside it. */
export function sideAt(fx: number, fy: number): Dir {
  const far = [fy, 1 - fx, 1 - fy, fx];
  return far.indexOf(Math.min(...far)) as Dir;
}
