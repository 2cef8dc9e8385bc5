/** What is written over the starfield in ink: a person's choices. */
import { arrowHead, cutLabel, disc, type Ctx, type Scene } from '../../../game/board/canvas';
import { alpha, type Theme } from '../../../game/board/theme';
import type { SpacegooEvent, SpacegooView } from '../../../net/types';
import { planetOf, type Layout } from './layout';

export function reachable(
  g: Ctx,
  { marks }: Scene<SpacegooView, SpacegooEvent>,
  theme: Theme,
  at: Layout,
): void {
  for (const id of marks.reach) {
    const n = planetOf(id);
    if (n < 0) continue;
    disc(g, at.x[n], at.y[n], at.r[n] + 9);
    g.fillStyle = alpha(theme.mark, 0.13);
    g.fill();
    g.lineWidth = 1;
    g.strokeStyle = alpha(theme.mark, 0.45);
    g.stroke();
  }
}

/** What a person has chosen: always ink, never a hue. */
export function orders(
  g: Ctx,
  { marks }: Scene<SpacegooView, SpacegooEvent>,
  theme: Theme,
  at: Layout,
): void {
  g.lineCap = 'butt';
  if (marks.plan) {
    g.strokeStyle = theme.mark;
    const a = planetOf(marks.plan.from),
      b = planetOf(marks.plan.to),
      angle = Math.atan2(at.y[b] - at.y[a], at.x[b] - at.x[a]),
      [cos, sin] = [Math.cos(angle), Math.sin(angle)],
      tip = { x: at.x[b] - cos * (at.r[b] + 15), y: at.y[b] - sin * (at.r[b] + 15) };
    g.setLineDash([7, 5]);
    g.lineWidth = 2;
    g.beginPath();
    g.moveTo(at.x[a] + cos * (at.r[a] + 9), at.y[a] + sin * (at.r[a] + 9));
    g.lineTo(tip.x, tip.y);
    g.stroke();
    g.setLineDash([]);
    arrowHead(g, tip.x, tip.y, angle, 8);
    g.fillStyle = theme.mark;
    g.fill();
    const px = Math.max(11, at.unit * 0.5);
    cutLabel(
      g,
      theme,
      marks.plan.text,
      (at.x[a] + at.x[b]) / 2 + sin * px * 1.2,
      (at.y[a] + at.y[b]) / 2 - cos * px * 1.2,
      px,
      theme.mark,
    );
  }
  g.strokeStyle = theme.mark;
  for (const id of marks.chosen) {
    const n = planetOf(id);
    if (n < 0) continue;
    disc(g, at.x[n], at.y[n], at.r[n] + 7);
    g.setLineDash([5, 4]);
    g.lineWidth = 2;
    g.stroke();
    g.setLineDash([]);
  }
  const n = planetOf(marks.cursor);
  if (n < 0 || n >= at.x.length) return;
  g.lineWidth = 2.5;
  for (let corner = 0; corner < 4; corner++) {
    const middle = Math.PI / 4 + (corner * Math.PI) / 2;
    g.beginPath();
    g.arc(at.x[n], at.y[n], at.r[n] + 12, middle - 0.42, middle + 0.42);
    g.stroke();
  }
}
