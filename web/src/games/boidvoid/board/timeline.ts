/** A turn as a film: where units are, whose tiles are whose and what happens at any moment of it. */
import type { Moving } from '../../../game/board/canvas';
import type { BoidvoidEvent, BoidvoidSide, BoidvoidView } from '../../../net/types';
import { flat } from './hexes';
import { spot, type Spot } from './overlayTypes';
import { placeOf, unitOf, worldOf, type Owners, type Structure, type Unit } from './model';
import { isFilm, partsOf, schedule, seenAt } from './schedule';

/** A unit on its way: `at` is where it is to be seen, `x` and `y` the tile it goes to or stands on. */
export interface Posed extends Unit {
  at: [x: number, y: number];
  /** radians, clockwise from the right */
  heading: number | null;
  /** 0 to 1: who appears or goes down */
  seen: number;
}

export type SparkKind = 'beam' | 'boom' | 'spawn' | 'capture' | 'build' | 'swarm' | 'boost' | 'lost';

/** Something short at a place. */
export interface Spark {
  kind: SparkKind;
  at: [x: number, y: number];
  team: number;
  text: string;
  part: number;
  /** who fired */
  from: [x: number, y: number] | null;
  critical: boolean;
}

/** The way of a unit in this turn. */
export interface Trail {
  team: number;
  unit: number;
  tiles: Spot[];
}

export interface Picture {
  seen: number;
  units: Posed[];
  owners: Owners;
  structures: Structure[];
  sparks: Spark[];
  trails: Trail[];
}

export type Way = Moving<BoidvoidView, BoidvoidEvent> & { calm?: boolean };

const LATE = 0.85; // of an event: what it leads to is there a little before it is over

const ease = (part: number): number => part * part * (3 - 2 * part);

/** Every unit that is to be seen. */
export function standing(view: BoidvoidView, way?: Way): Unit[] {
  return (way && pictureOf(view, way)?.units) ?? worldOf(view).units;
}

const stand = (unit: Unit): Posed => ({ ...unit, at: [unit.x, unit.y], heading: null, seen: 1 });

/** Where a way leads at its end. */
export function headingOf(from: Spot, to: Spot): number {
  const [ax, ay] = flat(from.x, from.y),
    [bx, by] = flat(to.x, to.y);
  return Math.atan2(by - ay, bx - ax);
}

/** A place on a way of tiles, and the direction there. */
function along(tiles: Spot[], part: number): { at: [number, number]; heading: number } {
  const steps = tiles.length - 1,
    far = Math.min(steps, Math.max(0, part * steps)),
    n = Math.min(steps - 1, Math.floor(far)),
    [a, b] = [tiles[n], tiles[n + 1]],
    rest = far - n;
  return { at: [a.x + (b.x - a.x) * rest, a.y + (b.y - a.y) * rest], heading: headingOf(a, b) };
}

/** The picture of the film, or null where nothing moves. */
export function pictureOf(view: BoidvoidView, { before, events, part, calm = false }: Way): Picture | null {
  if (!before || part >= 1 || !isFilm(events)) return null;
  const { beats, span } = schedule(events),
    now = part * span,
    [old, next] = [worldOf(before), worldOf(view)],
    scene: Stage = {
      view,
      side: view.side,
      before,
      units: new Map(old.units.map((unit) => [unit.id, stand(unit)])),
      owners: new Map(old.owners),
      structures: new Map(old.structures.map((one) => [one.id, one])),
      sparks: [],
    },
    busy = new Set<string>();
  for (const { event, begins, lasts } of beats) {
    if (begins > now && lasts) {
      for (const one of partsOf(event)) busy.add(one);
      continue;
    }
    const gone = lasts ? Math.min(1, (now - begins) / lasts) : 1;
    if (gone < 1) for (const one of partsOf(event)) busy.add(one);
    apply(scene, event, calm ? 1 : gone);
    if (gone < 1) strike(scene, event, calm ? 0.4 : gone);
  }
  // who has done everything is as it is at the end; pirates come back without a word
  for (const unit of next.units) {
    if (busy.has(`u${unit.id}`)) continue;
    const here = scene.units.get(unit.id);
    if (!here && unit.kind === 'npc')
      scene.units.set(unit.id, { ...stand(unit), seen: calm ? 1 : Math.max(0, part * 5 - 4) });
    if (here && here.x === unit.x && here.y === unit.y)
      scene.units.set(unit.id, { ...stand(unit), heading: here.heading });
  }
  return {
    seen: seenAt({ beats, span }, part),
    units: [...scene.units.values()].filter(({ seen }) => seen > 0),
    owners: scene.owners,
    structures: [...scene.structures.values()],
    sparks: scene.sparks,
    trails: trailsOf(beats.flatMap(({ event, begins }) => (begins <= now ? event : []))),
  };
}

