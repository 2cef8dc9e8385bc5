/** What ships are busy with: a tile fills from below while it is captured; a building or a join has an arc and a sign. */
import { cutLabel, polygon, type Ctx } from '../../../game/board/canvas';
import { alpha, type Theme } from '../../../game/board/theme';
import { middle, type Grid } from './layout';
import type { Posed } from './timeline';
import { arc } from './units';

const LEAST = 0.1; // of a capture that has only begun

/** Below the units. */
export function drawCapture(g: Ctx, theme: Theme, grid: Grid, { x, y, team, job }: Posed): void {
  if (job?.type !== 'capturing') return;
  const [px, py] = middle(grid, x, y),
    { u } = grid,
    color = theme.players[team],
    part = LEAST + (1 - LEAST) * Math.min(1, job.progress / Math.max(1, job.needed));
  g.save();
  polygon(g, px, py, u * 0.88, 6);
  g.clip();
  g.fillStyle = alpha(color, theme.dark ? 0.42 : 0.38);
  g.fillRect(px - u, py + u * (0.88 - 1.76 * part), u * 2, u * 2);
  g.restore();
  polygon(g, px, py, u * 0.88, 6);
  g.setLineDash([u * 0.17, u * 0.13]);
  g.lineWidth = Math.max(1.4, u * 0.06);
  g.strokeStyle = color;
  g.stroke();
  g.setLineDash([]);
}

/** Over the units: how far a job is. */
export function drawJob(g: Ctx, theme: Theme, grid: Grid, unit: Posed, units: Posed[]): void {
  const { job, team } = unit;
  if (!job || grid.u < 15) return;
  const [x, y] = middle(grid, ...unit.at),
    { u } = grid,
    color = theme.players[team];
  if (job.type === 'joining') {
    const swarm = units.find(({ id }) => String(id) === job.what);
    if (!swarm) return;
    g.beginPath();
    g.moveTo(x, y);
    g.lineTo(...middle(grid, ...swarm.at));
    g.setLineDash([u * 0.1, u * 0.16]);
    g.lineWidth = Math.max(1.4, u * 0.07);
    g.strokeStyle = color;
    g.stroke();
    g.setLineDash([]);
  }
  cutLabel(g, theme, `${job.progress}/${job.needed}`, x, y + u * 0.7, Math.max(9.5, u * 0.27));
  if (job.type !== 'building') return;
  const [bx, by] = [x - u * 0.52, y - u * 0.5];
  g.beginPath();
  g.arc(bx, by, u * 0.22, 0, Math.PI * 2);
  g.fillStyle = alpha(theme.bg, 0.85);
  g.fill();
  arc(
    g,
    bx,
    by,
    u * 0.22,
    Math.max(0.04, job.progress / Math.max(1, job.needed)),
    Math.max(1.4, u * 0.07),
    color,
  );
  // a tower that is not there yet
  g.beginPath();
  for (const [dx, dy] of [
    [-0.09, 0.1],
    [-0.05, -0.1],
    [0.05, -0.1],
    [0.09, 0.1],
  ])
    g.lineTo(bx + dx * u, by + dy * u);
  g.closePath();
  g.fillStyle = theme.ink;
  g.fill();
}
