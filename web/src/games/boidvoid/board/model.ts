/** A view as data for drawing: tiles with their owners, who is where, what was built. */
import type {
  BoidvoidJob,
  BoidvoidStructureView,
  BoidvoidTileView,
  BoidvoidUnitView,
  BoidvoidView,
} from '../../../net/types';
import { flat } from './hexes';
import type { Spot } from './overlayTypes';

export const SMALL = 260; // px: below this width a board is a thumbnail

export const TILES = ['clear', 'asteroid_field', 'nebula', 'conduit', 'planet'] as const;
export const OBSTACLES = ['black_hole', 'star_cluster', 'quantum_rift'] as const;
export const POIS = [
  'space_oasis', 'galactic_gateway', 'abandoned_space_station', 'meteor_shower_zone', 'alien_artifact',
  'wormhole_entry', 'lost_explorers_ship', 'dyson_sphere_ruins', 'crystal_asteroid', 'intergalactic_beacon',
  'space_time_anomaly',
] as const; // prettier-ignore
export const STRUCTURES = ['ss-relay', 'ss-bastion', 'ss-array', 'ss-beacon'] as const;

export type Tile = BoidvoidTileView;
export type Structure = BoidvoidStructureView;

/** A unit that stands on the map by itself: no ship of a swarm. */
export interface Unit extends Spot {
  id: number;
  kind: string;
  team: number;
  template: string;
  health: number;
  max: number;
  /** ships of a swarm; 1 for all others */
  count: number;
  automode: boolean;
  job: BoidvoidJob | null;
  /** 0 to 1, null where it is not known */
  battery: number | null;
}

export interface World {
  side: number;
  /** by place: y × side + x */
  tiles: Map<number, Tile>;
  owners: Owners;
  units: Unit[];
  structures: Structure[];
  homes: { team: number; x: number; y: number }[];
  /** the middles of tiles reach from here to there, in the plane of `flat` */
  bounds: { left: number; right: number; up: number; down: number };
}

/** Teams by place, 0 for nobody. */
export type Owners = Map<number, number>;

export const placeOf = (side: number, { x, y }: Spot): number => y * side + x;

const worlds = new WeakMap<BoidvoidView, World>();

export function worldOf(view: BoidvoidView): World {
  let made = worlds.get(view);
  if (!made) worlds.set(view, (made = build(view)));
  return made;
}

export function unitOf(unit: BoidvoidUnitView): Unit | null {
  const { id, kind, team, x, y, template, health, max_health, ships, automode, job, battery, max_battery } =
    unit;
  if (x === null || y === null) return null;
  return {
    id,
    kind,
    team,
    x,
    y,
    template,
    health,
    max: max_health,
    count: kind === 'swarm' ? ships.length : 1,
    automode,
    job,
    battery: battery === undefined || !max_battery ? null : battery / max_battery,
  };
}

function build(view: BoidvoidView): World {
  const tiles = new Map<number, Tile>(),
    owners: Owners = new Map(),
    bounds = { left: Infinity, right: -Infinity, up: Infinity, down: -Infinity };
  for (const tile of view.tiles) {
    const place = placeOf(view.side, tile),
      [x, y] = flat(tile.x, tile.y);
    tiles.set(place, tile);
    if (tile.owner) owners.set(place, tile.owner);
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.up = Math.min(bounds.up, y);
    bounds.down = Math.max(bounds.down, y);
  }
  return {
    side: view.side,
    tiles,
    owners,
    units: view.units.flatMap((unit) => (unit.swarm ? [] : (unitOf(unit) ?? []))),
    structures: view.structures,
    homes: view.teams.map(({ team, home: [x, y] }) => ({ team, x, y })),
    bounds: tiles.size ? bounds : { left: 0, right: 0, up: 0, down: 0 },
  };
}

/** The tile of a place of the map, or nothing where there is void. */
export const tileOf = (view: BoidvoidView, spot: Spot): Tile | undefined =>
  spot.x < 0 || spot.x >= view.side ? undefined : worldOf(view).tiles.get(placeOf(view.side, spot));

/** Any unit of a view by its id, also one in a swarm or off the map. */
export const anyUnit = (view: BoidvoidView, id: number): BoidvoidUnitView | Structure | undefined =>
  view.units.find((unit) => unit.id === id) ?? view.structures.find((one) => one.id === id);
