/** A map of Quest as it is built: what a scenario file says, cell by cell. QST-025, QST-154 */
import { cellOf, inside, spotOf } from '../../../game/editor/cells';
import type { Cell } from '../../../game/editor/mapEditorSpec';
import type { QuestPlaced, QuestTeam } from '../../../net/types';
import { THINGS, type Amounts } from './blueprints';

export { cellOf, inside, spotOf };

export const SIDE_MIN = 5;
export const SIDE_MAX = 100;
export const SEATS_MAX = 4;
export const UNITS_MAX = 20;
export const AMOUNT_MAX = 30000;
export const TOWERS_MAX = 64;
export const TRAPS_MAX = 128;
export const LEVEL_MAX = 3;

export type Spot = Cell;
/** Without its id: that is the player and the place among their units. QST-011 */
export type DraftUnit = Omit<QuestPlaced, 'id'>;
export interface Built extends Spot {
  player: number;
  level: number;
  energy?: number | null;
}

/** Never changed in place: every stroke makes another one. Cells are counted line by line. */
export interface Draft {
  readonly key: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly width: number;
  readonly height: number;
  readonly players: number;
  /** true is rock */
  readonly rock: readonly boolean[];
  readonly buried: readonly (Amounts | undefined)[];
  /** resources and items that lie there for all to see */
  readonly surface: readonly (Amounts | undefined)[];
  /** by player from 1 on; -1 where there is none yet */
  readonly starts: readonly number[];
  readonly units: readonly DraftUnit[];
  readonly towers: readonly Built[];
  readonly traps: readonly Built[];
  readonly teams: Readonly<Record<string, QuestTeam>>;
}

export const unitsOf = (draft: Draft, player: number): DraftUnit[] =>
  draft.units.filter((unit) => unit.player === player);
export const seatsOf = (draft: Draft): number[] => Array.from({ length: draft.players }, (_, n) => n + 1);

/** Where a player is, seen from the first: mirrored left-right, top-bottom, or both. QST-008 */
export const TURNED: readonly (readonly [lr: boolean, tb: boolean])[] = [
  [false, false],
  [false, false],
  [true, true],
  [true, false],
  [false, true],
];

export function turned(
  draft: Pick<Draft, 'width' | 'height'>,
  { x, y }: Spot,
  lr: boolean,
  tb: boolean,
): Spot {
  return { x: lr ? draft.width - 1 - x : x, y: tb ? draft.height - 1 - y : y };
}

/** Units in a block at the start, the other players' as QST-008 maps it. QST-009 */
export function block(draft: Draft, each: number): Draft {
  const home = draft.starts[1] >= 0 ? spotOf(draft, draft.starts[1]) : { x: 2, y: 0 };
  const units = seatsOf(draft).flatMap((player) =>
    Array.from({ length: each }, (_, k) => {
      const [lr, tb] = TURNED[player],
        own = draft.starts[player];
      const shift = own >= 0 ? turned(draft, spotOf(draft, own), lr, tb) : home; // seen as if it were the first player's
      const at = { x: shift.x - 2 + (k % 5), y: shift.y + Math.floor(k / 5) };
      const spot = turned(draft, at, lr, tb);
      return {
        player,
        x: Math.min(draft.width - 1, Math.max(0, spot.x)),
        y: Math.min(draft.height - 1, Math.max(0, spot.y)),
      };
    }),
  );
  return { ...draft, units };
}

export function empty(width = 40, height = 40): Draft {
  const cells = width * height;
  const bare: Draft = {
    key: 'my-map',
    name: '',
    settings: {},
    width,
    height,
    players: 2,
    rock: Array<boolean>(cells).fill(false),
    buried: Array<Amounts | undefined>(cells).fill(undefined),
    surface: Array<Amounts | undefined>(cells).fill(undefined),
    starts: [-1, 5 * width + 5, (height - 6) * width + width - 6, -1, -1],
    units: [],
    towers: [],
    traps: [],
    teams: {},
  };
  return block(bare, 4);
}

// Text

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const whole = (value: unknown): number => (typeof value === 'number' ? Math.trunc(value) : 0);

