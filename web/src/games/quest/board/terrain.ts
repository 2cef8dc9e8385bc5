/** Grass as soft noise and rocks as rounded masses, drawn once in square pieces that are kept. */
import type { Ctx, Size } from '../../../game/board/canvas';
import { noise2 } from '../../../game/board/rng';
import { alpha, mix, rgb, type Theme } from '../../../game/board/theme';
import type { QuestView } from '../../../net/types';
import type { Grid } from './layout';
import { worldOf, type World } from './model';

const SIDE = 10; // cells of a piece
const SCALES = [6, 14, 32, 64, 112]; // px of a cell in a kept piece
const KEPT = 40_000_000; // pixels of all kept pieces together
const RIM = 1; // cells that a piece has in common with its neighbours: shadows cross the border
const TUFTS = 14; // px: smaller cells have none

const tiles = new Map<string, OffscreenCanvas>(); // the one used longest ago first
let used = 0;

/** The part of the map that is to be seen. */
export function drawTerrain(g: Ctx, view: QuestView, theme: Theme, size: Size, grid: Grid): void {
  const world = worldOf(view),
    { c, x0, y0 } = grid,
    dpr = g.getTransform().a,
    px = SCALES.find((one) => one >= c * dpr * 0.75) ?? SCALES[SCALES.length - 1],
    // whole pixels of the screen: pieces touch without a seam
    column = (n: number) => Math.round((x0 + n * SIDE * c) * dpr) / dpr,
    row = (n: number) => Math.round((y0 + n * SIDE * c) * dpr) / dpr;
  g.imageSmoothingEnabled = true;
  g.imageSmoothingQuality = 'low'; // pieces have nearly the right size, and the rest is soft anyway
  g.save();
  g.beginPath();
  g.rect(x0, y0, view.width * c, view.height * c);
  g.clip();
  soft(g, cloth('grass', theme, view), GRAIN, grid, size);
  for (let j = 0; j * SIDE < view.height; j++)
    for (let i = 0; i * SIDE < view.width; i++) {
      const [left, top, right, bottom] = [column(i), row(j), column(i + 1), row(j + 1)];
      if (left > size.w || top > size.h || right < 0 || bottom < 0) continue;
      g.drawImage(tile(world, view.terrain, theme, i, j, px), RIM * px, RIM * px, SIDE * px, SIDE * px, left, top, right - left, bottom - top); // prettier-ignore
    }
  g.restore();
}

/** The part that is to be seen of a small picture of the whole map, made larger; `rim` cells of it lie outside. */
export function soft(
  g: Ctx,
  image: OffscreenCanvas,
  dots: number,
  grid: Grid,
  { w, h }: Size,
  rim = 0,
): void {
  const { c, x0, y0 } = grid,
    part = (from: number, long: number, all: number) => {
      const first = Math.max(0, Math.floor((-from / c + rim) * dots) - 1);
      return [first, Math.min(all, Math.ceil(((long - from) / c + rim) * dots) + 1) - first] as const;
    },
    [sx, sw] = part(x0, w, image.width),
    [sy, sh] = part(y0, h, image.height),
    k = c / dots;
  if (sw <= 0 || sh <= 0) return;
  g.drawImage(image, sx, sy, sw, sh, x0 - rim * c + sx * k, y0 - rim * c + sy * k, sw * k, sh * k);
}

function tile(
  world: World,
  terrain: string[],
  theme: Theme,
  column: number,
  row: number,
  px: number,
): OffscreenCanvas {
  const [left, top] = [column * SIDE - RIM - 1, row * SIDE - RIM - 1],
    lines: string[] = [];
  for (let y = Math.max(0, top); y < top + SIDE + 2 * RIM + 2; y++)
    lines.push(terrain[y]?.slice(Math.max(0, left), left + SIDE + 2 * RIM + 2) ?? '');
  const key = `${theme.dark}/${px}/${column},${row}/${lines.join('/')}`,
    kept = tiles.get(key);
  if (kept) {
    tiles.delete(key);
    tiles.set(key, kept);
    return kept;
  }
  const side = (SIDE + 2 * RIM) * px,
    canvas = new OffscreenCanvas(side, side),
    g = canvas.getContext('2d') as unknown as Ctx;
  g.translate((RIM - column * SIDE) * px, (RIM - row * SIDE) * px);
  const part = { left: column * SIDE - RIM, up: row * SIDE - RIM, side: SIDE + 2 * RIM };
  if (px >= TUFTS) blades(g, theme, part, px);
  rocks(g, world, theme, part, px);
  tiles.set(key, canvas);
  used += side * side;
  for (const [old, gone] of tiles) {
    if (used <= KEPT || old === key) break;
    used -= gone.width * gone.height;
    tiles.delete(old);
  }
  return canvas;
}

interface Part {
  left: number;
  up: number;
  side: number;
}

const noise = noise2(77);
const GRAIN = 4; // dots of noise in a cell

