/** What a robot can do now, what it costs, and why not: the checks of DUN-237 from what its seat knows. */
import {
  cargoOf,
  KINDS,
  levelMax,
  STATS,
  trades,
  type Command,
  type Kind,
  type Robot,
  type Stat,
  type World,
} from './world';

/** Reasons of DUN-067, as far as they can be foreseen. */
export type Failure =
  | 'not_enough_energy'
  | 'not_neighbour'
  | 'unknown_planet'
  | 'target_not_found'
  | 'target_out_of_reach'
  | 'invalid_target'
  | 'no_item'
  | 'no_resource'
  | 'mining_level_too_low'
  | 'not_at_station'
  | 'not_enough_money'
  | 'unknown_article'
  | 'wrong_level'
  | 'max_level'
  | 'cargo_empty'
  | 'bad_quantity'
  | 'robot_limit';

/** What a command takes from the robot and from the account; negative is a gain. */
export interface Cost {
  energy: number;
  money: number;
}

export const FREE: Cost = { energy: 0, money: 0 };

/** Energy to leave a planet. DUN-078 */
export function leaving(world: World, planet: string): number {
  const { movement_multiplier: times, gravity_cost: costs } = world.settings;
  return times * (costs[(world.planets.get(planet)?.gravity ?? 1) - 1] ?? 1);
}

/** DUN-072 */
export const blocking = ({ settings }: World, robot: Robot): number =>
  settings.block_base + Math.floor((robot.max_energy * settings.block_percent) / 100);

/** DUN-086 */
export const attacking = ({ settings }: World, robot: Robot): number =>
  settings.attack_multiplier * ((robot.levels.DAMAGE ?? 0) + settings.attack_weight);

/** DUN-099 */
export function mining(world: World, robot: Robot): number {
  const { mining_multiplier: times, mining_weight: weight, mining_energy: by } = world.settings,
    kind = world.planets.get(robot.planet)?.resource;
  if (by === 'resource') return times * (Math.max(0, KINDS.indexOf(kind as Kind)) + 1);
  return times * ((robot.levels.MINING ?? 0) + weight);
}

/** DUN-102 */
export function regenerating(world: World, robot: Robot): number {
  const station = world.planets.get(robot.planet)?.station === true,
    gain = robot.regeneration * (station ? world.settings.station_recharge_multiplier : 1);
  return Math.min(gain, robot.max_energy - robot.energy);
}

/** What an article costs this robot: restorations go by its level. DUN-113, DUN-114 */
export function priceOf({ view }: World, article: string, robot?: Robot): number {
  const price = view.market.articles[article] ?? 0;
  if (article === 'HEALTH') return price * ((robot?.levels.HEALTH ?? 0) + 1);
  if (article === 'ENERGY') return price * ((robot?.levels.MAX_ENERGY ?? 0) + 1);
  return price;
}

/** What the cargo brings at today's prices. */
export function worth({ view }: World, robot: Robot): number {
  return Object.entries(robot.cargo).reduce(
    (sum, [kind, units]) => sum + units * (view.market.resources[kind] ?? 0),
    0,
  );
}

/** The next step of a stat, or null at its end. DUN-110, DUN-111 */
export function nextLevel(robot: Robot, stat: Stat): string | null {
  const level = robot.levels[stat] ?? 0;
  return level < levelMax(stat) ? `${stat}_${level + 1}` : null;
}

export function costOf(world: World, robot: Robot, command: Command): Cost {
  switch (command.type) {
    case 'movement':
      return { ...FREE, energy: leaving(world, robot.planet) };
    case 'blocking':
      return { ...FREE, energy: blocking(world, robot) };
    case 'battle':
      return { ...FREE, energy: attacking(world, robot) };
    case 'mining':
      return { ...FREE, energy: mining(world, robot) };
    case 'regeneration':
      return { ...FREE, energy: -regenerating(world, robot) };
    case 'buying':
      return { ...FREE, money: priceOf(world, command.article, robot) };
    case 'selling':
      return { ...FREE, money: -worth(world, robot) };
    default:
      return FREE;
  }
}

