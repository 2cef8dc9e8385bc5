/** The ground of the map: links, squares by gravity, what lies on them, and fog. DUN-186, DUN-187 */
import { cutLabel, label, starfield, type Ctx, type Size } from '../../../game/board/canvas';
import { rng } from '../../../game/board/rng';
import { alpha, mix, type Theme } from '../../../game/board/theme';
import type { DungeonPlanetView, DungeonView } from '../../../net/types';
import { HALF, middle, type Grid } from './layout';
import { ageOf, isResource, isWhole, mapOf, planetsOf, SMALL } from './model';
import { clock, gravityInk, mineral, station } from './signs';

/** Above this size of a cell, in px, there is room for the sign of it. */
const SIGN = 12;
const PIPS = 20;
const AGE = 34;
const AMOUNT = 60;

export function drawSky(g: Ctx, theme: Theme, size: Size): void {
  g.fillStyle = theme.bg;
  g.fillRect(0, 0, size.w, size.h);
  if (theme.dark) {
    for (const [x, y, r, color] of [
      [0.3, 0.35, 0.55, '#1a2440'],
      [0.75, 0.7, 0.5, '#1d2a2c'],
      [0.85, 0.15, 0.4, '#231c33'],
    ] as const) {
      const cloud = g.createRadialGradient(x * size.w, y * size.h, 0, x * size.w, y * size.h, r * size.w);
      cloud.addColorStop(0, alpha(color, 0.7));
      cloud.addColorStop(1, alpha(color, 0));
      g.fillStyle = cloud;
      g.fillRect(0, 0, size.w, size.h);
    }
  }
  starfield(g, size, theme, rng(9), size.w < SMALL ? 0.5 : 0.8);
}

/** Of planets that are not in `before` only `shown` is seen yet. */
export function drawMap(
  g: Ctx,
  view: DungeonView,
  before: DungeonView | null,
  shown: number,
  theme: Theme,
  size: Size,
  grid: Grid,
  crowded: (planet: string) => boolean,
): void {
  const map = mapOf(view),
    all = planetsOf(view),
    old = before && before.planets !== view.planets ? planetsOf(before) : all,
    { c } = grid;
  drawFog(g, theme, size, grid, map.fog);
  const strength = (id: string) => (old.has(id) ? 1 : shown);
  const inSight = (x: number, y: number) => x > -c && y > -c && x < size.w + c && y < size.h + c;
  g.lineCap = 'butt';
  for (const [a, b] of map.links) {
    const [ax, ay] = middle(grid, ...map.at.get(a)!),
      [bx, by] = middle(grid, ...map.at.get(b)!),
      known = all.get(a)!.visited && all.get(b)!.visited;
    if (!inSight(ax, ay) && !inSight(bx, by)) continue;
    g.globalAlpha = Math.min(strength(a), strength(b));
    g.setLineDash(known || c < 16 ? [] : [c * 0.06, c * 0.05]);
    g.lineWidth = Math.min(5, Math.max(0.9, c * (known ? 0.09 : 0.05)));
    g.strokeStyle = mix(theme.line2, theme.ink2, known ? 0.45 : 0.15);
    g.beginPath();
    g.moveTo(ax, ay);
    g.lineTo(bx, by);
    g.stroke();
  }
  g.setLineDash([]);
  for (const planet of view.planets) {
    const [x, y] = middle(grid, ...map.at.get(planet.id)!);
    if (!inSight(x, y)) continue;
    g.globalAlpha = strength(planet.id);
    square(g, theme, planet, x, y, c);
    contents(g, theme, view, planet, x, y, c, crowded(planet.id));
  }
  g.globalAlpha = 1;
}

