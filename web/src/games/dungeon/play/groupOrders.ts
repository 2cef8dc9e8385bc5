/** One wish for many robots: each that can gets its command, and for the others it is said why not. */
import { account, check, costOf, nextLevel, type Failure } from './rules';
import { reachOf, wayTo } from './paths';
import type { Standing } from './standing';
import { ITEMS, STATS, type Command, type Item, type Robot, type Stat, type World } from './world';

export type Wish =
  | { do: 'mining' | 'regeneration' | 'blocking' | 'selling' }
  /** a neighbour is one move, anything farther a way that goes on in the next rounds */
  | { do: 'go'; planet: string }
  | { do: 'battle'; target: string }
  | { do: 'item'; item: Item; target?: string }
  | { do: 'upgrade'; stat: Stat }
  | { do: 'buy'; article: string }
  /** the command of the round before once more */
  | { do: 'again'; commands: ReadonlyMap<string, Command> };

export type Cannot = Failure | 'no_way' | 'already_there' | 'no_command';

export interface Outcome {
  commands: Command[];
  /** for those that go on in the next rounds */
  standing: [robot: string, order: Standing][];
  cannot: { robot: string; reason: Cannot }[];
  energy: number;
  money: number;
}

/** The command by which one robot fulfils a wish, or why there is none. */
export function commandFor(world: World, robot: Robot, wish: Wish): Command | Cannot {
  const own = { robot: robot.id };
  switch (wish.do) {
    case 'mining':
    case 'regeneration':
    case 'blocking':
      return { type: wish.do, ...own };
    case 'selling':
      return { type: 'selling', resource: null, quantity: 0, ...own };
    case 'go': {
      if (!world.planets.has(wish.planet)) return 'unknown_planet';
      if (robot.planet === wish.planet) return 'already_there';
      const way = wayTo(reachOf(world, robot.planet), wish.planet);
      return way ? { type: 'movement', planet: way[1], ...own } : 'no_way';
    }
    case 'battle':
      return { type: 'battle', target: wish.target, ...own };
    case 'item':
      if (wish.item === 'WORMHOLE') return { type: 'moveItemUse', item: wish.item, ...own };
      if (wish.item === 'REPAIR_SWARM') return { type: 'repairItemUse', item: wish.item, ...own };
      return {
        type: 'battleItemUse',
        item: wish.item,
        target: wish.item === 'SELF_DESTRUCTION' ? robot.id : (wish.target ?? ''),
        ...own,
      };
    case 'upgrade': {
      const article = nextLevel(robot, wish.stat);
      return article ? { type: 'buying', article, quantity: 1, ...own } : 'max_level';
    }
    case 'buy':
      return { type: 'buying', article: wish.article, quantity: 1, ...own };
    case 'again':
      return wish.commands.get(robot.id) ?? 'no_command';
  }
}

/** What becomes of a wish for these robots. `pending` is what all robots are told already, `buying` how many robots
 * are on order: together they say how much money there is to spend. */
export function outcome(
  world: World,
  robots: readonly Robot[],
  wish: Wish,
  pending: ReadonlyMap<string, Command> = new Map(),
  buying = 0,
): Outcome {
  const made: Outcome = { commands: [], standing: [], cannot: [], energy: 0, money: 0 },
    chosen = new Set(robots.map(({ id }) => id));
  let money = account(world, pending.values(), buying, chosen).after;
  for (const robot of robots) {
    const command = commandFor(world, robot, wish),
      reason = typeof command === 'string' ? command : check(world, robot, command, money);
    const far =
      wish.do === 'go' &&
      typeof command !== 'string' &&
      command.type === 'movement' &&
      command.planet !== wish.planet;
    // whoever is on a long way can rest on it
    if (typeof command === 'string' || (reason && !(far && reason === 'not_enough_energy'))) {
      made.cannot.push({ robot: robot.id, reason: reason as Cannot });
      continue;
    }
    if (far && wish.do === 'go') made.standing.push([robot.id, { kind: 'goto', to: wish.planet, rest: 0 }]);
    if (reason) {
      made.commands.push({ type: 'regeneration', robot: robot.id });
      continue;
    }
    const cost = costOf(world, robot, command);
    made.commands.push(command);
    made.energy += cost.energy;
    made.money += cost.money;
    if (cost.money > 0) money -= cost.money;
  }
  return made;
}

/** Reasons with their robots, the most frequent first. */
export function grouped(cannot: Outcome['cannot']): { reason: Cannot; robots: string[] }[] {
  const by = new Map<Cannot, string[]>();
  for (const { robot, reason } of cannot) by.set(reason, [...(by.get(reason) ?? []), robot]);
  return [...by]
    .map(([reason, robots]) => ({ reason, robots }))
    .sort((a, b) => b.robots.length - a.robots.length);
}

/** All that can be wished for these robots without naming a target, for a table of what is possible. DUN-188 */
export const PLAIN: Wish[] = [
  { do: 'mining' },
  { do: 'regeneration' },
  { do: 'blocking' },
  { do: 'selling' },
];
export const UPGRADES: Wish[] = STATS.map((stat) => ({ do: 'upgrade', stat }));
export const GOODS: Wish[] = ['HEALTH', 'ENERGY', ...ITEMS].map((article) => ({ do: 'buy', article }));
