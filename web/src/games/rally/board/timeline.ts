/** A round as a film: the picture at any moment of its events. RAL-272 */
import type { RallyBeam, RallyEvent, RallyView } from '../../../net/types';
import { dirOf, STEP, type Cell } from './model';
import { schedule, type Beat, type BeatKind } from './schedule';
import { after, botOf, type Bot } from './state';

/** A robot as it is drawn: anywhere, in any direction, whole or going. */
export interface Pose extends Bot {
  x: number;
  y: number;
  /** quarter turns clockwise from north */
  angle: number;
  /** 1: whole; less while it explodes, falls or comes back; 0: not on the board */
  there: number;
  /** it falls into a hole or over the edge */
  falls: boolean;
}

export interface Shot {
  beam: RallyBeam;
  /** from 0 to 1 while it is to be seen */
  part: number;
}

/** Something short at a place: an explosion, a checkpoint ticked off, a backup, a repair. */
export interface Spark {
  kind: 'blast' | 'tick' | 'backup' | 'repair' | 'hit' | 'bump';
  seat: number;
  x: number;
  y: number;
  part: number;
  text: string;
}

export interface Moment {
  kind: BeatKind;
  step: number;
  phase: number;
  seen: number;
  /** how much of the beat is over */
  part: number;
  poses: Pose[];
  shots: Shot[];
  sparks: Spark[];
  /** whose command is executed, 0: nobody's */
  acting: number;
  /** commands shown so far by seat and slot; undefined: not yet, null: there is none */
  revealed: Record<number, (string | null | undefined)[]>;
  /** seats that have announced a power-down for the next round */
  announced: number[];
}

export interface Timeline {
  span: number;
  beats: Beat[];
  /** the robots at the end */
  last: Bot[];
  /** `calm`: nothing glides, everything is shown as it ends */
  at(part: number, calm?: boolean): Moment;
}

const timelines = new WeakMap<RallyEvent[], { before: RallyView; made: Timeline }>();

/** The film of the events that lead away from a view. */
export function timeline(before: RallyView, events: RallyEvent[]): Timeline {
  const hit = timelines.get(events);
  if (hit?.before === before) return hit.made;
  const { beats, span } = schedule(events),
    states = [before.robots.map(botOf)];
  for (const beat of beats) states.push(beat.events.reduce(after, states.at(-1)!));
  const made: Timeline = {
    span,
    beats,
    last: states.at(-1)!,
    at(part, calm = false) {
      const time = part * span,
        n =
          part >= 1
            ? beats.length
            : Math.max(
                0,
                beats.findLastIndex((beat) => beat.begins <= time),
              ),
        beat = beats.at(n);
      if (n === beats.length || !beat) return ended(beats, states.at(-1)!);
      const gone = beat.lasts ? Math.min(1, (time - beat.begins) / beat.lasts) : 1;
      return picture(beats, n, states[n], states[n + 1], gone, calm);
    },
  };
  timelines.set(events, { before, made });
  return made;
}

const ease = (part: number): number => part * part * (3 - 2 * part);

/** A robot that is where its view says. */
export function standing(bot: Bot): Pose {
  const [x, y] = bot.at ?? bot.backup.cell;
  return { ...bot, x, y, angle: dirOf(bot.facing), there: bot.at && !bot.dead ? 1 : 0, falls: false };
}

function ended(beats: Beat[], bots: Bot[]): Moment {
  const last = beats.at(-1);
  return {
    kind: 'rest',
    step: 0,
    phase: 0,
    seen: last?.seen ?? 0,
    part: 1,
    poses: bots.map(standing),
    shots: [],
    sparks: [],
    acting: 0,
    ...known(beats, beats.length),
  };
}

