/** Choosing among many robots: by click, range, box and kind; filtered, sorted, by planet. Plain values only. */
import {
  cargoOf,
  full,
  itemsOf,
  levelsOf,
  place,
  short,
  trades,
  type Command,
  type Robot,
  type World,
} from './world';

export const FILTERS = ['all', 'idle', 'station', 'full', 'hurt', 'tired', 'armed', 'failed'] as const;
export type Filter = (typeof FILTERS)[number];
export const SORTS = ['age', 'planet', 'health', 'energy', 'cargo', 'items', 'levels'] as const;
export type Sort = (typeof SORTS)[number];

/** What a robot is told, as far as lists need it. */
export interface Tasks {
  commands: ReadonlyMap<string, Command>;
  standing: { has(robot: string): boolean };
}

export interface Choice {
  chosen: ReadonlySet<string>;
  /** where a range begins */
  anchor: string;
}

export const isIdle = (robot: Robot, tasks: Tasks): boolean =>
  !tasks.commands.has(robot.id) && !tasks.standing.has(robot.id);

export function fits(world: World, robot: Robot, filter: Filter, tasks: Tasks): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'idle':
      return isIdle(robot, tasks);
    case 'station':
      return trades(world, robot.planet);
    case 'full':
      return full(robot);
    case 'hurt':
      return robot.health < robot.max_health;
    case 'tired':
      return robot.energy * 2 < robot.max_energy;
    case 'armed':
      return itemsOf(robot) > 0;
    case 'failed':
      return Boolean(robot.last?.reason);
  }
}

/** The robots that the words of a search are about: of an id, a planet, its kind, a cargo, an item, a command. */
export function matches(world: World, robot: Robot, search: string, tasks: Tasks): boolean {
  const planet = world.planets.get(robot.planet);
  const about = [
    short(robot.id),
    place(planet),
    planet?.resource ?? '',
    planet?.station ? 'station' : '',
    ...Object.keys(robot.cargo).filter((kind) => robot.cargo[kind]),
    ...Object.keys(robot.items).filter((item) => robot.items[item]),
    tasks.commands.get(robot.id)?.type ?? '',
  ].join(' ');
  const text = about.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const WEIGHT: Record<Exclude<Sort, 'age' | 'planet'>, (robot: Robot) => number> = {
  health: (robot) => robot.health / robot.max_health,
  energy: (robot) => robot.energy / robot.max_energy,
  cargo: (robot) => -cargoOf(robot) / Math.max(1, robot.storage),
  items: (robot) => -itemsOf(robot),
  levels: (robot) => -levelsOf(robot),
};

export function sorted(world: World, robots: readonly Robot[], by: Sort): Robot[] {
  if (by === 'age') return [...robots];
  const order = new Map(world.view.planets.map(({ id }, n) => [id, n])),
    weight = by === 'planet' ? (robot: Robot) => order.get(robot.planet) ?? -1 : WEIGHT[by];
  return robots.toSorted((a, b) => weight(a) - weight(b));
}

export interface Group {
  planet: string;
  robots: Robot[];
}

/** Robots by their planet, in the order in which the planets first come. */
export function byPlanet(robots: readonly Robot[]): Group[] {
  const groups = new Map<string, Robot[]>();
  for (const robot of robots) groups.set(robot.planet, [...(groups.get(robot.planet) ?? []), robot]);
  return [...groups].map(([planet, list]) => ({ planet, robots: list }));
}

/** A row was clicked: alone, with Shift from the anchor to here, with Ctrl or Cmd on or off. `order` is as shown. */
export function clicked(
  choice: Choice,
  order: readonly string[],
  id: string,
  held: { range?: boolean; toggle?: boolean },
): Choice {
  if (held.range && order.includes(choice.anchor)) {
    const run = between(order, choice.anchor, id);
    return { chosen: new Set(held.toggle ? [...choice.chosen, ...run] : run), anchor: choice.anchor };
  }
  if (!held.toggle) return { chosen: new Set([id]), anchor: id };
  const chosen = new Set(choice.chosen);
  if (!chosen.delete(id)) chosen.add(id);
  return { chosen, anchor: id };
}

/** All from one row to another, whichever is first. */
export function between(order: readonly string[], from: string, to: string): string[] {
  const [a, b] = [order.indexOf(from), order.indexOf(to)];
  if (a < 0 || b < 0) return b < 0 ? [] : [to];
  return order.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** Several at once: instead of what was chosen, or added to it; all of them again takes them away. */
export function together(choice: Choice, ids: readonly string[], add: boolean): Choice {
  const anchor = ids[0] ?? choice.anchor;
  if (!add) return { chosen: new Set(ids), anchor };
  const chosen = new Set(choice.chosen),
    all = ids.every((id) => chosen.has(id));
  for (const id of ids) all ? chosen.delete(id) : chosen.add(id);
  return { chosen, anchor };
}

/** What is left of a choice when some robots are gone. */
export function living(choice: Choice, robots: { has(id: string): boolean }): Choice {
  const chosen = new Set([...choice.chosen].filter((id) => robots.has(id)));
  return chosen.size === choice.chosen.size ? choice : { ...choice, chosen };
}

/** The row that a key leads to. */
export function step(order: readonly string[], at: string, key: string): string {
  const n = order.indexOf(at),
    last = order.length - 1;
  const to =
    { ArrowDown: n + 1, ArrowUp: n < 0 ? last : n - 1, Home: 0, End: last, PageDown: n + 8, PageUp: n - 8 }[
      key
    ] ?? n;
  return order[Math.max(0, Math.min(to, last))] ?? '';
}
