/** What can be drawn on a map of Quest, and how the other sides of the map follow. QST-005, QST-019, QST-147 */
import { RESOURCES, type Amounts } from './blueprints';
import {
  AMOUNT_MAX,
  block,
  cellOf,
  inside,
  SEATS_MAX,
  spotOf,
  TOWERS_MAX,
  TRAPS_MAX,
  TURNED,
  turned,
  UNITS_MAX,
  unitsOf,
  type Built,
  type Draft,
  type DraftUnit,
  type Spot,
} from './draft';

export const TERRAIN_TOOLS = ['grass', 'rock'] as const;
export const TEAM_TOOLS = ['start', 'unit', 'tower', 'trap'] as const;
export type Tool =
  | (typeof TERRAIN_TOOLS)[number]
  | (typeof RESOURCES)[number]
  | 'item'
  | (typeof TEAM_TOOLS)[number]
  | 'erase';
export const isResource = (tool: Tool): boolean => (RESOURCES as readonly string[]).includes(tool);
export const isTerrain = (tool: Tool): boolean => (TERRAIN_TOOLS as readonly string[]).includes(tool);
export const isTeam = (tool: Tool): boolean => (TEAM_TOOLS as readonly string[]).includes(tool);

export type Shape = 'brush' | 'line' | 'fill' | 'disc' | 'vein';
/** What a tool can be drawn as. */
export function shapesOf(tool: Tool): Shape[] {
  if (isTerrain(tool)) return ['brush', 'line', 'fill'];
  if (isResource(tool)) return ['brush', 'line', 'disc', 'vein'];
  return tool === 'erase' ? ['brush'] : [];
}
export const isStamp = (shape: Shape): boolean => shape === 'disc' || shape === 'vein';

/** Right, down, down-right, up-right, as the rules lay rock and veins. QST-014 */
export const DIRS: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

/** The tool in hand with everything that can be set on it. */
export interface Hand {
  tool: Tool;
  shape: Shape;
  /** cells across a brush: 1, 3 or 5 */
  size: number;
  /** of a resource or an item; in the richest cell of a region */
  amount: number;
  /** resources go into the ground, or lie on it */
  ground: boolean;
  dir: number;
  item: string;
  seat: number;
  level: number;
}

/** The hand as it is at first, with a tool in it. */
export const handWith = (tool: Tool, more?: Partial<Hand>): Hand => ({
  tool,
  shape: 'brush',
  size: 1,
  amount: 40,
  ground: true,
  dir: 0,
  item: 'sword1',
  seat: 1,
  level: 1,
  ...more,
});
/** Which sides of the map follow. */
export interface Mirror {
  lr: boolean;
  tb: boolean;
}

// The other sides

/** A cell and its images, each with how it was turned. */
export function images(draft: Draft, spot: Spot, mirror: Mirror): { spot: Spot; lr: boolean; tb: boolean }[] {
  const made: { spot: Spot; lr: boolean; tb: boolean }[] = [];
  for (const lr of mirror.lr ? [false, true] : [false])
    for (const tb of mirror.tb ? [false, true] : [false]) {
      const image = turned(draft, spot, lr, tb);
      if (!made.some((one) => one.spot.x === image.x && one.spot.y === image.y))
        made.push({ spot: image, lr, tb });
    }
  return made;
}

/** Whose things stand in an image of a player's: QST-008's places, and with two players simply the other one. */
export function partner(seat: number, lr: boolean, tb: boolean, players: number, mirror: Mirror): number {
  if (!lr && !tb) return seat;
  if (players === 2) return mirror.lr && mirror.tb && lr !== tb ? 0 : 3 - seat;
  const [a, b] = TURNED[seat];
  const found = TURNED.findIndex(([x, y], n) => n > 0 && x === (a !== lr) && y === (b !== tb));
  return found <= players ? found : 0;
}

const same = (a: Amounts | undefined, b: Amounts | undefined): boolean =>
  JSON.stringify(Object.entries(a ?? {}).sort()) === JSON.stringify(Object.entries(b ?? {}).sort());

/** Whether terrain and resources are equal under a mirror. QST-005 */
export function isMirrored(draft: Draft, lr: boolean): boolean {
  return draft.rock.every((rock, cell) => {
    const other = cellOf(draft, turned(draft, spotOf(draft, cell), lr, !lr));
    return (
      other <= cell ||
      (rock === draft.rock[other] &&
        same(draft.buried[cell], draft.buried[other]) &&
        same(draft.surface[cell], draft.surface[other]))
    );
  });
}

