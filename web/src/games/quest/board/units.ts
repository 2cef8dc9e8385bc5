/** Units: the shape of their seat in a ring that shows energy and maximum, with marks of what they wear and suffer. */
import { cutLabel, disc, emblem, label, seatMark, type Ctx } from '../../../game/board/canvas';
import { alpha, mix, onFill, type Theme } from '../../../game/board/theme';
import { middle, slotsOf, type Grid } from './layout';
import { byCell, type Unit } from './model';
import { armourSign, bagSign, iceSign, swordSign } from './signs';
import type { Posed } from './timeline';

const RING = 7; // px: smaller units have no ring, but a bar
const BAR = 4.4; // px: below it not even that
const WORN = 8; // px: from here on what they wear is shown
const NUMBERS = 17; // px: from here on numbers

const TOP = -Math.PI / 2;

/** All that stand still, cell by cell, then those that are on their way. */
export function drawUnits(
  g: Ctx,
  theme: Theme,
  units: Unit[],
  grid: Grid,
  full: number,
  own: number,
  numbers: boolean,
): void {
  const posed = units as Partial<Posed>[],
    moving = (n: number) => posed[n].at !== undefined && (posed[n].moves || posed[n].seen! < 1),
    still = units.filter((_, n) => !moving(n));
  for (const here of byCell(still, own).values()) {
    const [x, y] = middle(grid, here[0].x, here[0].y);
    for (const { unit, dx, dy, r, more } of slotsOf(here, grid.c).toReversed())
      drawUnit(g, theme, unit, x + dx, y + dy, r, full, more, numbers);
  }
  units.forEach((unit, n) => {
    if (!moving(n)) return;
    const { at, seen = 1 } = posed[n],
      [{ r }] = slotsOf([unit], grid.c);
    g.globalAlpha = Math.max(0.05, seen);
    drawUnit(g, theme, unit, ...middle(grid, ...at!), r, full, 0, false);
    g.globalAlpha = 1;
  });
}

export function drawUnit(
  g: Ctx,
  theme: Theme,
  unit: Unit,
  x: number,
  y: number,
  r: number,
  full: number,
  more = 0,
  numbers = false,
): void {
  const color = theme.players[unit.seat],
    [part, most] = [Math.min(1, unit.energy / full), Math.min(1, unit.max / full)],
    frozen = unit.frozen > 0;
  if (r < RING) {
    emblem(g, theme, unit.seat, x, y, r * 0.86, 1.6);
    if (frozen) ring(g, theme, x, y, r * 1.35, [2, 2]);
    if (r >= BAR) flat(g, theme, x, y + r * 1.2, r * 2, part, most, color);
    if (more) count(g, theme, unit.seat, more + 1, x + r, y - r, 9.5);
    return;
  }
  // a dark coin, then the track of the maximum, then the energy
  const w = r * 0.19,
    at = r - w / 2 - r * 0.04;
  disc(g, x, y + r * 0.08, r + 1.5);
  g.fillStyle = alpha('#000000', theme.dark ? 0.45 : 0.22);
  g.fill();
  disc(g, x, y, r);
  g.fillStyle = mix(theme.bg, color, theme.dark ? 0.1 : 0.06);
  g.fill();
  g.lineCap = 'butt';
  arc(g, x, y, at, 1, w, alpha(theme.ink, theme.dark ? 0.16 : 0.14));
  arc(g, x, y, at, most, w, mix(theme.bg, color, theme.dark ? 0.42 : 0.38));
  arc(g, x, y, at, part, w, color);
  if (most < 0.995) {
    // where the maximum ends now: what is gone beyond it does not come back soon
    const a = TOP + most * Math.PI * 2;
    g.beginPath();
    g.moveTo(x + Math.cos(a) * (at - w * 0.5), y + Math.sin(a) * (at - w * 0.5));
    g.lineTo(x + Math.cos(a) * (at + w * 0.5), y + Math.sin(a) * (at + w * 0.5));
    g.lineWidth = Math.max(1, r * 0.08);
    g.strokeStyle = theme.hazard;
    g.stroke();
  }
  seatMark(g, unit.seat, x, y, r * 0.5, frozen ? mix(theme.bg, color, 0.45) : color);
  if (frozen) ring(g, theme, x, y, r * 1.1, [r * 0.24, r * 0.2]);
  if (unit.shield) shield(g, theme, x, y, r);
  if (r >= WORN) worn(g, theme, unit, x, y, r);
  if (more) count(g, theme, unit.seat, more + 1, x + r * 0.76, y + r * 0.2, Math.max(9.5, r * 0.55));
  else if (numbers && r >= NUMBERS)
    cutLabel(g, theme, `${unit.energy}/${unit.max}`, x, y + r * 1.06, Math.max(9.5, r * 0.36));
}