/** Light and dark patches over several cells, finer ones within a cell. */
const shade = {
  grass: (x: number, y: number) =>
    noise(x / 7, y / 7) * 0.5 + noise(x / 2.4 + 50, y / 2.4) * 0.28 + noise(x * 1.7 + 9, y * 1.7) * 0.22,
  rock: (x: number, y: number) => noise(x * 1.1 + 100, y * 1.1) * 0.7 + noise(x * 3 + 60, y * 3) * 0.3,
};

const cloths = new Map<string, OffscreenCanvas>();
const CLOTHS_MAX = 8;

/** The noise of a whole map, small: it is soft and can be made larger as much as is needed. */
function cloth(
  kind: 'grass' | 'rock',
  theme: Theme,
  { width, height }: Pick<World, 'width' | 'height'>,
): OffscreenCanvas {
  const key = `${kind}/${theme.dark}/${width}x${height}`,
    kept = cloths.get(key);
  if (kept) return kept;
  const [w, h] = [width * GRAIN, height * GRAIN],
    image = new ImageData(w, h),
    ink = rockInk(theme),
    [low, high] = (kind === 'grass' ? grassInk(theme) : [ink.dark, ink.light]).map(rgb);
  for (let y = 0, k = 0; y < h; y++)
    for (let x = 0; x < w; x++, k += 4) {
      const t = shade[kind](x / GRAIN, y / GRAIN);
      for (let i = 0; i < 3; i++)
        image.data[k + i] = kind === 'grass' ? low[i] + (high[i] - low[i]) * t : (t > 0.5 ? high : low)[i];
      image.data[k + 3] = kind === 'grass' ? 255 : Math.min(255, Math.abs(t - 0.5) * 300);
    }
  const made = new OffscreenCanvas(w, h);
  made.getContext('2d')!.putImageData(image, 0, 0);
  if (cloths.size >= CLOTHS_MAX) cloths.clear();
  cloths.set(key, made);
  return made;
}

/** The darkest and the lightest grass. */
export const grassInk = (theme: Theme): [string, string] =>
  theme.dark
    ? [mix(theme.ground, theme.bg, 0.34), mix(theme.ground2, theme.ink, 0.06)]
    : [mix(theme.ground2, theme.ink, 0.05), mix(theme.ground, theme.bg, 0.55)];

