/** What is to be seen only for a moment of a round: trips, shots, blockades, hits, coins and yields. */
import { arrowHead, cutLabel, disc, star, type Ctx } from '../../../game/board/canvas';
import { burst, rings } from '../../../game/board/effects';
import { alpha, mix, type Theme } from '../../../game/board/theme';
import { HALF, planetAt, slotsOf, type Grid } from './layout';
import type { StarMap } from './model';
import { badge } from './robots';
import { orderSign } from './signs';
import type { Picture, Shot, Spark, Trip } from './timeline';

const ease = (part: number): number => part * part * (3 - 2 * part);

/** A dashed ring in the colours of those who block. */
export function blockades(g: Ctx, theme: Theme, map: StarMap, grid: Grid, { blocked }: Picture): void {
  const r = grid.c * 0.49;
  for (const [planet, seats] of blocked) {
    const at = planetAt(map, grid, planet);
    if (!at) continue;
    g.lineCap = 'butt';
    for (let k = 0; k < 12; k++) {
      g.beginPath();
      g.arc(...at, r, (k / 12) * Math.PI * 2, (k / 12) * Math.PI * 2 + 0.34);
      g.lineWidth = Math.max(2.4, grid.c * 0.075);
      g.strokeStyle = theme.bg;
      g.stroke();
      g.lineWidth = Math.max(1.4, grid.c * 0.05);
      g.strokeStyle = theme.players[seats[k % seats.length]];
      g.stroke();
    }
  }
}

