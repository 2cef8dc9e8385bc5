/** The events of a round in beats with a length each: what is seen together, and for how long. RAL-272 */
import { remembered, type Schedule } from '../../../game/board/schedule';
import { SPAN_MS } from '../../../game/contract';
import type { RallyEvent } from '../../../net/types';

/** What is seen during a beat. */
export type BeatKind =
  | 'rest'
  | 'open'
  | 'reveal'
  | 'call'
  | 'turn'
  | 'move'
  | 'bump'
  | 'slide'
  | 'belt'
  | 'gear'
  | 'beam'
  | 'die'
  | 'tick'
  | 'close'
  | 'spawn'
  | 'over';

/** Milliseconds at normal speed. */
const LASTS: Record<BeatKind, number> = {
  rest: 0,
  open: 350,
  reveal: 700,
  call: 130,
  turn: 220,
  move: 260,
  bump: 200,
  slide: 180,
  belt: 400,
  gear: 420,
  beam: 650,
  die: 520,
  tick: 450,
  close: 800,
  spawn: 650,
  over: 900,
};
/** Lasers that hit nobody are soon seen. */
const MISS_MS = 280;
/** A program step takes no longer, however much happens in it, so that a round is seen before its next clock starts. */
const STEP_MS = 2800;

export interface Beat {
  kind: BeatKind;
  step: number;
  phase: number;
  begins: number;
  lasts: number;
  events: RallyEvent[];
  /** how many events of the frame have been seen when it is over */
  seen: number;
  /** the number of a simultaneous move, or of none yet */
  number: number | null;
}

export const schedule = remembered((events: RallyEvent[]) => timed(beatsOf(events)));

function wish({ kind, events }: Beat): number {
  const misses = kind === 'beam' && events.every((event) => event.type === 'beam' && !event.hits.length);
  return misses ? MISS_MS : LASTS[kind];
}

function timed(beats: Beat[]): Schedule<Beat> {
  const steps = new Map<number, number>();
  for (const beat of beats) if (beat.step) steps.set(beat.step, (steps.get(beat.step) ?? 0) + wish(beat));
  let span = 0;
  for (const beat of beats) {
    const all = steps.get(beat.step) ?? 0;
    beat.begins = span;
    beat.lasts = wish(beat) * (beat.step && all > STEP_MS ? STEP_MS / all : 1);
    span += beat.lasts;
  }
  return { beats, span: Math.max(SPAN_MS, span) };
}

const ALONE: Partial<Record<RallyEvent['type'], BeatKind>> = {
  move_phase_started: 'open',
  revealed: 'reveal',
  executing: 'call',
  game_over: 'over',
};
/** These happen together with others of their kind, or with what they are the consequence of. */
const TOGETHER: Partial<Record<RallyEvent['type'], BeatKind>> = {
  beam: 'beam',
  died: 'die',
  ticked: 'tick',
  backup: 'tick',
  repaired: 'close',
  burned_in: 'close',
  powered_down: 'close',
  powered_up: 'close',
  respawned: 'spawn',
};

function beatsOf(events: RallyEvent[]): Beat[] {
  const beats: Beat[] = [];
  /** a robot and those it pushes, who move as one although each arrival is settled by itself: RAL-102 */
  let line: Beat | null = null;
  events.forEach((event, n) => {
    const last = beats.at(-1),
      here = (kind: BeatKind) =>
        last?.kind === kind && last.step === event.step && last.phase === event.phase,
      open = (kind: BeatKind): Beat => {
        const { step, phase } = event,
          beat = { kind, step, phase, begins: 0, lasts: 0, events: [], seen: n, number: null };
        beats.push(beat);
        return beat;
      },
      join = (kind: BeatKind): Beat => (here(kind) ? last! : open(kind));
    const put = (beat: Beat) => {
      beat.events.push(event);
      beats.at(-1)!.seen = n + 1;
    };
    switch (event.type) {
      case 'moved':
        if (event.cause === 'push' || event.cause === 'step') {
          if (!line || !inLine(line, event)) line = open('move');
          return put(line);
        }
        return put(together(event.cause === 'slide' ? 'slide' : 'belt', event.beat));
      case 'turned':
        if (event.cause === 'curve')
          return put(beats.findLast((beat) => beat.kind === 'belt') ?? open('belt'));
        return put(event.cause === 'gear' ? join('gear') : open('turn'));
      case 'blocked':
        if (event.phase < 2) return put(open('bump'));
        return put(join(event.phase === 2 ? 'slide' : 'belt'));
      case 'damaged':
        return put(beats.findLast((beat) => beat.kind === 'beam') ?? open('beam'));
      case 'eliminated':
        return put(last && last.kind !== 'rest' ? last : open('rest'));
      default: {
        if (event.type === 'executing') line = null;
        const alone = ALONE[event.type],
          // what happens after the last program step is seen at once
          kind = event.step || event.type === 'respawned' ? TOGETHER[event.type] : 'close',
          shared = TOGETHER[event.type] && kind;
        return put(alone ? open(alone) : shared ? join(shared) : join('rest'));
      }
    }

    /** Moves with the same number happen at once; those blocked may have been told before. */
    function together(kind: 'slide' | 'belt', number: number): Beat {
      const beat = here(kind) && (last!.number ?? number) === number ? last! : open(kind);
      beat.number = number;
      return beat;
    }
  });
  return beats;
}

function inLine(line: Beat, event: Extract<RallyEvent, { type: 'moved' }>): boolean {
  const moves = line.events.filter((one) => one.type === 'moved'),
    head = moves.at(-1)!,
    pusher = event.cause === 'push' ? event.by : event.seat;
  return (
    head.cause === 'push' &&
    head.by === pusher &&
    head.direction === event.direction &&
    moves.every((one) => one.seat !== event.seat)
  );
}