interface Stage {
  view: BoidvoidView;
  before: BoidvoidView;
  side: number;
  units: Map<number, Posed>;
  owners: Owners;
  structures: Map<number, Structure>;
  sparks: Spark[];
}

/** A unit as one of the two views knows it, put on a tile; ships of swarms are there too. */
function known({ view, before }: Stage, id: number, at: Spot): Posed | null {
  const data = [...view.units, ...before.units].find((one) => one.id === id),
    unit = data && unitOf({ ...data, ...at });
  return unit ? stand(unit) : null;
}

function change({ units }: Stage, id: number, to: (unit: Posed) => Partial<Posed>): void {
  const unit = units.get(id);
  if (unit) units.set(id, { ...unit, ...to(unit) });
}

/** Health after a combat. */
function hurt(scene: Stage, { unit, health, health_lost }: BoidvoidSide, gone: number): void {
  const part = Math.max(0, gone * 2 - 1),
    now = health + health_lost * (1 - part);
  change(scene, unit, () => ({ health: now }));
  const structure = scene.structures.get(unit);
  if (structure) scene.structures.set(unit, { ...structure, health: now });
}

/** What an event does when so much of it is over. */
function apply(scene: Stage, event: BoidvoidEvent, gone: number): void {
  const { units, owners, structures, side } = scene;
  switch (event.type) {
    case 'moved':
    case 'npc_moved': {
      const tiles = [event.start, ...event.path].map(spot),
        goal = tiles[tiles.length - 1],
        unit = units.get(event.unit) ?? known(scene, event.unit, goal);
      if (unit) units.set(event.unit, { ...unit, ...goal, ...along(tiles, ease(gone)) });
      return;
    }
    case 'combat':
      hurt(scene, event.attacker, gone);
      hurt(scene, event.target, gone);
      return;
    case 'destroyed':
    case 'detonated': {
      const swarm = scene.before.units.find(({ id }) => id === event.unit)?.swarm;
      if (swarm && gone >= LATE) change(scene, swarm, ({ count }) => ({ count: Math.max(1, count - 1) }));
      if (gone >= LATE) structures.delete(event.unit);
      if (gone < 1) return change(scene, event.unit, () => ({ seen: 1 - gone }));
      units.delete(event.unit);
      return;
    }
    case 'spawned': {
      const unit = known(scene, event.unit, spot(event.tile));
      if (unit) units.set(event.unit, { ...unit, health: unit.max, seen: gone });
      return;
    }
    case 'capture_started':
    case 'capture_paused':
      return change(scene, event.unit, () => ({
        job: { type: 'capturing', progress: event.progress, needed: event.needed, what: '' },
      }));
    case 'capture_lost':
      return change(scene, event.unit, () => ({ job: null }));
    case 'tile_captured':
      if (gone >= 0.35) owners.set(placeOf(side, spot(event.tile)), event.team);
      return change(scene, event.unit, () => ({ job: null }));
    case 'build_started':
      return change(scene, event.unit, () => ({
        job: { type: 'building', progress: 0, needed: event.needed, what: event.template },
      }));
    case 'build_dropped':
      return change(scene, event.unit, () => ({ job: null }));
    case 'built':
    case 'levelled': {
      const made =
        scene.view.structures.find(({ id }) => id === event.structure) ?? structures.get(event.structure);
      if (made && gone >= 0.3) structures.set(event.structure, { ...made, level: event.level });
      return;
    }
    case 'swarm_created': {
      const ship = units.get(event.unit),
        swarm =
          known(scene, event.swarm, spot(event.tile)) ??
          (ship && { ...ship, id: event.swarm, kind: 'swarm' });
      if (gone < 0.5 || !swarm) return;
      units.delete(event.unit);
      units.set(event.swarm, { ...swarm, count: 1 });
      return;
    }
    case 'swarm_joined': {
      const goal = spot(event.tile);
      if (gone >= LATE) {
        units.delete(event.unit);
        return change(scene, event.swarm, ({ count }) => ({ count: count + 1 }));
      }
      return change(scene, event.unit, ({ x, y }) =>
        x === goal.x && y === goal.y ? {} : { ...along([{ x, y }, goal], ease(gone)) },
      );
    }
    case 'swarm_left': {
      const goal = spot(event.tile),
        swarm = units.get(event.swarm),
        ship = known(scene, event.unit, goal);
      if (ship && gone > 0)
        units.set(event.unit, swarm ? { ...ship, ...along([swarm, goal], ease(gone)) } : ship);
      if (gone >= LATE) change(scene, event.swarm, ({ count }) => ({ count: Math.max(1, count - 1) }));
      return;
    }
    case 'swarm_dissolved':
      if (gone < 1) return change(scene, event.swarm, () => ({ seen: 1 - gone }));
      units.delete(event.swarm);
  }
}

