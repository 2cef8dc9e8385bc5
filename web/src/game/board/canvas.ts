/** Drawing that all boards share: shapes of the seats, labels, and what a board is. */
import { alpha, hueOf, onFill, rowOf, type Theme } from './theme';

export type Ctx = CanvasRenderingContext2D;
export interface Size {
  w: number;
  h: number;
  /** kept free at the top, for plates that lie on the board */
  top?: number;
  /** the part of the board that is seen; without it the whole */
  look?: Look;
}

/** `zoom` 1 is the whole board; `x` and `y`, from 0 to 1, are the place on it that lies in the middle. */
export interface Look {
  zoom: number;
  x: number;
  y: number;
}

/** Something on a board that a pointer can be on; the keyboard's cursor goes to those with `stop`. */
export interface Piece {
  id: string;
  x: number;
  y: number;
  r: number;
  stop: boolean;
  /** lies on other pieces: the pointer finds it first, and the keys , and . go from one of these to the next */
  top?: boolean;
}

/** A place as a bot names it in a note: the id of a thing of the game, or a cell. */
export type NoteSpot = number | string | number[];

export interface NotePlace {
  x: number;
  y: number;
  r: number;
}

/** What a person is about to do, drawn in ink over the board; all are ids of pieces. */
export interface Marks {
  chosen: string[];
  reach: string[];
  cursor: string;
  plan: { from: string; to: string; text: string } | null;
  /** where the plan would take a piece if nobody interferes */
  ghost?: GhostMark | null;
  /** what only the board of one game knows how to draw; its type is that game's */
  overlay?: unknown;
}

/** A dotted way over cells of a grid with the piece dashed at its end, or a cross where it would be lost. */
export interface GhostMark {
  piece: string;
  way: [x: number, y: number][];
  facing: string;
  lost: boolean;
}

export const NO_MARKS: Marks = { chosen: [], reach: [], cursor: '', plan: null };

/** One picture: where things stand, and where they came from while `part` of the way is still to go. */
export interface Scene<V, E> {
  view: V;
  before: V | null;
  /** from 0 (at `before`) to 1 (at `view`) */
  part: number;
  /** what happened on the way to `view` */
  events: E[];
  marks: Marks;
  /** said across the board at the end, or empty */
  caption: string;
  /** names on pieces, where the visitor wants them */
  numbers: boolean;
  /** the visitor wants no gliding: what moves is shown where it arrives */
  calm: boolean;
  /** which of the board's signs are shown, where the board has a choice of them */
  filter?: string;
}

/** A view that no match goes on in: nothing moves, nothing is marked. */
export const stillScene = <View>(view: View): Scene<View, never> => ({
  view,
  before: null,
  part: 1,
  events: [],
  marks: NO_MARKS,
  caption: '',
  numbers: false,
  calm: true,
});

/** A small map of the whole board, drawn on it while only a part is seen. */
export interface Overview {
  x: number;
  y: number;
  w: number;
  h: number;
  /** the place on the board, from 0 to 1, of a spot on the small map */
  look(x: number, y: number): { x: number; y: number };
}

/** What is on its way to a view, and how far it has come. */
export type Moving<V, E> = Pick<Scene<V, E>, 'before' | 'events' | 'part'>;

/** One board = one painter. `still` is drawn once into a layer that is kept, `live` on every frame. */
export interface Painter<V, E> {
  /** width to height of the board at its best */
  ratio(view: V): number;
  /** changes when the still layer has to be drawn anew */
  ground(view: V): string;
  still(g: Ctx, scene: Scene<V, E>, theme: Theme, size: Size): void;
  live(g: Ctx, scene: Scene<V, E>, theme: Theme, size: Size): void;
  pieces(view: V, size: Size, moving?: Moving<V, E>): Piece[];
  /** where a piece lies that `pieces` leaves out because it is not in sight */
  far?(view: V, size: Size, id: string): Piece | null;
  /** where a place lies that a bot's note names, in sight or not; null where there is no such place */
  spot(view: V, size: Size, at: NoteSpot): NotePlace | null;
  /** how near the board can be seen in a picture of this size; without it always the whole */
  nearest?(view: V, size: Size): number;
  /** what somebody who plays sees first: the own pieces, large enough to be hit. Null: the whole */
  begin?(view: V, size: Size): Look | null;
  /** where the small map of the whole lies, null where there is none */
  overview?(view: V, size: Size): Overview | null;
}

