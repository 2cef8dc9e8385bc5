/** What is to be seen only for a moment of a turn: beams, hits, losses, captures, buildings, swarms. */
import { cutLabel, polygon, star, type Ctx } from '../../../game/board/canvas';
import { burst, rings, trail } from '../../../game/board/effects';
import { alpha, type Theme } from '../../../game/board/theme';
import { middle, type Grid } from './layout';
import type { Spark, Trail } from './timeline';

/** The way that a unit went in this turn, thin and in its colour. */
export function drawTrail(g: Ctx, theme: Theme, grid: Grid, { team, tiles }: Trail, strength = 1): void {
  if (tiles.length < 2) return;
  const points = tiles.map(({ x, y }) => middle(grid, x, y)),
    color = team ? theme.players[team] : theme.ink2,
    { u } = grid;
  trail(
    g,
    theme,
    points,
    { color, rim: Math.max(2.4, u * 0.14), line: Math.max(1.1, u * 0.06), dot: Math.max(1.6, u * 0.08) },
    strength,
  );
}

/** `n`: how many others were drawn at the same place, so that texts do not lie on each other. */
export function drawSpark(g: Ctx, theme: Theme, grid: Grid, spark: Spark, n: number): void {
  const [x, y] = middle(grid, ...spark.at),
    u = Math.max(11, grid.u),
    { kind, part } = spark,
    color = spark.team ? theme.players[spark.team] : theme.ink2;
  g.save();
  g.globalAlpha = Math.min(1, 4 * part + 0.2, 3 * (1 - part) + 0.1);
  switch (kind) {
    case 'beam':
      if (spark.from) beam(g, theme, middle(grid, ...spark.from), [x, y], u, part, color);
      if (part > 0.2) {
        star(g, x, y, u * (0.74 + 0.16 * part) * (spark.critical ? 1.2 : 1), spark.critical ? 15 : 11, 0.72);
        g.lineWidth = Math.max(1.4, u * (spark.critical ? 0.09 : 0.055));
        g.strokeStyle = theme.hazard;
        g.stroke();
      }
      break;
    case 'boom':
      burst(
        g,
        theme,
        [x, y],
        { count: 14, turn: spark.team, from: 0.15, to: 0.95, size: 0.1, color },
        u,
        part,
      );
      break;
    case 'capture':
      for (const far of [0.5, 0.8]) {
        polygon(g, x, y, u * (far + 0.5 * part), 6);
        g.lineWidth = Math.max(1.2, u * 0.08 * (1 - part * 0.6));
        g.strokeStyle = color;
        g.stroke();
      }
      break;
    case 'lost':
      g.beginPath();
      for (const [a, b] of [
        [-1, -1],
        [-1, 1],
      ]) {
        g.moveTo(x + a * u * 0.4, y + b * u * 0.4);
        g.lineTo(x - a * u * 0.4, y - b * u * 0.4);
      }
      g.lineWidth = Math.max(1.6, u * 0.08);
      g.strokeStyle = theme.hazard;
      g.stroke();
      break;
    default: // something begins to be there
      rings(
        g,
        [x, y],
        [0.3, 0.55].map((r) => u * (r + 0.4 * part)),
        Math.max(1, u * 0.05),
        color,
      );
  }
  if (spark.text && part > 0.2) {
    const px = Math.min(20, Math.max(10.5, u * 0.42)),
      up = y - u * 0.66 - px * 0.8 * part - (n % 4) * px * 1.2;
    cutLabel(g, theme, spark.critical ? `${spark.text}!` : spark.text, x, up, px, spark.text === '0' ? theme.ink2 : theme.hazard); // prettier-ignore
  }
  g.restore();
}

function beam(
  g: Ctx,
  theme: Theme,
  a: [number, number],
  b: [number, number],
  u: number,
  part: number,
  color: string,
): void {
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (far < 1) return;
  const share = Math.min(1, part * 3.2),
    end = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share] as const;
  g.lineCap = 'round';
  for (const [width, strength, tone] of [
    [0.4, 0.5, theme.bg],
    [0.28, 0.2, color],
    [0.14, 0.55, color],
    [0.055, 1, theme.dark ? '#ffffff' : color],
  ] as const) {
    g.beginPath();
    g.moveTo(...a);
    g.lineTo(...end);
    g.lineWidth = Math.max(1, u * width);
    g.strokeStyle = alpha(tone, strength);
    g.stroke();
  }
}