/** Why a command would fail if it were executed now, or empty. `money` is what is left to spend. */
export function check(world: World, robot: Robot, command: Command, money: number): Failure | '' {
  const tired = costOf(world, robot, command).energy > robot.energy ? 'not_enough_energy' : '';
  switch (command.type) {
    case 'movement':
      if (!world.planets.has(command.planet)) return 'unknown_planet';
      return world.lanes.get(robot.planet)?.includes(command.planet) ? tired : 'not_neighbour';
    case 'battle':
      return near(world, robot, command.target) || tired;
    case 'mining':
      return ore(world, robot, robot.planet) || tired;
    case 'selling':
      if (!trades(world, robot.planet)) return 'not_at_station';
      return cargoOf(robot) ? '' : 'cargo_empty';
    case 'buying':
      return purchase(world, robot, command.article, money);
    case 'battleItemUse':
      if (!robot.items[command.item]) return 'no_item';
      if (command.item === 'SELF_DESTRUCTION') return command.target === robot.id ? '' : 'invalid_target';
      if (command.item === 'ROCKET') return near(world, robot, command.target);
      return world.planets.has(command.target) ? '' : 'unknown_planet';
    case 'repairItemUse':
      return robot.items.REPAIR_SWARM ? '' : 'no_item';
    case 'moveItemUse':
      return robot.items.WORMHOLE ? '' : 'no_item';
    default:
      return tired;
  }
}

/** A target is somebody of whom I know, on the same planet. DUN-085, DUN-238 */
function near(world: World, robot: Robot, target: string): Failure | '' {
  const at = world.robots.get(target)?.planet ?? world.view.sightings.find(({ id }) => id === target)?.planet;
  if (at === undefined) return 'target_not_found';
  return at === robot.planet ? '' : 'target_out_of_reach';
}

/** Why a robot could not mine on a planet, as far as it is known. DUN-098 */
export function ore(world: World, robot: Robot, at: string): Failure | '' {
  const planet = world.planets.get(at);
  if (!planet?.resource || planet.amount === 0) return 'no_resource';
  return KINDS.indexOf(planet.resource as Kind) > (robot.levels.MINING ?? 0) ? 'mining_level_too_low' : '';
}

function purchase(world: World, robot: Robot, article: string, money: number): Failure | '' {
  if (!(article in world.view.market.articles)) return 'unknown_article';
  if (!trades(world, robot.planet)) return 'not_at_station';
  const stat = STATS.find((name) => /^_\d$/.test(article.slice(name.length)) && article.startsWith(name));
  if (stat) {
    const next = nextLevel(robot, stat);
    if (next === null || article === 'MINING_5') return 'max_level';
    if (next !== article) return 'wrong_level';
  }
  return priceOf(world, article, robot) > money ? 'not_enough_money' : '';
}

/** What is pending costs and brings; sales come first. DUN-124 */
export interface Account {
  balance: number;
  sales: number;
  purchases: number;
  /** what is left if everything succeeds */
  after: number;
}

export function account(
  world: World,
  commands: Iterable<Command>,
  robots: number,
  without?: Set<string>,
): Account {
  let sales = 0,
    purchases = robots * priceOf(world, 'ROBOT');
  for (const command of commands) {
    const robot = world.robots.get(command.robot);
    if (!robot || without?.has(robot.id)) continue;
    if (command.type === 'selling' && trades(world, robot.planet)) sales += worth(world, robot);
    if (command.type === 'buying') purchases += priceOf(world, command.article, robot);
  }
  const balance = world.own.money;
  return { balance, sales, purchases, after: balance + sales - purchases };
}

/** Why so many robots cannot be bought. DUN-107, DUN-241 */
export function robotsFail(world: World, quantity: number, money: number): Failure | '' {
  if (!Number.isInteger(quantity) || quantity < 1) return 'bad_quantity';
  if (world.own.robots.length + quantity > world.own.robot_limit) return 'robot_limit';
  return quantity * priceOf(world, 'ROBOT') > money ? 'not_enough_money' : '';
}
