/** The factory floor: plates, belts, gears, holes, oil, repair fields, checkpoints, starts, walls and their lasers. */
import { disc, label, polygon, type Ctx, type Size } from '../../../game/board/canvas';
import { alpha, mix, type Theme } from '../../../game/board/theme';
import type { RallyView } from '../../../net/types';
import { gridOf, middle, SMALL, type Grid } from './layout';
import {
  feeds,
  floorOf,
  STEP,
  turned,
  type Belt,
  type Dir,
  type Field,
  type Floor,
  type Wall,
} from './model';

const QUARTER = Math.PI / 2;

export function drawFloor(g: Ctx, view: RallyView, theme: Theme, size: Size): void {
  const floor = floorOf(view),
    grid = gridOf(view, size),
    small = size.w < SMALL;
  hall(g, theme, size, grid, floor);
  floor.fields.forEach((field, n) => {
    const [x, y] = [n % floor.width, Math.floor(n / floor.width)];
    plate(g, theme, grid, x, y, field.kind === 'floor' && !small);
    g.save();
    g.translate(...middle(grid, x, y));
    if (field.kind === 'belt') belt(g, theme, field, feeds(floor, x, y, field), grid.c);
    else drawField(g, theme, field, grid.c, n, small);
    g.restore();
  });
  for (const wall of floor.walls) drawWall(g, theme, grid, wall);
}

/** The ground around the board, hatched, and the frame of the board. */
function hall(g: Ctx, theme: Theme, size: Size, { c, x0, y0 }: Grid, floor: Floor): void {
  g.fillStyle = theme.dark ? '#0a0d12' : theme.bg2;
  g.fillRect(0, 0, size.w, size.h);
  g.strokeStyle = alpha(theme.line2, 0.28);
  g.lineWidth = 1;
  g.beginPath();
  for (let k = -size.h; k < size.w; k += 13) {
    g.moveTo(k, size.h);
    g.lineTo(k + size.h, 0);
  }
  g.stroke();
  const rim = Math.min(6, c * 0.16);
  g.beginPath();
  g.roundRect(x0 - rim, y0 - rim, floor.width * c + 2 * rim, floor.height * c + 2 * rim, rim * 1.6);
  g.fillStyle = theme.dark ? '#2a3341' : '#cfc8b8';
  g.fill();
}

function plate(g: Ctx, theme: Theme, { c, x0, y0 }: Grid, x: number, y: number, bolts: boolean): void {
  const [px, py] = [x0 + x * c, y0 + y * c];
  g.fillStyle = (x + y) % 2 ? theme.metal : mix(theme.metal, theme.metal2, 0.5);
  g.fillRect(px, py, c, c);
  g.strokeStyle = alpha(theme.dark ? '#000000' : theme.line2, theme.dark ? 0.4 : 0.5);
  g.lineWidth = 1;
  g.strokeRect(px + 0.5, py + 0.5, c - 1, c - 1);
  if (!bolts) return;
  g.fillStyle = alpha(theme.ink2, 0.2);
  for (const [bx, by] of [
    [0.13, 0.13],
    [0.87, 0.13],
    [0.13, 0.87],
    [0.87, 0.87],
  ]) {
    // prettier-ignore
    disc(g, px + bx * c, py + by * c, c * 0.025);
    g.fill();
  }
}

/** Any field but a belt, around the origin; `grain` makes no two puddles alike. */
export function drawField(g: Ctx, theme: Theme, field: Field, c: number, grain = 0, small = false): void {
  switch (field.kind) {
    case 'gear':
      return gear(g, theme, field.turn, c);
    case 'hole':
      return hole(g, theme, c);
    case 'oil':
      return oil(g, c, grain);
    case 'repair':
      return repair(g, theme, field.amount, c);
    case 'checkpoint':
      return checkpoint(g, theme, small ? '' : `${field.n}`, c);
    case 'start':
      return start(g, theme, small ? '' : `${field.n}`, field.facing, c);
    case 'belt':
      return belt(g, theme, field, [], c);
  }
}

/** A lane with chevrons that point where it carries: two grey for slow, three bright for fast. `shift` is how far
 * (in cells) it has run. */
