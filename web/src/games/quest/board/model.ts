/** A view as data for drawing: what is known of every cell, who stands where, what lies and what was built there. */
import type { QuestOwnUnit, QuestOwnView, QuestSeenUnit, QuestView } from '../../../net/types';

export const RESOURCES = ['wood', 'stone', 'leather', 'bronze', 'iron', 'titanium', 'gold'] as const;
export type Resource = (typeof RESOURCES)[number];
export const ITEMS = ['sword1', 'sword2', 'sword3', 'armour1', 'armour2', 'armour3'] as const;

export const SMALL = 260; // px: below this width a board is a thumbnail

/** What is known of a cell. */
export const NEVER = 0;
export const BEFORE = 1;
export const NOW = 2;

/** A unit as far as it is known: everything of an own one, the outside of another's. */
export interface Unit {
  id: number;
  seat: number;
  x: number;
  y: number;
  energy: number;
  max: number;
  sword: number;
  armour: number;
  frozen: number;
  shield: boolean;
  data: QuestOwnUnit | null;
}

export interface Tower {
  id: number;
  seat: number;
  x: number;
  y: number;
  level: number;
  /** null for one that is only remembered */
  energy: number | null;
  radius: number;
}

export interface Trap {
  /** 0 for one of which only is known that it is there */
  seat: number;
  x: number;
  y: number;
  level: number;
}

/** What lies in a cell. Amounts of what is buried are known after the match, or of digs. */
export interface Lying {
  x: number;
  y: number;
  surface: Partial<Record<Resource, number>>;
  items: Record<string, number>;
  buried: Resource[];
  amounts: Partial<Record<Resource, number>>;
  /** the round of the dig that told the amounts, 0 where they are as they are now */
  dug: number;
  /** seen before: some lay there, nobody knows of what */
  some: { resources: boolean; items: boolean };
}

export interface World {
  width: number;
  height: number;
  /** everything is known: nothing is hidden by fog */
  whole: boolean;
  /** somebody who watches a running match and is shown its map only later */
  hidden: boolean;
  rock: Uint8Array;
  known: Uint8Array;
  units: Unit[];
  towers: Tower[];
  traps: Trap[];
  lying: Map<number, Lying>;
  /** of a fresh unit: what full bars mean */
  energy: number;
  /** changes with every view */
  n: number;
}

const worlds = new WeakMap<QuestView, World>();
let count = 0;

export function worldOf(view: QuestView): World {
  let made = worlds.get(view);
  if (!made) worlds.set(view, (made = build(view)));
  return made;
}

/** What is known of the teams: of all once a match is over, of the own one during it. */
export function teamsOf(view: QuestView): QuestOwnView[] {
  if (view.all) return view.all;
  if (!view.player || !view.units) return [];
  const { gold = 0, levels = {}, units, towers = [], traps = [], dug = [], figures = {} } = view;
  return [{ seat: view.player, gold, levels, units, towers, traps, dug, figures }];
}

export const seatOfUnit = (id: number): number => Math.floor(id / 100);

const own = (unit: QuestOwnUnit): Unit => ({
  id: unit.id,
  seat: seatOfUnit(unit.id),
  x: unit.x,
  y: unit.y,
  energy: unit.energy,
  max: unit.max_energy,
  sword: unit.sword,
  armour: unit.armour,
  frozen: unit.frozen,
  shield: unit.shield,
  data: unit,
});

const seen = (unit: QuestSeenUnit, x: number, y: number): Unit => ({
  id: unit.id,
  seat: unit.player,
  x,
  y,
  energy: unit.energy,
  max: unit.max_energy,
  sword: unit.sword,
  armour: unit.armour,
  frozen: unit.frozen,
  shield: unit.shield,
  data: null,
});

