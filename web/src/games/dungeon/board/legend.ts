/** What the signs of the map mean, beside it or below it. DUN-186 */
import { label, type Ctx, type Size } from '../../../game/board/canvas';
import { alpha, mix, type Theme } from '../../../game/board/theme';
import { words } from '../words';
import type { DungeonView } from '../../../net/types';
import { isWhole, RESOURCES, SMALL } from './model';
import { clock, gravityInk, mineral, station } from './signs';

const ROW = 20; // px
const PX = 11;
const GLYPH = 5.5; // half the size of a sign
const PAD = 10;
/** So much wider than high is a board whose legend stands beside the map. */
const BESIDE = 1.18;
/** Narrower boards have no room beside the map. */
const BROAD = 560;

interface Entry {
  text: string;
  draw: (g: Ctx, theme: Theme, x: number, y: number) => void;
}

export function legendOf(view: DungeonView): Entry[] {
  const { names: things, board } = words;
  const square = (gravity: number): Entry => ({
    text: board.leaving(things.gravity[gravity], gravity),
    draw(g, theme, x, y) {
      g.beginPath();
      g.roundRect(x - GLYPH, y - GLYPH, GLYPH * 2, GLYPH * 2, 3);
      g.fillStyle = gravityInk(theme, gravity);
      g.fill();
      g.lineWidth = 1;
      g.strokeStyle = mix(gravityInk(theme, gravity), theme.ink, 0.35);
      g.stroke();
      for (let k = 0; k < gravity; k++) {
        g.fillStyle = theme.ink;
        g.fillRect(x - GLYPH + 2.2 + k * 3, y - GLYPH + 2.2, 1.8, 1.8);
      }
    },
  });
  const entries: Entry[] = [
    square(1),
    square(2),
    square(3),
    { text: things.station, draw: (g, theme, x, y) => station(g, x, y, GLYPH * 0.82, theme.ink, theme.bg) },
    ...RESOURCES.map((kind) => ({
      text: things.resources[kind],
      draw: (g: Ctx, theme: Theme, x: number, y: number) => mineral(g, kind, x, y, GLYPH * 0.92, theme.ink),
    })),
  ];
  if (isWhole(view)) return entries;
  return [
    ...entries,
    {
      text: board.unvisited,
      draw(g, theme, x, y) {
        g.beginPath();
        g.roundRect(x - GLYPH, y - GLYPH, GLYPH * 2, GLYPH * 2, 3);
        g.setLineDash([2, 2]);
        g.lineWidth = 1;
        g.strokeStyle = theme.ink2;
        g.stroke();
        g.setLineDash([]);
        label(g, '?', x, y, 9, theme.ink2, theme.mono);
      },
    },
    { text: board.roundsAgo, draw: (g, theme, x, y) => clock(g, x, y, GLYPH * 0.85, theme.ink2) },
  ];
}

const wide = ({ text }: Entry): number => text.length * PX * 0.56 + GLYPH * 2 + 6;

interface Room {
  right: number;
  bottom: number;
}

/** What the legend takes of the board. */
export function legendRoom(view: DungeonView, size: Size): Room {
  if (size.w < SMALL) return { right: 0, bottom: 0 };
  const entries = legendOf(view);
  if (size.w >= BROAD && size.w / (size.h - (size.top ?? 0)) > BESIDE)
    return { right: Math.max(...entries.map(wide)) + PAD * 2, bottom: 0 };
  return { right: 0, bottom: rowsOf(entries, size.w).length * ROW + PAD };
}

function rowsOf(entries: Entry[], width: number): Entry[][] {
  const rows: Entry[][] = [[]];
  let used = 0;
  for (const entry of entries) {
    const w = wide(entry) + 14;
    if (used + w > width - PAD * 2 && used) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)!.push(entry);
    used += w;
  }
  return rows;
}

export function drawLegend(g: Ctx, view: DungeonView, theme: Theme, size: Size): void {
  const room = legendRoom(view, size),
    entries = legendOf(view);
  if (!room.right && !room.bottom) return;
  const near = size.look !== undefined; // then the map goes on under the legend
  const one = (entry: Entry, x: number, y: number) => {
    entry.draw(g, theme, x + GLYPH, y);
    label(g, entry.text, x + GLYPH * 2 + 6, y, PX, theme.ink2, theme.text, 500, 'left');
  };
  if (room.right) {
    const top = (size.top ?? 0) + (size.h - (size.top ?? 0) - entries.length * ROW) / 2,
      x = size.w - room.right + PAD;
    if (near) sheet(g, theme, x - PAD + 2, top - PAD, room.right - 6, entries.length * ROW + PAD * 2);
    entries.forEach((entry, n) => one(entry, x, top + (n + 0.5) * ROW));
    return;
  }
  const rows = rowsOf(entries, size.w);
  if (near) sheet(g, theme, 4, size.h - room.bottom, size.w - 8, room.bottom - 3);
  rows.forEach((row, k) => {
    let x = (size.w - row.reduce((sum, entry) => sum + wide(entry) + 14, -14)) / 2;
    for (const entry of row) {
      one(entry, x, size.h - room.bottom + PAD / 2 + (k + 0.5) * ROW);
      x += wide(entry) + 14;
    }
  });
}

function sheet(g: Ctx, theme: Theme, x: number, y: number, w: number, h: number): void {
  g.beginPath();
  g.roundRect(x, y, w, h, 10);
  g.fillStyle = alpha(theme.bg, 0.86);
  g.fill();
  g.lineWidth = 1;
  g.strokeStyle = theme.line;
  g.stroke();
}