export function belt(g: Ctx, theme: Theme, field: Belt, from: Dir[], c: number, shift = 0): void {
  g.save();
  g.rotate(field.to * QUARTER);
  const lanes = from.map((dir) => (dir === turned(field.to, 1) ? -1 : 1)), // -1: it comes from the left
    fill = mix(theme.metal2, theme.ink, field.fast ? 0.17 : 0.07),
    rail = alpha(theme.dark ? '#000000' : theme.ink, theme.dark ? 0.38 : 0.2);
  if (!lanes.length) straight(g, fill, rail, c);
  for (const side of lanes) bend(g, fill, rail, side, c);
  g.strokeStyle = field.fast ? theme.ink : alpha(theme.ink2, 0.95);
  g.lineWidth = c * 0.065;
  g.lineCap = g.lineJoin = 'round';
  const gap = field.fast ? 1 / 3 : 1 / 2,
    first = field.fast ? 1 / 6 : 1 / 4,
    // a row of chevrons that runs leaves the cell on one side and comes in on the other
    places = Array.from({ length: field.fast ? 3 : 2 }, (_, n) => (first + n * gap + shift) % 1),
    halves = shift ? places.flatMap((at) => (at > 0.8 ? [at - 1] : at < 0.2 ? [at + 1] : [])) : [];
  for (const place of [...places, ...halves]) {
    if (!lanes.length) chevron(g, 0, c * (0.5 - place), 0, c);
    for (const side of lanes) {
      const angle = (side < 0 ? 1 - place : 1 + place) * QUARTER,
        [cx, cy] = [(side * c) / 2, -c / 2];
      chevron(g, cx + Math.cos(angle) * c * 0.5, cy + Math.sin(angle) * c * 0.5, side < 0 ? angle : angle + Math.PI, c * 0.82); // prettier-ignore
    }
  }
  g.restore();
}

function straight(g: Ctx, fill: string, rail: string, c: number): void {
  g.fillStyle = fill;
  g.fillRect(-c * 0.4, -c / 2, c * 0.8, c);
  g.fillStyle = rail;
  g.fillRect(-c * 0.4, -c / 2, c * 0.05, c);
  g.fillRect(c * 0.35, -c / 2, c * 0.05, c);
}

function bend(g: Ctx, fill: string, rail: string, side: number, c: number): void {
  const [cx, cy] = [(side * c) / 2, -c / 2],
    begin = side < 0 ? 0 : QUARTER,
    end = begin + QUARTER;
  g.beginPath();
  g.arc(cx, cy, c * 0.9, begin, end);
  g.arc(cx, cy, c * 0.1, end, begin, true);
  g.closePath();
  g.fillStyle = fill;
  g.fill();
  g.strokeStyle = rail;
  g.lineWidth = c * 0.05;
  g.lineCap = 'butt';
  for (const r of [0.125, 0.875]) {
    g.beginPath();
    g.arc(cx, cy, c * r, begin, end);
    g.stroke();
  }
}

function chevron(g: Ctx, x: number, y: number, turn: number, c: number): void {
  g.save();
  g.translate(x, y);
  g.rotate(turn);
  g.beginPath();
  g.moveTo(-c * 0.16, c * 0.08);
  g.lineTo(0, -c * 0.08);
  g.lineTo(c * 0.16, c * 0.08);
  g.stroke();
  g.restore();
}

/** `by`: how far it has turned, in quarters. */
export function gear(g: Ctx, theme: Theme, turn: number, c: number, by = 0): void {
  const r = c * 0.37,
    teeth = 10,
    ends = turn > 0 ? 1.1 : Math.PI - 1.1;
  g.save();
  g.rotate(by * turn * QUARTER);
  g.beginPath();
  for (let i = 0; i < teeth * 2; i++) {
    const a = (i / (teeth * 2)) * Math.PI * 2,
      q = i % 2 ? r * 0.84 : r * 1.06,
      w = 0.12;
    g.lineTo(Math.cos(a - w) * q, Math.sin(a - w) * q);
    g.lineTo(Math.cos(a + w) * q, Math.sin(a + w) * q);
  }
  g.closePath();
  g.fillStyle = mix(theme.metal2, theme.ink, 0.2);
  g.fill();
  disc(g, 0, 0, r * 0.62);
  g.fillStyle = theme.metal;
  g.fill();
  g.beginPath();
  g.arc(0, 0, r * 0.36, turn > 0 ? -2.6 : Math.PI + 2.6, ends, turn < 0);
  g.lineWidth = c * 0.06;
  g.lineCap = 'round';
  g.strokeStyle = g.fillStyle = theme.ink;
  g.stroke();
  g.translate(Math.cos(ends) * r * 0.36, Math.sin(ends) * r * 0.36);
  g.rotate(ends + turn * QUARTER);
  g.beginPath();
  g.moveTo(c * 0.1, 0);
  g.lineTo(-c * 0.05, -c * 0.09);
  g.lineTo(-c * 0.05, c * 0.09);
  g.closePath();
  g.fill();
  g.restore();
}

function hole(g: Ctx, theme: Theme, c: number): void {
  g.save();
  g.beginPath();
  g.roundRect(-c * 0.46, -c * 0.46, c * 0.92, c * 0.92, c * 0.1);
  g.clip();
  g.fillStyle = theme.dark ? '#d8a326' : '#e0a21a';
  g.fillRect(-c / 2, -c / 2, c, c);
  g.strokeStyle = theme.dark ? '#14100a' : '#2a2418';
  g.lineWidth = c * 0.1;
  for (let k = -6; k < 7; k++) {
    g.beginPath();
    g.moveTo(k * c * 0.22 - c, -c);
    g.lineTo(k * c * 0.22 + c, c);
    g.stroke();
  }
  g.restore();
  g.beginPath();
  g.roundRect(-c * 0.38, -c * 0.38, c * 0.76, c * 0.76, c * 0.08);
  const deep = g.createRadialGradient(0, 0, 0, 0, 0, c * 0.5);
  deep.addColorStop(0, '#000000');
  deep.addColorStop(1, theme.dark ? '#0a0c10' : '#2e2a24');
  g.fillStyle = deep;
  g.fill();
}

