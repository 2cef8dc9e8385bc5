/** Orders carried out in a `Sim`, one after the other, as they will run at the end of the turn. */
import { templateOf } from './catalogue';
import { costOf } from './paths';
import { check, ordererOf, UNIT_ACTIONS, wayOf } from './rules';
import {
  buildTurns,
  captureTurns,
  membersOf,
  modifier,
  simOf,
  type Order,
  type Sim,
  type SimUnit,
} from './sim';
import { NONE, spotOf, tileAt, type World } from './world';

/** An order as it will run. */
export interface Step {
  /** its place in the list that was given */
  at: number;
  order: Order;
  player: number;
  /** why it will not be possible, or nothing */
  code: string;
  /** of a move */
  way: number[];
  from: number;
  cost: number;
}

/** A swarm that does not exist yet has the negative id of its first ship: the rules number it when it is made. */
export const newSwarm = (ship: number): number => -ship;

/** In passes: the first order of every player in their order of initiative, then the second. BOI-215, BOI-216 */
export function inPasses(sim: Sim, orders: readonly Order[]): number[] {
  const counts = new Map<number, number>(),
    placed = orders.map((order, at) => {
      const player = ordererOf(sim, order.unit ?? 0),
        pass = counts.get(player) ?? 0;
      counts.set(player, pass + 1);
      return { at, pass, place: sim.world.players.get(player)?.place ?? 0 };
    });
  return placed.sort((a, b) => a.pass - b.pass || a.place - b.place || a.at - b.at).map(({ at }) => at);
}

/** What comes of the orders, and how things stand then. */
export function foresee(world: World, orders: readonly Order[]): { steps: Step[]; sim: Sim } {
  const sim = simOf(world),
    steps = inPasses(sim, orders).map((at) => run(sim, orders[at], at));
  return { steps: steps.sort((a, b) => a.at - b.at), sim };
}

function run(sim: Sim, order: Order, at: number): Step {
  const code = check(sim, order),
    unit = sim.units.get(order.unit ?? 0),
    step: Step = {
      at,
      order,
      player: ordererOf(sim, order.unit ?? 0),
      code,
      way: [],
      from: unit?.tile ?? NONE,
      cost: 0,
    };
  if (code || !unit) return step;
  if (order.type === 'move') {
    step.way = wayOf(sim, unit, order).way;
    step.cost = costOf(sim, unit, step.way);
  }
  if (UNIT_ACTIONS.includes(order.type)) unit.acted += 1;
  carryOut(sim, unit, order, step.way);
  return step;
}

function put(sim: Sim, unit: SimUnit, tile: number): void {
  if (sim.standing.get(unit.tile) === unit.id) sim.standing.delete(unit.tile);
  unit.tile = tile;
  for (const one of membersOf(sim, unit)) one.tile = tile;
  if (tile !== NONE) sim.standing.set(tile, unit.id);
}

function carryOut(sim: Sim, unit: SimUnit, order: Order, way: number[]): void {
  const { side } = sim.world;
  switch (order.type) {
    case 'move':
      for (const one of membersOf(sim, unit)) one.ap -= costOf(sim, one, way);
      unit.ap = Math.min(...membersOf(sim, unit).map(({ ap }) => ap));
      if (unit.kind !== 'swarm') unit.job = null;
      return put(sim, unit, way.at(-1)!);
    case 'capture':
      unit.job = {
        type: 'capturing',
        progress: 0,
        needed: captureTurns(sim, unit.tile, unit.team),
        what: '',
      };
      return;
    case 'cancel':
      unit.job = null;
      return;
    case 'build': {
      const item = itemOf(sim, unit.id, order.item)!;
      item.state = 'gone';
      unit.job = {
        type: 'building',
        progress: 0,
        needed: buildTurns(sim, unit, item.template),
        what: item.template,
      };
      return;
    }
    case 'spawn':
      [unit.health, unit.ap] = [unit.max_health, 0];
      return put(sim, unit, tileAt(side, { x: order.tile[0], y: order.tile[1] }));
    case 'battery':
      unit.ratio = order.attack;
      return;
    case 'detonate':
      for (const one of membersOf(sim, unit)) takeOff(sim, one);
      return;
    case 'swarm_create':
      return create(sim, unit);
    case 'swarm_join':
      return join(sim, unit, sim.units.get(order.swarm)!);
    case 'swarm_leave':
      part(sim, unit);
      unit.ap = 0;
      return put(sim, unit, tileAt(side, { x: order.tile[0], y: order.tile[1] }));
    case 'automode':
      unit.automode = order.on;
      return;
    case 'boost':
      return boost(sim, ordererOf(sim, unit.id), order.item, order.mode, order.target || unit.id);
    case 'unstake':
    case 'equip': {
      const item = itemOf(sim, ordererOf(sim, unit.id), order.item)!;
      item.state = order.type === 'equip' ? 'equipped' : 'free';
      return;
    }
    case 'attack':
      return; // what a fight does to both depends on luck and on what nobody knows
  }
}

