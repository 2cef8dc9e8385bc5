/** The events of a turn in time: what different units do happens side by side, what one does comes after each other. */
import type { QuestEvent } from '../../../net/types';
import { SPAN_MS } from '../../../game/contract';

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
const LEAST = SPAN_MS + 50; // a single step is still a film
const MOST = 6000; // a busy turn is shown faster

export interface Beat {
  event: QuestEvent;
  /** its number among the events of the turn */
  n: number;
  begins: number;
  lasts: number;
}

export interface Schedule {
  beats: Beat[];
  span: number;
}

const schedules = new WeakMap<QuestEvent[], Schedule>();

export function schedule(events: QuestEvent[]): Schedule {
  let made = schedules.get(events);
  if (!made) schedules.set(events, (made = timed(events)));
  return made;
}

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

function timed(events: QuestEvent[]): Schedule {
  const free = new Map<string, number>(),
    beats: Beat[] = [];
  let span = 0,
    turn = 0; // when the turn of the seat began: what is told of the next one comes after all of this
  events.forEach((event, n) => {
    if (event.type === 'turn_end' || event.type === 'game_over') turn = span;
    const lasts = LASTS[event.type] ?? 0,
      parts = partsOf(event),
      begins = Math.max(turn, ...parts.map((part) => free.get(part) ?? 0));
    for (const part of parts) free.set(part, begins + lasts);
    beats.push({ event, n, begins, lasts });
    span = Math.max(span, begins + lasts);
  });
  if (!span) return { beats, span: SPAN_MS };
  const pace = Math.min(1, MOST / span);
  for (const beat of beats) {
    beat.begins *= pace;
    beat.lasts *= pace;
  }
  return { beats, span: Math.max(LEAST, span * pace) };
}

/** How many events, from the first on, have begun at a part of the film. */
export function seenAt({ beats, span }: Schedule, part: number): number {
  if (part >= 1) return beats.length;
  const later = beats.findIndex(({ begins, lasts }) => lasts > 0 && begins > part * span);
  return later < 0 ? beats.length : later;
}
