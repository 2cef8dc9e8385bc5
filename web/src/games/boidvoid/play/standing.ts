/** Standing orders: from what is known at the start of a turn, the orders of that turn. They run in this page; each ends
 * by itself when it is fulfilled or cannot go on. */
import { reachOf, turnsOf, wayTo } from './paths';
import { foresee } from './plan';
import { check, mothershipThere } from './rules';
import { captureTurns, canStop, isGround, type Order, type Sim, type SimUnit } from './sim';
import { pair, type World } from './world';

export type Standing =
  /** there, over as many turns as it takes, and then capture it if wanted */
  | { kind: 'goto'; to: number; capture: boolean }
  /** the nearest tile that is not the team's, again and again */
  | { kind: 'expand' }
  /** the same every turn */
  | { kind: 'repeat'; orders: Order[] };

export interface Next {
  orders: Order[];
  /** why the standing order is over, or nothing */
  ended: string;
}

const wait: Next = { orders: [], ended: '' };
const over = (ended: string, orders: Order[] = []): Next => ({ orders, ended });

/** What a unit does this turn. `taken` are tiles that others are on their way to. */
export function next(sim: Sim, unit: SimUnit, standing: Standing, taken: Set<number> = new Set()): Next {
  if (unit.tile < 0) return over('not_on_map');
  if (unit.automode) return over('automode_on');
  if (unit.swarm) return over('in_swarm');
  switch (standing.kind) {
    case 'goto':
      return travel(sim, unit, standing.to, standing.capture);
    case 'expand':
      return expand(sim, unit, taken);
    case 'repeat':
      return again(sim, unit, standing.orders);
  }
}

function travel(sim: Sim, unit: SimUnit, to: number, capture: boolean): Next {
  if (unit.job?.type === 'capturing') return unit.tile === to ? over('arrived') : wait;
  if (unit.tile === to) return over('arrived', capture ? grab(sim, unit) : []);
  const way = wayTo(sim, unit, to);
  if (!way) return over('blocked');
  const move: Order = { type: 'move', unit: unit.id, to: pair(sim.world.side, to), partial: true },
    why = check(sim, move);
  if (why) return why === 'not_enough_ap' ? wait : over(why);
  // who arrives this turn captures at once
  if (!reachOf(sim, unit).has(to)) return { orders: [move], ended: '' };
  return over('arrived', [move, ...(capture ? capturing(sim, unit, to) : [])]);
}

function capturing(sim: Sim, unit: SimUnit, tile: number): Order[] {
  const free = unit.acted < sim.world.settings.actions_per_turn,
    mine = sim.world.tiles.get(tile)?.owner === unit.team;
  return unit.kind === 'spaceship' && free && !mine && mothershipThere(sim)
    ? [{ type: 'capture', unit: unit.id }]
    : [];
}

const grab = (sim: Sim, unit: SimUnit): Order[] => {
  const order: Order = { type: 'capture', unit: unit.id };
  return check(sim, order) ? [] : [order];
};

/** To the tile that is captured soonest. */
function expand(sim: Sim, unit: SimUnit, taken: Set<number>): Next {
  if (unit.kind !== 'spaceship') return over('wrong_unit');
  if (unit.job) return wait;
  const here = grab(sim, unit);
  if (here.length && !taken.has(unit.tile)) {
    taken.add(unit.tile);
    return { orders: here, ended: '' };
  }
  if (!mothershipThere(sim)) return wait;
  const goal = wanted(sim, unit, taken);
  if (goal === null) return over('nothing_left');
  taken.add(goal);
  const made = travel(sim, unit, goal, true);
  return made.ended && made.ended !== 'arrived' ? made : { orders: made.orders, ended: '' };
}

function wanted(sim: Sim, unit: SimUnit, taken: Set<number>): number | null {
  let best: number | null = null,
    least = Infinity;
  const near = reachOf(sim, unit);
  const look = (tile: number, turns: number) => {
    const score = (turns + captureTurns(sim, tile, unit.team)) * 100 + (near.get(tile) ?? 0);
    if (score < least) [best, least] = [tile, score];
  };
  const free = [...sim.world.tiles.keys()].filter(
    (tile) =>
      sim.world.tiles.get(tile)!.owner !== unit.team &&
      isGround(sim, tile) &&
      !taken.has(tile) &&
      canStop(sim, tile, unit),
  );
  for (const tile of free) if (near.has(tile)) look(tile, 0);
  if (best !== null) return best;
  for (const tile of free) {
    const way = wayTo(sim, unit, tile),
      turns = way && turnsOf(sim, unit, way);
    if (turns) look(tile, turns);
  }
  return best;
}

/** What is not possible for a moment is waited for; what is not possible any more ends it. */
const PATIENT = ['not_enough_ap', 'locked_capturing', 'already_acted', 'out_of_range'];

function again(sim: Sim, unit: SimUnit, orders: Order[]): Next {
  const [first] = orders;
  if (!first) return over('nothing_left');
  const why = check(sim, { ...first, unit: unit.id } as Order);
  if (why) return PATIENT.includes(why) ? wait : over(why);
  return { orders: orders.map((order) => ({ ...order, unit: unit.id }) as Order), ended: '' };
}

export interface Told {
  orders: Order[];
  ended: { unit: number; why: string }[];
}

/** The orders of all units that go on by themselves, without those that were told something else. */
export function tell(world: World, given: readonly Order[], standing: ReadonlyMap<number, Standing>): Told {
  const told: Told = { orders: [], ended: [] },
    commanded = new Set(given.map(({ unit }) => unit)),
    taken = new Set<number>();
  for (const [, order] of standing) if (order.kind === 'goto') taken.add(order.to);
  for (const id of world.own.units) {
    const order = standing.get(id);
    if (!order || commanded.has(id)) continue;
    const { sim } = foresee(world, [...given, ...told.orders]),
      unit = sim.units.get(id);
    if (!unit) continue;
    const { orders, ended } = next(sim, unit, order, taken);
    told.orders.push(...orders);
    if (ended) told.ended.push({ unit: id, why: ended });
  }
  return told;
}

/** The same tile for several units: the first goes there, the others as near as they can come. */
export function gather(world: World, given: readonly Order[], units: readonly number[], to: number): Told {
  const told: Told = { orders: [], ended: [] };
  for (const id of units) {
    const { sim } = foresee(world, [...given, ...told.orders]),
      unit = sim.units.get(id),
      order: Order = { type: 'move', unit: id, to: pair(world.side, to), partial: true },
      why = unit ? check(sim, order) : 'not_your_unit';
    if (why) told.ended.push({ unit: id, why });
    else told.orders.push(order);
  }
  return told;
}
