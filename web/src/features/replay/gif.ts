/** A replay as an animated GIF, drawn by the same painter as the board. */
import { SPAN_MS, spanOf, type GameBoard, type MatchWords, type Names } from '../../game/contract';
import type { Frame } from '../../net/types';
import { NO_MARKS, type Scene, type Size } from '../../game/board/canvas';
import { readTheme, type Theme } from '../../game/board/theme';

const FRAMES_MAX = 400; // longer stretches skip rounds
const DELAY_MS = 120;
const BEAT_MS = 450; // of a frame that lasts: one picture for so much of it
const END_MS = 2500; // the last picture stays for a while
const COLOURS = 255; // and one that means "as before"
const FORMAT = 'rgb565';
const ALIKE = 8; // of 255: smaller differences nobody sees, and they would make the file several times as large

export interface GifOptions {
  board: GameBoard;
  frames: Frame[];
  names: Names;
  t: MatchWords;
  from: number;
  to: number;
  width: number;
  progress: (part: number) => void;
  signal: AbortSignal;
}

/** Frames of the film: all, or evenly chosen where there are too many; the last one always. */
export function chosen(from: number, to: number, most = FRAMES_MAX): number[] {
  const stride = Math.ceil((to - from + 1) / most),
    made: number[] = [];
  for (let n = from; n < to; n += stride) made.push(n);
  return [...made, to];
}

export interface Shot {
  frame: number;
  part: number;
}

/** Pictures of the film: one for a frame, or several where a frame lasts; fewer of these where there would be too many. */
export function shots(
  board: GameBoard,
  frames: Frame[],
  from: number,
  to: number,
  most = FRAMES_MAX,
): Shot[] {
  const picked = chosen(from, to, most),
    each = Math.floor(most / picked.length);
  return picked.flatMap((frame) => {
    const span = frame > from ? spanOf(board, frames[frame].events) : SPAN_MS,
      wanted = span > SPAN_MS ? Math.ceil(span / BEAT_MS) : 1,
      pictures = Math.max(1, Math.min(each, wanted));
    return Array.from({ length: pictures }, (_, n) => ({ frame, part: (n + 1) / pictures }));
  });
}

export async function makeGif(options: GifOptions): Promise<Blob> {
  const { GIFEncoder, applyPalette, quantize } = await import('gifenc');
  const { frames, width, signal, progress } = options,
    picked = shots(options.board, frames, options.from, options.to),
    size = { w: width, h: Math.round(width / options.board.painter.ratio(frames[0].view)) },
    theme = readTheme(document.documentElement);
  const paint = painter(options, size, theme);
  // One palette for all: from the beginning, the middle and the end.
  const samples = [picked[0], picked[picked.length >> 1], picked[picked.length - 1]].map(paint),
    all = new Uint8ClampedArray(samples.reduce((n, one) => n + one.length, 0));
  samples.reduce((at, one) => (all.set(one, at), at + one.length), 0);
  const palette = quantize(all, COLOURS, { format: FORMAT }),
    clear = palette.length;
  palette.push([0, 0, 0]);
  const usable = palette.slice(0, clear);

  const gif = GIFEncoder();
  let shown: Uint8Array | null = null;
  for (let n = 0; n < picked.length; n++) {
    // the page stays alive between two pictures
    await new Promise((done) => setTimeout(done));
    signal.throwIfAborted();
    const rgba = paint(picked[n]),
      index = applyPalette(rgba, usable, FORMAT);
    if (shown) keepAlike(index, shown, rgba, palette, clear);
    else shown = index.slice();
    gif.writeFrame(index, size.w, size.h, {
      palette: n === 0 ? palette : undefined,
      delay: n === picked.length - 1 ? END_MS : DELAY_MS,
      transparent: n > 0,
      transparentIndex: clear,
      dispose: 1,
    });
    progress((n + 1) / picked.length);
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: 'image/gif' });
}

/** Leaves out what looks as before, compared with what is really shown, so that errors never add up. */
function keepAlike(
  index: Uint8Array,
  shown: Uint8Array,
  rgba: Uint8ClampedArray,
  palette: number[][],
  clear: number,
): void {
  for (let k = 0; k < index.length; k++) {
    const [r, g, b] = palette[shown[k]],
      at = k * 4;
    const off = Math.max(Math.abs(r - rgba[at]), Math.abs(g - rgba[at + 1]), Math.abs(b - rgba[at + 2]));
    if (index[k] === shown[k] || off < ALIKE) index[k] = clear;
    else shown[k] = index[k];
  }
}

function painter(
  { board, frames, names, t }: GifOptions,
  size: Size,
  theme: Theme,
): (shot: Shot) => Uint8ClampedArray {
  const still = new OffscreenCanvas(size.w, size.h),
    canvas = new OffscreenCanvas(size.w, size.h),
    ground = still.getContext('2d') as unknown as CanvasRenderingContext2D,
    g = canvas.getContext('2d', { willReadFrequently: true }) as unknown as CanvasRenderingContext2D;
  const scene = ({ frame, part }: Shot): Scene<unknown, unknown> => ({
    view: frames[frame].view,
    before: part < 1 ? frames[frame - 1].view : null,
    part,
    events: frames[frame].events,
    marks: NO_MARKS,
    caption: board.caption(frames[frame].view, names, t),
    numbers: false,
    calm: false,
  });
  board.painter.still(ground, scene({ frame: 0, part: 1 }), theme, size);
  return (shot) => {
    g.drawImage(still, 0, 0);
    board.painter.live(g, scene(shot), theme, size);
    return g.getImageData(0, 0, size.w, size.h).data;
  };
}
