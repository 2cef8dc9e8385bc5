/** What the controls draw over the map: the chosen unit, how far it gets, the way under the pointer with the cost of each
 * step, whom it can hit, and all orders of the turn as they will run. */
import {
  NO_BOIDVOID_MARKS,
  unitPiece,
  type BoidvoidMarks,
  type Planned,
  type Spot,
} from '../board/overlayTypes';
import { NO_MARKS, type Marks } from '../../../game/board/canvas';
import { settings } from '../../../lib/settings.svelte';
import { costsOf, reachOf, wayTo } from './paths';
import type { Step } from './plan';
import { checkUnit, leaveSpots, spawnSpots, targetsOf } from './rules';
import { canStop, rangeOf, type Sim, type SimUnit } from './sim';
import type { Standing } from './standing';
import { NONE, spotOf, type World } from './world';

export interface Look {
  world: World;
  sim: Sim;
  steps: readonly Step[];
  chosen: readonly SimUnit[];
  /** the tile that the panel tells about, and the one under the pointer */
  tile: number;
  over: number;
  standing: ReadonlyMap<number, Standing>;
}

/** What a unit could do, worked out once and not with every move of the pointer. */
export interface Known {
  reach: BoidvoidMarks['reach'];
  targets: number[];
  spots: Spot[];
  range: BoidvoidMarks['range'];
}

export function knownOf(sim: Sim, unit: SimUnit | undefined): Known {
  const known: Known = { reach: [], targets: [], spots: [], range: null };
  if (!unit) return known;
  const spot = (tile: number) => spotOf(sim.world.side, tile);
  known.spots = (unit.tile < 0 ? spawnSpots(sim, unit) : leaveSpots(sim, unit)).map(spot);
  if (unit.tile < 0) return known;
  if (!checkUnit(unit, 'move'))
    known.reach = [...reachOf(sim, unit)].map(([tile, cost]) => ({ ...spot(tile), cost }));
  known.targets = targetsOf(sim, unit);
  if (!checkUnit(unit, 'attack')) known.range = { ...spot(unit.tile), radius: rangeOf(sim, unit) };
  return known;
}

export function marksOf(look: Look, known: Known): Marks {
  const { world, chosen, tile, over } = look,
    unit = chosen.at(-1),
    spot = (at: number) => spotOf(world.side, at),
    way = unit ? pathOf(look, unit) : [],
    overlay: BoidvoidMarks = {
      ...NO_BOIDVOID_MARKS,
      tile: tile === NONE ? null : spot(tile),
      reach: settings.aids.reach ? known.reach : [],
      path: way.length && unit ? [spot(unit.tile), ...way.map(spot)] : [],
      costs: unit ? costsOf(look.sim, unit, way) : [],
      range: known.range,
      targets: known.targets,
      spots: known.spots,
      planned: plannedOf(look),
      ...(over === NONE ? {} : { hover: spot(over) }),
    };
  return { ...NO_MARKS, chosen: chosen.filter(({ id }) => id > 0).map(({ id }) => unitPiece(id)), overlay };
}

/** The way to what is pointed at, else to the tile that is looked at, else of the journey that the unit is on. */
function pathOf({ sim, tile, over, standing }: Look, unit: SimUnit): number[] {
  if (unit.tile < 0 || checkUnit(unit, 'move')) return [];
  const journey = standing.get(unit.id),
    goals = [over, tile, journey?.kind === 'goto' ? journey.to : NONE];
  for (const goal of goals) {
    // who stands there is aimed at
    const way = goal === NONE || !canStop(sim, goal, unit) ? null : wayTo(sim, unit, goal);
    if (way?.length) return way;
  }
  return [];
}

const SIGNS = {
  capture: 'capture',
  build: 'build',
  spawn: 'spawn',
  swarm_create: 'swarm',
  swarm_join: 'swarm',
  swarm_leave: 'swarm',
} as const;

function plannedOf({ world, sim, steps }: Look): Planned[] {
  const spot = (at: number) => spotOf(world.side, at);
  return steps.flatMap(({ order, code, from, way }): Planned[] => {
    const unit = order.unit ?? 0;
    if (code) return [];
    if (order.type === 'move') return [{ kind: 'move', unit, path: [from, ...way].map(spot) }];
    if (order.type === 'attack') {
      const target = sim.units.get(order.target) ?? sim.structures.get(order.target);
      return target && target.tile >= 0
        ? [{ kind: 'attack', unit, from: spot(from), to: spot(target.tile) }]
        : [];
    }
    const kind = SIGNS[order.type as keyof typeof SIGNS];
    if (!kind) return [];
    const at = 'tile' in order ? { x: order.tile[0], y: order.tile[1] } : spot(from);
    return [{ kind, unit, at }];
  });
}
