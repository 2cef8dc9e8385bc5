/** What happened, event by event, in words. */
import { words } from '../words';
import { number } from '../../../lib/format';
import type { DungeonEvent } from '../../../net/types';
import type { EventLine, Names } from '../../../game/contract';
import { nameOfPlanet, planetName } from './model';
import { planetPiece, robotPiece } from './overlayTypes';
import { cargoText } from './descriptions';

/** `launch` are the many events that a list of the match leaves to the board; a round tells them all. */
export function eventText(event: DungeonEvent, names: Names): EventLine | null {
  const { board, names: things } = words,
    w = board.events;
  const of = (seat: number, kind: EventLine['kind'], text: string, piece: string): EventLine => ({
    seat,
    text,
    piece,
    kind,
    round: event.round,
  });
  const failed = (type: string, robot: string | null, seat: number, reason: string) =>
    of(seat, 'launch', w.failed(things.commands[type] ?? type, things.failures[reason] ?? reason), robot ? robotPiece(robot) : ''); // prettier-ignore
  switch (event.type) {
    case 'planet_blocked':
      return event.success
        ? of(event.seat, 'launch', w.blocked(nameOfPlanet(event.planet)), planetPiece(event.planet))
        : failed('blocking', event.robot, event.seat, event.reason);
    case 'trade': {
      if (!event.success) return failed(event.kind === 'sell' ? 'selling' : 'buying', event.robot, event.seat, event.reason); // prettier-ignore
      const money = number(Math.abs(event.money)),
        piece = event.robot ? robotPiece(event.robot) : '';
      if (event.kind === 'sell') return of(event.seat, 'launch', w.sold(cargoText(event.sold), money), piece);
      if (!event.robot) return of(event.seat, 'note', w.boughtRobots(event.quantity, money), '');
      return of(event.seat, 'launch', w.bought(articleName(event.article ?? ''), money), piece);
    }
    case 'robot_spawned':
      return of(event.seat, 'launch', w.spawned(planetName(event.planet)), planetPiece(event.planet.id));
    case 'movement': {
      if (!event.planet) return failed('movement', event.robot, event.seat, event.reason);
      const to = planetName(event.planet),
        text = event.phase === 3 ? w.wormholed(to) : w.moved(nameOfPlanet(event.origin), to);
      return of(event.seat, 'launch', text, planetPiece(event.planet.id));
    }
    case 'item_movement':
      return event.success ? null : failed('moveItemUse', event.robot, event.seat, event.reason);
    case 'arrival':
      return of(event.seat, 'launch', w.arrived(nameOfPlanet(event.planet)), planetPiece(event.planet));
    case 'fight': {
      if (!event.success) return event.item ? null : failed('battle', event.robot, event.seat, event.reason);
      const left = number(Math.max(0, event.health ?? 0)),
        whose = names[event.target_seat];
      return of(event.seat, 'launch', event.item ? w.hitBy(articleName(event.item), whose, left) : w.hit(whose, left), robotPiece(event.target)); // prettier-ignore
    }
    case 'item_fight':
      return event.success
        ? of(
            event.seat,
            'note',
            w.used(articleName(event.item), event.fights.length),
            robotPiece(event.robot),
          )
        : failed('battleItemUse', event.robot, event.seat, event.reason);
    case 'item_repair':
      return event.success
        ? of(event.seat, 'launch', w.repaired(Object.keys(event.robots).length), robotPiece(event.robot))
        : failed('repairItemUse', event.robot, event.seat, event.reason);
    case 'robot_destroyed': {
      const by = event.credited.map((seat) => names[seat]).join(', ');
      return of(
        event.seat,
        'fight',
        by ? `${w.destroyed} ${w.by(by)}` : w.destroyed,
        planetPiece(event.planet),
      );
    }
    case 'cargo_shared': {
      const cargo = cargoText(event.cargo);
      return cargo ? of(event.seat, 'launch', w.shared(cargo), robotPiece(event.robot)) : null;
    }
    case 'mining':
      return event.success
        ? of(event.seat, 'launch', w.mined(`${event.units} ${things.resources[event.resource ?? ''] ?? ''}`), robotPiece(event.robot)) // prettier-ignore
        : failed('mining', event.robot, event.seat, event.reason);
    case 'resource_mined':
      return of(
        0,
        'launch',
        w.patch(nameOfPlanet(event.planet), number(event.left)),
        planetPiece(event.planet),
      );
    case 'resource_appeared':
      return of(0, 'note', w.appeared(things.resources[event.resource], nameOfPlanet(event.planet)), planetPiece(event.planet)); // prettier-ignore
    case 'regeneration':
      return event.success
        ? of(event.seat, 'launch', w.regenerated(event.energy), robotPiece(event.robot))
        : failed('regeneration', event.robot, event.seat, event.reason);
    case 'achievement':
      return of(event.seat, 'capture', w.achieved(event.name), '');
    case 'trophy':
      return of(event.seat, 'note', w.trophy(things.categories[event.category] ?? w.game, event.place), '');
    case 'game_over':
      return of(0, 'end', w.over[event.reason] ?? w.over.rounds, '');
    default:
      return null;
  }
}

/** "Storage 2" of STORAGE_2, "Rocket" of ROCKET. */
export function articleName(article: string): string {
  const { names: things } = words,
    [, stat, level] = /^(.*)_(\d)$/.exec(article) ?? [];
  return stat
    ? things.upgrade(things.stats[stat] ?? stat, Number(level))
    : (things.articles[article] ?? article);
}

/** Whether the event is a command that had no effect. */
export const isFailure = (event: DungeonEvent): boolean => 'success' in event && !event.success;