/** The left half onto the right, the upper onto the lower, and the teams' things likewise. */
export function mirrored(draft: Draft, mirror: Mirror): Draft {
  if (!mirror.lr && !mirror.tb) return draft;
  const from = (cell: number) => {
    const { x, y } = spotOf(draft, cell);
    return cellOf(draft, {
      x: mirror.lr ? Math.min(x, draft.width - 1 - x) : x,
      y: mirror.tb ? Math.min(y, draft.height - 1 - y) : y,
    });
  };
  const starts = [...draft.starts];
  let { units, towers, traps } = draft as {
    units: readonly DraftUnit[];
    towers: readonly Built[];
    traps: readonly Built[];
  };
  for (let seat = 1; seat <= draft.players; seat++) {
    const source = sourceOf(seat, draft.players, mirror);
    if (!source) continue;
    const { of, lr, tb } = source;
    const move = <T extends Spot & { player: number }>(all: readonly T[]): T[] => [
      ...all.filter((one) => one.player !== seat),
      ...all
        .filter((one) => one.player === of)
        .map((one) => ({ ...one, ...turned(draft, one, lr, tb), player: seat })),
    ];
    starts[seat] =
      draft.starts[of] < 0 ? -1 : cellOf(draft, turned(draft, spotOf(draft, draft.starts[of]), lr, tb));
    units = move(units);
    towers = move(towers);
    traps = move(traps);
  }
  return {
    ...draft,
    rock: draft.rock.map((_, cell) => draft.rock[from(cell)]),
    buried: draft.buried.map((_, cell) => draft.buried[from(cell)]),
    surface: draft.surface.map((_, cell) => draft.surface[from(cell)]),
    starts,
    units: [...units].sort((a, b) => a.player - b.player),
    towers,
    traps,
  };
}

/** The player whose things a player's are a mirror of, or nobody. */
function sourceOf(
  seat: number,
  players: number,
  mirror: Mirror,
): { of: number; lr: boolean; tb: boolean } | null {
  for (let of = 1; of < seat || (of !== seat && of <= players); of++)
    for (const lr of mirror.lr ? [true, false] : [false])
      for (const tb of mirror.tb ? [true, false] : [false]) {
        const [left, top] = TURNED[of];
        // those on the upper left are what the others follow
        if ((mirror.lr && left && players > 2) || (mirror.tb && top && players > 2)) continue;
        if (players === 2 && of !== 1) continue;
        if ((lr || tb) && partner(of, lr, tb, players, mirror) === seat) return { of, lr, tb };
      }
  return null;
}

// Drawing

/** The cells from one to another, without a gap. */
export function line(from: Spot, to: Spot): Spot[] {
  const n = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  return Array.from({ length: n + 1 }, (_, k) => ({
    x: Math.round(from.x + ((to.x - from.x) * k) / (n || 1)),
    y: Math.round(from.y + ((to.y - from.y) * k) / (n || 1)),
  }));
}

/** A square around a cell. */
export function square({ x, y }: Spot, size: number): Spot[] {
  const r = (size - 1) / 2;
  return Array.from({ length: size * size }, (_, n) => ({
    x: x - r + (n % size),
    y: y - r + Math.floor(n / size),
  }));
}

/** All cells that hang together with one and have its terrain. */
export function area(draft: Draft, spot: Spot): Spot[] {
  const start = cellOf(draft, spot),
    rock = draft.rock[start],
    seen = new Set([start]),
    open = [start];
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    const { x, y } = spotOf(draft, cell);
    for (const next of [
      { x: x + 1, y },
      { x: x - 1, y },
      { x, y: y + 1 },
      { x, y: y - 1 },
    ]) {
      const n = cellOf(draft, next);
      if (!inside(draft, next) || seen.has(n) || draft.rock[n] !== rock) continue;
      seen.add(n);
      open.push(n);
    }
  }
  return [...seen].map((cell) => spotOf(draft, cell));
}

const share = (peak: number, thousandths: number): number => Math.ceil((peak * thousandths) / 1000);

