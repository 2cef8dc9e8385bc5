/** What is to be seen only for a moment: beams, explosions, ticks, backups, repairs, and commands as they are shown. */
import { cutLabel, disc, star, type Ctx } from '../../../game/board/canvas';
import { alpha, mix, type Theme } from '../../../game/board/theme';
import type { RallyView } from '../../../net/types';
import { middle, type Grid } from './layout';
import { beamEnd, dirOf, floorOf, kindOf, STEP, type CardKind } from './model';
import type { Moment, Pose, Shot, Spark } from './timeline';

/** From a wall to the last cell it crosses; faint while it does not fire. */
export function fieldBeams(g: Ctx, view: RallyView, theme: Theme, grid: Grid, film: Moment | null): void {
  const floor = floorOf(view),
    firing = film?.kind === 'beam' && film.phase === 6,
    power = firing ? glow(film.part) : 0;
  for (const laser of floor.lasers) {
    const [dx, dy] = STEP[laser.dir],
      [ax, ay] = middle(grid, laser.x - dx * 0.38, laser.y - dy * 0.38),
      [x, y] = beamEnd(floor, laser),
      [bx, by] = middle(grid, x + dx * 0.5, y + dy * 0.5);
    beam(g, theme, theme.hazard, ax, ay, bx, by, grid.c, 0.45 + 0.55 * power, power);
  }
}

const glow = (part: number): number => Math.min(1, Math.sin(Math.PI * part) * 1.6);

function beam(
  g: Ctx,
  theme: Theme,
  color: string,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  c: number,
  opacity: number,
  power: number,
): void {
  // prettier-ignore
  const layers = theme.dark
    ? [[0.26, 0.14 * power], [0.13, 0.16 + 0.24 * power], [0.045, 1]] // prettier-ignore
    : [[0.16, 0.08 + 0.12 * power], [0.045 + 0.02 * power, 1]]; // prettier-ignore
  g.save();
  g.lineCap = 'round';
  for (const [width, strength] of layers) {
    g.beginPath();
    g.moveTo(ax, ay);
    g.lineTo(bx, by);
    g.lineWidth = Math.max(0.8, c * width);
    g.strokeStyle =
      strength === 1
        ? alpha(mix(color, '#ffffff', theme.dark ? 0.55 * power : 0), opacity)
        : alpha(color, strength);
    g.stroke();
  }
  g.restore();
}

/** Robots' lasers, in their colours; a mirrored one comes back beside itself. RAL-129 to RAL-132 */
export function robotBeams(g: Ctx, theme: Theme, grid: Grid, shots: Shot[], poses: Pose[]): void {
  for (const { beam: shot, part } of shots) {
    if (!shot.source) continue;
    const shooter = poses[shot.source - 1],
      [dx, dy] = STEP[dirOf(shot.direction)],
      reach = shot.hits.length ? -0.3 : 0.5,
      [ax, ay] = middle(grid, shooter.x + dx * 0.36, shooter.y + dy * 0.36),
      [bx, by] = middle(grid, shot.to[0] + dx * reach, shot.to[1] + dy * reach),
      power = glow(part);
    if (power <= 0) continue;
    const double = shooter.model === 'james' ? [-0.1, 0.1] : shot.reflected ? [-0.08, 0.08] : [0];
    g.globalAlpha = power;
    for (const aside of double) {
      const [ox, oy] = [-dy * aside * grid.c, dx * aside * grid.c];
      beam(g, theme, theme.players[shot.source], ax + ox, ay + oy, bx + ox, by + oy, grid.c, 1, power);
    }
    g.globalAlpha = 1;
  }
}

export function drawSpark(g: Ctx, theme: Theme, grid: Grid, spark: Spark, small: boolean): void {
  const [x, y] = middle(grid, spark.x, spark.y),
    { c } = grid,
    { part } = spark,
    color = theme.players[spark.seat];
  g.save();
  g.translate(x, y);
  g.globalAlpha = Math.min(1, 2.2 * (1 - part));
  switch (spark.kind) {
    case 'blast':
      star(g, 0, 0, c * (0.3 + 0.62 * part), 11, 0.62);
      g.fillStyle = alpha(theme.hazard, 0.35 * (1 - part));
      g.fill();
      g.lineWidth = c * 0.06;
      g.strokeStyle = theme.hazard;
      g.stroke();
      for (let k = 0; k < 8; k++) {
        const a = (k / 8) * Math.PI * 2 + 0.3,
          far = c * (0.18 + 0.62 * part);
        disc(g, Math.cos(a) * far, Math.sin(a) * far, c * 0.07 * (1 - part * 0.6));
        g.fillStyle = color;
        g.fill();
      }
      break;
    case 'hit':
      star(g, 0, 0, c * (0.42 + 0.08 * part), 9, 0.72);
      g.lineWidth = c * 0.045;
      g.strokeStyle = theme.hazard;
      g.stroke();
      break;
    case 'tick':
      for (const far of [0.46, 0.6]) {
        disc(g, 0, 0, c * (far + 0.3 * part));
        g.lineWidth = c * 0.06;
        g.strokeStyle = color;
        g.stroke();
      }
      break;
    case 'backup':
      g.setLineDash([c * 0.1, c * 0.08]);
      g.lineWidth = c * 0.05;
      g.strokeStyle = color;
      g.strokeRect(-c * 0.45, -c * 0.45, c * 0.9, c * 0.9);
      g.setLineDash([]);
      break;
    case 'repair':
      g.fillStyle = theme.ink;
      for (const [dx, dy] of [
        [-0.34, -0.2],
        [0.36, 0.06],
        [-0.1, 0.38],
      ]) {
        // prettier-ignore
        const r = c * 0.09,
          up = c * 0.3 * part;
        g.fillRect(dx * c - r * 0.3, dy * c - up - r, r * 0.6, r * 2);
        g.fillRect(dx * c - r, dy * c - up - r * 0.3, r * 2, r * 0.6);
      }
  }
  g.restore();
  if (small || !spark.text) return;
  g.globalAlpha = Math.min(1, 2.2 * (1 - part));
  const ink = spark.kind === 'hit' ? theme.hazard : theme.ink;
  cutLabel(g, theme, spark.kind === 'tick' ? `✓ ${spark.text}` : spark.text, x, y - c * (0.5 + 0.28 * part), Math.max(10, c * 0.28), ink); // prettier-ignore
  g.globalAlpha = 1;
}

