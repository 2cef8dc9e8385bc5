/** What bots said and drew about their turns: which of it belongs to a frame, and how it is drawn on a board. */
import type { Frame, Note, Remark } from '../../net/types';
import { arrowHead, cutLabel, disc, type Ctx, type NotePlace, type NoteSpot } from './canvas';
import { alpha, type Theme } from './theme';

/** A note with the colour it is drawn in. */
export interface Drawn {
  note: Note;
  seat: number;
}

/** The remarks about the moment that a frame shows: turns that were answered from there on, until the next frame. */
export function remarksAt(remarks: Remark[], frames: Frame[], at: number): Remark[] {
  const from = frames[at]?.step ?? 0,
    to = frames[at + 1]?.step ?? Infinity;
  return remarks.filter(({ step }) => step >= from && step < to);
}

export const drawnBy = (remarks: Remark[]): Drawn[] =>
  remarks.flatMap(({ seat, notes }) => (notes ?? []).map((note) => ({ note, seat })));

const PX = 12;

const NAMED: Record<string, string> = {
  accent: '--accent-text', // the accent as it can be read on both grounds
  good: '--good',
  bad: '--bad',
  live: '--live',
  count: '--count',
  ink: '--board-ink',
};

function colourOf(canvas: HTMLElement, theme: Theme, { note, seat }: Drawn): string {
  const colour = note.colour ?? '';
  if (colour.startsWith('#')) return colour;
  if (/^p\d$/.test(colour)) return theme.players[Number(colour[1])];
  if (NAMED[colour]) return getComputedStyle(canvas).getPropertyValue(NAMED[colour]).trim() || theme.ink;
  return theme.players[seat];
}

/** Draws notes over a board; those about places that are not there are left out. */
export function drawNotes(
  g: Ctx,
  theme: Theme,
  notes: Drawn[],
  place: (at: NoteSpot) => NotePlace | null,
): void {
  for (const drawn of notes) {
    const at = place(drawn.note.at as NoteSpot),
      to = drawn.note.to === undefined || drawn.note.to === null ? null : place(drawn.note.to as NoteSpot);
    if (!at) continue;
    const colour = colourOf(g.canvas, theme, drawn);
    g.save();
    if (drawn.note.kind === 'line') {
      if (to) line(g, theme, at, to, colour, drawn.note.text ?? '');
    } else if (drawn.note.kind === 'cell') cell(g, theme, at, colour, drawn.note.text ?? '');
    else label(g, theme, drawn.note.text ?? '', at.x, at.y - at.r - 8, colour);
    g.restore();
  }
}

/** A text that stays on the canvas: beside the edge it moves inwards, however far the board is zoomed. */
function label(g: Ctx, theme: Theme, text: string, x: number, y: number, colour: string): void {
  g.font = `600 ${PX}px ${theme.mono}`;
  const { a, d, e, f } = g.getTransform(),
    half = g.measureText(text).width / 2 + 4,
    [left, right] = [-e / a + half, (g.canvas.width - e) / a - half],
    [top, bottom] = [-f / d + PX, (g.canvas.height - f) / d - PX];
  const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
  cutLabel(g, theme, text, within(x, left, right), within(y, top, bottom), PX, colour);
}

function line(g: Ctx, theme: Theme, at: NotePlace, to: NotePlace, colour: string, text: string): void {
  const way = Math.atan2(to.y - at.y, to.x - at.x),
    long = Math.hypot(to.x - at.x, to.y - at.y),
    gap = Math.min(to.r * 0.8, long * 0.4),
    [x, y] = [to.x - Math.cos(way) * gap, to.y - Math.sin(way) * gap];
  g.lineCap = 'round';
  for (const [wide, ink] of [
    [5, alpha(theme.bg, 0.85)],
    [2.5, colour],
  ] as const) {
    g.beginPath();
    g.moveTo(at.x, at.y);
    g.lineTo(x, y);
    g.lineWidth = wide;
    g.strokeStyle = ink;
    g.stroke();
  }
  g.fillStyle = colour;
  arrowHead(g, x, y, way, 9);
  g.fill();
  if (text) label(g, theme, text, (at.x + x) / 2, (at.y + y) / 2 - 9, colour);
}

function cell(g: Ctx, theme: Theme, at: NotePlace, colour: string, text: string): void {
  const r = Math.max(5, at.r);
  disc(g, at.x, at.y, r);
  g.fillStyle = alpha(colour, 0.22);
  g.fill();
  g.lineWidth = 4.5;
  g.strokeStyle = alpha(theme.bg, 0.85);
  g.stroke();
  g.lineWidth = 2;
  g.strokeStyle = colour;
  g.stroke();
  if (text) label(g, theme, text, at.x, at.y + r + 10, colour);
}
