/** What teams and units are called. */
import { words } from '../words';
import type { BoidvoidView } from '../../../net/types';
import type { Names } from '../../../game/contract';
import { anyUnit } from './model';

/** A team that one seat commands is called as its player is. */
export function teamName(view: BoidvoidView | undefined, team: number, names: Names): string {
  const { team: word, nobody } = words.board;
  if (!team) return nobody;
  const seats = new Set(view?.players.flatMap((one) => (one.team === team ? one.seat : [])) ?? []);
  if (seats.size === 1 && view!.teams.length === names.length - 1) return names[[...seats][0]];
  return word(team);
}

export const playerName = (view: BoidvoidView | undefined, player: number): string =>
  view?.players[player - 1]?.name ?? words.board.unit(player);

/** A unit within a sentence: the player's name for a ship. With `names` a mothership is told by its team. */
export function unitName(view: BoidvoidView | undefined, id: number, names?: Names): string {
  const w = words.board,
    unit = view && anyUnit(view, id);
  if (!unit) return w.unit(id);
  if (!('kind' in unit)) return templateName(unit.template);
  switch (unit.kind) {
    case 'mothership':
      return names ? w.mothershipOf(teamName(view, unit.team, names)) : w.mothershipShort;
    case 'npc':
      return w.pirateShort;
    case 'swarm':
      return w.swarmNo(id);
    default:
      return playerName(view, unit.player);
  }
}

/** A unit where a sentence begins: our words get a capital letter, names stay as they are. */
export function firstName(view: BoidvoidView | undefined, id: number, names?: Names): string {
  const name = unitName(view, id, names);
  return view?.players.some((one) => one.name === name)
    ? name
    : name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

export const templateName = (template: string): string => words.names.templates[template] ?? template;
export const tileName = (type: string): string => words.names.tiles[type] ?? type;
export const poiName = (poi: string): string => words.names.pois[poi] ?? poi;
export const obstacleName = (key: string): string => words.names.obstacles[key] ?? key;
export const badgeName = (badge: string): string => words.figures.achievements[badge]?.name ?? badge;
