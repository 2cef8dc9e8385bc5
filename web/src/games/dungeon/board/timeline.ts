/** A round as a film: where robots are and what happens to them at any moment of it. */
import type { Moving } from '../../../game/board/canvas';
import type { DungeonEvent, DungeonView } from '../../../net/types';
import { botsOf, isWhole, type Bot } from './model';
import { beatAt, isFilm, schedule, type Beat } from './schedule';

export type SparkKind =
  'shield' | 'coin' | 'spawn' | 'heal' | 'blast' | 'hit' | 'boom' | 'mine' | 'patch' | 'charge';

/** Something short at a planet; several of a kind and a seat are one. */
export interface Spark {
  kind: SparkKind;
  planet: string;
  seat: number;
  text: string;
  part: number;
}

/** Robots of a seat on their way; back again where they were stopped. */
export interface Trip {
  seat: number;
  from: string;
  to: string;
  bots: Bot[];
  kind: 'move' | 'wormhole' | 'stopped';
  part: number;
}

/** A weapon on its way to another planet. */
export interface Shot {
  seat: number;
  from: string;
  to: string;
  part: number;
}

export interface Picture {
  phase: number;
  /** how much of the beat is over */
  part: number;
  seen: number;
  /** robots that stand on a planet */
  bots: Bot[];
  trips: Trip[];
  shots: Shot[];
  sparks: Spark[];
  /** who blocks, by planet, from the first phase to the last */
  blocked: Map<string, number[]>;
}

/** They reach other planets. */
const WEAPONS: ReadonlySet<string> = new Set(['LONG_RANGE_BOMBARDMENT', 'NUKE']);

type Bots = ReadonlyMap<string, Bot>;

interface Timeline {
  beats: Beat[];
  /** the robots before every beat, and after the last one */
  states: Bots[];
}

const timelines = new WeakMap<DungeonEvent[], { before: DungeonView; made: Timeline }>();

export function timeline(before: DungeonView, events: DungeonEvent[]): Timeline {
  const hit = timelines.get(events);
  if (hit?.before === before) return hit.made;
  const { beats } = schedule(events),
    states: Bots[] = [new Map(botsOf(before).map((bot) => [bot.id, bot]))];
  for (const beat of beats) {
    const next = new Map(states.at(-1)!);
    for (const event of beat.events) apply(next, event, before);
    states.push(next);
  }
  const made = { beats, states };
  timelines.set(events, { before, made });
  return made;
}

/** What an event does to robots. */
function apply(bots: Map<string, Bot>, event: DungeonEvent, before: DungeonView): void {
  const put = (id: string, seat: number, planet: string) => {
    const old = bots.get(id);
    bots.set(id, { id, seat, planet, data: old?.data ?? null, seen: event.round });
  };
  const change = (id: string, data: Partial<NonNullable<Bot['data']>>) => {
    const old = bots.get(id);
    if (old?.data) bots.set(id, { ...old, data: { ...old.data, ...data } });
  };
  /** who is told to be on a planet is there, wherever it was seen before */
  const met = (planet: string, robots: Record<string, number>) => {
    if (isWhole(before)) return;
    for (const [id, seat] of Object.entries(robots)) if (!bots.get(id)?.data) put(id, seat, planet);
  };
  switch (event.type) {
    case 'robot_spawned':
      put(event.robot, event.seat, event.planet.id);
      met(event.planet.id, event.robots);
      break;
    case 'movement':
      if (event.planet) {
        put(event.robot, event.seat, event.planet.id);
        met(event.planet.id, event.robots);
      }
      change(event.robot, { energy: event.energy });
      break;
    case 'arrival':
      put(event.robot, event.seat, event.planet);
      break;
    case 'fight':
      if (event.health !== null) change(event.target, { health: Math.max(0, event.health) });
      if (event.energy !== undefined) change(event.robot, { energy: event.energy });
      // an attacker whom nobody had seen shows itself
      if (event.success && !WEAPONS.has(event.item) && bots.has(event.target))
        met(bots.get(event.target)!.planet, { [event.robot]: event.seat });
      break;
    case 'item_repair':
      for (const [id, health] of Object.entries(event.robots)) change(id, { health });
      break;
    case 'planet_blocked':
      if (event.energy !== undefined) change(event.robot, { energy: event.energy });
      break;
    case 'mining':
    case 'regeneration':
      change(event.robot, { energy: event.energy });
      break;
    case 'cargo_shared':
      change(event.robot, { cargo: event.cargo });
      break;
    case 'robot_destroyed':
      bots.delete(event.robot);
  }
}

export type Way = Moving<DungeonView, DungeonEvent> & { calm?: boolean };