/** Something between 0 and 1 that belongs to a cell. */
function chance(x: number, y: number, n: number): number {
  let h = Math.imul(x + 31, 374761393) ^ Math.imul(y + 17, 668265263) ^ Math.imul(n + 7, 2246822519);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Tufts here and there, so that the ground does not look like paint when it is near. */
function blades(g: Ctx, theme: Theme, { left, up, side }: Part, px: number): void {
  g.lineCap = 'round';
  for (const [n, color] of [
    [0, alpha(theme.dark ? mix(theme.ground2, theme.ink, 0.3) : mix(theme.ground2, theme.ink, 0.22), 0.5)],
    [1, alpha(theme.dark ? theme.bg : mix(theme.ground2, theme.ink, 0.4), theme.dark ? 0.4 : 0.28)],
  ] as const) {
    g.beginPath();
    g.lineWidth = Math.max(0.6, px * 0.022);
    g.strokeStyle = color;
    for (let y = up; y < up + side; y++)
      for (let x = left; x < left + side; x++)
        for (let k = 0; k < 2; k++) {
          if (chance(x, y, n * 8 + k) > 0.3) continue;
          const [bx, by] = [
            (x + 0.1 + 0.8 * chance(x, y, n * 8 + k + 2)) * px,
            (y + 0.15 + 0.8 * chance(x, y, n * 8 + k + 4)) * px,
          ];
          for (const lean of [-0.05, 0, 0.05]) {
            g.moveTo(bx + lean * px * 0.6, by);
            g.lineTo(bx + lean * px * 1.6, by - px * (0.1 - Math.abs(lean) * 0.6));
          }
        }
    g.stroke();
  }
}

/** Rounded masses: cells side by side grow together, cells corner to corner do not, because units pass between them. */
function rocks(g: Ctx, world: World, theme: Theme, { left, up, side }: Part, px: number): void {
  const { rock, width, height } = world,
    is = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && rock[y * width + x] === 1,
    found: [number, number][] = [];
  for (let y = up - 1; y <= up + side; y++) for (let x = left - 1; x <= left + side; x++) if (is(x, y)) found.push([x, y]); // prettier-ignore
  if (!found.length) return;
  const ink = rockInk(theme);
  /** The outline of all rocks, moved by shares of a cell, `fat` in px more on all sides. */
  const mass = (dx: number, dy: number, fat: number) => {
    g.beginPath();
    for (const [x, y] of found) {
      const [u, d, l, r] = [is(x, y - 1), is(x, y + 1), is(x - 1, y), is(x + 1, y)],
        pad = px * 0.045 - fat,
        [x1, x2] = [x * px + (l ? -0.5 : pad), (x + 1) * px - (r ? -0.5 : pad)],
        [y1, y2] = [y * px + (u ? -0.5 : pad), (y + 1) * px - (d ? -0.5 : pad)],
        round = px * 0.36 + fat,
        corner = (a: boolean, b: boolean, n: number) =>
          a || b ? 0 : round * (0.8 + 0.4 * chance(x, y, 30 + n));
      g.roundRect(x1 + dx * px, y1 + dy * px, x2 - x1, y2 - y1, [corner(u, l, 0), corner(u, r, 1), corner(d, r, 2), corner(d, l, 3)]); // prettier-ignore
      // inner corners are round as well
      inner(g, x, y, is, px, dx, dy, px * 0.2 + fat, pad);
    }
  };
  for (const [far, strength] of [
    [0.2, 0.5],
    [0.13, 0.6],
  ] as const) {
    // prettier-ignore
    mass(far * 0.55, far, px * 0.02);
    g.fillStyle = alpha('#000000', (theme.dark ? 0.42 : 0.12) * strength);
    g.fill();
  }
  mass(0, 0.055, 0);
  g.fillStyle = ink.side;
  g.fill();
  mass(0, -0.045, 0);
  g.fillStyle = ink.rim;
  g.fill();
  mass(0.012, -0.005, -px * 0.02);
  g.save();
  g.fillStyle = ink.top;
  g.fill();
  g.clip();
  // lichen and light, so that a large mass is no flat plate
  g.drawImage(cloth('rock', theme, world), 0, 0, width * px, height * px);
  if (px >= 16) cracks(g, found, px, ink);
  g.restore();
}

/** A small curve where two rocks meet around a corner. */
function inner(
  g: Ctx,
  x: number,
  y: number,
  is: (x: number, y: number) => boolean,
  px: number,
  dx: number,
  dy: number,
  r: number,
  pad: number,
): void {
  for (const [sx, sy] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]) {
    // prettier-ignore
    if (!is(x + sx, y) || !is(x, y + sy) || is(x + sx, y + sy)) continue;
    const [cx, cy] = [
      (x + (sx > 0 ? 1 : 0) + dx) * px - sx * pad,
      (y + (sy > 0 ? 1 : 0) + dy) * px - sy * pad,
    ];
    // always clockwise, as rectangles are: else the two would cut each other out
    if (sx * sy > 0) {
      g.moveTo(cx - sx, cy - sy);
      g.lineTo(cx + sx * r, cy - sy);
      g.lineTo(cx + sx * r, cy);
      g.quadraticCurveTo(cx, cy, cx, cy + sy * r);
      g.lineTo(cx - sx, cy + sy * r);
    } else {
      g.moveTo(cx - sx, cy - sy);
      g.lineTo(cx - sx, cy + sy * r);
      g.lineTo(cx, cy + sy * r);
      g.quadraticCurveTo(cx, cy, cx + sx * r, cy);
      g.lineTo(cx + sx * r, cy - sy);
    }
    g.closePath();
  }
}

interface RockInk {
  rim: string;
  top: string;
  side: string;
  light: string;
  dark: string;
}

export function rockInk({ dark, rock, rock2, bg, ink }: Theme): RockInk {
  return dark
    ? { rim: mix(rock2, ink, 0.22), top: mix(rock, rock2, 0.45), side: mix(rock, bg, 0.5), light: rock2, dark: mix(rock, bg, 0.35) } // prettier-ignore
    : { rim: mix(rock, '#ffffff', 0.55), top: mix(rock, '#ffffff', 0.08), side: mix(rock2, ink, 0.3), light: mix(rock, '#ffffff', 0.35), dark: rock2 }; // prettier-ignore
}

function cracks(g: Ctx, found: [number, number][], px: number, ink: RockInk): void {
  g.lineCap = 'round';
  g.lineWidth = Math.max(0.7, px * 0.025);
  for (const [x, y] of found) {
    if (chance(x, y, 50) > 0.45) continue;
    const [cx, cy] = [(x + 0.3 + 0.4 * chance(x, y, 51)) * px, (y + 0.3 + 0.4 * chance(x, y, 52)) * px],
      turn = chance(x, y, 53) * Math.PI,
      long = px * (0.12 + 0.12 * chance(x, y, 54));
    for (const [color, off] of [
      [alpha(ink.dark, 0.9), 0],
      [alpha(ink.rim, 0.5), px * 0.022],
    ] as const) {
      // prettier-ignore
      g.strokeStyle = color;
      g.beginPath();
      g.moveTo(cx - Math.cos(turn) * long, cy - Math.sin(turn) * long + off);
      g.lineTo(cx + px * 0.03, cy + px * 0.03 + off);
      g.lineTo(cx + Math.cos(turn + 0.5) * long, cy + Math.sin(turn + 0.5) * long + off);
      g.stroke();
    }
  }
}