/** The commands of a step beside their robots, as they are shown and while they are carried out. */
export function bubbles(g: Ctx, theme: Theme, grid: Grid, film: Moment): void {
  const { c } = grid,
    r = Math.max(7, c * 0.2);
  for (const pose of film.poses) {
    const card = film.revealed[pose.seat]?.[film.step - 1];
    if (pose.there < 1 || !card || (film.kind !== 'reveal' && film.acting !== pose.seat)) continue;
    const [x, y] = middle(grid, pose.x - 0.38, pose.y - 0.42),
      grown = film.kind === 'reveal' ? Math.min(1, film.part * 4) : 1;
    g.save();
    g.translate(x, y);
    g.scale(grown, grown);
    g.beginPath();
    g.roundRect(-r, -r, 2 * r, 2 * r, r * 0.45);
    g.fillStyle = theme.ink;
    g.fill();
    g.lineWidth = 1.5;
    g.strokeStyle = theme.bg;
    g.stroke();
    symbol(g, kindOf(card), r * 0.62, theme.bg);
    g.restore();
  }
}

/** The sign of a command around the origin: arrows up for steps, bent ones for turns, two bars for a pause. */
export function symbol(g: Ctx, kind: CardKind, r: number, color: string): void {
  g.strokeStyle = g.fillStyle = color;
  g.lineWidth = Math.max(1.2, r * 0.26);
  g.lineCap = g.lineJoin = 'round';
  const head = (y: number) => {
    g.moveTo(-r * 0.55, y + r * 0.5);
    g.lineTo(0, y);
    g.lineTo(r * 0.55, y + r * 0.5);
  };
  g.beginPath();
  switch (kind) {
    case '1':
    case '2':
    case '3':
      g.moveTo(0, r);
      g.lineTo(0, -r);
      for (let k = 0; k < Number(kind); k++) head(-r + k * r * 0.55);
      break;
    case 'B':
      g.moveTo(0, -r);
      g.lineTo(0, r);
      g.moveTo(-r * 0.55, r * 0.5);
      g.lineTo(0, r);
      g.lineTo(r * 0.55, r * 0.5);
      break;
    case 'P':
      g.moveTo(-r * 0.4, -r * 0.8);
      g.lineTo(-r * 0.4, r * 0.8);
      g.moveTo(r * 0.4, -r * 0.8);
      g.lineTo(r * 0.4, r * 0.8);
      break;
    case 'U':
      g.moveTo(r * 0.55, r);
      g.lineTo(r * 0.55, -r * 0.3);
      g.arc(0, -r * 0.3, r * 0.55, 0, Math.PI, true);
      g.lineTo(-r * 0.55, r * 0.8);
      g.moveTo(-r, r * 0.35);
      g.lineTo(-r * 0.55, r * 0.85);
      g.lineTo(-r * 0.1, r * 0.35);
      break;
    default: {
      const side = kind === 'R' ? 1 : -1;
      g.moveTo(-side * r * 0.6, r);
      g.lineTo(-side * r * 0.6, r * 0.1);
      g.quadraticCurveTo(-side * r * 0.6, -r * 0.45, 0, -r * 0.45);
      g.lineTo(side * r * 0.8, -r * 0.45);
      g.moveTo(side * r * 0.3, -r);
      g.lineTo(side * r * 0.85, -r * 0.45);
      g.lineTo(side * r * 0.3, r * 0.1);
    }
  }
  g.stroke();
}

/** Which of the five program steps runs: pips below the board. */
export function pips(g: Ctx, theme: Theme, view: RallyView, grid: Grid, step: number): void {
  const r = Math.max(2.2, grid.c * 0.07),
    y = grid.y0 + view.board.height * grid.c + grid.c * 0.16,
    mid = grid.x0 + (view.board.width * grid.c) / 2;
  for (let n = 1; n <= 5; n++) {
    disc(g, mid + (n - 3) * r * 3.6, y, r);
    g.fillStyle = n <= step ? theme.ink : alpha(theme.ink2, 0.35);
    g.fill();
  }
}