function arc(g: Ctx, x: number, y: number, r: number, part: number, w: number, color: string): void {
  if (part <= 0) return;
  g.beginPath();
  g.arc(x, y, r, TOP, TOP + part * Math.PI * 2);
  g.lineWidth = w;
  g.strokeStyle = color;
  g.stroke();
}

function ring(g: Ctx, theme: Theme, x: number, y: number, r: number, dash: number[]): void {
  disc(g, x, y, r);
  g.setLineDash(dash);
  g.lineWidth = Math.max(1.2, r * 0.1);
  g.strokeStyle = theme.ink;
  g.stroke();
  g.setLineDash([]);
}

/** A dome over the unit: nobody can attack it. QST-079 */
function shield(g: Ctx, theme: Theme, x: number, y: number, r: number): void {
  for (const [far, width, color] of [
    [1.2, r * 0.3, alpha(theme.bg, 0.8)],
    [1.2, Math.max(1.6, r * 0.14), theme.ink],
  ] as const) {
    g.beginPath();
    g.arc(x, y, r * far, Math.PI * 1.12, Math.PI * 1.88);
    g.lineCap = 'round';
    g.lineWidth = width;
    g.strokeStyle = color;
    g.stroke();
  }
}

function flat(
  g: Ctx,
  theme: Theme,
  x: number,
  y: number,
  w: number,
  part: number,
  most: number,
  color: string,
): void {
  const h = 2.4;
  g.fillStyle = alpha(theme.bg, 0.92);
  g.fillRect(x - w / 2 - 0.8, y - 0.8, w + 1.6, h + 1.6);
  g.fillStyle = mix(theme.bg, color, 0.4);
  g.fillRect(x - w / 2, y, w * most, h);
  g.fillStyle = color;
  g.fillRect(x - w / 2, y, w * part, h);
}

/** How many units of a seat stand there. */
function count(g: Ctx, theme: Theme, seat: number, n: number, x: number, y: number, px: number): void {
  const color = theme.players[seat],
    r = px * 0.72;
  disc(g, x, y, r + 1.2);
  g.fillStyle = theme.bg;
  g.fill();
  disc(g, x, y, r);
  g.fillStyle = color;
  g.fill();
  label(g, `${n}`, x, y, px, onFill(color), theme.mono, 700);
}

/** Dagger and diamond with points for their level, a bag where something is carried, ice on who is frozen. */
function worn(
  g: Ctx,
  theme: Theme,
  { sword, armour, frozen, data }: Unit,
  x: number,
  y: number,
  r: number,
): void {
  const q = r * 0.3,
    mark = (side: number, up: number, draw: typeof swordSign, level: number) => {
      const [mx, my] = [x + side * r * 0.78, y + up * r * 0.76];
      disc(g, mx, my, q * 1.36);
      g.fillStyle = theme.bg;
      g.fill();
      g.lineWidth = 1;
      g.strokeStyle = alpha(theme.ink, 0.35);
      g.stroke();
      draw(g, mx, my, q * 0.92, theme.ink);
      for (let k = 0; k < level; k++) {
        const dot: [number, number] = [mx + (k - (level - 1) / 2) * q * 0.86, my - q * 1.5];
        disc(g, ...dot, q * 0.5);
        g.fillStyle = theme.bg;
        g.fill();
        disc(g, ...dot, q * 0.3);
        g.fillStyle = theme.ink;
        g.fill();
      }
    };
  if (sword) mark(1, -1, swordSign, sword);
  if (armour) mark(-1, -1, armourSign, armour);
  if (frozen) mark(1, 1, iceSign, 0);
  if (data && Object.values({ ...data.resources, ...data.items }).some((n) => n > 0)) mark(-1, 1, bagSign, 0);
}
