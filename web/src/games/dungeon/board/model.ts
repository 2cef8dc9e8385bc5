/** The map as data: where planets lie, what is known to be empty, and which robots are where. */
import type { DungeonPlanetView, DungeonRobotView, DungeonView } from '../../../net/types';

export const RESOURCES = ['coal', 'iron', 'gem', 'gold', 'platin'] as const;
export type Resource = (typeof RESOURCES)[number];

export const SMALL = 260; // px: below this width a board is a thumbnail

/** Column and row on the map, from the north-western corner. */
export type Cell = [x: number, y: number];

const STEPS: Record<string, Cell> = { NORTH: [0, -1], EAST: [1, 0], SOUTH: [0, 1], WEST: [-1, 0] };
/** Without coordinates a map has at least so many columns and rows, so that a few planets do not fill the board. */
const LEAST = 7;

export interface StarMap {
  width: number;
  height: number;
  at: Map<string, Cell>;
  /** "x,y" of places of which nothing is known: there may be a planet */
  fog: Set<string>;
  /** both ends of every known link, once */
  links: [string, string][];
}

export const spot = (x: number, y: number): string => `${x},${y}`;

const maps = new WeakMap<DungeonPlanetView[], StarMap>();

export function mapOf(view: DungeonView): StarMap {
  let made = maps.get(view.planets);
  if (!made) maps.set(view.planets, (made = draw(view)));
  return made;
}

/** Whether the view has every planet with its true contents. */
export const isWhole = (view: DungeonView): boolean => view.all !== undefined;

function draw(view: DungeonView): StarMap {
  const { planets, side } = view,
    placed = planets.every(({ x, y }) => x !== null && y !== null),
    map: StarMap = { width: side, height: side, at: new Map(), fog: new Set(), links: [] };
  remember(planets);
  if (placed) for (const { id, x, y } of planets) map.at.set(id, [x!, side - 1 - y!]);
  else Object.assign(map, byDirections(planets));
  for (const { id, neighbours } of planets)
    for (const other of Object.values(neighbours))
      if (id < other && map.at.has(other)) map.links.push([id, other]);
  // a link that only one of the two knows of
  const seen = new Set(map.links.map(String));
  for (const { id, neighbours } of planets)
    for (const other of Object.values(neighbours)) {
      const link: [string, string] = id < other ? [id, other] : [other, id];
      if (map.at.has(other) && !seen.has(String(link))) {
        seen.add(String(link));
        map.links.push(link);
      }
    }
  if (placed && !isWhole(view)) map.fog = fogOf(view, map);
  return map;
}

/** Everything but planets, and gaps beside a planet that was visited: all its neighbours are known. DUN-040 */
function fogOf({ planets, side }: DungeonView, { at }: StarMap): Set<string> {
  const fog = new Set<string>();
  for (let x = 0; x < side; x++) for (let y = 0; y < side; y++) fog.add(spot(x, y));
  for (const { id, visited, neighbours } of planets) {
    const [x, y] = at.get(id)!;
    fog.delete(spot(x, y));
    if (!visited) continue;
    for (const [way, [dx, dy]] of Object.entries(STEPS))
      if (!(way in neighbours)) fog.delete(spot(x + dx, y + dy));
  }
  return fog;
}

/** Without coordinates every connected piece is laid out from one of its planets, and the pieces side by side. */
function byDirections(planets: DungeonPlanetView[]): Pick<StarMap, 'width' | 'height' | 'at'> {
  const known = new Map(planets.map((planet) => [planet.id, planet])),
    at = new Map<string, Cell>(),
    most = Math.max(LEAST, Math.ceil(Math.sqrt(planets.length) * 1.6));
  let [left, top, deep, width] = [0, 0, 0, 0];
  for (const first of planets) {
    if (at.has(first.id)) continue;
    const piece = new Map<string, Cell>([[first.id, [0, 0]]]);
    for (const [id, [x, y]] of piece) {
      for (const [way, other] of Object.entries(known.get(id)!.neighbours))
        if (known.has(other) && !piece.has(other)) piece.set(other, [x + STEPS[way][0], y + STEPS[way][1]]);
      // also from a neighbour that knows the way here although this planet does not know it back
      for (const [other, { neighbours }] of known)
        for (const [way, here] of Object.entries(neighbours))
          if (here === id && !piece.has(other)) piece.set(other, [x - STEPS[way][0], y - STEPS[way][1]]);
    }
    const xs = [...piece.values()].map(([x]) => x),
      ys = [...piece.values()].map(([, y]) => y),
      [x0, y0] = [Math.min(...xs), Math.min(...ys)],
      [wide, high] = [Math.max(...xs) - x0 + 1, Math.max(...ys) - y0 + 1];
    if (left && left + wide > most) [left, top, deep] = [0, top + deep + 1, 0];
    for (const [id, [x, y]] of piece) at.set(id, [left + x - x0, top + y - y0]);
    width = Math.max(width, left + wide);
    left += wide + 1;
    deep = Math.max(deep, high);
  }
  const height = top + deep,
    [w, h] = [Math.max(LEAST, width), Math.max(LEAST, height)],
    [dx, dy] = [Math.floor((w - width) / 2), Math.floor((h - height) / 2)];
  for (const [id, [x, y]] of at) at.set(id, [x + dx, y + dy]);
  return { width: w, height: h, at };
}

