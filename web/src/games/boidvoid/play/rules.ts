/** Whether an order is possible, with the code of the refusal it would get. The order of the checks is that of BOI-097;
 * each function names its rule. */
import { templateOf } from './catalogue';
import { canPay, partOf, wayTo } from './paths';
import { isGround, rangeOf, whyNot, type Order, type Sim, type SimUnit } from './sim';
import { distance, neighbours, tileAt, type Item } from './world';

export type Kind = Order['type'];

/** Those of a unit's allowance in a turn. BOI-098 */
export const UNIT_ACTIONS: readonly Kind[] = [
  'capture',
  'cancel',
  'build',
  'spawn',
  'detonate',
  'attack',
  'swarm_create',
  'swarm_join',
  'swarm_leave',
];
const MANAGED: readonly Kind[] = ['automode', 'boost', 'unstake', 'equip'];
const BY_ITEM: readonly Kind[] = ['boost', 'unstake', 'equip'];
const ALONE: readonly Kind[] = ['move', 'attack', 'capture', 'cancel', 'build', 'swarm_create', 'swarm_join'];
const STEPS_MAX = 20;
const STRUCTURES_MAX = { match: 128, season: 2500 };

/** Whose order it is: the ship's player; of the mothership and swarms the leader. BOI-024 */
export function ordererOf(sim: Sim, unit: number): number {
  const { world } = sim;
  if (world.players.has(unit)) return unit;
  const { players } = world.own;
  return players.includes(world.leader) ? world.leader : (players[0] ?? 0);
}

/** The code of the refusal, or nothing. */
export function check(sim: Sim, order: Order): string {
  const unit = sim.units.get(order.unit ?? 0);
  if (!unit || !sim.world.own.units.includes(unit.id)) return 'not_your_unit';
  const code = checkUnit(unit, order.type);
  if (code) return code;
  if (UNIT_ACTIONS.includes(order.type) && unit.acted >= sim.world.settings.actions_per_turn)
    return 'already_acted';
  return checkAction(sim, unit, order);
}

/** On the map, its own pilot, not locked, not in a swarm, of the right kind. BOI-061, BOI-101 to BOI-103 */
export function checkUnit(unit: SimUnit, type: Kind): string {
  const there = unit.tile >= 0,
    managed = MANAGED.includes(type);
  if (type === 'spawn' && there) return 'already_on_map';
  if (!there && !['spawn', 'battery', 'automode', 'equip'].includes(type)) return 'not_on_map';
  if (unit.kind === 'spaceship') {
    if (unit.automode && !managed && type !== 'battery' && type !== 'spawn') return 'automode_on';
    if (unit.job?.type === 'capturing' && !managed && type !== 'cancel') return 'locked_capturing';
    return unit.swarm && ALONE.includes(type) ? 'in_swarm' : '';
  }
  const able = unit.kind === 'swarm' ? ['move', 'attack', 'detonate'] : ['move', 'spawn', 'detonate'];
  return able.includes(type) || BY_ITEM.includes(type) ? '' : 'wrong_unit';
}

function checkAction(sim: Sim, unit: SimUnit, order: Order): string {
  switch (order.type) {
    case 'move':
      return wayOf(sim, unit, order).why;
    case 'capture':
      return checkCapture(sim, unit);
    case 'cancel':
      return ['capturing', 'building'].includes(unit.job?.type ?? '') ? '' : 'nothing_to_cancel';
    case 'build':
      return checkBuild(sim, unit, order.item);
    case 'spawn':
      return checkSpawn(sim, unit, order.tile);
    case 'battery': {
      const { ratio_min: least, ratio_max: most } = sim.world.settings;
      return order.attack < least || order.attack > most ? 'ratio_out_of_range' : '';
    }
    case 'attack':
      return checkAttack(sim, unit, order.target);
    case 'swarm_join':
      return checkJoin(sim, unit, order.swarm);
    case 'swarm_leave':
      return checkLeave(sim, unit, order.tile);
    case 'boost':
      return checkBoost(sim, unit, order.item, order.mode, order.target || unit.id);
    case 'unstake':
      return itemOf(sim, ordererOf(sim, unit.id), order.item)?.state === 'staked' ? '' : 'no_such_item';
    case 'equip':
      return checkEquip(sim, unit, order.item);
    default:
      return '';
  }
}

