/** What a seat knows of a game of BoidVoid, by tile and by id. Tiles are numbers here, as in the rules: y * side + x. */
import * as hexes from '../board/hexes';
import type { Spot } from '../board/overlayTypes';
import type {
  BoidvoidItem,
  BoidvoidOwnView,
  BoidvoidPlayerView,
  BoidvoidSettings,
  BoidvoidStructureView,
  BoidvoidTileView,
  BoidvoidUnitView,
  BoidvoidView,
} from '../../../net/types';

export type Unit = BoidvoidUnitView;
export type Structure = BoidvoidStructureView;
export type Player = BoidvoidPlayerView;
export type Tile = BoidvoidTileView;
export type Item = BoidvoidItem;
export type Settings = BoidvoidSettings;

export type { Spot };

export const NONE = -1;
const WAYS = [...Array(hexes.DIRECTIONS).keys()];

export interface World {
  view: BoidvoidView;
  settings: Settings;
  own: BoidvoidOwnView;
  team: number;
  side: number;
  live: boolean;
  tiles: Map<number, Tile>;
  units: Map<number, Unit>;
  structures: Map<number, Structure>;
  players: Map<number, Player>;
  /** the number of the player who leads the own team */
  leader: number;
  /** the own mothership's id */
  mothership: number;
}

const NOBODY: BoidvoidOwnView = {
  team: 0,
  players: [],
  units: [],
  choices: [],
  items: {},
  orders: [],
  done: false,
};

export function worldOf(view: BoidvoidView, settings: Settings): World {
  const own = view.you ?? NOBODY,
    rank = (player: Player) => ['leader', 'vice_leader', 'trooper'].indexOf(player.role),
    mates = view.players.filter(({ team }) => team === own.team).sort((a, b) => rank(a) - rank(b)),
    all = view.units;
  return {
    view,
    settings,
    own,
    team: own.team,
    side: view.side,
    live: view.mode === 'live',
    tiles: new Map(view.tiles.map((tile) => [tile.y * view.side + tile.x, tile])),
    units: new Map(all.map((unit) => [unit.id, unit])),
    structures: new Map(view.structures.map((one) => [one.id, one])),
    players: new Map(view.players.map((player) => [player.player, player])),
    leader: mates[0]?.player ?? 0,
    mothership: all.find(({ kind, team }) => kind === 'mothership' && team === own.team)?.id ?? 0,
  };
}

export const spotOf = (side: number, tile: number): Spot => ({ x: tile % side, y: Math.floor(tile / side) });
export const tileAt = (side: number, { x, y }: Spot): number => y * side + x;
/** As orders name it. */
export const pair = (side: number, tile: number): [number, number] => [tile % side, Math.floor(tile / side)];

/** The number of a tile's neighbour in one of six directions; NONE outside. BOI-028 */
export function neighbour(side: number, tile: number, way: number): number {
  const { x, y } = hexes.neighbour(spotOf(side, tile), way);
  return x < 0 || y < 0 || x >= side || y >= side ? NONE : y * side + x;
}

export const neighbours = (side: number, tile: number): number[] =>
  WAYS.map((way) => neighbour(side, tile, way)).filter((near) => near !== NONE);

/** BOI-029 */
export const distance = (side: number, a: number, b: number): number =>
  hexes.distance(spotOf(side, a), spotOf(side, b));
