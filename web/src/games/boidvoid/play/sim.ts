/** The game as it will be when the own orders run and nobody interferes. Every order is checked and carried out as the
 * rules do it (BOI-095 to BOI-164), so that a person sees beforehand what is possible and what it costs. The server
 * decides; what others do in the same turn nobody can know. */
import type { BoidvoidAction } from '../../../net/types';
import { boostOf, FOR_ALL, GROWING, POIS, templateOf, TILES, type Field, type Mod } from './catalogue';
import { distance, NONE, type Item, type Structure, type Unit, type World } from './world';

export type Order = Exclude<BoidvoidAction, { type: 'done' } | { type: 'restart' }>;

export interface SimUnit {
  id: number;
  kind: string;
  team: number;
  tile: number;
  health: number;
  max_health: number;
  attack: number;
  defense: number;
  range: number;
  ap: number;
  battery: number;
  max_battery: number;
  ratio: number;
  respawn: number;
  acted: number;
  automode: boolean;
  swarm: number;
  ships: number[];
  job: Unit['job'];
  template: string;
  boosts: { template: string; staked: boolean }[];
}

export interface SimStructure {
  id: number;
  team: number;
  tile: number;
  template: string;
  level: number;
  builder: number;
  boosts: number;
}

export interface Sim {
  world: World;
  units: Map<number, SimUnit>;
  structures: Map<number, SimStructure>;
  /** ids of mobile units by tile */
  standing: Map<number, number>;
  /** superstructures by tile */
  built: Map<number, SimStructure>;
  items: Map<number, Item[]>;
}

const unitOf = (side: number, unit: Unit): SimUnit => ({
  id: unit.id,
  kind: unit.kind,
  team: unit.team,
  tile: unit.x === null || unit.y === null ? NONE : unit.y * side + unit.x,
  health: unit.health,
  max_health: unit.max_health,
  attack: unit.attack,
  defense: unit.defense,
  range: unit.range,
  ap: unit.ap ?? 0,
  battery: unit.battery ?? 0,
  max_battery: unit.max_battery ?? 0,
  ratio: unit.ratio ?? 50,
  respawn: unit.respawn ?? 0,
  acted: unit.acted ?? 0,
  automode: unit.automode ?? false,
  swarm: unit.swarm ?? 0,
  ships: [...(unit.ships ?? [])],
  job: unit.job ?? null,
  template: unit.template,
  boosts: unit.boosts.map(({ template, turns }) => ({ template, staked: turns === null })),
});

const structureOf = (side: number, one: Structure): SimStructure => ({
  id: one.id,
  team: one.team,
  tile: one.y * side + one.x,
  template: one.template,
  level: one.level,
  builder: one.builder,
  boosts: one.boosts.length,
});

/** As things are now. */
export function simOf(world: World): Sim {
  const { side, view } = world,
    sim: Sim = {
      world,
      units: new Map(view.units.map((unit) => [unit.id, unitOf(side, unit)])),
      structures: new Map(view.structures.map((one) => [one.id, structureOf(side, one)])),
      standing: new Map(),
      built: new Map(),
      items: new Map(
        Object.entries(world.own.items).map(([player, list]) => [
          Number(player),
          list.map((item) => ({ ...item })),
        ]),
      ),
    };
  for (const unit of sim.units.values())
    if (unit.tile !== NONE && !unit.swarm) sim.standing.set(unit.tile, unit.id);
  for (const one of sim.structures.values()) sim.built.set(one.tile, one);
  return sim;
}

// What the ground gives

/** One field modifier for a unit of a team on a tile. BOI-069, BOI-071 to BOI-073 */
export function fieldOf(sim: Sim, tile: number, team: number, which: Field): number {
  const ground = sim.world.tiles.get(tile);
  if (!ground) return 0;
  let total = TILES[ground.type]?.[which] ?? 0;
  if (ground.poi && (FOR_ALL.includes(which) || (team > 0 && ground.owner === team)))
    total += POIS[ground.poi]?.[which] ?? 0;
  if (team === 0) return total;
  for (const one of fieldsAround(sim, tile)) {
    if (one.team !== team) continue;
    const value = templateOf(one.template).fields[which] ?? 0;
    total += GROWING.includes(which) ? value * one.level : value;
  }
  return total;
}