function picture(beats: Beat[], n: number, from: Bot[], to: Bot[], gone: number, calm: boolean): Moment {
  const beat = beats[n],
    part = calm ? 1 : ease(gone);
  const moment: Moment = {
    kind: beat.kind,
    step: beat.step,
    phase: beat.phase,
    seen: beat.seen,
    part: calm ? 0.5 : gone,
    poses: from.map((bot, k) => between(beat, bot, to[k], part)),
    shots: [],
    sparks: [],
    acting: acting(beats, n),
    ...known(beats, n + 1),
  };
  const shine = calm ? 0.5 : gone;
  for (const event of beat.events) {
    if (event.type === 'beam') moment.shots.push({ beam: event, part: shine });
    const spark = sparkOf(event, moment.poses);
    if (spark) moment.sparks.push({ ...spark, part: shine });
  }
  return moment;
}

function between(beat: Beat, from: Bot, to: Bot, part: number): Pose {
  const pose = standing(part < 0.5 && beat.kind !== 'spawn' ? { ...from } : { ...to, at: to.at ?? from.at }),
    moved = beat.events.findLast((event) => event.type === 'moved' && event.seat === from.seat),
    bumped = beat.events.find((event) => event.type === 'blocked' && event.seat === from.seat);
  if (moved?.type === 'moved' && from.at && to.at) {
    pose.x = from.at[0] + (to.at[0] - from.at[0]) * part;
    pose.y = from.at[1] + (to.at[1] - from.at[1]) * part;
  } else if (bumped?.type === 'blocked') {
    const [dx, dy] = STEP[dirOf(bumped.direction)],
      far = 0.1 * Math.sin(Math.PI * part);
    pose.x += dx * far;
    pose.y += dy * far;
  }
  pose.angle = dirOf(from.facing) + turn(from.facing, to.facing) * part;
  const died = beat.events.find((event) => event.type === 'died' && event.seat === from.seat);
  if (died?.type === 'died') {
    [pose.x, pose.y] = from.at ?? died.cell;
    pose.there = 1 - part;
    pose.falls = died.cause !== 'damage';
  } else if (beat.kind === 'spawn' && from.dead && !to.dead) {
    pose.there = part;
    pose.angle = dirOf(to.facing);
  } else pose.there = from.at && !from.dead ? 1 : 0;
  return pose;
}

/** The short way round; a U-turn goes clockwise. */
function turn(from: string, to: string): number {
  const by = (dirOf(to) - dirOf(from) + 4) % 4;
  return by === 3 ? -1 : by;
}

function sparkOf(event: RallyEvent, poses: Pose[]): Omit<Spark, 'part'> | null {
  const at = (kind: Spark['kind'], seat: number, [x, y]: Cell, text = '') => ({ kind, seat, x, y, text }),
    place = (seat: number): Cell => [poses[seat - 1].x, poses[seat - 1].y];
  switch (event.type) {
    case 'died':
      return at('blast', event.seat, place(event.seat));
    case 'ticked':
      return at('tick', event.seat, place(event.seat), `${event.checkpoint}`);
    case 'backup':
      return at('backup', event.seat, event.cell);
    case 'repaired':
      return at('repair', event.seat, place(event.seat), `−${event.amount}`);
    case 'damaged':
      return at('hit', event.seat, place(event.seat), `+${event.amount}`);
    default:
      return null;
  }
}

function acting(beats: Beat[], n: number): number {
  const { step, phase } = beats[n];
  if (phase !== 1) return 0;
  for (let k = n; k >= 0 && beats[k].step === step && beats[k].phase === 1; k--) {
    const call = beats[k].events.find((event) => event.type === 'executing');
    if (call?.type === 'executing') return call.seat;
  }
  return 0;
}

/** What has been shown of programs when so many beats have begun. RAL-047, RAL-048 */
function known(beats: Beat[], begun: number): Pick<Moment, 'revealed' | 'announced'> {
  const revealed: Moment['revealed'] = {};
  let announced: number[] = [];
  for (const beat of beats.slice(0, begun))
    for (const event of beat.events) {
      if (event.type === 'move_phase_started') announced = event.power_down;
      if (event.type !== 'revealed') continue;
      for (const [seat, card] of Object.entries(event.commands))
        (revealed[Number(seat)] ??= [])[event.step - 1] = card;
    }
  return { revealed, announced };
}