const inside = (sim: Sim, [x, y]: readonly number[]): boolean =>
  x >= 0 && y >= 0 && x < sim.world.side && y < sim.world.side;
const numberOf = (sim: Sim, [x, y]: readonly number[]): number => tileAt(sim.world.side, { x, y });

/** The tiles that a move enters, or why it cannot. BOI-107 to BOI-114 */
export function wayOf(
  sim: Sim,
  unit: SimUnit,
  { to, path, partial }: Extract<Order, { type: 'move' }>,
): { way: number[]; why: string } {
  const refused = (why: string) => ({ way: [], why });
  const { side, tiles } = sim.world;
  let way: number[] | null;
  if (path) {
    way = path.map((spot) => (inside(sim, spot) ? numberOf(sim, spot) : -1));
    const steps = [unit.tile, ...way];
    if (!way.length || way.length > STEPS_MAX || way.some((tile) => !tiles.has(tile)))
      return refused('bad_path');
    if (way.some((tile, n) => distance(side, steps[n], tile) !== 1)) return refused('bad_path');
  } else {
    if (!to || !inside(sim, to) || !tiles.has(numberOf(sim, to))) return refused('bad_path');
    const goal = numberOf(sim, to);
    if (goal === unit.tile) return refused('bad_path');
    const end = whyNot(sim, goal, unit, true);
    if (end && !partial) return refused(end);
    way = wayTo(sim, unit, goal);
    if (!way) return refused('blocked');
  }
  if (partial) return partOf(sim, unit, way);
  for (const [k, tile] of way.entries()) {
    const why = whyNot(sim, tile, unit, k === way.length - 1);
    if (why) return refused(why);
  }
  return canPay(sim, unit, way) ? { way, why: '' } : refused('not_enough_ap');
}

/** BOI-057, BOI-121 */
export const mothershipThere = (sim: Sim): boolean =>
  !sim.world.settings.capture_needs_mothership || (sim.units.get(sim.world.mothership)?.tile ?? -1) >= 0;

/** BOI-120, BOI-121 */
function checkCapture(sim: Sim, unit: SimUnit): string {
  if (sim.world.tiles.get(unit.tile)?.owner === unit.team) return 'already_owned';
  return mothershipThere(sim) ? '' : 'mothership_destroyed';
}

const itemOf = (sim: Sim, player: number, number: number): Item | undefined =>
  sim.items.get(player)?.find((item) => item.number === number);

/** BOI-128, BOI-129, BOI-131, BOI-133 */
function checkBuild(sim: Sim, unit: SimUnit, number: number): string {
  if (sim.world.tiles.get(unit.tile)?.owner !== unit.team) return 'not_your_tile';
  const item = itemOf(sim, unit.id, number);
  if (item?.state !== 'free' || templateOf(item.template).schema !== 'superstructure') return 'no_such_item';
  const here = sim.built.get(unit.tile);
  if (here && (here.team !== unit.team || here.template !== item.template)) return 'structure_here';
  if (here && here.level >= sim.world.settings.superstructure_max_level) return 'max_level';
  if (unit.job?.type === 'building') return 'already_building';
  const begun = [...sim.units.values()].filter(
    ({ job, tile }) => job?.type === 'building' && !sim.built.has(tile),
  );
  const full = sim.structures.size + begun.length >= STRUCTURES_MAX[sim.world.settings.mode];
  return !here && full ? 'too_many_structures' : '';
}

/** BOI-135 to BOI-137 */
function checkSpawn(sim: Sim, unit: SimUnit, spot: readonly number[]): string {
  const tile = inside(sim, spot) ? numberOf(sim, spot) : -1;
  if (sim.world.tiles.get(tile)?.owner !== unit.team) return 'not_your_tile';
  if (unit.respawn > 0) return 'still_respawning';
  return sim.standing.has(tile) || !isGround(sim, tile) ? 'occupied' : '';
}

/** BOI-145, BOI-166 */
function checkAttack(sim: Sim, unit: SimUnit, id: number): string {
  const other = sim.units.get(id) ?? sim.structures.get(id);
  if (!other || other.tile < 0) return 'no_such_target';
  if (other.team === unit.team) return 'own_team';
  if ('swarm' in other && other.swarm) return 'target_in_swarm';
  return distance(sim.world.side, unit.tile, other.tile) > rangeOf(sim, unit) ? 'out_of_range' : '';
}

