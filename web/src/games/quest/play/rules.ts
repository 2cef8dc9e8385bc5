/** What an action costs and brings and why it would be refused, from what the seat knows. Every function names its rule;
 * the server decides, this only tells a person beforehand. */
import type { QuestAction, QuestSettings } from '../../../net/types';
import { droppable, kindOf, known, levelOf, missing, priceOf, waysOf, type Blueprint } from './blueprints';
import {
  cellOf,
  distance,
  inside,
  terrainAt,
  type Amounts,
  type Enemy,
  type Spot,
  type Unit,
  type World,
} from './world';

export type UnitAction = Extract<QuestAction, { unit: number }>;

/** Enemies' towers that reach a cell. QST-061 */
export const towersOver = (world: World, at: Spot): number =>
  world.towers.filter((tower) => tower.player !== world.seat && distance(tower, at) <= tower.radius).length;

/** QST-061 without towers. */
export const loadCost = (settings: QuestSettings, weight: number): number =>
  Math.floor((settings.move_cost * (100 + settings.move_weight_pct * weight)) / 100);

/** QST-061 */
export const stepCost = (world: World, weight: number, to: Spot): number =>
  loadCost(world.settings, weight) + world.settings.tower_surcharge * towersOver(world, to);

/** QST-084 */
export const pickupCost = (world: World, at: Spot): number =>
  world.settings.pickup_cost + world.settings.tower_surcharge * towersOver(world, at);

/** QST-064: sword and armour are levels, 0 for none. */
export function damageOf(settings: QuestSettings, energy: number, sword: number, armour: number): number {
  const attack = sword ? settings.level_pct[sword - 1] : 0,
    defence = armour ? settings.level_pct[armour - 1] : 0;
  return Math.floor((energy * (100 + attack) * (100 - defence) + 5000) / 10000);
}

/** The energy that is just enough for so much damage, null where no energy is. */
export function energyFor(
  settings: QuestSettings,
  damage: number,
  sword: number,
  armour: number,
): number | null {
  const most = damageOf(settings, 1_000_000, sword, armour);
  if (most < damage) return null;
  let low = 1,
    high = 1_000_000;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (damageOf(settings, middle, sword, armour) >= damage) high = middle;
    else low = middle + 1;
  }
  return low;
}

export interface Strike {
  damage: number;
  /** what the target has afterwards */
  energy: number;
  max: number;
  dies: boolean;
}

/** What a hit does to an enemy. Whether it strikes back nobody can know. QST-064, QST-065, QST-071 */
export function strikeOf(world: World, unit: Unit, target: Enemy, energy: number): Strike {
  const damage = damageOf(world.settings, energy, unit.sword, target.armour),
    max = Math.max(0, target.max_energy - damage);
  return { damage, max, energy: Math.min(target.energy, max), dies: max <= 0 };
}

/** Energy at the start of the next own turn, if nothing drains it. QST-117 */
export function replenished(settings: QuestSettings, { energy, max_energy: max }: Unit): number {
  if (settings.replenish_model === 'full') return max;
  const keep = settings.replenish_keep;
  return Math.floor((keep * energy + (100 - keep) * max + 50) / 100);
}

/** Enemies that a unit can hit: in its cell or beside it. QST-063 */
export const targetsOf = (world: World, unit: Unit): Enemy[] =>
  world.enemies.filter((enemy) => distance(enemy, unit) <= 1);

/** The energy that an action takes. QST-053, QST-054 */
export function costOf(world: World, unit: Unit, action: UnitAction): number {
  const { settings } = world;
  switch (action.type) {
    case 'move':
      return stepCost(world, unit.weight, { x: action.to[0], y: action.to[1] });
    case 'attack':
      return action.energy;
    case 'dig':
      return settings.dig_cost;
    case 'pickup':
      return pickupCost(world, unit);
    case 'craft':
      return settings.craft_cost;
    case 'research':
      return settings.research_energy;
    case 'place_trap':
      return settings.place_trap_cost;
    case 'place_tower':
      return settings.place_tower_cost;
    default:
      return 0;
  }
}

/** The code of the refusal that an action would get, or nothing, in the order of QST-056. */
export function check(world: World, unit: Unit, action: UnitAction): string {
  if (action.type === 'view') return ''; // QST-091
  if (unit.respawned) return 'respawned';
  if (unit.frozen) return 'frozen';
  return own(world, unit, action) || (costOf(world, unit, action) > unit.energy ? 'energy' : '');
}

function own(world: World, unit: Unit, action: UnitAction): string {
  switch (action.type) {
    case 'move':
      return checkMove(world, unit, { x: action.to[0], y: action.to[1] });
    case 'attack':
      return checkAttack(world, unit, action.target);
    case 'drop':
      return has(droppable(unit), action.what) ? '' : 'missing';
    case 'craft':
      return checkUse(world, unit, action.item, action.use);
    case 'equip':
      return unit.items[action.item] ? '' : 'missing';
    case 'research': {
      const price = priceOf(world, action.kind);
      return price === null ? 'max_level' : price > world.gold ? 'gold' : '';
    }
    case 'place_trap':
    case 'place_tower':
      return checkUse(world, unit, action.item, action.use) || checkSite(world, unit, action.type);
    default:
      return '';
  }
}

/** QST-057 to QST-060 */
function checkMove(world: World, unit: Unit, to: Spot): string {
  if (!inside(world, to.x, to.y) || distance(unit, to) !== 1) return 'bad_target';
  if (terrainAt(world, to.x, to.y) === '#') return 'rock';
  if (world.blocked.has(cellOf(world, to.x, to.y))) return 'tower';
  return unit.weight > world.settings.carry_limit ? 'overweight' : '';
}

/** QST-063, QST-079 */
function checkAttack(world: World, unit: Unit, id: number): string {
  if (world.byId.has(id)) return 'friendly';
  const target = world.enemies.find((enemy) => enemy.id === id);
  if (!target) return 'no_target';
  if (distance(target, unit) > 1) return 'out_of_reach';
  return target.shield ? 'shielded' : '';
}

/** QST-093, QST-094 */
function checkUse(world: World, unit: Unit, item: string, use: Amounts): string {
  if (!known(world, item)) return 'unknown_blueprint';
  const same = (way: Amounts) =>
    Object.keys(way).length === Object.keys(use).length &&
    Object.entries(way).every(([thing, n]) => use[thing] === n);
  if (!waysOf(world.settings, item as Blueprint).some(same)) return 'wrong_ingredients';
  return Object.keys(missing(unit, use)).length ? 'missing' : '';
}

const OWN_MOST = { place_tower: 64, place_trap: 128 };

/** QST-101, QST-102, and the caps. */
function checkSite(world: World, unit: Unit, type: 'place_trap' | 'place_tower'): string {
  const here = cellOf(world, unit.x, unit.y);
  if (world.blocked.has(here) || world.traps.has(here)) return 'occupied';
  const near = world.view.starts.some(
    (start, n) =>
      n + 1 !== world.seat &&
      start.length === 2 &&
      distance(unit, { x: start[0], y: start[1] }) <= world.settings.no_build_radius,
  );
  if (near) return 'no_build';
  const mine = type === 'place_tower' ? world.view.towers : world.view.traps;
  return (mine?.length ?? 0) >= OWN_MOST[type] ? 'cap' : '';
}

const has = (there: Amounts, wanted: Amounts): boolean =>
  Object.entries(wanted).every(([thing, n]) => (there[thing] ?? 0) >= n);

/** The level that a research brings. */
export const nextLevel = (world: World, kind: string): number => (world.levels[kind] ?? 1) + 1;
export { kindOf, levelOf };
