/** Ways over the known map: the cheapest in energy, of these the one with the fewest steps, then the straightest. */
import { replenished, stepCost } from './rules';
import { cellOf, inside, spotOf, terrainAt, type Spot, type Unit, type World } from './world';

export interface Stop {
  cost: number;
  steps: number;
  /** slanted steps: of equal ways the straightest */
  slants: number;
  from: number;
}

/** Where a unit gets, by cell, the cell where it stands first. */
export type Ways = Map<number, Stop>;

const AROUND = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy])).filter(([x, y]) => x || y);

/** Cells that a person would walk into: known grass without a tower and without a trap that is known. */
export const walkable = (world: World, { x, y }: Spot): boolean =>
  inside(world, x, y) &&
  terrainAt(world, x, y) === '.' &&
  !world.blocked.has(cellOf(world, x, y)) &&
  !world.traps.has(cellOf(world, x, y));

/** A view stays as it is, and so do the ways in it, which several parts of the page ask for. */
const kept = new WeakMap<World, Map<number, Ways>>();

/** All that there is a way to for a unit. */
export function waysFrom(world: World, unit: Unit): Ways {
  let ways = kept.get(world);
  if (!ways) kept.set(world, (ways = new Map()));
  let own = world.byId.get(unit.id) === unit ? ways.get(unit.id) : undefined;
  if (!own) ways.set(unit.id, (own = spread(world, unit)));
  return own;
}

/** Cost, steps and slanted steps as one number that grows with each of them in this order. */
const STEP = 1e4; // more than a way has steps
const COST = STEP * STEP;

/** Dijkstra's way over the whole map. */
function spread(world: World, unit: Unit): Ways {
  const { width, height } = world.view,
    home = cellOf(world, unit.x, unit.y),
    ways: Ways = new Map();
  if (unit.weight > world.settings.carry_limit)
    return ways.set(home, { cost: 0, steps: 0, slants: 0, from: -1 });
  const prices = pricesOf(world, unit.weight),
    best = new Float64Array(width * height).fill(Infinity),
    from = new Int32Array(width * height).fill(-1),
    heap = new Heap();
  best[home] = 0;
  heap.push(0, home);
  for (let cell = heap.pop(); cell >= 0; cell = heap.pop()) {
    if (ways.has(cell)) continue;
    const rank = best[cell],
      cost = Math.floor(rank / COST),
      steps = Math.floor((rank - cost * COST) / STEP);
    ways.set(cell, { cost, steps, slants: rank % STEP, from: from[cell] });
    const x = cell % width;
    for (const [dx, dy] of AROUND) {
      const next = cell + dy * width + dx;
      if (x + dx < 0 || x + dx >= width || next < 0 || next >= prices.length || prices[next] < 0) continue;
      const made = rank + prices[next] * COST + STEP + (dx && dy ? 1 : 0);
      if (made >= best[next]) continue;
      best[next] = made;
      from[next] = cell;
      heap.push(made, next);
    }
  }
  return ways;
}

/** What a step into each cell costs with so much weight, -1 where nobody would step. */
function pricesOf(world: World, weight: number): Int32Array {
  const { width, height } = world.view,
    prices = new Int32Array(width * height);
  for (let cell = 0; cell < prices.length; cell++) {
    const at = { x: cell % width, y: Math.floor(cell / width) };
    prices[cell] = walkable(world, at) ? stepCost(world, weight, at) : -1;
  }
  return prices;
}

/** The cells of a way after the one where it begins, or null where there is none. */
export function wayTo(world: World, ways: Ways, to: Spot): Spot[] | null {
  let cell = cellOf(world, to.x, to.y);
  if (!ways.has(cell)) return null;
  const way: Spot[] = [];
  for (let stop = ways.get(cell)!; stop.from >= 0; stop = ways.get(cell)!) {
    way.unshift(spotOf(world, cell));
    cell = stop.from;
  }
  return way;
}

/** How many own turns a way takes, this one included, if nothing comes between. Null: it never gets there. */
export function turnsOf(world: World, unit: Unit, way: Spot[]): number | null {
  let turns = 1,
    energy = unit.energy;
  for (const to of way) {
    const cost = stepCost(world, unit.weight, to);
    while (energy < cost) {
      const next = replenished(world.settings, { ...unit, energy });
      if (next <= energy) return null;
      energy = next;
      turns += 1;
    }
    energy -= cost;
  }
  return turns;
}

/** Cells by their rank, the least first. */
class Heap {
  #ranks: number[] = [];
  #cells: number[] = [];

  push(rank: number, cell: number): void {
    let n = this.#ranks.push(rank) - 1;
    this.#cells.push(cell);
    while (n > 0) {
      const up = (n - 1) >> 1;
      if (this.#ranks[up] <= rank) break;
      this.#swap(n, up);
      n = up;
    }
  }

  /** -1 when there is none. */
  pop(): number {
    const ranks = this.#ranks,
      cells = this.#cells,
      top = cells.length ? cells[0] : -1;
    if (cells.length > 1) this.#swap(0, cells.length - 1);
    ranks.pop();
    cells.pop();
    for (let n = 0; ;) {
      let least = n;
      for (const child of [2 * n + 1, 2 * n + 2])
        if (child < ranks.length && ranks[child] < ranks[least]) least = child;
      if (least === n) return top;
      this.#swap(n, least);
      n = least;
    }
  }

  #swap(a: number, b: number): void {
    const ranks = this.#ranks,
      cells = this.#cells;
    [ranks[a], ranks[b]] = [ranks[b], ranks[a]];
    [cells[a], cells[b]] = [cells[b], cells[a]];
  }
}
