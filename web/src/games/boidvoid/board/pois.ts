/** The sprites of points of importance: an ink sign in a ring. BOI-294 */
import { disc, polygon, star, type Ctx } from '../../../game/board/canvas';
import { alpha, type Theme } from '../../../game/board/theme';

const PLAIN = 11; // px: smaller tiles have the same star for all kinds

/** `u` is the radius of the tile; a unit on it leaves only a corner for the sign. */
export function drawPoi(
  g: Ctx,
  theme: Theme,
  kind: string,
  cx: number,
  cy: number,
  u: number,
  shared: boolean,
): void {
  const [x, y, r] = shared ? [cx - u * 0.52, cy - u * 0.5, u * 0.44] : [cx, cy, u];
  disc(g, x, y, r * 0.6);
  g.fillStyle = alpha(theme.bg, theme.dark ? 0.72 : 0.66);
  g.fill();
  g.lineWidth = Math.max(1, r * 0.045);
  g.strokeStyle = alpha(theme.ink, 0.62);
  g.stroke();
  for (let n = 0; n < 4; n++) {
    const a = (n * Math.PI) / 2 - Math.PI / 2;
    g.beginPath();
    g.moveTo(x + Math.cos(a) * r * 0.6, y + Math.sin(a) * r * 0.6);
    g.lineTo(x + Math.cos(a) * r * 0.72, y + Math.sin(a) * r * 0.72);
    g.stroke();
  }
  poiSign(g, r < PLAIN ? '' : kind, x, y, r * 0.4, theme.ink);
}

/** The sign alone, `r` around a place. */
export function poiSign(g: Ctx, kind: string, x: number, y: number, r: number, color: string): void {
  g.save();
  g.translate(x, y);
  g.scale(r, r);
  g.lineCap = g.lineJoin = 'round';
  g.lineWidth = 0.2;
  g.strokeStyle = g.fillStyle = color;
  (signs[kind] ?? plain)(g);
  g.restore();
}

function plain(g: Ctx): void {
  star(g, 0, 0, 1.1, 4, 0.36);
  g.fill();
}

const line = (g: Ctx, ...points: number[][]): void => {
  g.beginPath();
  for (const [x, y] of points) g.lineTo(x, y);
  g.stroke();
};

/** In a square from -1 to 1. */
const signs: Record<string, (g: Ctx) => void> = {
  // a drop
  space_oasis(g) {
    g.beginPath();
    g.moveTo(0, -1);
    g.bezierCurveTo(0.5, -0.3, 0.75, 0, 0.75, 0.35);
    g.arc(0, 0.3, 0.75, 0.05, Math.PI - 0.05);
    g.bezierCurveTo(-0.75, 0, -0.5, -0.3, 0, -1);
    g.fill();
  },
  // a gate with two posts
  galactic_gateway(g) {
    g.beginPath();
    g.arc(0, 0, 0.82, Math.PI, 0);
    g.lineTo(0.82, 0.9);
    g.moveTo(-0.82, 0);
    g.lineTo(-0.82, 0.9);
    g.stroke();
    star(g, 0, 0.15, 0.5, 4, 0.36);
    g.fill();
  },
  // a hub with four arms
  abandoned_space_station(g) {
    polygon(g, 0, 0, 0.42, 8, Math.PI / 8);
    g.fill();
    line(g, [-1, 0], [1, 0]);
    line(g, [0, -1], [0, 1]);
    for (const [x, y, w, h] of [
      [-1.02, -0.28, 0.2, 0.56],
      [0.82, -0.28, 0.2, 0.56],
      [-0.28, -1.02, 0.56, 0.2],
      [-0.28, 0.82, 0.56, 0.2],
    ])
      // prettier-ignore
      g.fillRect(x, y, w, h);
  },
  // stones with tails
  meteor_shower_zone(g) {
    for (const [x, y] of [
      [-0.5, 0.1],
      [0.2, 0.6],
      [0.35, -0.3],
    ]) {
      disc(g, x, y, 0.22);
      g.fill();
      line(g, [x + 0.12, y - 0.14], [x + 0.5, y - 0.62]);
    }
  },
  // an eye in a triangle
  alien_artifact(g) {
    polygon(g, 0, 0.16, 1, 3);
    g.stroke();
    disc(g, 0, 0.24, 0.26);
    g.fill();
  },
  // a spiral
  wormhole_entry(g) {
    g.beginPath();
    for (let n = 0; n <= 48; n++) {
      const a = n * 0.29,
        far = 0.06 + n * 0.0195;
      g.lineTo(Math.cos(a) * far, Math.sin(a) * far);
    }
    g.stroke();
  },
  // a broken dart
  lost_explorers_ship(g) {
    g.beginPath();
    g.moveTo(0.1, -1);
    g.lineTo(0.52, 0.05);
    g.lineTo(0.14, -0.1);
    g.lineTo(-0.26, 0.1);
    g.closePath();
    g.fill();
    g.beginPath();
    g.moveTo(-0.5, 0.4);
    g.lineTo(-0.2, 0.28);
    g.lineTo(0.2, 0.52);
    g.lineTo(0.6, 0.3);
    g.lineTo(0.76, 0.9);
    g.lineTo(0, 0.68);
    g.lineTo(-0.8, 0.9);
    g.closePath();
    g.fill();
  },
  // a shell with gaps around a sun
  dyson_sphere_ruins(g) {
    for (const [from, to] of [
      [0.2, 1.5],
      [2, 3.3],
      [3.9, 4.6],
      [5.1, 5.9],
    ]) {
      g.beginPath();
      g.arc(0, 0, 0.86, from, to);
      g.stroke();
    }
    disc(g, 0, 0, 0.36);
    g.fill();
  },
  // a cut gem
  crystal_asteroid(g) {
    g.beginPath();
    for (const [x, y] of [
      [-0.5, -0.8],
      [0.5, -0.8],
      [1, -0.2],
      [0, 1],
      [-1, -0.2],
    ])
      g.lineTo(x, y);
    g.closePath();
    g.stroke();
    line(g, [-1, -0.2], [1, -0.2]);
    line(g, [-0.36, -0.2], [0, 0.9], [0.36, -0.2]);
  },
  // a mast that sends
  intergalactic_beacon(g) {
    g.beginPath();
    g.moveTo(-0.42, 1);
    g.lineTo(0, -0.2);
    g.lineTo(0.42, 1);
    g.stroke();
    disc(g, 0, -0.3, 0.2);
    g.fill();
    for (const far of [0.5, 0.84])
      for (const middle of [0, Math.PI]) {
        g.beginPath();
        g.arc(0, -0.3, far, middle - 0.62, middle + 0.62);
        g.stroke();
      }
  },
  // an hourglass
  space_time_anomaly(g) {
    g.beginPath();
    g.moveTo(-0.7, -0.9);
    g.lineTo(0.7, -0.9);
    g.lineTo(-0.7, 0.9);
    g.lineTo(0.7, 0.9);
    g.closePath();
    g.stroke();
    g.beginPath();
    g.moveTo(-0.4, 0.86);
    g.lineTo(0.4, 0.86);
    g.lineTo(0, 0.3);
    g.closePath();
    g.fill();
  },
};