function build(view: QuestView): World {
  const { width, height } = view,
    teams = teamsOf(view),
    whole = view.all !== undefined,
    rock = new Uint8Array(width * height),
    known = new Uint8Array(width * height),
    units = new Map<number, Unit>(),
    towers = new Map<number, Tower>(),
    traps = new Map<number, Trap>(),
    lying = new Map<number, Lying>();
  view.terrain.forEach((line, y) => {
    for (let x = 0; x < width; x++) {
      rock[y * width + x] = line[x] === '#' ? 1 : 0;
      known[y * width + x] = line[x] === '?' ? NEVER : whole ? NOW : BEFORE;
    }
  });
  const radius = radii(teams);
  const at = (x: number, y: number): Lying => {
    const place = y * width + x;
    let here = lying.get(place);
    if (!here) lying.set(place, (here = nothing(x, y)));
    return here;
  };
  for (const team of teams) {
    for (const unit of team.units) units.set(unit.id, own(unit));
    for (const { id, player, x, y, level, energy, radius: reach } of team.towers)
      towers.set(y * width + x, { id, seat: player, x, y, level, energy, radius: reach });
    for (const { player, x, y, level } of team.traps) traps.set(y * width + x, { seat: player, x, y, level });
  }
  for (const cell of view.cells) {
    const { x, y } = cell,
      place = y * width + x;
    known[place] = NOW;
    for (const unit of cell.units ?? []) if (!units.has(unit.id)) units.set(unit.id, seen(unit, x, y));
    if (cell.tower && !towers.has(place)) {
      const { id, player, level, energy } = cell.tower;
      towers.set(place, { id, seat: player, x, y, level, energy, radius: radius(level) });
    }
    if (cell.trap && !traps.has(place))
      traps.set(place, { seat: cell.trap.player, x, y, level: cell.trap.level });
    const { resources = {}, items = {}, buried = [] } = cell;
    if (!Object.keys(resources).length && !Object.keys(items).length && !buried.length) continue;
    Object.assign(at(x, y), { surface: resources, items, buried: buried as Resource[] });
  }
  for (const { x, y, buried = [], resources, items, trap, tower_level, tower_player } of view.remembered) {
    const place = y * width + x;
    if (known[place] === NOW) continue;
    if (tower_level && !towers.has(place))
      towers.set(place, { id: 0, seat: tower_player ?? 0, x, y, level: tower_level, energy: null, radius: radius(tower_level) }); // prettier-ignore
    if (trap && !traps.has(place)) traps.set(place, { seat: 0, x, y, level: 0 });
    if (!buried.length && !resources && !items) continue;
    const here = at(x, y);
    here.buried = buried as Resource[];
    here.some = { resources: resources ?? false, items: items ?? false };
  }
  for (const [x, y, kind, amount] of view.ground ?? []) {
    const here = at(x, y),
      name = RESOURCES[kind];
    if (!here.buried.includes(name)) here.buried = [...here.buried, name];
    here.amounts = { ...here.amounts, [name]: amount };
  }
  // the newest dig of a cell counts; what was taken since then is not known to it
  if (!whole)
    for (const { x, y, round, resources } of view.dug ?? []) {
      const here = lying.get(y * width + x);
      if (!here || here.dug) continue;
      here.dug = round;
      here.amounts = resources;
    }
  const all = [...units.values()];
  return {
    width,
    height,
    whole,
    hidden: !whole && !view.player && !view.cells.length,
    rock,
    known,
    units: all,
    towers: [...towers.values()],
    traps: [...traps.values()],
    lying,
    energy: fullOf(view, all),
    n: ++count,
  };
}

const nothing = (x: number, y: number): Lying => ({
  x,
  y,
  surface: {},
  items: {},
  buried: [],
  amounts: {},
  dug: 0,
  some: { resources: false, items: false },
});

/** Of others' towers only the level is told; the reach is that of an own one of this level, else the usual one. */
function radii(teams: QuestOwnView[]): (level: number) => number {
  const known = new Map(teams.flatMap(({ towers }) => towers.map(({ level, radius }) => [level, radius])));
  return (level) => known.get(level) ?? level + 4;
}

/** The energy of a fresh unit is not in the view: it is the largest maximum that was seen in this match. */
const fulls = new Map<string, number>();
const FULLS_MAX = 500;

function fullOf({ width, height, starts, players }: QuestView, units: Unit[]): number {
  const match = `${width}x${height}/${starts}/${players.map(({ name }) => name)}`,
    full = Math.max(1, fulls.get(match) ?? 0, ...units.map(({ max }) => max));
  if (fulls.size > FULLS_MAX) fulls.clear();
  fulls.set(match, full);
  return full;
}

/** How many own and foreign units stand in a cell, the own seat first. */
export function byCell(units: Unit[], first = 0): Map<string, Unit[]> {
  const made = new Map<string, Unit[]>();
  for (const unit of units) {
    const key = `${unit.x},${unit.y}`,
      here = made.get(key);
    if (here) here.push(unit);
    else made.set(key, [unit]);
  }
  const rank = (seat: number) => (seat === first ? 0 : seat);
  for (const here of made.values())
    if (here.length > 1) here.sort((a, b) => rank(a.seat) - rank(b.seat) || a.id - b.id);
  return made;
}

/** What the filter of the map shows: `all`, `none`, or one resource. */
export const shows = (filter: string, resource: Resource): boolean =>
  filter === 'all' || filter === '' || filter === resource;