function fieldsAround(sim: Sim, tile: number): SimStructure[] {
  const far = sim.world.settings.superstructure_radius;
  if (!far) {
    const here = sim.built.get(tile);
    return here ? [here] : [];
  }
  return [...sim.structures.values()].filter((one) => distance(sim.world.side, one.tile, tile) <= far);
}

/** A modifier of boosts: the unit's own, and its swarm's. BOI-065, BOI-161 */
export function modifier(sim: Sim, unit: SimUnit, mod: Mod): number {
  const percent = sim.world.settings.boost_stake_percent,
    sum = (boosts: SimUnit['boosts']) =>
      boosts.reduce(
        (total, { template, staked }) => total + boostOf(unit.kind, template, mod, staked, percent),
        0,
      ),
    swarm = unit.swarm ? sim.units.get(unit.swarm) : undefined;
  return (templateOf(unit.template).mods[mod] ?? 0) + sum(unit.boosts) + (swarm ? sum(swarm.boosts) : 0);
}

/** BOI-108 */
export function enterCost(sim: Sim, unit: SimUnit, tile: number): number {
  const { move_cost: usual, move_cost_min: least } = sim.world.settings;
  return Math.max(least, usual + fieldOf(sim, tile, unit.team, 'move') + modifier(sim, unit, 'move_cost'));
}

/** The turns that a capture takes, whoever owns the tile. BOI-118, BOI-119 */
export function captureTurns(sim: Sim, tile: number, team: number): number {
  const { capture_turns: usual, enemy_capture_factor: factor } = sim.world.settings,
    turns = Math.max(1, usual + fieldOf(sim, tile, team, 'capture')),
    owner = sim.world.tiles.get(tile)?.owner ?? 0;
  return owner !== 0 && owner !== team ? turns * factor : turns;
}

/** BOI-130 */
export const buildTurns = (sim: Sim, builder: SimUnit, template: string): number =>
  Math.max(1, templateOf(template).turns + modifier(sim, builder, 'build_rate'));

/** Of a swarm the ships, of another unit itself. */
export const membersOf = (sim: Sim, unit: SimUnit): SimUnit[] =>
  unit.kind === 'swarm' ? unit.ships.flatMap((id) => sim.units.get(id) ?? []) : [unit];

/** BOI-165 */
export function rangeOf(sim: Sim, unit: SimUnit): number {
  const own = Math.max(0, ...membersOf(sim, unit).map(({ range }) => range));
  return own + fieldOf(sim, unit.tile, unit.team, 'range');
}

/** What a unit gains at the next turn start where it then is, up to the most. BOI-076 */
export function recharge(sim: Sim, unit: SimUnit, tile: number): number {
  const kind = unit.kind === 'mothership' ? sim.world.settings.mothership : sim.world.settings.spaceship,
    own = Math.max(0, (kind.ap_recharge ?? 0) + modifier(sim, unit, 'action_points'));
  return Math.max(0, own + fieldOf(sim, tile, unit.team, 'ap'));
}

// Where a way may lead

export const isGround = (sim: Sim, tile: number): boolean => {
  const ground = sim.world.tiles.get(tile);
  return ground !== undefined && !ground.obstacle;
};

/** Nothing, or why a way cannot lead over a tile, or end there. BOI-110, BOI-111 */
export function whyNot(sim: Sim, tile: number, unit: SimUnit, last: boolean): string {
  if (!isGround(sim, tile)) return 'blocked';
  const structure = sim.built.get(tile);
  if (structure && structure.team !== unit.team) return 'blocked';
  const other = sim.standing.get(tile);
  if (!other || other === unit.id) return '';
  if (last) return 'occupied';
  return sim.units.get(other)?.team === unit.team ? '' : 'blocked';
}

export const canPass = (sim: Sim, tile: number, unit: SimUnit): boolean => !whyNot(sim, tile, unit, false);
export const canStop = (sim: Sim, tile: number, unit: SimUnit): boolean => !whyNot(sim, tile, unit, true);
