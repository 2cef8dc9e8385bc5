/** Where planets and fleets of a view lie on a board of a given size. */
import type { NotePlace, NoteSpot, Piece, Size } from '../../../game/board/canvas';
import type { SpacegooFleetView, SpacegooPlanetView, SpacegooView } from '../../../net/types';

export const SMALL = 260; // px: below this width a board is a thumbnail
const NARROW = 480; // px: below this it is on a phone
const ROOM = 116; // px between two planets that have all their numbers around them

export const sum = (three: number[]): number => three[0] + three[1] + three[2];

export const planetId = (n: number): string => `p${n}`;
export const fleetId = (n: number): string => `f${n}`;
/** The number of a planet's piece, or -1 for other pieces. */
export const planetOf = (id: string): number => (id.startsWith('p') ? Number(id.slice(1)) : -1);
export const fleetOf = (id: string): number => (id.startsWith('f') ? Number(id.slice(1)) : -1);

/** The three columns of a planet, ships up and production down from a row of signs: a box, and what is in it. */
export interface Columns {
  /** its middle */
  x: number;
  y: number;
  w: number;
  h: number;
  /** where the signs stand, and how large they are */
  row: number;
  sign: number;
  /** from one column to the next, and how high and how deep they can be */
  pitch: number;
  high: number;
  deep: number;
}

export interface Layout {
  x: number[];
  y: number[];
  r: number[];
  /** by planet; null where there is no room for them, until one looks nearer */
  columns: (Columns | null)[];
  /** the radius of a very productive planet: other sizes derive from it */
  unit: number;
  /** usual way to the nearest neighbour, in px */
  near: number;
  /** the border of the whole board, in px of the picture */
  board: { left: number; top: number; right: number; bottom: number };
}

type Spot = Pick<SpacegooPlanetView, 'x' | 'y'>;

/** GOO-023; the root of a whole square is exact (unlike `hypot`), so rounding up needs no allowance. */
export const distance = (a: Spot, b: Spot): number =>
  Math.ceil(Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2));

const kept = new WeakMap<SpacegooPlanetView[], { key: string; layout: Layout }>();

export function layout(view: SpacegooView, size: Size): Layout {
  const { zoom, x, y } = size.look ?? { zoom: 1, x: 0.5, y: 0.5 },
    key = `${size.w}x${size.h}+${size.top ?? 0}/${zoom}/${x}/${y}`;
  let hit = kept.get(view.planets);
  if (hit?.key !== key) {
    hit = { key, layout: fit(view.planets, size) };
    kept.set(view.planets, hit);
  }
  return hit.layout;
}

export function spread(planets: Spot[]): { left: number; top: number; width: number; height: number } {
  const xs = planets.map((p) => p.x),
    ys = planets.map((p) => p.y);
  const left = Math.min(...xs),
    top = Math.min(...ys);
  return {
    left,
    top,
    width: Math.max(4, Math.max(...xs) - left),
    height: Math.max(4, Math.max(...ys) - top),
  };
}

/** Where the whole board's planets are, and how many px a unit of the map has there. */
function whole(planets: Spot[], size: Size): { x: number[]; y: number[]; scale: number; wish: number } {
  const small = size.w < SMALL,
    wish = Math.min(size.w / 1.5, size.h) * 0.055 + (small ? 1 : 5), // radius of a very productive planet
    side = small ? Math.min(size.w, size.h) * 0.12 : Math.max(28, wish * 1.9),
    top = (size.top ?? 0) + (small ? side : Math.max(26, wish * 1.7)),
    bottom = small ? side : Math.max(32, wish * 2.3); // columns hang below the planets
  const map = spread(planets),
    scale = Math.min((size.w - 2 * side) / map.width, (size.h - top - bottom) / map.height);
  const midX = size.w / 2 - (map.left + map.width / 2) * scale,
    midY = (top + size.h - bottom) / 2 - (map.top + map.height / 2) * scale;
  return {
    x: planets.map((p) => midX + p.x * scale),
    y: planets.map((p) => midY + p.y * scale),
    scale,
    wish,
  };
}

const nearestOf = (planets: Spot[]): number[] =>
  planets.map((p) =>
    Math.min(...planets.map((q) => (q === p ? Infinity : Math.hypot(p.x - q.x, p.y - q.y)))),
  );