/** What a region brings to the cells around its middle. QST-019 */
export function region(
  middle: Spot,
  shape: 'disc' | 'vein',
  peak: number,
  dir: number,
): (Spot & { amount: number })[] {
  if (shape === 'disc')
    return square(middle, 5).map((spot) => {
      const d = Math.max(Math.abs(spot.x - middle.x), Math.abs(spot.y - middle.y));
      return { ...spot, amount: share(peak, [1000, 607, 136][d]) };
    });
  const [dx, dy] = DIRS[dir],
    // across for straight veins, sideways in x for slanted ones
    [ax, ay] = dx === 0 ? [1, 0] : dy === 0 ? [0, 1] : [1, 0];
  return Array.from({ length: 27 }, (_, n) => {
    const j = Math.floor(n / 3) - 4,
      k = (n % 3) - 1;
    return {
      x: middle.x + j * dx + k * ax,
      y: middle.y + j * dy + k * ay,
      amount: share(peak, k === 0 ? 1000 : 136),
    };
  });
}

/** The cells that the hand draws on when it goes from one cell to another. */
export function drawn(draft: Draft, hand: Hand, from: Spot, to: Spot): Spot[] {
  if (hand.shape === 'fill' && isTerrain(hand.tool)) return area(draft, to);
  return line(from, to).flatMap((spot) => square(spot, shapesOf(hand.tool).length ? hand.size : 1));
}

/** Draws with the hand on these cells and on their images. */
export function paint(draft: Draft, hand: Hand, spots: Spot[], mirror: Mirror): Draft {
  const cells = new Set<number>();
  for (const spot of spots)
    for (const image of images(draft, spot, mirror))
      if (inside(draft, image.spot)) cells.add(cellOf(draft, image.spot));
  if (isTerrain(hand.tool)) return withTerrain(draft, cells, hand.tool === 'rock');
  if (hand.tool === 'erase') return without(draft, cells);
  if (isResource(hand.tool))
    return withAmounts(
      draft,
      [...cells].map((cell) => [cell, hand.amount]),
      hand.tool,
      hand.ground,
      false,
    );
  if (hand.tool === 'item')
    return withAmounts(
      draft,
      [...cells].map((cell) => [cell, hand.amount]),
      hand.item,
      false,
      false,
    );
  return spots.reduce(
    (made, spot) => (inside(made, spot) ? withTeam(made, hand, spot, mirror) : made),
    draft,
  );
}

/** A whole region around a cell, and its images; amounts add up with what was there. QST-019, QST-020 */
export function stamp(draft: Draft, hand: Hand, middle: Spot, mirror: Mirror): Draft {
  const more = new Map<number, number>();
  for (const { amount, ...spot } of region(
    middle,
    hand.shape === 'vein' ? 'vein' : 'disc',
    hand.amount,
    hand.dir,
  )) {
    if (!inside(draft, spot)) continue;
    for (const image of images(draft, spot, mirror)) {
      const cell = cellOf(draft, image.spot);
      more.set(cell, Math.max(more.get(cell) ?? 0, amount)); // a region on the middle line is not doubled
    }
  }
  return withAmounts(draft, [...more], hand.tool, hand.ground, true);
}

function withTerrain(draft: Draft, cells: Set<number>, rock: boolean): Draft {
  const kept = new Set([...draft.starts, ...draft.units.map((unit) => cellOf(draft, unit))]);
  const change = [...cells].filter((cell) => draft.rock[cell] !== rock && !(rock && kept.has(cell)));
  if (!change.length) return draft;
  const rocks = [...draft.rock];
  for (const cell of change) rocks[cell] = rock;
  const bare = rock ? bared(draft, new Set(change)) : draft;
  return { ...bare, rock: rocks };
}

/** Without anything that lies or is built there. */
function bared(draft: Draft, cells: Set<number>): Draft {
  const clear = (heaps: Draft['buried']) =>
    heaps.some((heap, cell) => heap && cells.has(cell))
      ? heaps.map((heap, cell) => (cells.has(cell) ? undefined : heap))
      : heaps;
  const stay = (all: readonly Built[]) => all.filter((one) => !cells.has(cellOf(draft, one)));
  return {
    ...draft,
    buried: clear(draft.buried),
    surface: clear(draft.surface),
    towers: stay(draft.towers),
    traps: stay(draft.traps),
  };
}

