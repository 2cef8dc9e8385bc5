/** What happened, event by event, in words. */
import { words } from '../words';
import { number } from '../../../lib/format';
import type { BoidvoidEvent, BoidvoidView } from '../../../net/types';
import type { EventLine, MatchWords, Names } from '../../../game/contract';
import { spot, tilePiece, unitPiece } from './overlayTypes';
import { badgeName, firstName, playerName, poiName, teamName, templateName, unitName } from './roster';

/** Health and damage as they are written: with as many decimals as they have. */
export const amount = (value: number): string => number(value, Number.isInteger(value) ? 0 : 2);

/** `launch` are the many events that a list of the match leaves to the board; a turn tells them all. Without the view
 * of that time units have no names. */
export function eventText(
  event: BoidvoidEvent,
  names: Names,
  _: MatchWords,
  view?: BoidvoidView,
): EventLine | null {
  const w = words.board.events,
    { orders } = words.names,
    refusals: Record<string, string> = words.play.refusals,
    unit = (id: number) => firstName(view, id, names),
    of = (team: number, kind: EventLine['kind'], text: string, piece = ''): EventLine => ({
      seat: team,
      who: teamName(view, team, names),
      text,
      piece,
      kind,
    }),
    here = (tile: number[]) => (tile.length ? tilePiece(spot(tile)) : '');
  switch (event.type) {
    case 'turn_started':
      return of(0, 'launch', w.turn(event.turn));
    case 'moved': {
      const [x, y] = event.path[event.path.length - 1];
      return of(event.team, 'launch', w.moved(unit(event.unit), x, y), unitPiece(event.unit));
    }
    case 'npc_moved': {
      const [x, y] = event.path[event.path.length - 1];
      return of(0, 'launch', w.moved(unit(event.unit), x, y), unitPiece(event.unit));
    }
    case 'capture_started':
      return of(event.team, 'launch', w.captureStarted(unit(event.unit), event.tile[0], event.tile[1], event.needed), here(event.tile)); // prettier-ignore
    case 'capture_paused':
      return of(event.team, 'launch', w.capturePaused(unit(event.unit)), here(event.tile));
    case 'capture_lost':
      return of(event.team, 'note', w.captureLost(unit(event.unit), event.tile[0], event.tile[1]), here(event.tile)); // prettier-ignore
    case 'tile_captured':
      return of(event.team, 'capture', w.captured(playerName(view, event.player), event.tile[0], event.tile[1], event.former ? teamName(view, event.former, names) : ''), here(event.tile)); // prettier-ignore
    case 'poi_captured':
      return of(event.team, 'capture', `${teamName(view, event.team, names)} ${w.poi(poiName(event.poi))}`, here(event.tile)); // prettier-ignore
    case 'build_started':
      return of(event.team, 'note', w.buildStarted(unit(event.unit), templateName(event.template)), here(event.tile)); // prettier-ignore
    case 'build_dropped':
      return of(event.team, 'note', w.buildDropped(unit(event.unit), templateName(event.template)), here(event.tile)); // prettier-ignore
    case 'built':
      return of(event.team, 'capture', w.built(unit(event.unit), templateName(event.template), event.level), here(event.tile)); // prettier-ignore
    case 'levelled':
      return of(event.team, 'capture', w.levelled(templateName(event.template), event.level), here(event.tile)); // prettier-ignore
    case 'spawned':
      return of(event.team, 'note', w.spawned(unit(event.unit), event.again), unitPiece(event.unit));
    case 'destroyed':
      return of(event.team, 'fight', w.destroyed(unit(event.unit), event.by ? unitName(view, event.by, names) : ''), here(event.tile)); // prettier-ignore
    case 'detonated':
      return of(event.team, 'fight', w.detonated(unit(event.unit)), here(event.tile));
    case 'respawn_ready':
      return of(event.team, 'note', w.respawnReady(unit(event.unit)));
    case 'combat': {
      const { attacker, target, tile } = event,
        [a, b] = [unitName(view, attacker.unit, names), unitName(view, target.unit, names)],
        back = target.struck ? w.struckBack(a, amount(attacker.health_lost), target.critical) : '';
      return of(attacker.team, 'fight', w.combat(unit(attacker.unit), b, amount(target.health_lost), attacker.critical) + back, here(tile)); // prettier-ignore
    }
    case 'mothership_danger':
      return of(event.team, 'fight', w.danger(amount(event.health)), unitPiece(event.unit));
    case 'swarm_created':
      return of(event.team, 'note', w.swarmCreated(unit(event.unit)), here(event.tile));
    case 'swarm_joined':
      return of(event.team, 'note', w.swarmJoined(unit(event.unit), words.board.swarmNo(event.swarm)), here(event.tile)); // prettier-ignore
    case 'swarm_left':
      return of(event.team, 'note', w.swarmLeft(unit(event.unit), words.board.swarmNo(event.swarm)), here(event.tile)); // prettier-ignore
    case 'swarm_dissolved':
      return of(event.team, 'launch', w.swarmDissolved(words.board.swarmNo(event.swarm)), here(event.tile)); // prettier-ignore
    case 'join_waiting':
      return of(event.team, 'note', w.joinWaiting(unit(event.unit), words.board.swarmNo(event.swarm), event.turns), unitPiece(event.unit)); // prettier-ignore
    case 'join_dropped':
      return of(event.team, 'note', w.joinDropped(unit(event.unit)), unitPiece(event.unit));
    case 'automode_changed':
      return of(event.team, 'note', w.automode(playerName(view, event.player), event.on));
    case 'maintenance':
      return of(
        event.team,
        'launch',
        w.maintenance(playerName(view, event.player), amount(event.max_battery)),
      );
    case 'boost_applied':
      return of(event.team, 'note', w.boost(unit(event.unit), templateName(event.template)), unitPiece(event.unit)); // prettier-ignore
    case 'boost_ended':
      return of(event.team, 'launch', w.boostEnded(unitName(view, event.unit, names), templateName(event.template)), unitPiece(event.unit)); // prettier-ignore
    case 'equipped':
      return of(event.team, 'note', w.equipped(unit(event.unit), templateName(event.template)));
    case 'badge_awarded':
      return of(view?.players[event.player - 1]?.team ?? 0, 'note', w.badge(playerName(view, event.player), badgeName(event.badge))); // prettier-ignore
    case 'team_eliminated':
      return of(event.team, 'fight', `${teamName(view, event.team, names)} ${w.eliminated}`);
    case 'action_rejected':
      return of(event.team, 'note', w.rejected(orders[event.order] ?? event.order, event.number, refusals[event.code] ?? event.code)); // prettier-ignore
    case 'game_ended':
      return of(0, 'end', w.over[event.reason] ?? event.reason);
    default: // batteries and orders that were taken are told elsewhere
      return null;
  }
}