/** So near that there is room for every number between the two planets that are closest to each other. */
export function nearest(view: SpacegooView, size: Size): number {
  if (size.w < SMALL) return 1;
  const { scale } = whole(view.planets, { ...size, look: undefined });
  return Math.max(2.5, ROOM / (Math.min(...nearestOf(view.planets)) * scale));
}

function fit(planets: SpacegooPlanetView[], size: Size): Layout {
  const small = size.w < SMALL,
    least = small ? 1.6 : size.w < NARROW ? 7 : 8.5,
    { zoom, x: lookX, y: lookY } = size.look ?? { zoom: 1, x: 0.5, y: 0.5 },
    all = whole(planets, size),
    scale = all.scale * zoom,
    wish = all.wish * Math.sqrt(zoom), // nearer there is more room between planets, not only larger ones
    [left, top] = [size.w / 2 - lookX * size.w * zoom, size.h / 2 - lookY * size.h * zoom];
  const x = all.x.map((one) => left + one * zoom),
    y = all.y.map((one) => top + one * zoom);
  const ways = nearestOf(planets),
    usual = ways.reduce((a, b) => a + b, 0) / planets.length,
    near = Math.min(usual * scale, Math.min(size.w, size.h) * 0.19 * zoom),
    most = Math.max(least, Math.min(0.37 * Math.min(...ways) * scale, wish));
  const board = { left, top, right: left + size.w * zoom, bottom: top + size.h * zoom };
  const radii = (unit: number) =>
    planets.map(({ production }) => {
      const share = Math.min(1, Math.sqrt(sum(production) / 20)); // the area follows production
      return Math.max(least, unit * (0.52 + 0.48 * share));
    });
  const made = (unit: number): Layout => {
    const at = { x, y, r: radii(unit), columns: [], unit, near, board };
    return { ...at, columns: small ? planets.map(() => null) : columnsOf(at) };
  };
  // as large as they can be while the columns of all hang below them
  for (let unit = most; unit > least; unit *= 0.92) {
    const found = made(unit);
    if (small || found.columns.every((one, n) => one && one.y > y[n] + found.r[n])) return found;
  }
  return made(least);
}

const APART = 1.5; // px between things that must not touch

/** Where columns are, seen from their planet: below, beside, above; and where that is taken, between two of these. */
const SIDES: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 0],
  [-1, 0],
  [0, -1],
  ...[0.5, -0.5].flatMap(
    (a) =>
      [
        [a, 1],
        [1, a],
        [-1, a],
        [a, -1],
      ] as const,
  ),
  ...[1, -1].flatMap(
    (a) =>
      [
        [0.85 * a, 0.85],
        [0.85 * a, -0.85],
      ] as const,
  ),
];

/** Below every planet, where nothing else is; else on another side of it. */
function columnsOf({ x, y, r }: Omit<Layout, 'columns'>): (Columns | null)[] {
  const boxes: Columns[] = [];
  return r.map((radius, n) => {
    const sign = Math.max(2.8, radius * 0.2),
      high = Math.max(7, radius * 0.66),
      deep = Math.max(4.5, radius * 0.42),
      pitch = Math.max(6.6, radius * 0.48),
      w = 2 * (pitch + sign),
      h = high + 2 * sign + deep + 3,
      off = radius + 4;
    const box = (dx: number, dy: number): Columns => {
      const [mx, my] = [x[n] + dx * (off + w / 2), y[n] + dy * (off + h / 2)];
      return { x: mx, y: my, w, h, row: my - h / 2 + high + 1.5 + sign, sign, pitch, high, deep };
    };
    const free = (one: Columns) =>
      x.every((_, m) => m === n || !boxMeetsDisc(one, x[m], y[m], r[m] + 3)) &&
      boxes.every((other) => !boxesMeet(one, other, APART));
    const found = SIDES.map(([dx, dy]) => box(dx, dy)).find(free) ?? null;
    if (found) boxes.push(found);
    return found;
  });
}

export interface Box {
  /** its middle */
  x: number;
  y: number;
  w: number;
  h: number;
}

export const boxesMeet = (a: Box, b: Box, apart = 0): boolean =>
  Math.abs(a.x - b.x) < (a.w + b.w) / 2 + apart && Math.abs(a.y - b.y) < (a.h + b.h) / 2 + apart;

export const boxMeetsDisc = (a: Box, x: number, y: number, r: number): boolean =>
  Math.hypot(Math.max(0, Math.abs(a.x - x) - a.w / 2), Math.max(0, Math.abs(a.y - y) - a.h / 2)) < r;

