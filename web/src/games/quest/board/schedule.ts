/** The events of a turn in time: what different units do happens side by side, what one does comes after each other. */
import type { QuestEvent } from '../../../net/types';
import { remembered, sideBySide } from '../../../game/board/schedule';
import { SPAN_MS } from '../../../game/contract';

export { seenAt } from '../../../game/board/schedule';

/** Milliseconds at normal speed, by event; nothing is to be seen of the others. */
const LASTS: Partial<Record<QuestEvent['type'], number>> = {
  moved: 170,
  damage: 420,
  died: 450,
  respawned: 350,
  trap_sprung: 520,
  drained: 420,
  tower_placed: 420,
  tower_destroyed: 450,
  trap_placed: 360,
  dug: 300,
  picked_up: 320,
  dropped: 300,
  crafted: 380,
  equipped: 260,
  researched: 420,
  defeated: 500,
  game_over: 400,
};
const MOST = 6000; // a busy turn is shown faster

export const schedule = remembered((events: QuestEvent[]) =>
  sideBySide(events, {
    lastsOf: ({ type }) => LASTS[type] ?? 0,
    partsOf,
    earliest() {
      let turn = 0; // when the turn of the seat began: what is told of the next one comes after all of this
      return ({ type }, span) => (type === 'turn_end' || type === 'game_over' ? (turn = span) : turn);
    },
    most: MOST,
  }),
);

/** Whether these events are a turn that can be shown. */
export const isFilm = (events: QuestEvent[]): boolean => schedule(events).span > SPAN_MS;

/** The units and places that take part in an event: it waits for what they did before. */
function partsOf(event: QuestEvent): string[] {
  switch (event.type) {
    case 'damage':
      return [`u${event.attacker}`, `u${event.target}`];
    case 'died':
      return [`u${event.unit}`, `u${event.by}`];
    case 'drained':
      return [`u${event.unit}`, `t${event.tower}`];
    case 'tower_destroyed':
      return [`t${event.tower}`];
    case 'tower_placed':
      return [`t${event.tower}`, `c${event.x},${event.y}`];
    case 'trap_placed':
      return [`c${event.x},${event.y}`];
    case 'trap_sprung':
    case 'picked_up':
    case 'dropped':
      return [`u${event.unit}`, `c${event.x},${event.y}`];
    case 'moved':
    case 'respawned':
    case 'dug':
    case 'crafted':
    case 'equipped':
    case 'researched':
      return [`u${event.unit}`];
    default:
      return [];
  }
}
