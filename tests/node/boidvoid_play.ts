/** The controls of BoidVoid without a page, as the tests ask them: plain values in, plain values out. */
import type { BoidvoidSettings, BoidvoidView } from "../../web/src/net/types";
import {
  costOf,
  costsOf,
  reachOf,
  turnsOf,
  wayTo,
} from "../../web/src/games/boidvoid/play/paths";
import { foresee } from "../../web/src/games/boidvoid/play/plan";
import {
  check,
  leaveSpots,
  spawnSpots,
  targetsOf,
} from "../../web/src/games/boidvoid/play/rules";
import {
  captureTurns,
  fieldOf,
  simOf,
  type Order,
} from "../../web/src/games/boidvoid/play/sim";
import {
  gather as gathered,
  tell as told,
  type Standing,
} from "../../web/src/games/boidvoid/play/standing";
import { FIELDS } from "../../web/src/games/boidvoid/play/catalogue";
import { pair, worldOf, type World } from "../../web/src/games/boidvoid/play/world";

type Given = [view: BoidvoidView, settings: BoidvoidSettings];
const world = ([view, settings]: Given): World => worldOf(view, settings);

/** The refusal that each order would get now. */
export function codes(given: Given, orders: Order[]) {
  const sim = simOf(world(given));
  return orders.map((order) => check(sim, order));
}

/** What each commanded unit can do now. */
export function choices(given: Given) {
  const made = world(given),
    sim = simOf(made);
  return made.own.units.map((id) => {
    const unit = sim.units.get(id)!;
    return {
      unit: id,
      reach: [...reachOf(sim, unit)].map(([tile, cost]) => [
        ...pair(made.side, tile),
        cost,
      ]),
      targets: targetsOf(sim, unit),
      spawn: spawnSpots(sim, unit).map((tile) => pair(made.side, tile)),
      leave: leaveSpots(sim, unit).map((tile) => pair(made.side, tile)),
    };
  });
}

/** How things stand after a list of orders. */
export function after(given: Given, orders: Order[]) {
  const made = world(given),
    { sim, steps } = foresee(made, orders);
  return {
    codes: steps.map(({ code }) => code),
    ways: steps.map(({ way }) => way.map((tile) => pair(made.side, tile))),
    costs: steps.map(({ cost }) => cost),
    units: [...sim.units.values()]
      .filter(({ team, kind }) => team === made.team && kind !== "swarm")
      .map(({ id, tile, ap, job, ratio, automode, swarm, acted }) => ({
        id,
        at: tile < 0 ? null : pair(made.side, tile),
        ap,
        job: job ? [job.type, job.needed] : null,
        ratio,
        automode,
        mates: swarm
          ? sim.units.get(swarm)!.ships.toSorted((a, b) => a - b)
          : [],
        acted,
      })),
    items: Object.fromEntries(
      [...sim.items].map(([player, list]) => [
        player,
        list.map(({ state }) => state),
      ]),
    ),
  };
}

/** Every field modifier of every tile for a team, and the turns to capture it. */
export function ground(given: Given, team: number) {
  const sim = simOf(world(given));
  return [...sim.world.tiles.keys()].map((tile) => [
    ...FIELDS.map((which) => fieldOf(sim, tile, team, which)),
    captureTurns(sim, tile, team),
  ]);
}

/** The way to a tile with the cost of every step, and the turns it takes. */
export function way(given: Given, id: number, [x, y]: [number, number]) {
  const made = world(given),
    sim = simOf(made),
    unit = sim.units.get(id)!,
    found = wayTo(sim, unit, y * made.side + x);
  return (
    found && {
      path: found.map((tile) => pair(made.side, tile)),
      costs: costsOf(sim, unit, found),
      cost: costOf(sim, unit, found),
      turns: turnsOf(sim, unit, found),
    }
  );
}

/** What standing orders make of a turn; tiles in them are given as pairs. */
type Wanted =
  | { kind: "goto"; to: [number, number]; capture: boolean }
  | Exclude<Standing, { kind: "goto" }>;

export function tell(
  given: Given,
  orders: Order[],
  standing: [number, Wanted][],
) {
  const made = world(given),
    list = standing.map(([unit, one]): [number, Standing] => [
      unit,
      one.kind === "goto"
        ? { ...one, to: one.to[1] * made.side + one.to[0] }
        : one,
    ]);
  return told(made, orders, new Map(list));
}

export const gather = (
  given: Given,
  units: number[],
  [x, y]: [number, number],
) => {
  const made = world(given);
  return gathered(made, [], units, y * made.side + x);
};
