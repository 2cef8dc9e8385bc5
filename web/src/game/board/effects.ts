/** What boards show for a moment in the same manner: ways that were gone, things that burst, things that begin. */
import { disc, type Ctx } from './canvas';
import { alpha, type Theme } from './theme';

/** A way over the board, thin and in a colour, from a dot where it began. */
export function trail(
  g: Ctx,
  theme: Theme,
  points: [number, number][],
  { color, rim, line, dot }: { color: string; rim: number; line: number; dot: number },
  strength: number,
): void {
  g.beginPath();
  for (const point of points) g.lineTo(...point);
  g.lineCap = g.lineJoin = 'round';
  g.globalAlpha = strength;
  g.lineWidth = rim;
  g.strokeStyle = alpha(theme.bg, 0.4);
  g.stroke();
  g.lineWidth = line;
  g.strokeStyle = alpha(color, 0.75);
  g.stroke();
  disc(g, ...points[0], dot);
  g.fillStyle = color;
  g.fill();
  g.globalAlpha = 1;
}

interface Burst {
  /** how many splinters, and by how much they are turned */
  count: number;
  turn: number;
  /** where they begin and how far they fly, in units of the board */
  from: number;
  to: number;
  size: number;
  color: string;
}

/** Splinters that fly off from a place, every third of them hot. */
export function burst(
  g: Ctx,
  theme: Theme,
  [x, y]: readonly [number, number],
  { count, turn, from, to, size, color }: Burst,
  unit: number,
  part: number,
): void {
  const far = unit * (from + to * part);
  for (let k = 0; k < count; k++) {
    const a = (k / count) * Math.PI * 2 + turn;
    disc(g, x + Math.cos(a) * far, y + Math.sin(a) * far, Math.max(1.2, unit * size * (1.2 - part)));
    g.fillStyle = k % 3 ? color : theme.hazard;
    g.fill();
  }
}

/** Rings around a place. */
export function rings(
  g: Ctx,
  [x, y]: readonly [number, number],
  radii: number[],
  width: number,
  color: string,
): void {
  for (const r of radii) {
    disc(g, x, y, r);
    g.lineWidth = width;
    g.strokeStyle = color;
    g.stroke();
  }
}