export function disc(g: Ctx, x: number, y: number, r: number): void {
  g.beginPath();
  g.arc(x, y, r, 0, Math.PI * 2);
}

export function polygon(g: Ctx, x: number, y: number, r: number, sides: number, turn = -Math.PI / 2): void {
  g.beginPath();
  for (let i = 0; i < sides; i++) {
    const a = turn + (i / sides) * Math.PI * 2;
    g.lineTo(x + r * Math.cos(a), y + r * Math.sin(a));
  }
  g.closePath();
}

export function star(g: Ctx, x: number, y: number, r: number, points: number, inner = 0.5): void {
  g.beginPath();
  for (let i = 0; i < points * 2; i++) {
    const a = -Math.PI / 2 + (i / (points * 2)) * Math.PI * 2,
      q = i % 2 ? r * inner : r;
    g.lineTo(x + q * Math.cos(a), y + q * Math.sin(a));
  }
  g.closePath();
}

export function plus(g: Ctx, x: number, y: number, r: number): void {
  const k = r * 0.42;
  g.beginPath();
  for (const [dx, dy] of [
    [-k, -r],
    [k, -r],
    [k, -k],
    [r, -k],
    [r, k],
    [k, k],
    [k, r],
    [-k, r],
    [-k, k],
    [-r, k],
    [-r, -k],
    [-k, -k],
  ])
    g.lineTo(x + dx, y + dy);
  g.closePath();
}

/** Every seat has a colour and a shape, so colour is never the only cue. They come again after the eighth seat: who
 * fills the shape of a later one draws it with `seatMark`, which tells them apart. */
export function seatShape(g: Ctx, seat: number, x: number, y: number, r: number): void {
  switch (hueOf(seat)) {
    case 1:
      return disc(g, x, y, r * 0.92);
    case 2:
      return polygon(g, x, y + r * 0.1, r * 1.14, 3);
    case 3:
      return polygon(g, x, y, r * 1.16, 4, -Math.PI / 4);
    case 4:
      return polygon(g, x, y, r * 1.14, 4);
    case 5:
      return polygon(g, x, y, r * 1.05, 6, 0);
    case 6:
      return star(g, x, y, r * 1.22, 5, 0.5);
    case 7:
      return plus(g, x, y, r);
    case 8:
      return polygon(g, x, y - r * 0.1, r * 1.14, 3, Math.PI / 2);
    default:
      return disc(g, x, y, r * 0.8);
  }
}

/** The shape of a seat in one colour: full, from the ninth on an outline, from the 17th one with a full middle. */
export function seatMark(g: Ctx, seat: number, x: number, y: number, r: number, color: string): void {
  const row = rowOf(seat);
  seatShape(g, seat, x, y, row ? r * 0.84 : r);
  if (!row) {
    g.fillStyle = color;
    return g.fill();
  }
  g.lineWidth = Math.max(1, r * 0.34);
  g.strokeStyle = color;
  g.lineJoin = 'round';
  g.stroke();
  if (row < 2) return;
  disc(g, x, y, r * 0.26);
  g.fillStyle = color;
  g.fill();
}

export function emblem(g: Ctx, theme: Theme, seat: number, x: number, y: number, r: number, halo = 2): void {
  if (halo) {
    seatShape(g, seat, x, y, r);
    g.lineWidth = halo * 2;
    g.lineJoin = 'round';
    g.strokeStyle = theme.bg;
    g.stroke();
  }
  seatMark(g, seat, x, y, r, theme.players[seat]);
}

export function label(
  g: Ctx,
  text: string,
  x: number,
  y: number,
  px: number,
  color: string,
  font: string,
  weight = 600,
  align: CanvasTextAlign = 'center',
): void {
  g.font = `${weight} ${px}px ${font}`;
  g.textAlign = align;
  g.textBaseline = 'middle';
  g.fillStyle = color;
  g.fillText(text, x, y + px * 0.04);
}

