/** Territory as goo: a field around each owner's planets that merges where they are close and ends at the other's. */
import type { Ctx, Size } from '../../../game/board/canvas';
import { rgb, type Theme } from '../../../game/board/theme';
import type { SpacegooPlanetView, SpacegooView } from '../../../net/types';
import { layout, sum, type Layout } from './layout';

export const CELL = 3; // px of the board to a pixel of the field
export const EDGE = 0.56; // of the field, where the rim lies
const FADE = 0.75; // of the way to the nearest neighbour, so far from the border a field begins to fade

/** The newest layers, by view and size: enough for every board on a page, not for all rounds of a long match. */
const kept = new Map<SpacegooPlanetView[], { key: string; canvas: OffscreenCanvas }>();
const KEPT_MAX = 40;

export function goo(g: Ctx, view: SpacegooView, theme: Theme, size: Size, opacity: number): void {
  const w = Math.ceil(size.w / CELL),
    h = Math.ceil(size.h / CELL),
    look = size.look ? `${size.look.zoom}/${size.look.x}/${size.look.y}` : '',
    key = `${w}x${h}+${size.top ?? 0}${look}${theme.bg}${theme.players[1]}`;
  let hit = kept.get(view.planets);
  if (hit?.key !== key) {
    hit = { key, canvas: field(view, theme, size, w, h) };
    kept.delete(view.planets);
    kept.set(view.planets, hit);
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!);
  }
  g.save();
  g.globalAlpha = opacity;
  g.imageSmoothingEnabled = true;
  g.imageSmoothingQuality = 'high';
  g.drawImage(hit.canvas, 0, 0, w * CELL, h * CELL);
  g.restore();
}

function smooth(from: number, to: number, t: number): number {
  const u = Math.min(1, Math.max(0, (t - from) / (to - from)));
  return u * u * (3 - 2 * u);
}

/** Every cell of a picture with somebody's territory in it: who leads there, and by how much; from `EDGE` on it is theirs. */
export interface Territory {
  owners: number[];
  lead: Uint8Array;
  ahead: Float32Array;
}

/** At the border of the board a territory closes, in a bend: the field of a planet does not reach over it, and what several
 * have together fades out. */
export function territory(planets: SpacegooPlanetView[], at: Layout, w: number, h: number): Territory {
  const owned = planets.map((_, n) => n).filter((n) => planets[n].owner_id),
    owners = [...new Set(owned.map((n) => planets[n].owner_id))],
    { left, top, right, bottom } = at.board,
    fade = at.near * FADE;
  const bx = Float64Array.from(owned, (n) => at.x[n] / CELL),
    by = Float64Array.from(owned, (n) => at.y[n] / CELL),
    whose = Uint8Array.from(owned, (n) => owners.indexOf(planets[n].owner_id)),
    br = Float64Array.from(owned, (n) => {
      const crowd = Math.min(4.5, Math.sqrt(sum(planets[n].ships) / 14 + 1)),
        wish = at.r[n] * 1.2 + at.near * 0.072 * crowd,
        room = Math.min(at.x[n] - left, right - at.x[n], at.y[n] - top, bottom - at.y[n]) - 2 * CELL;
      return (Math.min(wish, Math.max(at.r[n] * 0.8, room * Math.sqrt(EDGE))) / CELL) ** 2;
    });
  const strength = new Float64Array(owners.length),
    lead = new Uint8Array(w * h),
    ahead = new Float32Array(w * h); // by how much the strongest owner is ahead
  if (owned.length)
    for (let y = 0, cell = 0; y < h; y++)
      for (let x = 0; x < w; x++, cell++) {
        strength.fill(0);
        for (let b = 0; b < bx.length; b++) {
          const dx = bx[b] - x,
            dy = by[b] - y,
            q = br[b] / (dx * dx + dy * dy + 0.001);
          strength[whose[b]] += q > 0.16 ? q : (q * q) / 0.16;
        }
        let first = 0,
          second = 0;
        for (let k = 0; k < strength.length; k++)
          if (strength[k] > first) {
            second = first;
            first = strength[k];
            lead[cell] = k;
          } else if (strength[k] > second) second = strength[k];
        const border = Math.min(x * CELL - left, right - x * CELL, y * CELL - top, bottom - y * CELL),
          rest = Math.max(0, 1 - border / fade);
        ahead[cell] = first - second * 1.15 - rest * rest * first;
      }
  return { owners, lead, ahead };
}

function field(view: SpacegooView, theme: Theme, size: Size, w: number, h: number): OffscreenCanvas {
  const { owners, lead, ahead } = territory(view.planets, layout(view, size), w, h),
    canvas = new OffscreenCanvas(w, h),
    image = new ImageData(w, h),
    data = image.data,
    tint = owners.map((seat) => rgb(theme.players[seat]));
  for (let y = 0, at = 0; y < h; y++)
    for (let x = 0; x < w; x++, at++) {
      const here = ahead[at];
      if (here < 0.2) continue;
      // where the field is steep the rim keeps its width, so that it never breaks up into dots
      const across = ahead[x < w - 1 ? at + 1 : at] - ahead[x > 0 ? at - 1 : at],
        along = ahead[y < h - 1 ? at + w : at] - ahead[y > 0 ? at - w : at],
        off = Math.abs(here - EDGE) / (Math.hypot(across, along) / 2 + 1e-6);
      const fill = smooth(0.5, 0.58, here),
        rim = Math.max(smooth(0.47, 0.56, here) * (1 - smooth(0.56, 0.67, here)), 1 - smooth(0.4, 1.7, off)),
        halo = smooth(0.2, 0.5, here) * (1 - fill),
        a = theme.dark ? fill * 0.15 + rim * 0.5 + halo * 0.13 : fill * 0.14 + rim * 0.5 + halo * 0.05;
      [data[at * 4], data[at * 4 + 1], data[at * 4 + 2]] = tint[lead[at]];
      data[at * 4 + 3] = a * 255;
    }
  canvas.getContext('2d')!.putImageData(image, 0, 0);
  return canvas;
}
