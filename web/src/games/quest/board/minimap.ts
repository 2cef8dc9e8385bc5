/** The overview: the whole map in the corner, with a frame around the part that is seen. QST-144 */
import { type Ctx, type Overview, type Size } from '../../../game/board/canvas';
import { alpha, mix, rgb, type Theme } from '../../../game/board/theme';
import type { QuestView } from '../../../net/types';
import type { Grid } from './layout';
import { NEVER, NOW, worldOf, type Tower, type Unit, type World } from './model';
import { grassInk, rockInk } from './terrain';

const maps = new WeakMap<World, Map<boolean, OffscreenCanvas>>();

/** A dot for every cell. */
function mapOf(world: World, theme: Theme): OffscreenCanvas {
  const kept = maps.get(world) ?? new Map<boolean, OffscreenCanvas>();
  maps.set(world, kept);
  let made = kept.get(theme.dark);
  if (made) return made;
  const { width, height, rock, known } = world,
    image = new ImageData(width, height),
    [low, high] = grassInk(theme),
    [grass, stone, fog] = [mix(low, high, 0.5), rockInk(theme).top, theme.fog].map(rgb),
    dim = rgb(theme.dark ? '#06090c' : theme.fog);
  for (let n = 0; n < width * height; n++) {
    const bright = rock[n] ? stone : grass,
      part = known[n] === NOW ? 0 : 0.5;
    for (let q = 0; q < 3; q++)
      image.data[n * 4 + q] = known[n] === NEVER ? fog[q] : bright[q] + (dim[q] - bright[q]) * part;
    image.data[n * 4 + 3] = 255;
  }
  made = new OffscreenCanvas(width, height);
  made.getContext('2d')!.putImageData(image, 0, 0);
  kept.set(theme.dark, made);
  return made;
}

export function drawOverview(
  g: Ctx,
  view: QuestView,
  theme: Theme,
  size: Size,
  grid: Grid,
  at: Overview,
  units: Unit[],
  towers: Tower[],
): void {
  const k = at.w / view.width,
    { x, y, w, h } = at;
  g.save();
  g.beginPath();
  g.roundRect(x - 4, y - 4, w + 8, h + 8, 7);
  g.fillStyle = alpha(theme.bg, 0.92);
  g.fill();
  g.lineWidth = 1;
  g.strokeStyle = theme.line2;
  g.stroke();
  g.beginPath();
  g.roundRect(x, y, w, h, 4);
  g.clip();
  g.imageSmoothingEnabled = false;
  g.drawImage(mapOf(worldOf(view), theme), x, y, w, h);
  for (const tower of towers) {
    g.fillStyle = theme.players[tower.seat];
    g.fillRect(x + (tower.x + 0.5) * k - 2, y + (tower.y + 0.5) * k - 2, 4, 4);
  }
  const r = Math.max(1.7, k * 0.8);
  for (const unit of units) {
    g.beginPath();
    g.arc(x + (unit.x + 0.5) * k, y + (unit.y + 0.5) * k, r, 0, Math.PI * 2);
    g.lineWidth = 1.6;
    g.strokeStyle = theme.bg;
    g.stroke();
    g.fillStyle = theme.players[unit.seat];
    g.fill();
  }
  // the part that is seen
  const left = x + (-grid.x0 / grid.c) * k,
    top = y + (-grid.y0 / grid.c) * k,
    [fw, fh] = [(size.w / grid.c) * k, (size.h / grid.c) * k];
  g.fillStyle = alpha(theme.bg, 0.42);
  g.beginPath();
  g.rect(x, y, w, h);
  g.rect(left, top, fw, fh);
  g.fill('evenodd');
  g.beginPath();
  g.rect(Math.max(x + 0.8, left), Math.max(y + 0.8, top), Math.min(x + w - 0.8, left + fw) - Math.max(x + 0.8, left), Math.min(y + h - 0.8, top + fh) - Math.max(y + 0.8, top)); // prettier-ignore
  g.lineWidth = 1.6;
  g.strokeStyle = theme.mark;
  g.stroke();
  g.restore();
}