/** BOI-150 */
function checkJoin(sim: Sim, unit: SimUnit, id: number): string {
  const swarm = sim.units.get(id),
    most = sim.world.settings.swarm_max_ships;
  if (swarm?.kind !== 'swarm' || swarm.team !== unit.team) return 'no_such_swarm';
  if (distance(sim.world.side, unit.tile, swarm.tile) !== 1) return 'not_adjacent';
  return most > 0 && swarm.ships.length >= most ? 'swarm_full' : '';
}

/** BOI-153, BOI-154 */
function checkLeave(sim: Sim, unit: SimUnit, spot: readonly number[]): string {
  if (!unit.swarm) return 'not_in_swarm';
  if (!inside(sim, spot)) return 'not_adjacent';
  const tile = numberOf(sim, spot);
  if (distance(sim.world.side, unit.tile, tile) !== 1) return 'not_adjacent';
  return whyNot(sim, tile, unit, true);
}

/** BOI-158, BOI-163 */
function checkBoost(sim: Sim, unit: SimUnit, number: number, mode: string, id: number): string {
  const player = ordererOf(sim, unit.id),
    item = itemOf(sim, player, number),
    schema = item && templateOf(item.template).schema;
  if (item?.state !== 'free' || (schema !== 'boost' && schema !== 'superstructure')) return 'no_such_item';
  if (!mayBoost(sim, player, id)) return 'not_your_unit';
  const structure = sim.structures.get(id);
  if (schema === 'superstructure') {
    if (structure?.template !== item.template || mode === 'burn') return 'wrong_unit';
    return structure.level >= sim.world.settings.superstructure_max_level ? 'max_level' : '';
  }
  const used = structure?.boosts ?? sim.units.get(id)?.boosts.length ?? 0;
  return used >= sim.world.settings.boost_slots ? 'no_slot' : '';
}

function mayBoost(sim: Sim, player: number, id: number): boolean {
  const one = sim.world.players.get(player),
    unit = sim.units.get(id),
    structure = sim.structures.get(id);
  if (!one || (unit ?? structure)?.team !== one.team) return false;
  if (unit?.kind === 'spaceship') return id === player;
  return structure?.builder === player || one.role !== 'trooper';
}

/** BOI-164 */
function checkEquip(sim: Sim, unit: SimUnit, number: number): string {
  const player = ordererOf(sim, unit.id),
    item = itemOf(sim, player, number);
  if (!item || item.state === 'gone') return 'no_such_item';
  const { schema } = templateOf(item.template),
    there = (id: number) => (sim.units.get(id)?.tile ?? -1) >= 0;
  if (schema === 'spaceship') return there(player) ? 'wrong_unit' : '';
  if (schema !== 'mothership') return 'no_such_item';
  if (sim.world.players.get(player)?.role === 'trooper') return 'not_your_unit';
  return there(sim.world.mothership) ? 'wrong_unit' : '';
}

// What there is to choose from

/** Whoever a unit can attack where it is, the weakest first. */
export const targetsOf = (sim: Sim, unit: SimUnit): number[] =>
  checkUnit(unit, 'attack') || unit.acted >= sim.world.settings.actions_per_turn
    ? []
    : [...sim.units.keys(), ...sim.structures.keys()].filter((target) => !checkAttack(sim, unit, target));

/** Tiles where a unit can be spawned now. */
export function spawnSpots(sim: Sim, unit: SimUnit): number[] {
  if (checkUnit(unit, 'spawn') || unit.respawn > 0) return [];
  if (unit.acted >= sim.world.settings.actions_per_turn) return [];
  return [...sim.world.tiles]
    .filter(([tile, { owner }]) => owner === unit.team && isGround(sim, tile) && !sim.standing.has(tile))
    .map(([tile]) => tile);
}

/** Tiles on which a ship can leave its swarm. */
export function leaveSpots(sim: Sim, unit: SimUnit): number[] {
  if (!unit.swarm || checkUnit(unit, 'swarm_leave') || unit.acted >= sim.world.settings.actions_per_turn)
    return [];
  return neighbours(sim.world.side, unit.tile).filter((tile) => !whyNot(sim, tile, unit, true));
}
