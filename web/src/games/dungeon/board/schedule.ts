/** The events of a round in beats: the nine phases one after the other, and destruction at the end of both fights. */
import { remembered, type Schedule } from '../../../game/board/schedule';
import { SPAN_MS } from '../../../game/contract';
import type { DungeonEvent } from '../../../net/types';

export const PHASES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Milliseconds at normal speed, by phase. */
const LASTS = [0, 450, 600, 700, 700, 500, 900, 800, 550, 350];
const DESTROYED_MS = 550;
const OVER_MS = 500;

export interface Beat {
  /** 1 to 9; 0 for what belongs to none: prices, achievements, the end */
  phase: number;
  /** robots are destroyed and their cargo is shared */
  ends: boolean;
  begins: number;
  lasts: number;
  events: DungeonEvent[];
  /** how many events of the frame have been seen when it is over */
  seen: number;
}

/** What is told of a phase although nothing is to be seen of it. */
const SILENT: ReadonlySet<DungeonEvent['type']> = new Set([
  'round_status',
  'prices',
  'neighbours',
  'achievement',
  'trophy',
]);
const ENDS: ReadonlySet<DungeonEvent['type']> = new Set(['robot_destroyed', 'cargo_shared']);

export const schedule = remembered((events: DungeonEvent[]) => timed(beatsOf(events)));

/** Whether these events are a round that can be shown. */
export const isFilm = (events: DungeonEvent[]): boolean => schedule(events).span > SPAN_MS;

function beatsOf(events: DungeonEvent[]): Beat[] {
  const beats: Beat[] = [];
  events.forEach((event, n) => {
    const ends = event.phase > 0 && ENDS.has(event.type);
    let beat = beats.at(-1);
    // the phases come in order; what a purchase of robots brings is told in the phase of trading
    if (!beat || beat.phase !== event.phase || beat.ends !== ends) {
      const found = beats.find((one) => one.phase === event.phase && one.ends === ends && event.phase > 0);
      if (found) beat = found;
      else beats.push((beat = { phase: event.phase, ends, begins: 0, lasts: 0, events: [], seen: n }));
    }
    beat.events.push(event);
    beats.at(-1)!.seen = n + 1;
  });
  return beats;
}

function lengthOf({ phase, ends, events }: Beat): number {
  if (!phase) return events.some(({ type }) => type === 'game_over') ? OVER_MS : 0;
  if (ends) return DESTROYED_MS;
  return events.some(({ type }) => !SILENT.has(type)) ? LASTS[phase] : 0;
}

function timed(beats: Beat[]): Schedule<Beat> {
  let span = 0;
  for (const beat of beats) {
    beat.begins = span;
    beat.lasts = lengthOf(beat);
    span += beat.lasts;
  }
  return { beats, span: Math.max(SPAN_MS, span) };
}

/** The beat at a part of the film, and how much of it is over; undefined where there is none. */
export function beatAt(
  { beats, span }: Schedule<Beat>,
  part: number,
): { n: number; gone: number } | undefined {
  if (part >= 1) return undefined;
  const time = part * span,
    n = beats.findLastIndex((beat) => beat.lasts > 0 && beat.begins <= time);
  if (n < 0) return undefined;
  return { n, gone: Math.min(1, (time - beats[n].begins) / beats[n].lasts) };
}
