/** What stands on the map: start cells, towers with their reach, traps. */
import { disc, polygon, seatMark, seatShape, type Ctx } from '../../../game/board/canvas';
import { alpha, mix, onFill, type Theme } from '../../../game/board/theme';
import { middle, type Grid } from './layout';
import type { Tower, Trap } from './model';

/** The start cells of all players, as far as they are known: a nest in the colour of the seat. */
export function drawStarts(g: Ctx, starts: number[][], theme: Theme, grid: Grid): void {
  starts.forEach((cell, n) => {
    if (cell.length < 2) return;
    const [x, y] = middle(grid, cell[0], cell[1]),
      { c } = grid,
      color = theme.players[n + 1],
      r = Math.max(4, c * 0.46);
    g.beginPath();
    g.roundRect(x - r, y - r, r * 2, r * 2, r * 0.4);
    g.fillStyle = alpha(color, 0.2);
    g.fill();
    g.lineWidth = Math.max(1, c * 0.05);
    g.strokeStyle = alpha(color, 0.9);
    g.stroke();
    if (c < 12) return;
    seatShape(g, n + 1, x, y, r * 0.5);
    g.lineWidth = Math.max(1, c * 0.04);
    g.strokeStyle = alpha(color, 0.75);
    g.stroke();
  });
}

/** The square that a tower covers. QST-109 */
export function drawReach(
  g: Ctx,
  { seat, x: tx, y: ty, radius, energy }: Tower,
  theme: Theme,
  grid: Grid,
): void {
  const [x, y] = middle(grid, tx, ty),
    { c } = grid,
    color = theme.players[seat],
    d = (radius + 0.5) * c - 1.5;
  g.beginPath();
  g.roundRect(x - d, y - d, d * 2, d * 2, Math.min(14, c * 0.5));
  g.fillStyle = alpha(color, energy === null ? 0.04 : 0.09);
  g.fill();
  g.setLineDash([4, 4]);
  g.lineWidth = 1.2;
  g.strokeStyle = alpha(color, energy === null ? 0.35 : 0.75);
  g.stroke();
  g.setLineDash([]);
}

/** A block with battlements, its level as lights and its energy as a bar. One that is only remembered is pale. */
export function drawTower(g: Ctx, tower: Tower, theme: Theme, grid: Grid, full: number): void {
  const [x, y] = middle(grid, tower.x, tower.y),
    c = Math.max(10, grid.c),
    color = theme.players[tower.seat],
    body = () => {
      g.beginPath();
      g.moveTo(x - c * 0.42, y + c * 0.42);
      g.lineTo(x - c * 0.3, y - c * 0.18);
      g.lineTo(x - c * 0.38, y - c * 0.18);
      g.lineTo(x - c * 0.38, y - c * 0.5);
      for (const [from, to] of [
        [-0.2, -0.1],
        [0.1, 0.2],
      ]) {
        // prettier-ignore
        g.lineTo(x + c * from, y - c * 0.5);
        g.lineTo(x + c * from, y - c * 0.36);
        g.lineTo(x + c * to, y - c * 0.36);
        g.lineTo(x + c * to, y - c * 0.5);
      }
      g.lineTo(x + c * 0.38, y - c * 0.5);
      g.lineTo(x + c * 0.38, y - c * 0.18);
      g.lineTo(x + c * 0.3, y - c * 0.18);
      g.lineTo(x + c * 0.42, y + c * 0.42);
      g.closePath();
    };
  g.save();
  if (tower.energy === null) g.globalAlpha = 0.55;
  g.lineJoin = 'round';
  body();
  g.lineWidth = Math.max(3, c * 0.14);
  g.strokeStyle = theme.bg;
  g.stroke();
  const light = g.createLinearGradient(x - c * 0.4, 0, x + c * 0.4, 0);
  light.addColorStop(0, mix(color, '#ffffff', theme.dark ? 0.22 : 0.3));
  light.addColorStop(0.45, color);
  light.addColorStop(1, mix(color, '#000000', 0.32));
  g.fillStyle = light;
  g.fill();
  const ink = onFill(color);
  if (grid.c >= 20) {
    g.fillStyle = alpha(ink, 0.85);
    for (let k = 0; k < tower.level; k++) {
      disc(g, x + (k - (tower.level - 1) / 2) * c * 0.16, y - c * 0.265, c * 0.05);
      g.fill();
    }
    seatMark(g, tower.seat, x, y + c * 0.1, c * 0.16, alpha(ink, 0.85));
  } else {
    g.fillStyle = alpha(ink, 0.6);
    g.fillRect(x - c * 0.1, y - c * 0.05, c * 0.2, c * 0.28);
  }
  g.restore();
  if (tower.energy === null || grid.c < 16) return;
  bar(
    g,
    theme,
    x,
    y + c * 0.46,
    c * 0.84,
    Math.max(3, c * 0.1),
    Math.min(1, tower.energy / full),
    1,
    theme.ink,
  );
}

/** A track, how much of it there can be, and how much there is. */
export function bar(
  g: Ctx,
  theme: Theme,
  x: number,
  y: number,
  w: number,
  h: number,
  part: number,
  most: number,
  color: string,
): void {
  g.beginPath();
  g.roundRect(x - w / 2 - 1, y - 1, w + 2, h + 2, h / 2 + 1);
  g.fillStyle = theme.bg;
  g.fill();
  if (most > 0) {
    g.fillStyle = mix(theme.bg, color, 0.34);
    g.fillRect(x - w / 2, y, w * most, h);
  }
  g.fillStyle = color;
  g.fillRect(x - w / 2, y, w * part, h);
}

/** A hollow diamond in the colour of danger, with as many points as it has levels; a dot tells whose it is. */
export function drawTrap(g: Ctx, { x: tx, y: ty, level, seat }: Trap, theme: Theme, grid: Grid): void {
  const [x, y] = middle(grid, tx, ty),
    c = Math.max(6.5, grid.c),
    r = c * 0.4;
  polygon(g, x, y, r, 4);
  g.lineJoin = 'miter';
  g.lineWidth = Math.max(3.4, c * 0.16);
  g.strokeStyle = alpha(theme.bg, 0.85);
  g.stroke();
  g.lineWidth = Math.max(1.4, c * 0.07);
  g.strokeStyle = theme.hazard;
  g.stroke();
  if (grid.c < 14) return;
  g.beginPath();
  for (let k = 0; k < level; k++) {
    const dx = (k - (level - 1) / 2) * c * 0.13;
    g.moveTo(x + dx, y - c * 0.14);
    g.lineTo(x + dx, y + c * 0.06);
  }
  g.lineWidth = Math.max(1.2, c * 0.05);
  g.stroke();
  if (seat) seatMark(g, seat, x, y + c * 0.18, c * 0.07, theme.players[seat]);
}
