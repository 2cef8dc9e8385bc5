/** The factory hall from straight above. RAL-245, RAL-254, RAL-272 */
import {
  cutLabel,
  disc,
  emblem,
  type Ctx,
  type Painter,
  type Scene,
  type Size,
} from '../../../game/board/canvas';
import { caption } from '../../../game/board/caption';
import { alpha, type Theme } from '../../../game/board/theme';
import type { RallyEvent, RallyView } from '../../../net/types';
import { bubbles, drawSpark, fieldBeams, pips, robotBeams } from './effects';
import { belt, drawFloor, gear } from './floor';
import { ghost, orders, reachable, taken } from './overlay';
import { gridOf, middle, pieces, SMALL, type Grid, noteSpot } from './layout';
import { feeds, floorOf, groundOf } from './model';
import { momentOf, posesOf } from './poses';
import { drawRobot } from './robots';
import type { Moment, Pose } from './timeline';

type RallyScene = Scene<RallyView, RallyEvent>;

export const painter: Painter<RallyView, RallyEvent> = {
  ratio: ({ board }) => (board.width + 0.6) / (board.height + 0.6),
  ground: groundOf,
  still: (g, { view }, theme, size) => drawFloor(g, view, theme, size),
  live,
  pieces,
  spot: noteSpot,
};

function live(g: Ctx, scene: RallyScene, theme: Theme, size: Size): void {
  const { view, marks } = scene,
    small = size.w < SMALL,
    grid = gridOf(view, size),
    film = momentOf(scene),
    poses = posesOf(view, scene);
  if (film) running(g, view, theme, grid, film);
  if (!small) backups(g, theme, grid, poses);
  fieldBeams(g, view, theme, grid, film);
  reachable(g, scene, theme, grid, poses);
  const above = marks.ghost && taken(marks.ghost, poses); // then it would be under whoever stands there
  if (marks.ghost && !small && !above) ghost(g, marks.ghost, theme, grid, poses);
  const acts = film && poses[film.acting - 1];
  if (acts?.there === 1 && !small) spotlight(g, theme, grid, acts);
  for (const pose of poses) if (pose.there) robot(g, theme, grid, pose, small);
  if (marks.ghost && !small && above) ghost(g, marks.ghost, theme, grid, poses);
  if (film) {
    robotBeams(g, theme, grid, film.shots, poses);
    for (const spark of film.sparks) drawSpark(g, theme, grid, spark, small);
    if (!small && film.step) {
      bubbles(g, theme, grid, film);
      pips(g, theme, view, grid, film.step);
    }
  }
  if (!small) {
    for (const pose of poses) if (pose.there === 1) labels(g, scene, theme, grid, pose);
    orders(g, scene, theme, grid, poses);
  }
  if (scene.caption && !small && !film) {
    const spots = poses.filter((pose) => pose.there).map((pose) => middle(grid, pose.x, pose.y));
    caption(g, scene.caption, view.winner ?? 0, theme, size, {
      x: spots.map(([x]) => x),
      y: spots.map(([, y]) => y),
      r: spots.map(() => grid.c * 0.6),
    });
  }
}

/** Belts run and gears turn in their phases; at all other times they stand. */
function running(g: Ctx, view: RallyView, theme: Theme, grid: Grid, film: Moment): void {
  if (film.kind !== 'belt' && film.kind !== 'gear') return;
  const floor = floorOf(view);
  floor.fields.forEach((field, n) => {
    const [x, y] = [n % floor.width, Math.floor(n / floor.width)],
      runs =
        field.kind === 'belt'
          ? film.kind === 'belt' && field.fast === (film.phase === 4)
          : field.kind === film.kind;
    if (!runs) return;
    g.save();
    g.translate(...middle(grid, x, y));
    if (field.kind === 'belt') {
      g.beginPath();
      g.rect(-grid.c / 2, -grid.c / 2, grid.c, grid.c);
      g.clip();
      belt(g, theme, field, feeds(floor, x, y, field), grid.c, film.part);
    } else if (field.kind === 'gear') gear(g, theme, field.turn, grid.c, film.part);
    g.restore();
  });
}

/** A small flag of its owner in a corner of the cell, one place for each seat. */
function backups(g: Ctx, theme: Theme, grid: Grid, poses: Pose[]): void {
  const r = Math.max(2.4, grid.c * 0.075);
  for (const { seat, backup, eliminated } of poses) {
    if (eliminated) continue;
    const [x, y] = middle(grid, ...backup.cell),
      column = ((seat - 1) % 4) - 1.5,
      row = seat > 4 ? -1 : 1;
    emblem(g, theme, seat, x + column * grid.c * 0.22, y + row * grid.c * 0.41, r, 1.2);
  }
}

/** Whose command is carried out. */
function spotlight(g: Ctx, theme: Theme, grid: Grid, pose: Pose): void {
  const [x, y] = middle(grid, pose.x, pose.y);
  disc(g, x, y, grid.c * 0.5);
  g.fillStyle = alpha(theme.mark, 0.14);
  g.fill();
  g.lineWidth = Math.max(1.2, grid.c * 0.035);
  g.strokeStyle = alpha(theme.mark, 0.7);
  g.stroke();
}

function robot(g: Ctx, theme: Theme, grid: Grid, pose: Pose, small: boolean): void {
  const size = pose.falls ? 0.35 + 0.65 * pose.there : 1;
  g.save();
  g.translate(...middle(grid, pose.x, pose.y));
  g.globalAlpha = Math.min(1, pose.there * 1.4);
  g.scale(size, size);
  drawRobot(g, theme, { seat: pose.seat, model: pose.model, angle: pose.angle, asleep: pose.powered_down }, grid.c * (small ? 0.42 : 0.36)); // prettier-ignore
  g.restore();
}

/** Damage as a red figure, "zz" for who rests; with names on pieces also the name and the lives. */
function labels(g: Ctx, { numbers }: RallyScene, theme: Theme, grid: Grid, pose: Pose): void {
  const [x, y] = middle(grid, pose.x, pose.y),
    { c } = grid,
    px = Math.max(9.5, c * 0.25);
  if (pose.damage) cutLabel(g, theme, `${pose.damage}`, x + c * 0.37, y - c * 0.36, px, theme.hazard);
  if (pose.powered_down) cutLabel(g, theme, 'zz', x + c * 0.36, y + c * 0.36, px * 0.9, theme.ink2);
  if (!numbers) return;
  const name = pose.name.length > 12 ? `${pose.name.slice(0, 11)}…` : pose.name;
  cutLabel(g, theme, name, x, y + c * 0.56, Math.max(9.5, c * 0.2), theme.ink);
  for (let n = 0; n < pose.lives; n++) {
    disc(g, x - c * 0.44, y - c * 0.3 + n * c * 0.15, Math.max(1.8, c * 0.05));
    g.fillStyle = theme.ink;
    g.fill();
    g.lineWidth = 1;
    g.strokeStyle = theme.bg;
    g.stroke();
  }
}
