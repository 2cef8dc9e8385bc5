/** A turn as a film: where units are and what happens to them at any moment of it. */
import type { Moving } from '../../../game/board/canvas';
import type { QuestEvent, QuestView } from '../../../net/types';
import { worldOf, type Tower, type Trap, type Unit } from './model';
import { isFilm, schedule, seenAt } from './schedule';

/** A unit on its way: `at` is where it is to be seen, `x` and `y` the cell it goes to or stands in. */
export interface Posed extends Unit {
  at: [x: number, y: number];
  /** 0 to 1: who comes out of the fog or goes into it */
  seen: number;
  moves: boolean;
}

export type SparkKind =
  | 'hit' | 'back' | 'boom' | 'spawn' | 'freeze' | 'drain' | 'build' | 'fall' | 'dig' | 'take' | 'drop' | 'craft' | 'learn'; // prettier-ignore

/** Something short at a place. */
export interface Spark {
  kind: SparkKind;
  x: number;
  y: number;
  seat: number;
  text: string;
  /** what it is about: a resource, an item */
  what: string;
  part: number;
  /** a second place: who struck, which tower drained */
  from: [x: number, y: number] | null;
}

/** The way of a unit in this turn. */
export interface Trail {
  seat: number;
  unit: number;
  cells: [x: number, y: number][];
}

export interface Picture {
  seen: number;
  units: Posed[];
  sparks: Spark[];
  trails: Trail[];
  towers: Tower[];
  traps: Trap[];
}

export type Way = Moving<QuestView, QuestEvent> & { calm?: boolean };

const ease = (part: number): number => part * part * (3 - 2 * part);

/** Every unit that is to be seen. */
export function standing(view: QuestView, way?: Way): Unit[] {
  return (way && pictureOf(view, way)?.units) ?? worldOf(view).units;
}

/** The picture of the film, or null where nothing moves. */
export function pictureOf(view: QuestView, { before, events, part, calm = false }: Way): Picture | null {
  if (!before || part >= 1 || !isFilm(events)) return null;
  const { beats, span } = schedule(events),
    now = part * span,
    [old, next] = [worldOf(before), worldOf(view)],
    after = new Map(next.units.map((unit) => [unit.id, unit])),
    units = new Map<number, Posed>(old.units.map((unit) => [unit.id, stand(unit)])),
    busy = new Set<number>(),
    sparks: Spark[] = [];
  const place = (id: number): [number, number] | null => units.get(id)?.at ?? null;
  const spark = (
    kind: SparkKind,
    at: [number, number] | null,
    seat: number,
    gone: number,
    more: Partial<Spark> = {},
  ) => {
    if (at) sparks.push({ kind, x: at[0], y: at[1], seat, part: calm ? 0.4 : gone, text: '', what: '', from: null, ...more }); // prettier-ignore
  };
  for (const { event, begins, lasts } of beats) {
    const ids = unitsOf(event);
    if (begins > now && lasts) {
      for (const id of ids) busy.add(id);
      continue;
    }
    const gone = lasts ? Math.min(1, (now - begins) / lasts) : 1,
      runs = gone < 1;
    if (runs) for (const id of ids) busy.add(id);
    apply(units, event, calm ? 1 : gone, after);
    if (!runs) continue;
    switch (event.type) {
      case 'damage':
        spark(event.retaliation ? 'back' : 'hit', [event.x, event.y], event.seat, gone, { text: `−${event.damage}`, from: place(event.attacker) }); // prettier-ignore
        break;
      case 'died':
        spark('boom', [event.x, event.y], event.seat, gone);
        break;
      case 'respawned':
        spark('spawn', [event.x, event.y], event.seat, gone);
        break;
      case 'trap_sprung':
        spark('freeze', [event.x, event.y], event.trap_seat, gone, { text: `${event.frozen}` });
        break;
      case 'drained': {
        const tower = [...old.towers, ...next.towers].find(({ id }) => id === event.tower);
        spark('drain', place(event.unit), event.tower_seat, gone, { text: `−${event.amount}`, from: tower ? [tower.x, tower.y] : null }); // prettier-ignore
        break;
      }
      case 'tower_placed':
      case 'trap_placed':
        spark('build', [event.x, event.y], event.seat, gone);
        break;
      case 'tower_destroyed':
        spark('fall', [event.x, event.y], event.seat, gone);
        break;
      case 'dug':
        spark('dig', [event.x, event.y], event.seat, gone, first(event.resources));
        break;
      case 'picked_up':
        spark('take', [event.x, event.y], event.seat, gone, first(event.what, '+'));
        break;
      case 'dropped':
        spark('drop', [event.x, event.y], event.seat, gone, first(event.what, '−'));
        break;
      case 'crafted':
        spark('craft', place(event.unit), event.seat, gone, { what: event.item });
        break;
      case 'researched':
        spark('learn', place(event.unit), event.seat, gone, { what: `${event.kind}${event.level}` });
    }
  }
  // who has done everything is as it is at the end; who came into sight without doing anything is there at once
  for (const [id, unit] of after) {
    if (busy.has(id)) continue;
    const here = units.get(id);
    if (!here || (here.x === unit.x && here.y === unit.y)) units.set(id, stand(unit));
  }
  return {
    seen: seenAt({ beats, span }, part),
    units: [...units.values()].filter(({ seen }) => seen > 0),
    sparks,
    trails: trailsOf(beats.flatMap(({ event, begins }) => (begins <= now ? event : []))),
    ...built(old, next, events, beats, now),
  };
}