/** The map that a text means, or nothing where none can be made of it. What is outside the map is left out. */
export function read(text: string): Draft | null {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(file) || !isObject(file.scenario) || !Array.isArray(file.scenario.terrain)) return null;
  const scenario = file.scenario,
    lines = (scenario.terrain as unknown[]).map(String),
    width = Math.max(...lines.map((line) => line.length), 0),
    height = lines.length;
  if (width < 1 || width > SIDE_MAX || height > SIDE_MAX || height < 1) return null;
  const size = { width, height },
    cells = width * height;
  const within = (one: Json): Spot & Json => ({ ...one, x: whole(one.x), y: whole(one.y) });
  const placed = (value: unknown) =>
    list(value)
      .map(within)
      .filter((one) => inside(size, one));

  const buried = Array<Amounts | undefined>(cells).fill(undefined),
    surface = Array<Amounts | undefined>(cells).fill(undefined);
  const lay = (onto: (Amounts | undefined)[], heaps: unknown, what: 'resources' | 'items') => {
    for (const heap of placed(heaps)) {
      const cell = cellOf(size, heap);
      onto[cell] = { ...onto[cell], ...(isObject(heap[what]) ? (heap[what] as Amounts) : {}) };
    }
  };
  lay(buried, scenario.buried, 'resources');
  lay(surface, scenario.surface, 'resources');
  lay(surface, scenario.items, 'items');

  const starts = Array<number>(SEATS_MAX + 1).fill(-1),
    given = isObject(scenario.start) ? scenario.start : {};
  for (const [player, at] of Object.entries(given)) {
    const seat = Number(player);
    if (!(seat >= 1 && seat <= SEATS_MAX) || !Array.isArray(at)) continue;
    const spot = { x: whole(at[0]), y: whole(at[1]) };
    if (inside(size, spot)) starts[seat] = cellOf(size, spot);
  }
  const units = placed(scenario.units)
    .sort((a, b) => whole(a.id) - whole(b.id))
    .map(({ id: _, ...unit }) => unit as unknown as DraftUnit);
  const seats = [...Object.keys(given).map(Number), ...units.map((unit) => unit.player)];
  return {
    key: typeof file.key === 'string' ? file.key : '',
    name: typeof file.name === 'string' ? file.name : '',
    settings: isObject(file.settings) ? file.settings : {},
    width,
    height,
    players: Math.min(SEATS_MAX, Math.max(2, ...seats.filter((seat) => seat >= 1))),
    rock: lines.flatMap((line) => Array.from({ length: width }, (_, x) => line[x] === '#')),
    buried,
    surface,
    starts,
    units,
    towers: placed(scenario.towers) as unknown as Built[],
    traps: placed(scenario.traps) as unknown as Built[],
    teams: isObject(scenario.players) ? (scenario.players as Record<string, QuestTeam>) : {},
  };
}

/** In the order of the rules, so that equal heaps are equal texts. */
function sorted(amounts: Amounts, keep: (name: string) => boolean): Amounts {
  return Object.fromEntries(
    Object.entries(amounts)
      .filter(([name, amount]) => keep(name) && amount > 0)
      .sort(([a], [b]) => THINGS.indexOf(a) - THINGS.indexOf(b)),
  );
}
const isItem = (name: string) => /^(sword|armour)/.test(name);

/** One line for everything that lies or stands somewhere, so that a line of the text is a place on the map. */
export function write(draft: Draft): string {
  const rows: string[] = [];
  const json = (value: unknown) => JSON.stringify(value);
  const lines = (name: string, entries: unknown[], last = false) => {
    if (!entries.length && !last) return;
    rows.push(`    ${json(name)}: [`);
    entries.forEach((one, n) => rows.push(`      ${json(one)}${n + 1 < entries.length ? ',' : ''}`));
    rows.push('    ],');
  };
  const heaps = (cells: Draft['buried'], field: 'resources' | 'items') =>
    cells.flatMap((amounts, cell) => {
      const kept = amounts && sorted(amounts, (name) => isItem(name) === (field === 'items'));
      return kept && Object.keys(kept).length ? [{ ...spotOf(draft, cell), [field]: kept }] : [];
    });
  const counted = Array<number>(SEATS_MAX + 1).fill(0);
  const ordered = [...draft.units].sort((a, b) => a.player - b.player);
  rows.push('{', `  "key": ${json(draft.key)},`, `  "name": ${json(draft.name)},`);
  if (Object.keys(draft.settings).length) rows.push(`  "settings": ${json(draft.settings)},`);
  rows.push('  "scenario": {');
  lines(
    'terrain',
    Array.from({ length: draft.height }, (_, y) =>
      draft.rock
        .slice(y * draft.width, (y + 1) * draft.width)
        .map((rock) => (rock ? '#' : '.'))
        .join(''),
    ),
  );
  lines('buried', heaps(draft.buried, 'resources'));
  lines('surface', heaps(draft.surface, 'resources'));
  lines('items', heaps(draft.surface, 'items'));
  lines('towers', [...draft.towers]);
  lines('traps', [...draft.traps]);
  lines(
    'units',
    ordered.map(({ player, ...unit }) => ({ id: player * 100 + counted[player]++, player, ...unit })),
    true,
  );
  if (Object.keys(draft.teams).length) rows.push(`    "players": ${json(draft.teams)},`);
  const starts = seatsOf(draft).flatMap((seat) => {
    const { x, y } = spotOf(draft, draft.starts[seat]);
    return draft.starts[seat] >= 0 ? [[String(seat), [x, y]] as const] : [];
  });
  rows.push(`    "start": ${json(Object.fromEntries(starts))}`, '  }', '}', '');
  return rows.join('\n');
}

/** The place that a sentence of the server is about: it begins with what it names, as in `units[3].x` or `start.2`. */
export function placeIn(text: string, sentence: string): Spot | null {
  const found = /^(\w+)(?:\[(\d+)\]|\.(\d))/.exec(sentence);
  if (!found) return null;
  const [, part, entry, player] = found,
    { scenario } = JSON.parse(text) as { scenario: Record<string, Json & Spot[]> };
  if (part === 'terrain') return { x: 0, y: Number(entry) };
  if (part === 'start' && player) {
    const at = scenario.start[Number(player)] as unknown as number[] | undefined;
    return at ? { x: at[0], y: at[1] } : null;
  }
  const one = scenario[part]?.[Number(entry)];
  return one && 'x' in one ? { x: one.x, y: one.y } : null;
}
