/** A map of BoidVoid as it is built: what a map file says, tile by tile. BOI-043 */
import { cellOf, inside, spotOf } from '../../../game/editor/cells';
import type { Cell } from '../../../game/editor/mapEditorSpec';
import { distance } from '../board/hexes';
import { OBSTACLES, POIS, TILES } from '../board/model';

export const SIDE_MIN = 5;
export const SIDE_MAX = 50;
/** larger ones are for the games of a season */
export const MATCH_SIDE = 32;
export const TEAMS_MIN = 2;
export const TEAMS_MAX = 8;

export { cellOf, inside, OBSTACLES, POIS, spotOf, TILES };
export const NPCS = ['space_pirate'] as const;

export type Spot = Cell;
/** `owner` is a team from 1 on, 0 for nobody. */
export interface Tile {
  readonly type: string;
  readonly obstacle: string;
  readonly npc: string;
  readonly poi: string;
  readonly owner: number;
}
export const CLEAR: Tile = { type: 'clear', obstacle: '', npc: '', poi: '', owner: 0 };

/** Never changed in place: every change makes another one. Cells are counted line by line. */
export interface Draft {
  readonly key: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** null is void: there is nothing at all */
  readonly tiles: readonly (Tile | null)[];
  /** the cell of every team's home, team 1 first; -1 where there is none yet */
  readonly homes: readonly number[];
}

export const teamsOf = (draft: Draft): number[] => draft.homes.map((_, n) => n + 1);

/** A regular hexagon with two homes that lie opposite each other, as the rules would generate one. BOI-032, BOI-036 */
export function empty(radius = 5): Draft {
  const side = 2 * radius + 1,
    size = { width: side, height: side },
    middle = { x: radius, y: radius };
  return {
    key: 'my-map',
    name: '',
    ...size,
    tiles: Array.from({ length: side * side }, (_, cell) =>
      distance(spotOf(size, cell), middle) <= radius ? CLEAR : null,
    ),
    homes: [cellOf(size, { x: 1, y: radius }), cellOf(size, { x: side - 2, y: radius })],
  };
}

/** What does not fit any more is cut off at the right and below; what is new there is clear. */
export function resized(draft: Draft, width: number, height: number): Draft {
  const size = { width, height };
  return {
    ...draft,
    ...size,
    tiles: Array.from({ length: width * height }, (_, cell) => {
      const spot = spotOf(size, cell);
      return inside(draft, spot) ? draft.tiles[cellOf(draft, spot)] : CLEAR;
    }),
    homes: draft.homes.map((cell) => {
      const spot = spotOf(draft, cell);
      return cell >= 0 && inside(size, spot) ? cellOf(size, spot) : -1;
    }),
  };
}

/** Another number of teams: new ones have no home yet, and what belonged to others is nobody's. */
export function withTeams(draft: Draft, teams: number): Draft {
  return {
    ...draft,
    homes: Array.from({ length: teams }, (_, n) => draft.homes[n] ?? -1),
    tiles: draft.tiles.map((tile) => (tile && tile.owner > teams ? { ...tile, owner: 0 } : tile)),
  };
}

// Text

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSide = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= SIDE_MAX;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The map that a text means, or nothing where none can be made of it. What is outside the map is left out. */
export function read(content: string): Draft | null {
  let file: unknown;
  try {
    file = JSON.parse(content);
  } catch {
    return null;
  }
  if (!isObject(file) || !isSide(file.width) || !isSide(file.height) || !Array.isArray(file.tiles))
    return null;
  const size = { width: file.width, height: file.height },
    tiles = Array<Tile | null>(size.width * size.height).fill(null);
  for (const one of file.tiles.filter(isObject)) {
    const spot = { x: Number(one.x), y: Number(one.y) };
    if (!Number.isInteger(spot.x) || !Number.isInteger(spot.y) || !inside(size, spot)) continue;
    tiles[cellOf(size, spot)] = {
      type: text(one.type) || 'clear',
      obstacle: text(one.obstacle),
      npc: text(one.npc),
      poi: text(one.poi),
      owner: typeof one.captured === 'number' ? one.captured + 1 : 0, // a file counts teams from 0
    };
  }
  const given = Array.isArray(file.homes) ? file.homes.slice(0, TEAMS_MAX) : [],
    homes = given.map((at) => {
      const spot = Array.isArray(at) ? { x: Number(at[0]), y: Number(at[1]) } : { x: -1, y: -1 };
      return inside(size, spot) ? cellOf(size, spot) : -1;
    });
  while (homes.length < TEAMS_MIN) homes.push(-1);
  return { key: text(file.key) || 'my-map', name: text(file.name), ...size, tiles, homes };
}

/** One line for every tile, in the order of the map, so that equal maps are equal texts. */
export function write(draft: Draft): string {
  const json = JSON.stringify;
  const homes = draft.homes.flatMap((cell) => {
    const { x, y } = spotOf(draft, cell);
    return cell >= 0 ? [[x, y]] : [];
  });
  const lines = draft.tiles.flatMap((tile, cell) => {
    if (!tile) return [];
    const { type, obstacle, npc, poi, owner } = tile;
    const line = {
      ...spotOf(draft, cell),
      type,
      ...(obstacle && { obstacle }),
      ...(npc && { npc }),
      ...(poi && { poi }),
      ...(owner > 0 && { captured: owner - 1 }),
    };
    return [`    ${json(line)}`];
  });
  return [
    '{',
    `  "key": ${json(draft.key)},`,
    `  "name": ${json(draft.name)},`,
    `  "width": ${draft.width},`,
    `  "height": ${draft.height},`,
    `  "homes": ${json(homes)},`,
    '  "tiles": [',
    lines.join(',\n'),
    '  ]',
    '}',
    '',
  ].join('\n');
}
