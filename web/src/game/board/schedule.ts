/** The events of a turn or a round in time, as a film shows them. */
import { SPAN_MS } from '../contract';

/** An event among those of its turn, and when it is to be seen. */
export interface EventBeat<E> {
  event: E;
  /** its number among the events of the turn */
  n: number;
  begins: number;
  /** milliseconds at normal speed, 0 where nothing is to be seen of it */
  lasts: number;
}

export interface Schedule<B> {
  beats: B[];
  span: number;
}

/** The schedule of a list of events, made once. */
export function remembered<E extends object, B>(
  make: (events: E[]) => Schedule<B>,
): (events: E[]) => Schedule<B> {
  const schedules = new WeakMap<E[], Schedule<B>>();
  return (events) => {
    let made = schedules.get(events);
    if (!made) schedules.set(events, (made = make(events)));
    return made;
  };
}

const LEAST = SPAN_MS + 50; // a single step is still a film

export interface TurnTimes<E> {
  lastsOf: (event: E) => number;
  /** what takes part in an event: it waits for what they did before */
  partsOf: (event: E) => string[];
  /** made for every turn: before which time an event does not begin, when the events before it last until `span` */
  earliest: () => (event: E, span: number) => number;
  /** a turn that would last longer is shown faster */
  most: number;
}

/** What different units do happens side by side, what one does comes after each other. */
export function sideBySide<E>(
  events: E[],
  { lastsOf, partsOf, earliest, most }: TurnTimes<E>,
): Schedule<EventBeat<E>> {
  const free = new Map<string, number>(),
    beats: EventBeat<E>[] = [],
    notBefore = earliest();
  let span = 0;
  events.forEach((event, n) => {
    const lasts = lastsOf(event),
      parts = partsOf(event),
      begins = Math.max(notBefore(event, span), ...parts.map((part) => free.get(part) ?? 0));
    for (const part of parts) free.set(part, begins + lasts);
    beats.push({ event, n, begins, lasts });
    span = Math.max(span, begins + lasts);
  });
  if (!span) return { beats, span: SPAN_MS };
  const pace = Math.min(1, most / span);
  for (const beat of beats) {
    beat.begins *= pace;
    beat.lasts *= pace;
  }
  return { beats, span: Math.max(LEAST, span * pace) };
}

/** How many events, from the first on, have begun at a part of the film. */
export function seenAt<E>({ beats, span }: Schedule<EventBeat<E>>, part: number): number {
  if (part >= 1) return beats.length;
  const later = beats.findIndex(({ begins, lasts }) => lasts > 0 && begins > part * span);
  return later < 0 ? beats.length : later;
}
