/** Maps of one tile, for the legend of BoidVoid. */
import type {
  BoidvoidStructureView,
  BoidvoidTileView,
  BoidvoidUnitView,
  BoidvoidView,
} from '../../../net/types';

type Tile = Partial<BoidvoidTileView>;
type Ship = Partial<BoidvoidUnitView>;

export const ship = (more: Ship = {}): BoidvoidUnitView => ({
  id: 1,
  kind: 'spaceship',
  team: 1,
  x: 0,
  y: 0,
  health: 80,
  max_health: 100,
  attack: 10,
  defense: 10,
  range: 2,
  crit_chance: 10,
  crit_value: 50,
  template: 'ship-standard',
  boosts: [],
  player: 1,
  ships: [],
  swarm: 0,
  job: null,
  automode: false,
  ...more,
});

const structure = (template: string, level: number): BoidvoidStructureView => ({
  id: 9,
  team: 1,
  x: 0,
  y: 0,
  template,
  level,
  health: 250,
  max_health: 250,
  attack: 25,
  defense: 20,
  range: 2,
  builder: 1,
  boosts: [],
});

/** One tile with what is on it. */
export function tileView(
  tile: Tile,
  units: BoidvoidUnitView[] = [],
  structures: BoidvoidStructureView[] = [],
): BoidvoidView {
  return {
    turn: 1,
    turn_limit: 60,
    phase: 'orders',
    mode: 'sealed',
    side: 1,
    tiles: [{ x: 0, y: 0, type: 'clear', ...tile }],
    units,
    structures,
    teams: [],
    players: [],
  };
}

const home: BoidvoidView = {
  ...tileView({ owner: 1 }),
  teams: [{ team: 1, home: [0, 0], rank: 1, tiles: 1, pois: 0, structures: 0, levels: 0, defeated: 0, lost: 0, attack: 0, defense: 0, ships: 0, eliminated: false, left: false }], // prettier-ignore
};

export const structureView = (template: string, level = 1): BoidvoidView =>
  tileView({ owner: 1 }, [], [structure(template, level)]);

/** By the keys of the words. */
export const signs: Record<string, BoidvoidView> = {
  territory: tileView({ owner: 1 }),
  spaceship: tileView({ owner: 1 }, [ship({ battery: 60, max_battery: 100 })]),
  mothership: tileView({ owner: 1 }, [ship({ kind: 'mothership', template: 'mothership-standard' })]),
  swarm: tileView({}, [ship({ kind: 'swarm', template: '', ships: [1, 2, 3, 4, 5] })]),
  npc: tileView({}, [ship({ kind: 'npc', team: 0, template: 'space_pirate' })]),
  capture: tileView({}, [ship({ job: { type: 'capturing', progress: 1, needed: 2, what: '' } })]),
  structure: structureView('ss-bastion', 3),
  poi: tileView({ poi: 'alien_artifact' }),
  home,
  automode: tileView({ owner: 1 }, [ship({ automode: true })]),
};
