/** What is drawn over the floor in ink: the cursor, chosen pieces, and the ghost of a program. RAL-270 */
import { type Ctx, type GhostMark, type Scene, strokeCorners } from '../../../game/board/canvas';
import { alpha, type Theme } from '../../../game/board/theme';
import type { RallyEvent, RallyView } from '../../../net/types';
import { middle, type Grid } from './layout';
import { cellOf, dirOf, seatOf } from './model';
import { drawGhost } from './robots';
import type { Pose } from './timeline';

type RallyScene = Scene<RallyView, RallyEvent>;

/** The place of a piece in cells. */
function placeOf(piece: string, poses: Pose[]): [number, number] | null {
  const pose = poses[seatOf(piece) - 1];
  return pose ? [pose.x, pose.y] : cellOf(piece);
}

export function reachable(g: Ctx, { marks }: RallyScene, theme: Theme, grid: Grid, poses: Pose[]): void {
  for (const piece of marks.reach) {
    const place = placeOf(piece, poses);
    if (!place) continue;
    const [x, y] = middle(grid, ...place);
    g.fillStyle = alpha(theme.mark, 0.13);
    g.fillRect(x - grid.c / 2, y - grid.c / 2, grid.c, grid.c);
  }
}

export function orders(g: Ctx, { marks }: RallyScene, theme: Theme, grid: Grid, poses: Pose[]): void {
  g.strokeStyle = theme.mark;
  g.lineCap = 'butt';
  const h = grid.c / 2;
  for (const piece of marks.chosen) {
    const place = placeOf(piece, poses);
    if (!place) continue;
    const [x, y] = middle(grid, ...place);
    g.setLineDash([5, 4]);
    g.lineWidth = 2;
    g.strokeRect(x - h + 1, y - h + 1, 2 * h - 2, 2 * h - 2);
    g.setLineDash([]);
  }
  const place = placeOf(marks.cursor, poses);
  if (!place) return;
  const [x, y] = middle(grid, ...place);
  strokeCorners(g, theme, { x, y, w: h, arm: grid.c * 0.24 }, [5, 2.5]);
}

/** Whether another robot stands where the ghost ends. */
export function taken({ piece, way }: GhostMark, poses: Pose[]): boolean {
  const [x, y] = way.at(-1) ?? [-1, -1];
  return poses.some((pose) => pose.there && pose.seat !== seatOf(piece) && pose.x === x && pose.y === y);
}

/** A dotted way and a dashed robot at its end, or a cross where it would be destroyed. */
export function ghost(g: Ctx, mark: GhostMark, theme: Theme, grid: Grid, poses: Pose[]): void {
  const pose = poses[seatOf(mark.piece) - 1],
    end = mark.way.at(-1);
  if (!pose || !end) return;
  const { c } = grid;
  g.beginPath();
  mark.way.forEach(([x, y]) => g.lineTo(...middle(grid, x, y)));
  g.lineJoin = 'round';
  g.setLineDash([]);
  g.strokeStyle = alpha(theme.bg, 0.75);
  g.lineWidth = c * 0.12;
  g.stroke();
  g.setLineDash([c * 0.06, c * 0.12]);
  g.lineWidth = c * 0.06;
  g.strokeStyle = theme.mark;
  g.stroke();
  g.setLineDash([]);
  g.save();
  g.translate(...middle(grid, ...end));
  if (mark.lost) {
    const r = c * 0.26;
    g.lineCap = 'round';
    g.beginPath();
    for (const s of [-1, 1]) {
      g.moveTo(-r, -r * s);
      g.lineTo(r, r * s);
    }
    g.lineWidth = c * 0.18;
    g.strokeStyle = theme.bg;
    g.stroke();
    g.lineWidth = c * 0.1;
    g.strokeStyle = theme.hazard;
    g.stroke();
  } else drawGhost(g, theme, { seat: pose.seat, model: pose.model, angle: dirOf(mark.facing) }, c * 0.33);
  g.restore();
}
