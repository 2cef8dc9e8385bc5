/** Ways over known planets: fewest rounds first, then least energy. */
import { leaving } from './rules';
import { trades, type Robot, type World } from './world';

/** How to get somewhere from one planet. */
export interface Reach {
  steps: number;
  energy: number;
  /** the planet before it on the way, empty at the start */
  from: string;
}

const nearer = (a: Reach, b: Reach | undefined): boolean =>
  !b || a.steps < b.steps || (a.steps === b.steps && a.energy < b.energy);

/** All planets that can be reached from one, with the best way to each. */
export function reachOf(world: World, start: string): Map<string, Reach> {
  const found = new Map<string, Reach>([[start, { steps: 0, energy: 0, from: '' }]]);
  let edge = [start];
  while (edge.length) {
    const next: string[] = [];
    for (const at of edge) {
      const { steps, energy } = found.get(at)!,
        cost = leaving(world, at);
      for (const to of world.lanes.get(at) ?? []) {
        const way = { steps: steps + 1, energy: energy + cost, from: at },
          known = found.get(to);
        if (!nearer(way, known)) continue;
        found.set(to, way);
        if (!known) next.push(to);
      }
    }
    edge = next;
  }
  return found;
}

/** The planets from the start to `to`, both included; null where no known way leads there. */
export function wayTo(reach: Map<string, Reach>, to: string): string[] | null {
  if (!reach.has(to)) return null;
  const way = [to];
  for (let at = reach.get(to)!.from; at; at = reach.get(at)!.from) way.unshift(at);
  return way;
}

/** The nearest of the planets that fit; ties go by the order in which planets are known. */
export function nearest(
  world: World,
  reach: Map<string, Reach>,
  fits: (planet: string) => boolean,
): string | null {
  let best: string | null = null;
  for (const { id } of world.view.planets) {
    const way = reach.get(id);
    if (way && fits(id) && (best === null || nearer(way, reach.get(best)))) best = id;
  }
  return best;
}

export const nearestStation = (world: World, reach: Map<string, Reach>): string | null =>
  nearest(world, reach, (id) => trades(world, id));

/** Rounds that a way takes a robot, with the rounds in which it has to regenerate. */
export function roundsOf(world: World, robot: Robot, way: string[]): number {
  let energy = robot.energy,
    rounds = 0;
  for (const at of way.slice(0, -1)) {
    const cost = leaving(world, at);
    if (cost > robot.max_energy || (cost > energy && robot.regeneration <= 0)) return Infinity;
    while (energy < cost) {
      energy = Math.min(robot.max_energy, energy + robot.regeneration);
      rounds += 1;
    }
    energy -= cost;
    rounds += 1;
  }
  return rounds;
}