const itemOf = (sim: Sim, player: number, number: number) =>
  sim.items.get(player)?.find((item) => item.number === number);

function takeOff(sim: Sim, unit: SimUnit): void {
  if (unit.swarm) part(sim, unit);
  else if (sim.standing.get(unit.tile) === unit.id) sim.standing.delete(unit.tile);
  unit.tile = NONE;
  unit.job = null;
  unit.ap = unit.health = 0;
  unit.respawn = 1;
}

function create(sim: Sim, unit: SimUnit): void {
  const swarm: SimUnit = {
    ...unit,
    id: newSwarm(unit.id),
    kind: 'swarm',
    ships: [unit.id],
    acted: 0,
    job: null,
    boosts: [],
    automode: false,
    swarm: 0,
    template: '',
  };
  sim.units.set(swarm.id, swarm);
  sim.standing.set(unit.tile, swarm.id);
  unit.swarm = swarm.id;
  unit.job = null;
}

function join(sim: Sim, unit: SimUnit, swarm: SimUnit): void {
  const turns = Math.max(
    0,
    (sim.world.settings.spaceship.swarm_join_turns ?? 0) + modifier(sim, unit, 'swarm_join_turns'),
  );
  unit.job = null;
  if (turns) {
    unit.job = { type: 'joining', progress: 0, needed: turns, what: String(swarm.id) };
    return;
  }
  if (sim.standing.get(unit.tile) === unit.id) sim.standing.delete(unit.tile);
  unit.swarm = swarm.id;
  unit.tile = swarm.tile;
  swarm.ships.push(unit.id);
  swarm.ap = Math.min(...membersOf(sim, swarm).map(({ ap }) => ap));
}

/** Without ships a swarm ceases to exist. BOI-060 */
function part(sim: Sim, unit: SimUnit): void {
  const swarm = sim.units.get(unit.swarm);
  unit.swarm = 0;
  if (!swarm) return;
  swarm.ships = swarm.ships.filter((id) => id !== unit.id);
  if (swarm.ships.length) return;
  if (sim.standing.get(swarm.tile) === swarm.id) sim.standing.delete(swarm.tile);
  sim.units.delete(swarm.id);
}

function boost(sim: Sim, player: number, number: number, mode: string, id: number): void {
  const item = itemOf(sim, player, number)!,
    staked = mode === 'stake',
    unit = sim.units.get(id),
    structure = sim.structures.get(id);
  item.state = staked ? 'staked' : 'gone';
  if (structure) {
    if (templateOf(item.template).schema === 'superstructure') structure.level += 1;
    else structure.boosts += 1;
    return;
  }
  if (!unit) return;
  unit.boosts.push({ template: item.template, staked });
  for (const one of membersOf(sim, unit)) {
    const gain = (mod: 'attack' | 'defense' | 'range') => {
      const full = templateOf(item.template).mods[mod] ?? 0;
      return staked ? Math.trunc((full * sim.world.settings.boost_stake_percent) / 100) : full;
    };
    one.attack += gain('attack');
    one.defense += gain('defense');
    one.range += gain('range');
  }
}

/** Where a unit will be, as orders and the board name it. */
export const placeOf = (sim: Sim, unit: SimUnit) =>
  unit.tile === NONE ? null : spotOf(sim.world.side, unit.tile);