/** A robot as far as it is known: with all its data, or as it was seen in a round. */
export interface Bot {
  id: string;
  seat: number;
  planet: string;
  data: DungeonRobotView | null;
  /** the round of the newest news of it; the view's own for robots that are known */
  seen: number;
}

export function botsOf(view: DungeonView): Bot[] {
  const owns = view.all ?? (view.you ? [view.you] : []),
    known = owns.flatMap(({ robots }) =>
      robots.map((data) => ({ id: data.id, seat: data.seat, planet: data.planet, data, seen: view.round })),
    );
  return [...known, ...view.sightings.map(({ id, seat, planet, round }) => ({ id, seat, planet, data: null, seen: round }))]; // prettier-ignore
}

/** How many rounds ago something became known, 0 for what the last round told. */
export const ageOf = (view: DungeonView, round: number): number => Math.max(0, view.round - round - 1);

/** All robots of a seat on a planet. */
export interface Group {
  planet: string;
  seat: number;
  bots: Bot[];
  /** rounds since the newest news of one of them */
  age: number;
}

/** By planet, the own seat first, then by seat. */
export function groupsOf(view: DungeonView, bots: Bot[]): Map<string, Group[]> {
  const made = new Map<string, Group[]>(),
    own = view.you?.seat ?? 0;
  for (const bot of bots) {
    const here = made.get(bot.planet) ?? [],
      age = bot.data ? 0 : ageOf(view, bot.seen),
      group = here.find(({ seat }) => seat === bot.seat);
    if (group) {
      group.bots.push(bot);
      group.age = Math.min(group.age, age);
    } else here.push({ planet: bot.planet, seat: bot.seat, bots: [bot], age });
    made.set(bot.planet, here);
  }
  const rank = (seat: number) => (seat === own ? 0 : seat);
  for (const here of made.values()) here.sort((a, b) => rank(a.seat) - rank(b.seat));
  return made;
}

const planets = new WeakMap<DungeonPlanetView[], Map<string, DungeonPlanetView>>();

export function planetsOf(view: DungeonView): Map<string, DungeonPlanetView> {
  let made = planets.get(view.planets);
  if (!made) planets.set(view.planets, (made = new Map(view.planets.map((planet) => [planet.id, planet]))));
  return made;
}

export const isResource = (kind: string | null): kind is Resource => RESOURCES.includes(kind as Resource);

/** Units of all kinds in a robot's cargo. */
export const cargoOf = ({ cargo }: DungeonRobotView): number =>
  Object.values(cargo).reduce((a, b) => a + b, 0);

/** Ids are long; four figures tell a robot, or a planet without coordinates, from others nearly always. */
export const shortId = (id: string): string => id.slice(0, 4);

/** What a planet is called: by its place, or by its id where that is all there is. */
export const planetName = ({ id, x, y }: Pick<DungeonPlanetView, 'id' | 'x' | 'y'>): string =>
  x === null || y === null ? shortId(id) : `${x}·${y}`;

/** Events have only ids: what planets of the maps drawn so far are called. Ids never come twice. */
const named = new Map<string, string>();
const NAMED_MAX = 50_000;

export const nameOfPlanet = (id: string): string => named.get(id) ?? shortId(id);

function remember(planets: DungeonPlanetView[]): void {
  if (named.size > NAMED_MAX) named.clear();
  for (const planet of planets) named.set(planet.id, planetName(planet));
}