/** What is to be seen of an event for a moment. */
function strike(scene: Stage, event: BoidvoidEvent, gone: number): void {
  const put = (kind: SparkKind, tile: number[], team: number, more: Partial<Spark> = {}) => {
    if (tile.length < 2) return;
    scene.sparks.push({ kind, at: [tile[0], tile[1]], team, text: '', part: gone, from: null, critical: false, ...more }); // prettier-ignore
  };
  switch (event.type) {
    case 'combat': {
      const { attacker, target, tile } = event,
        from = scene.units.get(attacker.unit)?.at ?? null,
        back = target.struck && gone > 0.5;
      if (!back) {
        put('beam', tile, attacker.team, { from, text: loss(target), critical: attacker.critical, part: target.struck ? Math.min(1, gone * 2) : gone }); // prettier-ignore
        return;
      }
      if (from) put('beam', from, target.team, { from: [tile[0], tile[1]], text: loss(attacker), critical: target.critical, part: gone * 2 - 1 }); // prettier-ignore
      return;
    }
    case 'destroyed':
    case 'detonated':
      return put('boom', event.tile, event.team);
    case 'spawned':
      return put('spawn', event.tile, event.team);
    case 'tile_captured':
      return put('capture', event.tile, event.team);
    case 'capture_lost':
      return put('lost', event.tile, event.team);
    case 'built':
    case 'levelled':
      return put('build', event.tile, event.team);
    case 'swarm_created':
    case 'swarm_joined':
      return put('swarm', event.tile, event.team);
    case 'boost_applied': {
      const at = scene.units.get(event.unit)?.at;
      if (at) put('boost', at, event.team);
    }
  }
}

/** Health that was lost, as it is written over the unit. */
const loss = ({ health_lost }: BoidvoidSide): string =>
  health_lost ? `−${Math.round(health_lost * 10) / 10}` : '0';

/** The ways that units went. */
export function trailsOf(events: BoidvoidEvent[]): Trail[] {
  const trails = new Map<number, Trail>();
  for (const event of events) {
    if (event.type !== 'moved' && event.type !== 'npc_moved') continue;
    const { unit, start, path } = event,
      trail = trails.get(unit);
    if (trail) trail.tiles.push(...path.map(spot));
    else trails.set(unit, { team: event.type === 'moved' ? event.team : 0, unit, tiles: [start, ...path].map(spot) }); // prettier-ignore
  }
  return [...trails.values()];
}