/** A planet by its number, or a place of the map between them. */
export function noteSpot(view: SpacegooView, size: Size, spot: NoteSpot): NotePlace | null {
  const at = layout(view, size),
    planets = view.planets;
  if (!Array.isArray(spot)) {
    const n = planets.findIndex(({ id }) => id === Number(spot));
    return n < 0 ? null : { x: at.x[n], y: at.y[n], r: at.r[n] };
  }
  const other = planets.findIndex((p) => p.x !== planets[0].x);
  if (other < 0) return null;
  const scale = (at.x[other] - at.x[0]) / (planets[other].x - planets[0].x);
  return {
    x: at.x[0] + (spot[0] - planets[0].x) * scale,
    y: at.y[0] + (spot[1] - planets[0].y) * scale,
    r: at.unit * 0.6,
  };
}

/** How much of its way a fleet has behind it. GOO-112 */
export function done(fleet: SpacegooFleetView, planets: SpacegooPlanetView[], round: number): number {
  const way = distance(planets[fleet.origin], planets[fleet.target]);
  return Math.min(1, Math.max(0, 1 - (fleet.eta + 1 - round) / way));
}

export interface Dart {
  x: number;
  y: number;
  angle: number;
  r: number;
  tail: number;
}

/** A fleet goes from the edge of its origin to the edge of its target, on the right-hand side of the lane. */
export function dart(
  fleet: SpacegooFleetView,
  view: SpacegooView,
  at: Layout,
  round: number,
  small: boolean,
): Dart {
  const { origin: a, target: b } = fleet;
  const dx = at.x[b] - at.x[a],
    dy = at.y[b] - at.y[a],
    angle = Math.atan2(dy, dx),
    way = Math.hypot(dx, dy);
  const size = Math.min(1, Math.log1p(sum(fleet.ships)) / 6.2),
    r = small ? 1.6 + size * 2.2 : at.unit * 0.2 + 2.4 + size * (at.unit * 0.16 + 3);
  const first = at.r[a] + r + (small ? 0 : 2),
    last = way - at.r[b] - r - (small ? 0 : 2),
    gone = first + Math.max(0, last - first) * done(fleet, view.planets, round),
    side = small ? 1 : r * 0.45;
  return {
    x: at.x[a] + Math.cos(angle) * gone - Math.sin(angle) * side,
    y: at.y[a] + Math.sin(angle) * gone + Math.cos(angle) * side,
    angle,
    r,
    tail: Math.max(0, gone - at.r[a]),
  };
}

/** What a fleet tows: a sign for every kind it has, the larger the more ships it stands for. */
export interface Bead {
  kind: number;
  x: number;
  y: number;
  r: number;
}

export function beads(fleet: SpacegooFleetView, d: Dart): Bead[] {
  const base = Math.max(2.7, d.r * 0.46),
    [cos, sin] = [Math.cos(d.angle), Math.sin(d.angle)];
  let far = d.r * 0.75;
  const made = fleet.ships.flatMap((n, kind) => {
    if (!n) return [];
    const r = base * (0.8 + 0.45 * Math.min(1, Math.log1p(n) / 6.2)),
      bead = { kind, far: far + r + 1, r };
    far = bead.far + r;
    return [bead];
  });
  // who has just left the planet keeps close, so that nothing lies on it
  const part = Math.min(1, Math.max(0.3, d.tail / far));
  return made.map(({ kind, far, r }) => ({
    kind,
    x: d.x - cos * far * part,
    y: d.y - sin * far * part,
    r,
  }));
}

export function pieces(view: SpacegooView, size: Size): Piece[] {
  const at = layout(view, size),
    small = size.w < SMALL;
  const planets = view.planets.map((p, n) => ({
    id: planetId(p.id),
    x: at.x[n],
    y: at.y[n],
    r: at.r[n],
    stop: true,
  }));
  const fleets = view.fleets.map((fleet) => {
    const { x, y, r } = dart(fleet, view, at, view.round, small);
    return { id: fleetId(fleet.id), x, y, r, stop: false };
  });
  return [...planets, ...fleets];
}

/** Whom a planet can send to: along the lanes, or anywhere where there are none. GOO-035, GOO-036 */
export function reach(view: SpacegooView, source: number): number[] {
  if (view.hyperlanes) return view.hyperlanes.filter(([a]) => a === source).map(([, b]) => b);
  return view.planets.map((p) => p.id).filter((n) => n !== source);
}
