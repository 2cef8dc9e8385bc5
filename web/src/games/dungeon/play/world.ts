/** What a seat knows, made ready for questions: planets by id, lanes in both directions, what robots are called. */
import type {
  DungeonAction,
  DungeonOwnView,
  DungeonPlanetView,
  DungeonRobotView,
  DungeonSettings,
  DungeonSighting,
  DungeonView,
} from '../../../net/types';
import { ITEMS, RESOURCES, STATS } from '../board/articles';

export type Robot = DungeonRobotView;
export type Planet = DungeonPlanetView;
/** An action of one robot. */
export type Command = Exclude<DungeonAction, { type: 'withdraw' | 'done' }> & { robot: string };

export { ITEMS, RESOURCES as KINDS, STATS };
export type Kind = (typeof RESOURCES)[number];
export type Stat = (typeof STATS)[number];
export type Item = (typeof ITEMS)[number];

/** Highest level of a stat. DUN-111 */
export const levelMax = (stat: Stat): number => (stat === 'MINING' ? 4 : 5);

export interface World {
  view: DungeonView;
  own: DungeonOwnView;
  settings: DungeonSettings;
  planets: ReadonlyMap<string, Planet>;
  robots: ReadonlyMap<string, Robot>;
  /** foreign robots by the planet they were last seen on */
  seen: ReadonlyMap<string, DungeonSighting[]>;
  /** known planets one step away; lanes lead both ways, also from planets that nobody has visited */
  lanes: ReadonlyMap<string, string[]>;
}

const NOBODY: DungeonOwnView = {
  seat: 0,
  money: 0,
  robots: [],
  robot_limit: 0,
  purchase: null,
  done: false,
  figures: {},
};

export function worldOf(view: DungeonView, settings: DungeonSettings): World {
  const own = view.you ?? NOBODY,
    planets = new Map(view.planets.map((planet) => [planet.id, planet])),
    lanes = new Map<string, string[]>(view.planets.map((planet) => [planet.id, []])),
    seen = new Map<string, DungeonSighting[]>();
  const join = (from: string, to: string) => {
    const list = lanes.get(from);
    if (list && planets.has(to) && !list.includes(to)) list.push(to);
  };
  for (const planet of view.planets)
    for (const next of Object.values(planet.neighbours)) {
      join(planet.id, next);
      join(next, planet.id);
    }
  for (const one of view.sightings) seen.set(one.planet, [...(seen.get(one.planet) ?? []), one]);
  return {
    view,
    own,
    settings,
    planets,
    lanes,
    seen,
    robots: new Map(own.robots.map((robot) => [robot.id, robot])),
  };
}

/** Ids are long; the first digits are enough to tell things apart. */
export const short = (id: string): string => id.slice(0, 4);

/** What a planet is called: its place on the map, or its id where places are not shown. DUN-056 */
export function place(planet: Planet | undefined): string {
  if (!planet) return '?';
  return planet.x === null || planet.y === null ? short(planet.id) : `${planet.x}·${planet.y}`;
}

export const cargoOf = (robot: Robot): number => Object.values(robot.cargo).reduce((sum, n) => sum + n, 0);
export const itemsOf = (robot: Robot): number => Object.values(robot.items).reduce((sum, n) => sum + n, 0);
export const levelsOf = (robot: Robot): number => Object.values(robot.levels).reduce((sum, n) => sum + n, 0);
export const full = (robot: Robot): boolean => cargoOf(robot) >= robot.storage;

/** Whether a robot on the planet can trade. DUN-105, DUN-240 */
export function trades(world: World, planet: string): boolean {
  return world.settings.trade_anywhere || world.planets.get(planet)?.station === true;
}