/** Text with a knock-out edge in the board colour, readable on anything. */
export function cutLabel(
  g: Ctx,
  theme: Theme,
  text: string,
  x: number,
  y: number,
  px: number,
  color = theme.ink,
  align: CanvasTextAlign = 'center',
): void {
  g.font = `600 ${px}px ${theme.mono}`;
  g.textAlign = align;
  g.textBaseline = 'middle';
  g.lineJoin = 'round';
  g.lineWidth = Math.max(3, px * 0.34);
  g.strokeStyle = alpha(theme.bg, 0.9);
  g.strokeText(text, x, y);
  g.fillStyle = color;
  g.fillText(text, x, y);
}

/** Count badge in a player's colour: shape + number. */
export function badge(
  g: Ctx,
  theme: Theme,
  seat: number,
  text: string,
  x: number,
  y: number,
  px = 11,
): number {
  g.font = `650 ${px}px ${theme.mono}`;
  const w = g.measureText(text).width,
    h = px + 6,
    full = w + px + 13;
  g.beginPath();
  g.roundRect(x - full / 2, y - h / 2, full, h, h / 2);
  g.fillStyle = theme.players[seat];
  g.fill();
  g.lineWidth = 1.5;
  g.strokeStyle = theme.bg;
  g.stroke();
  const ink = onFill(theme.players[seat]);
  seatMark(g, seat, x - full / 2 + h / 2, y, px * 0.36, ink);
  label(g, text, x - full / 2 + h - 1, y, px, ink, theme.mono, 650, 'left');
  return full;
}

export function arrowHead(g: Ctx, x: number, y: number, a: number, r: number): void {
  g.beginPath();
  g.moveTo(x + Math.cos(a) * r, y + Math.sin(a) * r);
  g.lineTo(x + Math.cos(a + 2.45) * r, y + Math.sin(a + 2.45) * r);
  g.lineTo(x + Math.cos(a + Math.PI) * r * 0.35, y + Math.sin(a + Math.PI) * r * 0.35);
  g.lineTo(x + Math.cos(a - 2.45) * r, y + Math.sin(a - 2.45) * r);
  g.closePath();
}

export function starfield(g: Ctx, size: Size, theme: Theme, rand: () => number, density = 1): void {
  if (!theme.dark) return;
  const n = Math.round(((size.w * size.h) / 2600) * density);
  for (let i = 0; i < n; i++) {
    const m = rand();
    g.fillStyle = alpha(m > 0.93 ? '#ffe6c2' : '#cfe0ff', 0.12 + m * 0.34);
    const r = 0.35 + m * m * 0.9;
    g.fillRect(rand() * size.w, rand() * size.h, r, r);
  }
}

/** The dashed line around what is chosen, along the path that was begun. */
export function strokeChosen(g: Ctx, theme: Theme): void {
  g.lineWidth = 4;
  g.strokeStyle = alpha(theme.bg, 0.7);
  g.stroke();
  g.setLineDash([5, 4]);
  g.lineWidth = 2;
  g.strokeStyle = theme.mark;
  g.stroke();
  g.setLineDash([]);
}

interface Corners {
  x: number;
  y: number;
  /** half of its size, without `h` both ways */
  w: number;
  h?: number;
  /** how long they are */
  arm: number;
}

/** Four corners around what is under the keyboard's cursor, in a line on a wider one. */
export function strokeCorners(
  g: Ctx,
  theme: Theme,
  { x, y, w, h = w, arm }: Corners,
  widths: [number, number],
): void {
  g.beginPath();
  for (const [sx, sy] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]) {
    g.moveTo(x + sx * w, y + sy * (h - arm));
    g.lineTo(x + sx * w, y + sy * h);
    g.lineTo(x + sx * (w - arm), y + sy * h);
  }
  g.lineCap = 'round';
  g.strokeStyle = theme.bg;
  g.lineWidth = widths[0];
  g.stroke();
  g.strokeStyle = theme.mark;
  g.lineWidth = widths[1];
  g.stroke();
}