function oil(g: Ctx, c: number, grain: number): void {
  g.beginPath();
  for (let k = 0; k <= 24; k++) {
    const a = (k / 24) * Math.PI * 2,
      q = c * (0.36 + 0.07 * Math.sin(a * 3 + grain) + 0.04 * Math.cos(a * 5));
    g.lineTo(Math.cos(a) * q * 1.1, Math.sin(a) * q);
  }
  g.closePath();
  const sheen = g.createLinearGradient(-c * 0.3, -c * 0.3, c * 0.3, c * 0.3);
  for (const [at, color] of [
    [0, '#0b0c0f'],
    [0.42, '#3a2f5c'],
    [0.55, '#1d4a56'],
    [0.66, '#57502a'],
    [1, '#08090b'],
  ] as const)
    // prettier-ignore
    sheen.addColorStop(at, color);
  g.fillStyle = sheen;
  g.fill();
  g.lineWidth = 1;
  g.strokeStyle = alpha('#000000', 0.6);
  g.stroke();
}

function repair(g: Ctx, theme: Theme, amount: number, c: number): void {
  g.beginPath();
  g.roundRect(-c * 0.34, -c * 0.34, c * 0.68, c * 0.68, c * 0.14);
  g.lineWidth = c * 0.045;
  g.strokeStyle = theme.ink2;
  g.setLineDash([c * 0.09, c * 0.07]);
  g.stroke();
  g.setLineDash([]);
  g.fillStyle = theme.ink;
  for (const [x, r] of amount === 2
    ? [
        [-0.14, 0.12],
        [0.14, 0.12],
      ]
    : [[0, 0.17]]) {
    // prettier-ignore
    g.fillRect((x - r * 0.3) * c, -r * c, r * 0.6 * c, r * 2 * c);
    g.fillRect((x - r) * c, -r * 0.3 * c, r * 2 * c, r * 0.6 * c);
  }
}

function checkpoint(g: Ctx, theme: Theme, text: string, c: number): void {
  disc(g, 0, 0, c * 0.4);
  g.fillStyle = theme.ink;
  g.fill();
  disc(g, 0, 0, c * 0.33);
  g.lineWidth = c * 0.03;
  g.strokeStyle = theme.bg;
  g.stroke();
  if (text) label(g, text, 0, 0, c * 0.42, theme.bg, theme.display, 800);
}

/** A numbered square with a notch where robots begin to go. */
function start(g: Ctx, theme: Theme, text: string, facing: Dir, c: number): void {
  g.strokeStyle = alpha(theme.ink2, 0.8);
  g.lineWidth = c * 0.045;
  g.lineJoin = 'round';
  polygon(g, 0, 0, c * 0.32, 4, -Math.PI / 4);
  g.stroke();
  const [dx, dy] = STEP[facing];
  g.save();
  g.translate(dx * c * 0.33, dy * c * 0.33);
  g.rotate(facing * QUARTER);
  g.beginPath();
  g.moveTo(-c * 0.07, 0);
  g.lineTo(0, -c * 0.08);
  g.lineTo(c * 0.07, 0);
  g.closePath();
  g.fillStyle = theme.ink2;
  g.fill();
  g.restore();
  if (text) label(g, text, 0, 0, c * 0.28, theme.ink2, theme.mono, 600);
}

function drawWall(g: Ctx, theme: Theme, { c, x0, y0 }: Grid, { x, y, side, laser }: Wall): void {
  const [ax, ay] = [x0 + x * c, y0 + y * c];
  g.lineCap = 'round';
  g.beginPath();
  g.moveTo(ax, ay);
  g.lineTo(side ? ax : ax + c, side ? ay + c : ay);
  g.lineWidth = c * 0.15;
  g.strokeStyle = theme.bg;
  g.stroke();
  g.lineWidth = c * 0.1;
  g.strokeStyle = theme.dark ? '#dfe5ee' : '#3b3f47';
  g.stroke();
  if (laser === null) return;
  g.save();
  g.translate(side ? ax : ax + c / 2, side ? ay + c / 2 : ay);
  g.rotate(laser * QUARTER);
  g.beginPath();
  g.roundRect(-c * 0.15, -c * 0.15, c * 0.3, c * 0.2, c * 0.05);
  g.fillStyle = mix(theme.metal2, theme.ink, 0.35);
  g.fill();
  g.lineWidth = Math.max(1, c * 0.03);
  g.strokeStyle = theme.bg;
  g.stroke();
  disc(g, 0, -c * 0.12, c * 0.085);
  g.fillStyle = theme.hazard;
  g.fill();
  g.restore();
}