/** The picture of the film, or null where nothing moves. */
export function pictureOf({ before, events, part, calm = false }: Way): Picture | null {
  if (!before || part >= 1 || !isFilm(events)) return null;
  const { beats, states } = timeline(before, events),
    at = beatAt(schedule(events), part);
  if (!at) return null;
  const { n } = at,
    gone = calm ? 0.5 : at.gone,
    [from, to] = [states[n], states[n + 1]],
    beat = beats[n],
    trips = tripsOf(beat, from, to, calm ? 1 : gone),
    // who is on the way stands nowhere, unless nothing glides: then where it arrives
    away = new Set(calm ? [] : trips.flatMap(({ bots }) => bots.map(({ id }) => id))),
    standing = beat.ends && !calm && gone < 0.35 ? from : to;
  return {
    phase: beat.phase,
    part: gone,
    seen: beat.seen,
    bots: [...standing.values()].filter(({ id }) => !away.has(id)),
    trips,
    shots: shotsOf(beat, from, gone),
    sparks: sparksOf(beat, from, to, gone),
    blocked: blockedOf(beats.slice(0, n + 1)),
  };
}

/** Every robot that stands on a planet. */
export function standing(view: DungeonView, way?: Way): Bot[] {
  return (way && pictureOf(way)?.bots) ?? botsOf(view);
}

function tripsOf({ events, phase }: Beat, from: Bots, to: Bots, part: number): Trip[] {
  const trips = new Map<string, Trip>();
  for (const event of events) {
    if (event.type !== 'movement') continue;
    const bot = (event.planet ? to : from).get(event.robot),
      kind = !event.planet ? 'stopped' : phase === 3 ? 'wormhole' : 'move';
    if (!bot || (kind === 'stopped' && event.reason !== 'planet_blocked')) continue;
    const target = event.planet?.id ?? event.origin,
      key = `${event.seat}/${event.origin}/${target}`,
      trip = trips.get(key);
    if (trip) trip.bots.push(bot);
    else trips.set(key, { seat: event.seat, from: event.origin, to: target, bots: [bot], kind, part });
  }
  return [...trips.values()];
}

/** Weapons that reach other planets, by whom they hit. */
function shotsOf({ events, ends }: Beat, bots: Bots, part: number): Shot[] {
  const shots = new Map<string, Shot>();
  for (const event of events) {
    if (ends || event.type !== 'fight' || !event.success || !WEAPONS.has(event.item)) continue;
    const [from, to] = [bots.get(event.robot)?.planet, bots.get(event.target)?.planet];
    if (from && to && from !== to)
      shots.set(`${event.seat}/${from}/${to}`, { seat: event.seat, from, to, part });
  }
  return [...shots.values()];
}

function blockedOf(beats: Beat[]): Map<string, number[]> {
  const blocked = new Map<string, number[]>();
  for (const beat of beats)
    for (const event of beat.events)
      if (event.type === 'planet_blocked' && event.success)
        blocked.set(event.planet, [...new Set([...(blocked.get(event.planet) ?? []), event.seat])]);
  return blocked;
}

const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '');

function sparksOf({ events }: Beat, from: Bots, to: Bots, part: number): Spark[] {
  const sums = new Map<string, { kind: SparkKind; planet: string; seat: number; sum: number }>();
  const add = (kind: SparkKind, planet: string | undefined, seat: number, sum = 0) => {
    if (!planet) return;
    const key = `${kind}/${planet}/${seat}`,
      old = sums.get(key);
    if (old) old.sum += sum;
    else sums.set(key, { kind, planet, seat, sum });
  };
  const placeOf = (robot: string) => (to.get(robot) ?? from.get(robot))?.planet;
  for (const event of events)
    switch (event.type) {
      case 'planet_blocked':
        if (event.success) add('shield', event.planet, event.seat);
        break;
      case 'trade':
        if (event.success && event.robot) add('coin', placeOf(event.robot), event.seat, event.money);
        break;
      case 'robot_spawned':
        add('spawn', event.planet.id, event.seat, 1);
        break;
      case 'item_repair':
        if (event.success) add('heal', placeOf(event.robot), event.seat);
        break;
      case 'fight':
        if (event.success) add(event.item ? 'blast' : 'hit', placeOf(event.target), event.seat, -1);
        break;
      case 'robot_destroyed':
        add('boom', event.planet, event.seat, -1);
        break;
      case 'mining':
        if (event.success) add('mine', placeOf(event.robot), event.seat, event.units);
        break;
      case 'resource_appeared':
        add('patch', event.planet, 0);
        break;
      case 'regeneration':
        if (event.success) add('charge', placeOf(event.robot), event.seat);
    }
  return [...sums.values()].map(({ sum, ...spark }) => ({ ...spark, text: textOf(spark.kind, sum), part }));
}

function textOf(kind: SparkKind, sum: number): string {
  if (kind === 'hit' || kind === 'blast') return sum < -1 ? `×${-sum}` : '';
  return kind === 'boom' ? (sum < -1 ? `${-sum}` : '') : signed(sum);
}
