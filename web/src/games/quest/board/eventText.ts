/** What happened, event by event, in words. */
import { words } from '../words';
import type { QuestEvent } from '../../../net/types';
import type { EventLine, Names } from '../../../game/contract';
import { cellPiece, unitPiece } from './overlayTypes';
import { amountsText, thingName } from './descriptions';

/** `launch` are the many events that a list of the match leaves to the board; a turn tells them all. */
export function eventText(event: QuestEvent, names: Names): EventLine | null {
  const w = words.board.events;
  const of = (seat: number, kind: EventLine['kind'], text: string, piece = ''): EventLine => ({
    seat,
    text,
    piece,
    kind,
  });
  switch (event.type) {
    case 'turn_start':
      return of(event.seat, 'launch', w.turn);
    case 'turn_end':
      return of(
        event.seat,
        event.why === 'end_turn' ? 'launch' : 'note',
        w.turnEnd[event.why] ?? w.turnEnd.end_turn,
      );
    case 'moved':
      return event.x === undefined || event.y === undefined
        ? of(event.seat, 'launch', w.gone(event.unit))
        : of(event.seat, 'launch', w.moved(event.unit, event.x, event.y), unitPiece(event.unit));
    case 'drained':
      return of(event.seat, 'launch', w.drained(names[event.tower_seat], event.amount, event.unit), unitPiece(event.unit)); // prettier-ignore
    case 'tower_placed':
      return of(event.seat, 'capture', w.towerPlaced(event.level, event.x, event.y), cellPiece(event));
    case 'tower_destroyed':
      return of(event.seat, 'fight', w.towerDestroyed(event.x, event.y), cellPiece(event));
    case 'trap_placed':
      return of(event.seat, 'note', w.trapPlaced(event.level, event.x, event.y), cellPiece(event));
    case 'trap_sprung':
      return of(event.seat, 'fight', w.trapSprung(event.unit, names[event.trap_seat], event.frozen), cellPiece(event)); // prettier-ignore
    case 'damage':
      return of(event.seat, 'launch', (event.retaliation ? w.struckBack : w.hit)(event.attacker, event.target, event.damage), unitPiece(event.target)); // prettier-ignore
    case 'died':
      return of(event.seat, 'fight', event.by ? w.died(event.unit, names[event.by_seat], event.by) : w.diedAlone(event.unit), cellPiece(event)); // prettier-ignore
    case 'respawned':
      return of(event.seat, 'launch', w.respawned(event.unit), unitPiece(event.unit));
    case 'dug': {
      const found = amountsText(event.resources);
      return of(event.seat, 'launch', found ? w.dug(event.unit, found) : w.dugNothing(event.unit), cellPiece(event)); // prettier-ignore
    }
    case 'picked_up': {
      const what = amountsText(event.what);
      return what ? of(event.seat, 'launch', w.took(event.unit, what), cellPiece(event)) : null;
    }
    case 'dropped':
      return of(event.seat, 'launch', w.dropped(event.unit, amountsText(event.what)), cellPiece(event));
    case 'crafted':
      return of(event.seat, 'capture', w.crafted(event.unit, thingName(event.item)), unitPiece(event.unit));
    case 'equipped':
      return of(event.seat, 'launch', w.equipped(event.unit, thingName(event.item)), unitPiece(event.unit));
    case 'researched':
      return of(event.seat, 'capture', w.researched(thingName(`${event.kind}${event.level}`)), unitPiece(event.unit)); // prettier-ignore
    case 'retaliation_set':
      return of(event.seat, 'launch', w.retaliation(event.unit, event.energy), unitPiece(event.unit));
    case 'points':
      return of(event.seat, 'launch', w.points(event.gained, w.pointSources[event.source] ?? event.source));
    case 'defeated':
      return of(event.seat, 'fight', w.defeated);
    case 'game_over':
      return of(0, 'end', w.over[event.reason] ?? w.overElse);
    default:
      return null;
  }
}
