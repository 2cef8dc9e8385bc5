/** What is to be seen only for a moment of a turn: blows, deaths, traps, drains, digging, taking and building. */
import { arrowHead, cutLabel, disc, star, type Ctx } from '../../../game/board/canvas';
import { burst, rings, trail } from '../../../game/board/effects';
import { alpha, mix, type Theme } from '../../../game/board/theme';
import { middle, type Grid } from './layout';
import { iceSign, spadeSign, thingSign } from './signs';
import type { Spark, Trail } from './timeline';

/** The way that a unit went in this turn, thin and in its colour. */
export function drawTrail(g: Ctx, theme: Theme, grid: Grid, { seat, cells }: Trail, strength = 1): void {
  if (cells.length < 2) return;
  const { c } = grid;
  trail(
    g,
    theme,
    cells.map((cell) => middle(grid, ...cell)),
    {
      color: theme.players[seat],
      rim: Math.max(2.6, c * 0.16),
      line: Math.max(1.2, c * 0.07),
      dot: Math.max(1.6, c * 0.08),
    },
    strength,
  );
}

/** `n`: how many others were drawn at the same place, so that texts do not lie on each other. */
export function drawSpark(g: Ctx, theme: Theme, grid: Grid, spark: Spark, n: number): void {
  const [x, y] = middle(grid, spark.x, spark.y),
    c = Math.max(14, grid.c),
    { kind, part } = spark,
    color = theme.players[spark.seat];
  g.save();
  g.globalAlpha = Math.min(1, 4 * part + 0.2, 2.6 * (1 - part) + 0.1);
  switch (kind) {
    case 'hit':
    case 'back':
      if (spark.from) blow(g, theme, middle(grid, ...spark.from), [x, y], c, part, color);
      star(g, x, y, c * (0.5 + 0.14 * part), 11, 0.72);
      g.lineWidth = Math.max(1.3, c * 0.055);
      g.strokeStyle = theme.hazard;
      g.stroke();
      break;
    case 'drain':
      if (spark.from) beam(g, theme, middle(grid, ...spark.from), [x, y], c, color);
      break;
    case 'boom':
    case 'fall':
      burst(
        g,
        theme,
        [x, y],
        { count: 12, turn: spark.seat, from: 0.15, to: 0.75, size: 0.09, color },
        c,
        part,
      );
      break;
    case 'spawn':
    case 'build':
      rings(
        g,
        [x, y],
        [0.25, 0.47].map((r) => c * (r + 0.4 * part)),
        Math.max(1, c * 0.05),
        color,
      );
      break;
    case 'freeze':
      disc(g, x, y, c * (0.5 + 0.3 * part));
      g.fillStyle = alpha(theme.hazard, 0.18 * (1 - part));
      g.fill();
      g.lineWidth = Math.max(1.4, c * 0.06);
      g.strokeStyle = theme.hazard;
      g.stroke();
      iceSign(g, x, y, c * 0.5, theme.ink);
  }
  word(g, theme, spark, x, y, c, n, color);
  g.restore();
}

/** A sign and a number that rise from the place. */
function word(
  g: Ctx,
  theme: Theme,
  spark: Spark,
  x: number,
  y: number,
  c: number,
  n: number,
  color: string,
): void {
  const { kind, text, what, part } = spark;
  if (!text && !what && kind !== 'dig') return;
  const px = Math.min(20, Math.max(10, c * 0.34)),
    up = y - c * 0.62 - px * 0.9 * part - (n % 4) * px * 1.25,
    bad = kind === 'hit' || kind === 'back' || kind === 'drain',
    sign = bad || kind === 'freeze' ? '' : what || 'dig',
    half = ((text ? text.length * px * 0.62 : 0) + (sign ? px * 1.2 : 0)) / 2;
  if (sign) {
    const at = x - half + px * 0.5;
    disc(g, at, up, px * 0.72);
    g.fillStyle = alpha(theme.bg, 0.86);
    g.fill();
    if (kind === 'dig') spadeSign(g, at, up, px * 0.46, mix(color, theme.ink, 0.35));
    else thingSign(g, sign, at, up, px * 0.44, mix(color, theme.ink, 0.35));
  }
  if (text) cutLabel(g, theme, text, x + half, up, px, bad ? theme.hazard : theme.ink, 'right');
}

function blow(
  g: Ctx,
  theme: Theme,
  a: [number, number],
  b: [number, number],
  c: number,
  part: number,
  color: string,
): void {
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]),
    far = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (far < 1) return;
  const at = far * Math.min(1, part * 2.2);
  g.beginPath();
  g.moveTo(...a);
  g.lineTo(a[0] + Math.cos(angle) * at, a[1] + Math.sin(angle) * at);
  g.lineCap = 'round';
  g.lineWidth = Math.max(4, c * 0.2);
  g.strokeStyle = alpha(theme.bg, 0.6);
  g.stroke();
  g.lineWidth = Math.max(2, c * 0.1);
  g.strokeStyle = color;
  g.stroke();
  arrowHead(g, a[0] + Math.cos(angle) * at, a[1] + Math.sin(angle) * at, angle, Math.max(4, c * 0.2));
  g.fillStyle = color;
  g.fill();
}

/** From a unit to the tower that takes its energy. */
function beam(
  g: Ctx,
  theme: Theme,
  from: [number, number],
  to: [number, number],
  c: number,
  color: string,
): void {
  g.beginPath();
  g.moveTo(...from);
  g.lineTo(...to);
  g.setLineDash([c * 0.14, c * 0.1]);
  g.lineWidth = Math.max(3.4, c * 0.14);
  g.strokeStyle = alpha(theme.bg, 0.6);
  g.stroke();
  g.lineWidth = Math.max(1.6, c * 0.07);
  g.strokeStyle = color;
  g.stroke();
  g.setLineDash([]);
}
