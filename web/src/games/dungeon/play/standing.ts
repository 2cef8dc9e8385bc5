/** Standing orders: from what is known at the start of a round, the command of that round. They run in this page; each
 * ends by itself when it is fulfilled or cannot go on. */
import { nearest, nearestStation, reachOf, wayTo, type Reach } from './paths';
import { check, ore, type Failure } from './rules';
import { cargoOf, full, trades, type Command, type Robot, type World } from './world';

export type Standing = (
  | { kind: 'goto'; to: string }
  /** mine there until full, sell at the nearest station, come back; '' or where nothing can be mined: at the nearest
   * patch that is known, and until one is known explore */
  | { kind: 'mine'; at: string }
  | { kind: 'explore' }
  | { kind: 'follow'; robot: string }
  | { kind: 'hold' }
  /** the same command every round */
  | { kind: 'repeat'; command: Command }
) & {
  /** with less energy it regenerates first; 0: only when a command needs more than there is */
  rest: number;
};

export type Ending = 'arrived' | 'no_way' | 'no_station' | 'explored' | 'lost' | Failure;

export interface Next {
  /** null: nothing to do this round */
  command: Command | null;
  /** why the standing order is over */
  ended?: Ending;
}

export interface Told {
  commands: Command[];
  ended: { robot: string; why: Ending; standing: Standing }[];
}

const idle: Next = { command: null };

/** The command of a robot for this round. `taken` are planets that others explore already. */
export function next(world: World, robot: Robot, standing: Standing, taken: Set<string> = new Set()): Next {
  if (standing.rest > 0 && robot.energy < Math.min(standing.rest, robot.max_energy)) return rested(robot);
  switch (standing.kind) {
    case 'goto':
      return travel(world, robot, reachOf(world, robot.planet), standing.to);
    case 'mine':
      return haul(world, robot, standing.at, taken);
    case 'explore':
      return explore(world, robot, taken);
    case 'follow':
      return follow(world, robot, standing.robot);
    case 'hold':
      return idle;
    case 'repeat':
      return attempt(world, robot, standing.command);
  }
}

/** The commands of all robots with standing orders, without those that have a command already. */
export function tell(
  world: World,
  standing: ReadonlyMap<string, Standing>,
  commanded: { has(robot: string): boolean },
): Told {
  const told: Told = { commands: [], ended: [] },
    taken = new Set<string>();
  for (const robot of world.own.robots) {
    const order = standing.get(robot.id);
    if (!order || commanded.has(robot.id)) continue;
    const { command, ended } = next(world, robot, order, taken);
    if (command) told.commands.push(command);
    if (ended) told.ended.push({ robot: robot.id, why: ended, standing: order });
  }
  return told;
}

const rested = (robot: Robot): Next => ({ command: { type: 'regeneration', robot: robot.id } });

/** A command; who is too tired for it regenerates, and what else is wrong ends the standing order. */
function attempt(world: World, robot: Robot, command: Command): Next {
  const wrong = check(world, robot, command, world.own.money);
  if (wrong === 'not_enough_energy') return rested(robot);
  return wrong ? { command: null, ended: wrong } : { command };
}

function travel(world: World, robot: Robot, reach: Map<string, Reach>, to: string): Next {
  if (robot.planet === to) return { command: null, ended: 'arrived' };
  const way = wayTo(reach, to);
  if (!way) return { command: null, ended: 'no_way' };
  return attempt(world, robot, { type: 'movement', robot: robot.id, planet: way[1] });
}

/** The order to mine and sell that a robot gets where it stands. */
export const miner = (world: World, robot: Robot, rest: number): Standing => ({
  kind: 'mine',
  at: ore(world, robot, robot.planet) ? '' : robot.planet,
  rest,
});

/** Where a robot goes to mine: where it was told to, else to the nearest known patch that it can mine. */
function patchFor(world: World, robot: Robot, reach: Map<string, Reach>, at: string): string | null {
  const fits = (id: string): boolean => !ore(world, robot, id);
  return at && reach.has(at) && fits(at) ? at : nearest(world, reach, fits);
}

function haul(world: World, robot: Robot, at: string, taken: Set<string>): Next {
  const reach = reachOf(world, robot.planet),
    patch = patchFor(world, robot, reach, at);
  if (cargoOf(robot) > 0 && trades(world, robot.planet) && (robot.planet !== patch || full(robot)))
    return { command: { type: 'selling', robot: robot.id, resource: null, quantity: 0 } };
  const to = full(robot) ? nearestStation(world, reach) : patch;
  if (to === null) {
    const search = explore(world, robot, taken);
    return search.ended === 'explored' ? { command: null, ended: missing(world, robot) } : search;
  }
  if (robot.planet !== to) return travel(world, robot, reach, to);
  return attempt(world, robot, { type: 'mining', robot: robot.id });
}

/** What a miner lacks where everything is explored. */
function missing(world: World, robot: Robot): Ending {
  if (full(robot)) return 'no_station';
  const hard = world.view.planets.some(({ id }) => ore(world, robot, id) === 'mining_level_too_low');
  return hard ? 'mining_level_too_low' : 'no_resource';
}

function explore(world: World, robot: Robot, taken: Set<string>): Next {
  const reach = reachOf(world, robot.planet),
    unknown = (id: string) => world.planets.get(id)?.visited === false;
  // where all that is left is on somebody's way already, company is better than idling
  const to = nearest(world, reach, (id) => unknown(id) && !taken.has(id)) ?? nearest(world, reach, unknown);
  if (!to) return { command: null, ended: 'explored' };
  taken.add(to);
  return travel(world, robot, reach, to);
}

function follow(world: World, robot: Robot, leader: string): Next {
  const at = world.robots.get(leader)?.planet ?? world.view.sightings.find(({ id }) => id === leader)?.planet;
  if (!at) return { command: null, ended: 'lost' };
  return at === robot.planet ? idle : travel(world, robot, reachOf(world, robot.planet), at);
}

/** The planets that a standing order leads over from here, to be drawn; empty where it leads nowhere. */
export function wayOf(world: World, robot: Robot, standing: Standing | undefined): string[] {
  if (!standing) return [];
  const reach = reachOf(world, robot.planet);
  const to =
    standing.kind === 'goto'
      ? standing.to
      : standing.kind === 'mine'
        ? full(robot)
          ? nearestStation(world, reach)
          : patchFor(world, robot, reach, standing.at)
        : standing.kind === 'follow'
          ? (world.robots.get(standing.robot)?.planet ?? null)
          : null;
  return (to && to !== robot.planet && wayTo(reach, to)) || [];
}