function without(draft: Draft, cells: Set<number>): Draft {
  const bare = bared(draft, cells),
    units = bare.units.filter((unit) => !cells.has(cellOf(draft, unit)));
  return units.length === draft.units.length ? bare : { ...bare, units };
}

function withAmounts(
  draft: Draft,
  amounts: (readonly [cell: number, amount: number])[],
  name: string,
  ground: boolean,
  add: boolean,
): Draft {
  const heaps = [...(ground ? draft.buried : draft.surface)];
  for (const [cell, amount] of amounts) {
    if (draft.rock[cell]) continue;
    const { [name]: had = 0, ...others } = heaps[cell] ?? {},
      has = Math.min(AMOUNT_MAX, (add ? had : 0) + amount);
    const heap: Amounts = has > 0 ? { ...others, [name]: has } : others;
    heaps[cell] = Object.keys(heap).length ? heap : undefined;
  }
  return ground ? { ...draft, buried: heaps } : { ...draft, surface: heaps };
}

/** A start cell, a unit, a tower or a trap of a player, and of those who follow. */
function withTeam(draft: Draft, hand: Hand, spot: Spot, mirror: Mirror): Draft {
  let made = draft;
  for (const { spot: at, lr, tb } of images(draft, spot, mirror)) {
    const player = partner(hand.seat, lr, tb, draft.players, mirror),
      cell = cellOf(draft, at);
    if (!player || made.rock[cell]) continue;
    if (hand.tool === 'start') made = { ...made, starts: made.starts.with(player, cell) };
    else if (hand.tool === 'unit') {
      if (unitsOf(made, player).length < UNITS_MAX)
        made = { ...made, units: [...made.units, { player, ...at }] };
    } else {
      const others = (all: readonly Built[]) => all.filter((one) => cellOf(draft, one) !== cell),
        tower = hand.tool === 'tower',
        own = (tower ? made.towers : made.traps).filter((one) => one.player === player).length;
      if (own >= (tower ? TOWERS_MAX : TRAPS_MAX)) continue;
      const built = { player, ...at, level: hand.level };
      made = {
        ...made,
        towers: tower ? [...others(made.towers), built] : others(made.towers),
        traps: tower ? others(made.traps) : [...others(made.traps), built],
      };
    }
  }
  return made;
}

// The whole map

export function resize(draft: Draft, width: number, height: number, mirror: Mirror): Draft {
  const size = { width, height };
  const kept = <T>(cells: readonly T[], nothing: T): T[] =>
    Array.from({ length: width * height }, (_, cell) => {
      const spot = spotOf(size, cell);
      return inside(draft, spot) ? cells[cellOf(draft, spot)] : nothing;
    });
  const stay = <T extends Spot>(all: readonly T[]) => all.filter((one) => inside(size, one));
  return mirrored(
    {
      ...draft,
      ...size,
      rock: kept(draft.rock, false),
      buried: kept(draft.buried, undefined),
      surface: kept(draft.surface, undefined),
      starts: draft.starts.map((cell) => {
        const spot = spotOf(draft, cell);
        return cell >= 0 && inside(size, spot) ? cellOf(size, spot) : -1;
      }),
      units: stay(draft.units),
      towers: stay(draft.towers),
      traps: stay(draft.traps),
    },
    mirror,
  );
}

/** Another number of players: new ones begin where the rules would have them, with as many units as the others. */
export function withPlayers(draft: Draft, players: number): Draft {
  const each = Math.max(1, unitsOf(draft, 1).length),
    home = draft.starts[1];
  const starts = Array.from({ length: SEATS_MAX + 1 }, (_, seat) => {
    if (seat < 1 || seat > players) return -1;
    if (draft.starts[seat] >= 0 || home < 0) return draft.starts[seat];
    const [lr, tb] = TURNED[seat];
    return cellOf(draft, turned(draft, spotOf(draft, home), lr, tb));
  });
  const teams = Object.fromEntries(Object.entries(draft.teams).filter(([seat]) => Number(seat) <= players));
  const made = { ...draft, players, starts, teams };
  const stay = <T extends { player: number }>(all: readonly T[]) =>
    all.filter((one) => one.player <= players);
  const fresh = block(made, each).units.filter((unit) => unit.player > draft.players);
  return {
    ...made,
    units: [...stay(draft.units), ...fresh],
    towers: stay(draft.towers),
    traps: stay(draft.traps),
  };
}

export { block };
