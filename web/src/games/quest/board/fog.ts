/** The three kinds of knowledge: seen now, seen before (dimmed), never seen (fog). QST-143 */
import type { Ctx, Size } from '../../../game/board/canvas';
import { noise2 } from '../../../game/board/rng';
import { alpha, mix, rgb, type Theme } from '../../../game/board/theme';
import type { QuestView } from '../../../net/types';
import type { Grid } from './layout';
import { BEFORE, NEVER, NOW, worldOf, type World } from './model';
import { soft } from './terrain';

const DOTS = 2; // of the veil in a cell
const RIM = 4; // cells of fog around the map
const OUTSIDE = 0.25; // of the way from fog to its lightest cloud
const cloud = noise2(5);

const veils = new WeakMap<World, Map<string, OffscreenCanvas>>();

function veilOf(world: World, theme: Theme): OffscreenCanvas {
  const kept = veils.get(world) ?? new Map<string, OffscreenCanvas>();
  veils.set(world, kept);
  const key = `${theme.dark}`;
  let made = kept.get(key);
  if (!made) kept.set(key, (made = veil(world, theme)));
  return made;
}

/** How much is hidden of a place between the middles of cells: straight from one to the next. */
function between(world: World, level: number): (x: number, y: number) => number {
  const { width, height, known } = world,
    at = (x: number, y: number) =>
      x < 0 || y < 0 || x >= width || y >= height ? 1 : known[y * width + x] <= level ? 1 : 0;
  return (x, y) => {
    const [cx, cy] = [x - 0.5, y - 0.5],
      [xi, yi] = [Math.floor(cx), Math.floor(cy)],
      [u, v] = [cx - xi, cy - yi];
    const top = at(xi, yi) * (1 - u) + at(xi + 1, yi) * u,
      low = at(xi, yi + 1) * (1 - u) + at(xi + 1, yi + 1) * u;
    return top * (1 - v) + low * v;
  };
}

const skies = new Map<string, Float32Array>();
const SKIES_MAX = 6;

/** The clouds of a map of a size are always the same. */
function cloudsOf(w: number, h: number): Float32Array {
  let made = skies.get(`${w}x${h}`);
  if (made) return made;
  if (skies.size >= SKIES_MAX) skies.clear();
  skies.set(`${w}x${h}`, (made = new Float32Array(w * h)));
  for (let j = 0; j < h; j++)
    for (let i = 0; i < w; i++) {
      const [x, y] = [i / DOTS - RIM, j / DOTS - RIM];
      made[j * w + i] = cloud(x / 6, y / 6) * 0.65 + cloud(x / 2.1 + 40, y / 2.1) * 0.35;
    }
  return made;
}

function veil(world: World, theme: Theme): OffscreenCanvas {
  const [w, h] = [(world.width + 2 * RIM) * DOTS, (world.height + 2 * RIM) * DOTS],
    image = new ImageData(w, h),
    clouds = cloudsOf(w, h),
    never = between(world, NEVER),
    before = between(world, BEFORE),
    [dim, fog, light] = [theme.dark ? '#06090c' : mix(theme.fog, theme.ink, 0.1), thickest(theme), lightest(theme)].map(rgb), // prettier-ignore
    dimmed = 0.5;
  for (let j = 0; j < h; j++)
    for (let i = 0; i < w; i++) {
      const [x, y] = [(i + 0.5) / DOTS - RIM, (j + 0.5) / DOTS - RIM],
        k = (j * w + i) * 4,
        n = clouds[j * w + i],
        // clouds reach a little over the border of what is known and leave a little of it
        thick = Math.min(1, Math.max(0, (never(x, y) - 0.5) * 2.1 + 0.5 + (n - 0.5) * 0.5)),
        grey = Math.min(1, Math.max(0, (before(x, y) - 0.5) * 2.4 + 0.5)) * dimmed,
        a = thick + (1 - thick) * grey,
        far = Math.max(-x, -y, x - world.width, y - world.height), // outside the map clouds become what is there
        t =
          Math.max(0, n - 0.3) * 1.2 +
          (OUTSIDE - Math.max(0, n - 0.3) * 1.2) * Math.min(1, Math.max(0, far / (RIM - 0.5)));
      for (let q = 0; q < 3; q++) {
        const cloudy = fog[q] + (light[q] - fog[q]) * t;
        image.data[k + q] = a ? (cloudy * thick + dim[q] * (1 - thick) * grey) / a : 0;
      }
      image.data[k + 3] = a * 255;
    }
  const made = new OffscreenCanvas(w, h);
  made.getContext('2d')!.putImageData(image, 0, 0);
  return made;
}

export function drawFog(g: Ctx, view: QuestView, theme: Theme, grid: Grid, size: Size): void {
  const world = worldOf(view);
  if (world.whole) return;
  g.imageSmoothingEnabled = true;
  g.imageSmoothingQuality = 'low';
  soft(g, veilOf(world, theme), DOTS, grid, size, RIM);
}

/** By day fog is a little darker than the paper around the map, so that it is told from grass that was seen before. */
const thickest = ({ dark, fog, ink }: Theme): string => (dark ? fog : mix(fog, ink, 0.07));
const lightest = ({ dark, fog, bg, bg2 }: Theme): string => (dark ? mix(fog, bg2, 0.9) : mix(fog, bg, 0.18));

/** What lies outside the map looks like fog, or like the table it lies on where everything is known. */
export function drawOutside(g: Ctx, view: QuestView, theme: Theme, size: Size): void {
  g.fillStyle = worldOf(view).whole ? theme.bg : mix(thickest(theme), lightest(theme), OUTSIDE);
  g.fillRect(0, 0, size.w, size.h);
}

const lines = new WeakMap<World, Path2D>();

/** One fine line around everything that is seen now. */
export function drawSight(g: Ctx, view: QuestView, theme: Theme, { c, x0, y0 }: Grid, small: boolean): void {
  const world = worldOf(view);
  if (world.whole || world.hidden) return;
  let path = lines.get(world);
  if (!path) lines.set(world, (path = edge(world)));
  g.save();
  g.translate(x0, y0);
  g.scale(c, c);
  g.lineJoin = 'round';
  g.lineWidth = (small ? 0.8 : 1.2) / c;
  g.strokeStyle = alpha(theme.mark, theme.dark ? 0.42 : 0.45);
  g.stroke(path);
  g.restore();
}

function edge({ known, width, height }: World): Path2D {
  const path = new Path2D(),
    is = (x: number, y: number) =>
      x >= 0 && y >= 0 && x < width && y < height && known[y * width + x] === NOW;
  // whole runs at once: between two lines, then between two columns
  for (let y = 0; y <= height; y++)
    for (let x = 0; x < width; x++) {
      if (is(x, y) === is(x, y - 1)) continue;
      const from = x;
      while (x < width && is(x, y) !== is(x, y - 1)) x++;
      path.moveTo(from, y);
      path.lineTo(x, y);
    }
  for (let x = 0; x <= width; x++)
    for (let y = 0; y < height; y++) {
      if (is(x, y) === is(x - 1, y)) continue;
      const from = y;
      while (y < height && is(x, y) !== is(x - 1, y)) y++;
      path.moveTo(x, from);
      path.lineTo(x, y);
    }
  return path;
}