/** A soft veil over all places of which nothing is known. */
function drawFog(g: Ctx, theme: Theme, size: Size, grid: Grid, fog: Set<string>): void {
  const { c } = grid;
  g.fillStyle = alpha(theme.fog, theme.dark ? 0.62 : 0.5);
  for (const place of fog) {
    const [x, y] = place.split(',').map(Number),
      [mx, my] = middle(grid, x, y);
    if (mx < -c || my < -c || mx > size.w + c || my > size.h + c) continue;
    g.fillRect(mx - c / 2, my - c / 2, c + 0.6, c + 0.6);
  }
  if (c < SIGN) return;
  g.fillStyle = alpha(theme.ink2, theme.dark ? 0.16 : 0.28);
  for (const place of fog) {
    const [x, y] = place.split(',').map(Number),
      [mx, my] = middle(grid, x, y),
      r = Math.max(0.9, c * 0.025);
    if (mx < -c || my < -c || mx > size.w + c || my > size.h + c) continue;
    g.fillRect(mx - r, my - r, 2 * r, 2 * r);
  }
}

/** Green, yellow or orange; a dashed outline where nobody of the seat has been. */
function square(
  g: Ctx,
  theme: Theme,
  { gravity, visited }: DungeonPlanetView,
  x: number,
  y: number,
  c: number,
): void {
  const ink = gravityInk(theme, gravity),
    q = c * HALF;
  g.beginPath();
  g.roundRect(x - q, y - q, 2 * q, 2 * q, c * 0.12);
  if (visited) {
    g.fillStyle = ink;
    g.fill();
    g.lineWidth = Math.max(0.8, c * 0.024);
    g.strokeStyle = mix(ink, theme.dark ? '#ffffff' : '#000000', theme.dark ? 0.22 : 0.26);
    g.stroke();
  } else {
    g.fillStyle = theme.bg;
    g.fill();
    g.fillStyle = alpha(ink, theme.dark ? 0.34 : 0.4);
    g.fill();
    g.setLineDash(c < PIPS ? [] : [c * 0.08, c * 0.06]);
    g.lineWidth = Math.max(0.8, c * 0.024);
    g.strokeStyle = mix(ink, theme.ink2, 0.4);
    g.stroke();
    g.setLineDash([]);
  }
  if (c < PIPS) return;
  // gravity once more, for those who do not see the colours
  const r = Math.max(1.1, c * 0.027);
  g.fillStyle = alpha(theme.ink, visited ? 0.85 : 0.5);
  for (let k = 0; k < gravity; k++)
    g.fillRect(x - q + c * 0.075 + k * r * 3 - r / 2, y - q + c * 0.075 - r / 2, 2 * r, 2 * r);
}

function contents(
  g: Ctx,
  theme: Theme,
  view: DungeonView,
  planet: DungeonPlanetView,
  x: number,
  y: number,
  c: number,
  crowded: boolean,
): void {
  if (c < SIGN * 0.7) return;
  const up = y - c * (crowded ? 0.11 : planet.amount !== null && c >= AMOUNT ? 0.06 : 0),
    age = planet.as_of && !isWhole(view) ? ageOf(view, planet.as_of) : 0;
  if (!planet.visited) {
    if (c >= PIPS) label(g, '?', x, y, Math.max(9.5, c * 0.26), alpha(theme.ink2, 0.9), theme.mono);
    return;
  }
  if (planet.station)
    station(g, x, up, c * (crowded ? 0.15 : 0.19), theme.ink, gravityInk(theme, planet.gravity));
  if (!isResource(planet.resource)) return;
  mineral(g, planet.resource, x, up, c * (crowded ? 0.14 : 0.18), age ? alpha(theme.ink, 0.62) : theme.ink);
  if (planet.amount !== null && c >= AMOUNT && !crowded)
    label(g, short(planet.amount), x, y + c * 0.22, Math.max(9.5, c * 0.15), theme.ink, theme.mono);
  if (!age || c < AGE) return;
  const px = Math.max(9.5, c * 0.15),
    text = `${age}`,
    right = x + c * HALF - c * 0.05,
    top = y - c * HALF + px * 0.55;
  cutLabel(g, theme, text, right, top, px, theme.ink2, 'right');
  clock(g, right - text.length * px * 0.61 - px * 0.5, top, px * 0.34, theme.ink2);
}

/** Numbers of more than four figures are cut, so that they fit: 12.3k. */
export function short(n: number): string {
  if (n < 10_000) return `${n}`;
  return n < 100_000 && n % 1000 ? `${(n / 1000).toFixed(1)}k` : `${Math.round(n / 1000)}k`;
}
