/** What units are told: a single action, a walk of several steps, or gathering that goes on. Each task says its next
 * action from what is known now; so a walk finds its way anew after every step. */
import { weightOf } from './blueprints';
import { liesAt, type Ledger } from './ground';
import { wayTo, waysFrom } from './paths';
import { check, costOf, type UnitAction } from './rules';
import { cellOf, distance, spotOf, terrainAt, type Amounts, type Spot, type Unit, type World } from './world';

export type Task =
  { kind: 'do'; action: UnitAction } | { kind: 'walk'; to: Spot } | { kind: 'gather'; home: Spot };

export type Next =
  | { action: UnitAction }
  /** it is done; gathering says why */
  | { done: '' | 'full' | 'empty' }
  /** until energy returns or the trap lets go, in a later turn */
  | { wait: 'energy' | 'frozen' }
  /** it cannot be done: the code of a refusal, or `no_way` */
  | { stop: string };

/** So far from where it began gathering goes on. */
export const GATHER_RADIUS = 5;

export function next(world: World, ledger: Ledger, unit: Unit, task: Task): Next {
  if (task.kind === 'do') return ready(world, unit, task.action);
  if (unit.respawned) return { stop: 'respawned' };
  if (unit.frozen) return { wait: 'frozen' };
  return task.kind === 'walk' ? step(world, unit, task.to) : gather(world, ledger, unit, task.home);
}

function ready(world: World, unit: Unit, action: UnitAction): Next {
  const code = check(world, unit, action);
  if (!code) return { action };
  if (code === 'frozen') return { wait: 'frozen' };
  // an attack with more energy than the unit will ever have would wait for ever
  if (code === 'energy' && costOf(world, unit, action) < unit.max_energy) return { wait: 'energy' };
  return { stop: code };
}

function step(world: World, unit: Unit, to: Spot): Next {
  if (unit.x === to.x && unit.y === to.y) return { done: '' };
  if (unit.weight > world.settings.carry_limit) return { stop: 'overweight' };
  const way = wayTo(world, waysFrom(world, unit), to);
  return way?.length
    ? ready(world, unit, { type: 'move', unit: unit.id, to: [way[0].x, way[0].y] })
    : { stop: 'no_way' };
}

/** Digs where something is buried that nobody has counted, takes what there is room for, and goes on to the next cell. */
function gather(world: World, ledger: Ledger, unit: Unit, home: Spot): Next {
  const lies = liesAt(world, ledger, unit),
    what = fitting(world, unit, lies.total);
  if (lies.unknown.length || blind(world, lies.dug))
    return ready(world, unit, { type: 'dig', unit: unit.id });
  if (Object.keys(what).length) return ready(world, unit, { type: 'pickup', unit: unit.id, what });
  if (unit.weight >= world.settings.carry_limit) return { done: 'full' };
  const to = richest(world, ledger, unit, home);
  return to ? step(world, unit, to) : { done: 'empty' };
}

/** Where nothing buried is seen, every cell may have something. */
const blind = (world: World, dug: boolean): boolean => !world.settings.view_buried_types && !dug;

/** As much of what lies there as a unit can carry and still walk: resources first, gold always. */
export function fitting(world: World, unit: Unit, total: Amounts): Amounts {
  let room = Math.max(0, world.settings.carry_limit - unit.weight);
  const what: Amounts = {};
  for (const [name, n] of Object.entries(total)) {
    const weight = weightOf(world.settings, name),
      fits = weight ? Math.min(n, Math.floor(room / weight)) : n;
    if (fits <= 0) continue;
    what[name] = fits;
    room -= fits * weight;
  }
  return what;
}

/** The cell nearest by energy, not far from home, that has something and where none of the own units stands. */
function richest(world: World, ledger: Ledger, unit: Unit, home: Spot): Spot | null {
  const taken = new Set(
      world.units.filter(({ id }) => id !== unit.id).map(({ x, y }) => cellOf(world, x, y)),
    ),
    ways = waysFrom(world, unit);
  let best: Spot | null = null,
    least = Infinity;
  for (const [cell, { cost }] of ways) {
    const at = spotOf(world, cell);
    if (cost >= least || distance(at, home) > GATHER_RADIUS || taken.has(cell)) continue;
    if (distance(at, unit) === 0 || !worthy(world, ledger, unit, at)) continue;
    [best, least] = [at, cost];
  }
  return best;
}

function worthy(world: World, ledger: Ledger, unit: Unit, at: Spot): boolean {
  const lies = liesAt(world, ledger, at);
  if (Object.keys(fitting(world, unit, lies.total)).length || lies.unknown.length) return true;
  if (blind(world, lies.dug)) return terrainAt(world, at.x, at.y) === '.';
  if (world.cells.has(cellOf(world, at.x, at.y))) return false;
  const before = world.view.remembered.find(({ x, y }) => x === at.x && y === at.y);
  return Boolean(before && (before.resources || before.buried?.length));
}

/** Enemies and enemies' towers that are seen in one world and were not in the other: a reason to stop and look. */
export function news(before: World, after: World): { enemies: number[]; towers: number } {
  const seen = new Set(before.enemies.map(({ id }) => id)),
    stood = new Set(before.towers.map(({ x, y, player }) => `${x} ${y} ${player}`));
  return {
    enemies: after.enemies.filter(({ id }) => !seen.has(id)).map(({ id }) => id),
    towers: after.towers.filter(
      ({ x, y, player }) => player !== after.seat && !stood.has(`${x} ${y} ${player}`),
    ).length,
  };
}

/** Where a unit will be when it has done all that it was told. */
export function endOf(unit: Unit, tasks: readonly Task[]): Spot {
  let at: Spot = { x: unit.x, y: unit.y };
  for (const task of tasks) {
    if (task.kind === 'walk') at = task.to;
    else if (task.kind === 'do' && task.action.type === 'move')
      at = { x: task.action.to[0], y: task.action.to[1] };
  }
  return at;
}
