/** Ways over the map: the cheapest in action points, of these the shortest, then the smallest in rows and columns. */
import { canPass, canStop, enterCost, membersOf, recharge, whyNot, type Sim, type SimUnit } from './sim';
import { neighbours } from './world';

/** Cost and steps as one number. */
const POINT = 1 << 16;

/** The ship whose costs a search reckons with: of a swarm the first. */
const pilot = (sim: Sim, unit: SimUnit): SimUnit => membersOf(sim, unit)[0] ?? unit;

/** A unit's cheapest way to a tile without the one where it is, null where there is none. BOI-008, BOI-107 */
export function wayTo(sim: Sim, unit: SimUnit, goal: number): number[] | null {
  if (unit.tile < 0 || goal === unit.tile || !sim.world.tiles.has(goal)) return null;
  const one = pilot(sim, unit),
    rest = spread(sim, goal, (tile) => enterCost(sim, one, tile), unit);
  if (!rest.has(unit.tile)) return null;
  const way: number[] = [],
    { side } = sim.world;
  for (let tile = unit.tile; tile !== goal;) {
    const want = rest.get(tile)!,
      after = neighbours(side, tile)
        .sort((a, b) => a - b)
        .find((near) => {
          const far = rest.get(near);
          return far !== undefined && far + enterCost(sim, one, near) * POINT + 1 === want;
        });
    if (after === undefined) return null;
    way.push(after);
    tile = after;
  }
  return way;
}

/** What the rest of the way to a goal costs from every tile, backwards over what the unit can pass. */
function spread(sim: Sim, goal: number, cost: (tile: number) => number, unit: SimUnit): Map<number, number> {
  const best = new Map([[goal, 0]]),
    queue = [goal];
  for (let tile = queue.shift(); tile !== undefined; tile = queue.shift()) {
    const onward = best.get(tile)! + cost(tile) * POINT + 1;
    for (const before of neighbours(sim.world.side, tile))
      if (onward < (best.get(before) ?? Infinity) && canPass(sim, before, unit)) {
        best.set(before, onward);
        queue.push(before);
      }
  }
  return best;
}

export const costsOf = (sim: Sim, unit: SimUnit, way: number[]): number[] =>
  way.map((tile) => Math.max(...membersOf(sim, unit).map((one) => enterCost(sim, one, tile))));

/** What the whole way costs; of a swarm what its ship with the highest cost pays. BOI-109, BOI-114 */
export const costOf = (sim: Sim, unit: SimUnit, way: number[]): number =>
  Math.max(
    ...membersOf(sim, unit).map((one) => way.reduce((sum, tile) => sum + enterCost(sim, one, tile), 0)),
  );

export const canPay = (sim: Sim, unit: SimUnit, way: number[]): boolean =>
  membersOf(sim, unit).every(
    (one) => way.reduce((sum, tile) => sum + enterCost(sim, one, tile), 0) <= one.ap,
  );

/** How far a unit gets along a way this turn: to the last tile where it may stop. BOI-113 */
export function partOf(sim: Sim, unit: SimUnit, way: number[]): { way: number[]; why: string } {
  let best = 0,
    why = '';
  for (let k = 0; k < way.length; k++) {
    if (whyNot(sim, way[k], unit, false)) {
      why = whyNot(sim, way[k], unit, true);
      break;
    }
    if (!canPay(sim, unit, way.slice(0, k + 1))) {
      why = 'not_enough_ap';
      break;
    }
    why = whyNot(sim, way[k], unit, true);
    if (!why) best = k + 1;
  }
  return { way: way.slice(0, best), why: best ? '' : why };
}

/** Where a unit can end a move with the action points it has, and what that costs. BOI-093 */
export function reachOf(sim: Sim, unit: SimUnit): Map<number, number> {
  const movers = membersOf(sim, unit),
    best = new Map([[unit.tile, movers.map(() => 0)]]),
    queue = [unit.tile],
    found = new Map<number, number>();
  if (unit.tile < 0 || !movers.length) return found;
  for (let tile = queue.shift(); tile !== undefined; tile = queue.shift()) {
    const spent = best.get(tile)!;
    for (const near of neighbours(sim.world.side, tile)) {
      if (!canPass(sim, near, unit)) continue;
      const cost = movers.map((one, n) => spent[n] + enterCost(sim, one, near));
      if (cost.some((points, n) => points > movers[n].ap)) continue;
      const before = best.get(near);
      if (before && Math.max(...cost) >= Math.max(...before)) continue;
      best.set(near, cost);
      queue.push(near);
    }
  }
  for (const [tile, cost] of best)
    if (tile !== unit.tile && canStop(sim, tile, unit)) found.set(tile, Math.max(...cost));
  return found;
}

/** How many turns a way takes, this one included, if nothing comes between. Null: it never gets there. */
export function turnsOf(sim: Sim, unit: SimUnit, way: number[]): number | null {
  const one = pilot(sim, unit),
    most = sim.world.settings.ap_max;
  let turns = 1,
    points = Math.min(...membersOf(sim, unit).map(({ ap }) => ap)),
    at = unit.tile;
  for (const tile of way) {
    const cost = enterCost(sim, one, tile);
    while (points < cost) {
      const next = Math.min(most, points + recharge(sim, one, at));
      if (next <= points) return null;
      points = next;
      turns += 1;
    }
    points -= cost;
    at = tile;
  }
  return turns;
}
