/** What the elements of the map and the items of an inventory bring, as the rulebook's catalogue lists it. */

/** Action points, turns, percent and tiles. */
export interface Fields {
  move: number;
  capture: number;
  ap: number;
  attack: number;
  defense: number;
  crit_chance: number;
  crit_value: number;
  range: number;
}
export type Field = keyof Fields;
export const FIELDS: readonly Field[] = [
  'move',
  'capture',
  'ap',
  'attack',
  'defense',
  'crit_chance',
  'crit_value',
  'range',
];

export const TILES: Record<string, Partial<Fields>> = {
  clear: {},
  asteroid_field: { move: 1, defense: 20 },
  nebula: { move: 1, attack: -10, defense: 10, crit_chance: -5 },
  conduit: { move: -1, ap: 3 },
  planet: { capture: 1, attack: 10, defense: 10 },
};

export const POIS: Record<string, Partial<Fields>> = {
  space_oasis: { ap: 3 },
  galactic_gateway: { move: -1, ap: 2 },
  abandoned_space_station: { defense: 25 },
  meteor_shower_zone: { move: 2, attack: 20, defense: -10 },
  alien_artifact: { crit_chance: 15 },
  wormhole_entry: { move: -2 },
  lost_explorers_ship: { ap: 2, crit_chance: 5 },
  dyson_sphere_ruins: { capture: 1, attack: 25 },
  crystal_asteroid: { move: 1, crit_value: 50 },
  intergalactic_beacon: { range: 1 },
  space_time_anomaly: { move: 1, capture: -1 },
};

/** What a point of importance gives to whoever comes; the rest is for its owner. BOI-071, BOI-072 */
export const FOR_ALL: readonly Field[] = ['move', 'capture'];
/** What the level of a superstructure multiplies. BOI-066 */
export const GROWING: readonly Field[] = ['ap', 'attack', 'defense', 'crit_chance', 'crit_value'];

export type Mod =
  | 'attack'
  | 'defense'
  | 'health'
  | 'crit_chance'
  | 'crit_value'
  | 'range'
  | 'action_points'
  | 'respawn_rate'
  | 'swarm_join_turns'
  | 'move_cost'
  | 'build_rate'
  | 'battery'
  | 'battery_recovery';

export type Schema = 'spaceship' | 'mothership' | 'superstructure' | 'boost' | 'avatar' | 'collectible';

export interface Template {
  schema: Schema;
  /** of building, or of a boost that is burned */
  turns: number;
  mods: Partial<Record<Mod, number>>;
  /** for its team on its tile, where it is a superstructure */
  fields: Partial<Fields>;
}

const made = (
  schema: Schema,
  turns = 0,
  mods: Template['mods'] = {},
  fields: Template['fields'] = {},
): Template => ({ schema, turns, mods, fields });

const TEMPLATES: Record<string, Template> = {
  'ship-standard': made('spaceship'),
  'mothership-standard': made('mothership'),
  'ss-relay': made('superstructure', 2, {}, { move: -1, ap: 3 }),
  'ss-bastion': made('superstructure', 3, { defense: 10 }, { defense: 25 }),
  'ss-array': made('superstructure', 3, {}, { attack: 20, crit_chance: 5 }),
  'ss-beacon': made('superstructure', 4, { range: 1 }, { range: 1, crit_value: 25 }),
  'boost-overcharge': made('boost', 10, { attack: 10 }),
  'boost-plating': made('boost', 10, { defense: 10 }),
  'boost-hull': made('boost', 10, { health: 40 }),
  'boost-thrusters': made('boost', 10, { move_cost: -1 }),
  'boost-optics': made('boost', 5, { range: 1 }),
  'boost-cell': made('boost', 10, { battery: 20, battery_recovery: 6 }),
  'boost-lucky': made('boost', 10, { crit_chance: 10 }),
  'boost-drydock': made('boost', 20, { respawn_rate: -1 }),
  'boost-yard': made('boost', 20, { build_rate: -1 }),
};
const UNKNOWN = made('collectible');

export const templateOf = (key: string): Template => TEMPLATES[key] ?? UNKNOWN;

/** Which modifiers count for a mothership and a superstructure; for a spaceship all do. BOI-161, BOI-245, BOI-246 */
const VALID: Record<string, readonly Mod[]> = {
  mothership: ['attack', 'defense', 'health', 'range', 'action_points', 'respawn_rate', 'move_cost'],
  superstructure: ['attack', 'defense', 'health', 'range'],
};

/** The modifier of a boost on a kind of unit; staked ones work in part, rounded toward 0. BOI-160 */
export function boostOf(kind: string, template: string, mod: Mod, staked: boolean, percent: number): number {
  if (kind === 'npc' || (VALID[kind] && !VALID[kind].includes(mod))) return 0;
  const value = templateOf(template).mods[mod] ?? 0;
  return staked ? Math.trunc((value * percent) / 100) : value;
}