/** Robots on their way, with a tapered trace behind them; through a wormhole they vanish and come out. */
export function drawTrip(g: Ctx, theme: Theme, map: StarMap, grid: Grid, trip: Trip): void {
  const a = planetAt(map, grid, trip.from),
    b = planetAt(map, grid, trip.to);
  if (!b) return;
  if (trip.kind === 'wormhole' || !a) return hole(g, theme, grid, trip, a, b);
  const part = trip.kind === 'stopped' ? 0 : ease(trip.part),
    [x, y] = [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
  if (trip.kind === 'move') {
    const trace = g.createLinearGradient(a[0], a[1], x + 0.1, y);
    trace.addColorStop(0, alpha(theme.players[trip.seat], 0.05));
    trace.addColorStop(1, theme.players[trip.seat]);
    g.strokeStyle = trace;
    g.lineWidth = Math.max(1.6, grid.c * 0.08);
    g.lineCap = 'round';
    g.beginPath();
    g.moveTo(...a);
    g.lineTo(x, y);
    g.stroke();
    if (trip.part < 1) {
      const angle = Math.atan2(b[1] - a[1], b[0] - a[0]),
        r = Math.max(3, grid.c * 0.13);
      arrowHead(g, x + Math.cos(angle) * grid.c * 0.3, y + Math.sin(angle) * grid.c * 0.3, angle, r);
      g.fillStyle = theme.players[trip.seat];
      g.fill();
    }
  }
  if (trip.part < 1) carried(g, theme, grid, trip, x, y);
  if (trip.kind === 'stopped' && grid.c > 20) cross(g, theme, a[0], a[1] - grid.c * 0.1, grid.c * 0.16);
}

function carried(g: Ctx, theme: Theme, grid: Grid, trip: Trip, x: number, y: number): void {
  const group = { planet: trip.to, seat: trip.seat, bots: trip.bots, age: 0 },
    c = Math.min(grid.c, 100), // as a badge also where robots stand one by one
    { mode, slots, px } = slotsOf([group], c),
    [slot] = slots;
  if (mode === 'badges') badge(g, theme, group, x, y + slot.dy * 0.6, slot, px);
  else {
    disc(g, x, y, Math.max(2, c * 0.16));
    g.fillStyle = theme.players[trip.seat];
    g.fill();
  }
}

function hole(
  g: Ctx,
  theme: Theme,
  grid: Grid,
  trip: Trip,
  a: [number, number] | null,
  b: [number, number],
): void {
  const color = theme.players[trip.seat],
    r = grid.c * 0.44;
  for (const [at, part] of [
    [a, 1 - Math.min(1, trip.part * 2)],
    [b, Math.max(0, trip.part * 2 - 1)],
  ] as const) {
    if (!at || part <= 0) continue;
    g.globalAlpha = Math.min(1, part * 1.5);
    disc(g, ...at, r * (0.4 + 0.6 * part));
    g.fillStyle = alpha(theme.bg, 0.7);
    g.fill();
    orderSign(g, 'wormhole', ...at, r * (0.4 + 0.6 * part) * 0.85, color);
    carried(g, theme, grid, trip, ...at);
    g.globalAlpha = 1;
  }
}

function cross(g: Ctx, theme: Theme, x: number, y: number, r: number): void {
  g.lineCap = 'round';
  for (const [width, color] of [
    [r * 0.7, theme.bg],
    [r * 0.36, theme.hazard],
  ] as const) {
    g.lineWidth = width;
    g.strokeStyle = color;
    g.beginPath();
    g.moveTo(x - r, y - r);
    g.lineTo(x + r, y + r);
    g.moveTo(x + r, y - r);
    g.lineTo(x - r, y + r);
    g.stroke();
  }
}

/** A weapon flies in a flat bow from one planet to another. */
export function drawShot(g: Ctx, theme: Theme, map: StarMap, grid: Grid, shot: Shot): void {
  const a = planetAt(map, grid, shot.from),
    b = planetAt(map, grid, shot.to);
  if (!a || !b) return;
  const part = Math.min(1, shot.part * 1.8),
    high = Math.hypot(b[0] - a[0], b[1] - a[1]) * 0.18,
    at = (q: number): [number, number] => [
      a[0] + (b[0] - a[0]) * q,
      a[1] + (b[1] - a[1]) * q - Math.sin(Math.PI * q) * high,
    ];
  g.beginPath();
  for (let q = Math.max(0, part - 0.5); q <= part; q += 0.02) g.lineTo(...at(q));
  g.lineWidth = Math.max(1.4, grid.c * 0.05);
  g.lineCap = 'round';
  g.strokeStyle = theme.players[shot.seat];
  g.stroke();
  if (part >= 1) return;
  disc(g, ...at(part), Math.max(2.4, grid.c * 0.09));
  g.fillStyle = theme.hazard;
  g.fill();
}

const SIGN_OF = { shield: 'blocking', coin: 'selling', heal: 'repairItemUse', mine: 'mining', charge: 'regeneration' } as const; // prettier-ignore

/** `n`: how many others were drawn at the same planet, so that texts do not lie on each other. */
export function drawSpark(g: Ctx, theme: Theme, map: StarMap, grid: Grid, spark: Spark, n: number): void {
  const at = planetAt(map, grid, spark.planet);
  if (!at) return;
  const [x, y] = at,
    { c } = grid,
    { kind, part } = spark,
    color = theme.players[spark.seat];
  g.save();
  g.globalAlpha = Math.min(1, 3 * part + 0.2, 2.4 * (1 - part) + 0.1);
  switch (kind) {
    case 'blast':
    case 'hit':
      star(g, x, y, c * ((kind === 'blast' ? 0.52 : 0.46) + 0.1 * part), kind === 'blast' ? 14 : 11, 0.74);
      if (kind === 'blast') {
        g.fillStyle = alpha(theme.hazard, 0.28 * (1 - part));
        g.fill();
      }
      g.lineWidth = Math.max(1.2, c * 0.05);
      g.strokeStyle = theme.hazard;
      g.stroke();
      break;
    case 'boom':
      burst(g, theme, at, { count: 10, turn: spark.seat, from: 0.12, to: 0.5, size: 0.06, color }, c, part);
      break;
    case 'spawn':
    case 'patch':
      rings(
        g,
        at,
        [0.17, 0.31].map((r) => c * (r + 0.3 * part)),
        Math.max(1, c * 0.035),
        kind === 'patch' ? theme.ink : color,
      );
  }
  const sign = kind in SIGN_OF ? SIGN_OF[kind as keyof typeof SIGN_OF] : null,
    px = Math.max(9.5, c * 0.2),
    up = y - c * (HALF + 0.02) - (n % 4) * px * 1.25 - px * 0.7 * part;
  if (sign && c >= 22) {
    const r = px * 0.42,
      half = (spark.text.length * px * 0.61 + (spark.text ? px * 1.1 : 0)) / 2;
    disc(g, x - half, up, r * 1.75);
    g.fillStyle = alpha(theme.bg, 0.85);
    g.fill();
    orderSign(g, sign, x - half, up, r, mix(color, theme.ink, 0.3));
    if (spark.text) cutLabel(g, theme, spark.text, x - half + px * 0.9, up, px, theme.ink, 'left');
  } else if (spark.text && c >= 22)
    cutLabel(g, theme, spark.text, x, up, px, kind === 'spawn' ? theme.ink : theme.hazard);
  g.restore();
}

/** Which of the nine phases runs: pips above the map. */
export function pips(g: Ctx, theme: Theme, phase: number, width: number, top: number): void {
  const r = 2.4;
  for (let n = 1; n <= 9; n++) {
    disc(g, width / 2 + (n - 5) * r * 3.8, top + 7, r);
    g.fillStyle = n === phase ? theme.ink : n < phase ? alpha(theme.ink2, 0.8) : alpha(theme.ink2, 0.3);
    g.fill();
  }
}
