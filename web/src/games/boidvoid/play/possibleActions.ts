/** What can be done with the chosen unit at the tile that is looked at: exactly what is possible now. BOI-290 */
import { templateOf } from './catalogue';
import { costOf, turnsOf, wayTo } from './paths';
import { check, targetsOf } from './rules';
import type { Order, Sim, SimUnit } from './sim';
import { distance, pair } from './world';

export interface Act {
  /** what it is called in the words of the page */
  kind: Order['type'] | 'goto';
  order: Order;
  /** a target, a swarm, an item */
  what?: number | string;
  /** action points */
  cost?: number;
  /** turns that it takes */
  turns?: number;
}

const possible = (sim: Sim, order: Order): boolean => !check(sim, order);

/** All that is possible. The first one is what a second click on the tile does. */
export function actsOf(sim: Sim, unit: SimUnit, tile: number): Act[] {
  const { side } = sim.world,
    id = unit.id,
    spot = pair(side, tile),
    made: (Act | null)[] = [];
  if (unit.tile < 0) {
    const order: Order = { type: 'spawn', unit: id, tile: spot };
    return possible(sim, order) ? [{ kind: 'spawn', order }] : [];
  }
  for (const target of targetsOf(sim, unit)) {
    const other = sim.units.get(target) ?? sim.structures.get(target);
    if (tile === unit.tile || other?.tile === tile)
      made.push({ kind: 'attack', order: { type: 'attack', unit: id, target }, what: target });
  }
  if (tile === unit.tile) made.push(...here(sim, unit));
  else made.push(go(sim, unit, tile));
  if (unit.swarm && distance(side, unit.tile, tile) === 1) {
    const order: Order = { type: 'swarm_leave', unit: id, tile: spot };
    if (possible(sim, order)) made.push({ kind: 'swarm_leave', order });
  }
  for (const other of sim.units.values()) {
    if (other.kind !== 'swarm' || other.team !== unit.team || other.id < 0) continue;
    if (tile !== unit.tile && tile !== other.tile) continue;
    const order: Order = { type: 'swarm_join', unit: id, swarm: other.id };
    if (possible(sim, order)) made.push({ kind: 'swarm_join', order, what: other.id });
  }
  return made.filter((act) => act !== null);
}

/** What a unit can do where it is. */
function here(sim: Sim, unit: SimUnit): Act[] {
  const made: Act[] = [];
  for (const type of ['capture', 'cancel', 'swarm_create'] as const) {
    const order: Order = { type, unit: unit.id };
    if (possible(sim, order)) made.push({ kind: type, order });
  }
  const seen = new Set<string>();
  for (const item of sim.items.get(unit.id) ?? []) {
    if (templateOf(item.template).schema !== 'superstructure' || seen.has(item.template)) continue;
    const order: Order = { type: 'build', unit: unit.id, item: item.number };
    if (!possible(sim, order)) continue;
    seen.add(item.template);
    made.push({ kind: 'build', order, what: item.template });
  }
  return made;
}

/** A move there, or a journey of several turns. */
function go(sim: Sim, unit: SimUnit, tile: number): Act | null {
  const order: Order = { type: 'move', unit: unit.id, to: pair(sim.world.side, tile) },
    why = check(sim, order),
    way = why && why !== 'not_enough_ap' ? null : wayTo(sim, unit, tile);
  if (!way) return null;
  const cost = costOf(sim, unit, way);
  if (!why) return { kind: 'move', order, cost };
  const turns = turnsOf(sim, unit, way);
  return turns ? { kind: 'goto', order: { ...order, partial: true }, cost, turns } : null;
}