const stand = (unit: Unit): Posed => ({ ...unit, at: [unit.x, unit.y], seen: 1, moves: false });

function unitsOf(event: QuestEvent): number[] {
  if (event.type === 'damage') return [event.attacker, event.target];
  return 'unit' in event ? [event.unit] : [];
}

/** What is taken or found most of, with its amount. */
function first(amounts: Record<string, number>, sign = ''): Pick<Spark, 'what' | 'text'> {
  const [what, n] = Object.entries(amounts).sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  return { what, text: n ? `${sign}${n}` : '0' };
}

/** What an event does to units when so much of it is over. */
function apply(units: Map<number, Posed>, event: QuestEvent, gone: number, after: Map<number, Unit>): void {
  const change = (id: number, to: (unit: Posed) => Partial<Posed>) => {
    const unit = units.get(id);
    if (unit) units.set(id, { ...unit, ...to(unit) });
  };
  switch (event.type) {
    case 'moved': {
      const { unit: id, x, y, from_x, from_y } = event;
      if (x === undefined || y === undefined) {
        change(id, () => ({ seen: 1 - gone }));
        if (gone >= 1) units.delete(id);
        return;
      }
      const old = units.get(id) ?? after.get(id);
      if (!old) return;
      const from = from_x === undefined || from_y === undefined ? null : [from_x, from_y],
        part = ease(gone);
      units.set(id, {
        ...stand({ ...old, x, y }),
        at: from ? [from[0] + (x - from[0]) * part, from[1] + (y - from[1]) * part] : [x, y],
        seen: from ? 1 : gone,
        moves: gone < 1,
      });
      return;
    }
    case 'damage':
      change(event.target, ({ max, energy }) => {
        const left = Math.max(0, max - event.damage * gone);
        return { max: left, energy: Math.min(energy, left) };
      });
      return;
    case 'died':
      change(event.unit, () => ({ seen: 1 - gone }));
      if (gone >= 1) units.delete(event.unit);
      return;
    case 'respawned': {
      const unit = after.get(event.unit);
      if (unit) units.set(event.unit, { ...stand({ ...unit, x: event.x, y: event.y }), seen: gone });
      return;
    }
    case 'trap_sprung':
      change(event.unit, () => ({ energy: 0, frozen: event.frozen }));
      return;
    case 'drained':
      change(event.unit, ({ energy }) => ({ energy: Math.max(0, energy - event.amount * gone) }));
  }
}

/** The ways that units went, as far as they were seen. */
export function trailsOf(events: QuestEvent[]): Trail[] {
  const trails = new Map<number, Trail>();
  for (const event of events) {
    if (event.type === 'respawned') trails.delete(event.unit);
    if (event.type !== 'moved') continue;
    const { unit, seat, x, y, from_x, from_y } = event;
    if (x === undefined || y === undefined || from_x === undefined || from_y === undefined) continue;
    const trail = trails.get(unit);
    if (trail) trail.cells.push([x, y]);
    else trails.set(unit, { seat, unit, cells: [[from_x, from_y], [x, y]] }); // prettier-ignore
  }
  return [...trails.values()];
}

type Builds = Pick<Picture, 'towers' | 'traps'>;

/** Towers and traps as they stand at a moment: what is built later is not there yet, what falls later still is. */
function built(
  old: Builds,
  next: Builds,
  events: QuestEvent[],
  beats: { event: QuestEvent; begins: number; lasts: number }[],
  now: number,
): Builds {
  const later = beats.filter(({ begins, lasts }) => begins + lasts * 0.3 > now).map(({ event }) => event);
  if (!events.some(({ type }) => type.startsWith('t'))) return next;
  const key = ({ x, y }: { x: number; y: number }) => `${x},${y}`,
    coming = new Set(
      later.flatMap((e) => (e.type === 'tower_placed' || e.type === 'trap_placed' ? key(e) : [])),
    ),
    going = new Set(
      later.flatMap((e) => (e.type === 'tower_destroyed' || e.type === 'trap_sprung' ? key(e) : [])),
    );
  const at = <T extends { x: number; y: number }>(from: T[], to: T[]): T[] => [
    ...to.filter((one) => !coming.has(key(one))),
    ...from.filter((one) => going.has(key(one)) && !to.some((other) => key(other) === key(one))),
  ];
  return { towers: at(old.towers, next.towers), traps: at(old.traps, next.traps) };
}
