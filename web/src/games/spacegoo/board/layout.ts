/** Where planets and fleets of a view lie on a board of a given size. */
import type { NotePlace, NoteSpot, Piece, Size } from '../../../game/board/canvas';
import type { SpacegooFleetView, SpacegooPlanetView, SpacegooView } from '../../../net/types';

export const SMALL = 260; // px: below this width a board is a thumbnail

export const sum = (three: number[]): number => three[0] + three[1] + three[2];

export const planetId = (n: number): string => `p${n}`;
export const fleetId = (n: number): string => `f${n}`;
/** The number of a planet's piece, or -1 for other pieces. */
export const planetOf = (id: string): number => (id.startsWith('p') ? Number(id.slice(1)) : -1);
export const fleetOf = (id: string): number => (id.startsWith('f') ? Number(id.slice(1)) : -1);

export interface Layout {
  x: number[];
  y: number[];
  r: number[];
  /** the radius of a very productive planet: other sizes derive from it */
  unit: number;
  /** usual way to the nearest neighbour, in px */
  near: number;
}

type Spot = Pick<SpacegooPlanetView, 'x' | 'y'>;

/** GOO-023; the root of a whole square is exact (unlike `hypot`), so rounding up needs no allowance. */
export const distance = (a: Spot, b: Spot): number =>
  Math.ceil(Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2));

const kept = new WeakMap<SpacegooPlanetView[], { key: string; layout: Layout }>();

export function layout(view: SpacegooView, size: Size): Layout {
  const key = `${size.w}x${size.h}+${size.top ?? 0}`;
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

function fit(planets: SpacegooPlanetView[], size: Size): Layout {
  const small = size.w < SMALL,
    least = small ? 1.6 : 8.5,
    wish = Math.min(size.w / 1.5, size.h) * 0.055 + (small ? 1 : 5), // radius of a very productive planet
    side = small ? Math.min(size.w, size.h) * 0.12 : Math.max(28, wish * 1.9),
    top = (size.top ?? 0) + (small ? side : Math.max(26, wish * 1.7)),
    bottom = small ? side : Math.max(32, wish * 2.3); // bars hang below the planets
  const map = spread(planets),
    scale = Math.min((size.w - 2 * side) / map.width, (size.h - top - bottom) / map.height);
  const midX = size.w / 2 - (map.left + map.width / 2) * scale,
    midY = (top + size.h - bottom) / 2 - (map.top + map.height / 2) * scale;
  const x = planets.map((p) => midX + p.x * scale),
    y = planets.map((p) => midY + p.y * scale);
  const nearest = planets.map((p) =>
    Math.min(...planets.map((q) => (q === p ? Infinity : Math.hypot(p.x - q.x, p.y - q.y)))),
  );
  const usual = nearest.reduce((a, b) => a + b, 0) / planets.length,
    near = Math.min(usual * scale, Math.min(size.w, size.h) * 0.19),
    unit = Math.max(least, Math.min(0.37 * Math.min(...nearest) * scale, wish));
  const r = planets.map((p) => {
    const share = Math.min(1, Math.sqrt(sum(p.production) / 20)); // the area follows production
    return Math.max(least, unit * (0.52 + 0.48 * share));
  });
  return { x, y, r, unit, near };
}

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
