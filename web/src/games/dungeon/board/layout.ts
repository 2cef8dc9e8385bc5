/** Where planets and robots of a view lie on a board of a given size, and what a pointer finds there. */
import type { Moving, NotePlace, NoteSpot, Piece, Size } from '../../../game/board/canvas';
import type { DungeonEvent, DungeonView } from '../../../net/types';
import { legendRoom } from './legend';
import { groupsOf, mapOf, type Bot, type Group, type StarMap } from './model';
import { groupPiece, planetPiece, robotPiece } from './overlayTypes';
import { standing } from './timeline';

const RIM = 0.5; // of a cell, on both sides together
const COUNTED = 26; // px: in smaller cells robots are shapes without a count
const SINGLE = 112; // px: in larger cells robots are drawn one by one,
const SINGLES = 10; // if there are no more than this
/** Half the side of a planet's square, in cells. */
export const HALF = 0.37;
/** Cells across where the map is seen as near as can be. */
export const ACROSS = 4;

export interface Grid {
  /** side of a cell in px */
  c: number;
  /** the north-western corner */
  x0: number;
  y0: number;
}

export function gridOf(view: DungeonView, size: Size): Grid {
  const { width, height } = mapOf(view),
    top = size.top ?? 0,
    legend = legendRoom(view, size),
    [w, h] = [size.w - legend.right, size.h - top - legend.bottom],
    c = Math.min(w / (width + RIM), h / (height + RIM)),
    whole = { c, x0: (w - c * width) / 2, y0: top + (h - c * height) / 2 };
  if (!size.look) return whole;
  const { zoom, x, y } = size.look;
  return {
    c: c * zoom,
    x0: (whole.x0 - x * size.w) * zoom + size.w / 2,
    y0: (whole.y0 - y * size.h) * zoom + size.h / 2,
  };
}

/** The middle of a cell, or of any place between cells. */
export const middle = ({ c, x0, y0 }: Grid, x: number, y: number): [number, number] => [
  x0 + (x + 0.5) * c,
  y0 + (y + 0.5) * c,
];

/** Where a planet lies in px, or null for one that is not known. */
export function planetAt(map: StarMap, grid: Grid, planet: string): [number, number] | null {
  const cell = map.at.get(planet);
  return cell ? middle(grid, ...cell) : null;
}

/** A group or a single robot at its place, from the middle of its planet. */
export interface Slot {
  group: Group;
  /** one robot, where they are drawn one by one */
  bot: Bot | null;
  dx: number;
  dy: number;
  w: number;
  h: number;
}

export interface Slots {
  mode: 'dots' | 'badges' | 'robots';
  slots: Slot[];
  /** groups for which there is no room */
  more: number;
  px: number;
}

/** The text of a badge: how many, and from the ninth seat on whose. */
export const badgeText = ({ seat, bots }: Group): string =>
  seat > 8 ? `${seat}·${bots.length}` : `${bots.length}`;

export function slotsOf(groups: Group[], c: number): Slots {
  const count = groups.reduce((n, { bots }) => n + bots.length, 0);
  if (c >= SINGLE && count <= SINGLES) return singles(groups, c);
  const px = Math.min(17, Math.max(9.5, c * 0.19));
  if (c < COUNTED) {
    const r = Math.max(1.8, c * 0.15),
      shown = groups.slice(0, 4);
    const slots = shown.map((group, n) => ({
      group,
      bot: null,
      dx: (n - (shown.length - 1) / 2) * r * 1.9,
      dy: c * 0.16,
      w: r * 2,
      h: r * 2,
    }));
    return { mode: 'dots', slots, more: groups.length - shown.length, px };
  }
  const h = px + 4,
    wide = (group: Group) => px * 1.45 + badgeText(group).length * px * 0.61,
    rows: Group[][] = [[]],
    rowsMax = c < 70 ? 2 : 3;
  let used = 0,
    more = 0;
  for (const group of groups) {
    const w = wide(group);
    if (rows.at(-1)!.length && used + w > c * 1.04) {
      if (rows.length === rowsMax) {
        more += 1;
        continue;
      }
      rows.push([]);
      used = 0;
    }
    rows.at(-1)!.push(group);
    used += w + 2;
  }
  const slots: Slot[] = [];
  rows.forEach((row, k) => {
    const sum = row.reduce((n, group) => n + wide(group) + 2, -2),
      dy = c * (HALF - 0.08) - (rows.length - 1 - k) * (h + 1);
    let x = -sum / 2;
    for (const group of row) {
      const w = wide(group);
      slots.push({ group, bot: null, dx: x + w / 2, dy, w, h });
      x += w + 2;
    }
  });
  return { mode: 'badges', slots, more, px };
}

function singles(groups: Group[], c: number): Slots {
  const all = groups.flatMap((group) => group.bots.map((bot) => ({ group, bot }))),
    columns = Math.min(5, all.length),
    w = c * Math.min(0.21, 0.68 / columns),
    h = w * 1.42;
  const slots = all.map(({ group, bot }, n) => {
    const row = Math.floor(n / columns),
      inRow = Math.min(columns, all.length - row * columns);
    return {
      group,
      bot,
      dx: ((n % columns) - (inRow - 1) / 2) * w * 1.06,
      dy: c * (HALF - 0.02) - h / 2 - (all.length > columns ? (1 - row) * h : 0),
      w,
      h,
    };
  });
  return { mode: 'robots', slots, more: 0, px: c * 0.08 };
}

export function pieces(view: DungeonView, size: Size, moving?: Moving<DungeonView, DungeonEvent>): Piece[] {
  const map = mapOf(view),
    grid = gridOf(view, size),
    made: Piece[] = [];
  for (const [id, cell] of map.at) {
    const [x, y] = middle(grid, ...cell);
    made.push({ id: planetPiece(id), x, y, r: grid.c * 0.42, stop: true });
  }
  for (const [planet, groups] of groupsOf(view, standing(view, moving))) {
    const at = planetAt(map, grid, planet);
    if (!at) continue;
    for (const { group, bot, dx, dy, w, h } of slotsOf(groups, grid.c).slots)
      made.push({
        id: bot ? robotPiece(bot.id) : groupPiece(planet, group.seat),
        x: at[0] + dx,
        y: at[1] + dy,
        r: Math.max(w, h) / 2,
        stop: false,
        top: true,
      });
  }
  return made;
}

/** A planet or a robot by its id, or a cell of the map. */
export function noteSpot(view: DungeonView, size: Size, spot: NoteSpot): NotePlace | null {
  const map = mapOf(view),
    grid = gridOf(view, size);
  if (Array.isArray(spot)) {
    const [x, y] = middle(grid, spot[0], spot[1]);
    return { x, y, r: grid.c * 0.42 };
  }
  const id = `${spot}`,
    planet = map.at.has(id) ? id : standing(view).find((bot) => bot.id === id)?.planet,
    at = planet && planetAt(map, grid, planet);
  return at ? { x: at[0], y: at[1], r: grid.c * 0.42 } : null;
}
