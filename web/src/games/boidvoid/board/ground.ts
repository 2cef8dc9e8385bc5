/** The sprites of tiles: what kind of space they are, and what stands in the way. BOI-294 */
import { disc, polygon, star, type Ctx } from '../../../game/board/canvas';
import { rng } from '../../../game/board/rng';
import { alpha, mix, type Theme } from '../../../game/board/theme';
import type { Tile } from './model';

const seedOf = ({ x, y }: Tile): number => x * 73 + y * 151 + 7;

/** A tile without anything on it; `r` is the radius of its hexagon. */
export function drawTile(g: Ctx, theme: Theme, tile: Tile, x: number, y: number, r: number): void {
  g.save();
  polygon(g, x, y, r * 0.985, 6);
  g.fillStyle = mix(theme.bg, theme.bg2, theme.dark ? 0.62 : 0.5);
  g.fill();
  g.clip();
  if (tile.obstacle) obstacle(g, theme, tile, x, y, r);
  else kinds[tile.type]?.(g, theme, x, y, r, rng(seedOf(tile)));
  g.restore();
  polygon(g, x, y, r * 0.985, 6);
  g.lineWidth = 1;
  g.strokeStyle = theme.line;
  g.stroke();
}

type Kind = (g: Ctx, theme: Theme, x: number, y: number, r: number, rand: () => number) => void;

const kinds: Record<string, Kind> = {
  clear(g, theme, x, y, r, rand) {
    for (let n = 0; n < 3; n++) {
      disc(g, x + (rand() - 0.5) * r * 1.4, y + (rand() - 0.5) * r * 1.4, Math.max(0.5, r * 0.022));
      g.fillStyle = alpha(theme.ink2, 0.22 + rand() * 0.2);
      g.fill();
    }
  },
  asteroid_field(g, theme, x, y, r, rand) {
    const spots = [[-0.5, -0.3, 0.2], [0.36, -0.5, 0.15], [0.52, 0.16, 0.22], [-0.3, 0.5, 0.19], [0.2, 0.6, 0.12], [-0.66, 0.14, 0.1], [0, -0.68, 0.1]]; // prettier-ignore
    for (const [dx, dy, size] of spots) rock(g, theme, x + dx * r, y + dy * r, size * r, rand);
  },
  nebula(g, theme, x, y, r, rand) {
    for (let n = 0; n < 5; n++) {
      const cx = x + (rand() - 0.5) * r * 1.1,
        cy = y + (rand() - 0.5) * r * 1.0,
        far = r * (0.45 + rand() * 0.4),
        cloud = g.createRadialGradient(cx, cy, 0, cx, cy, far);
      cloud.addColorStop(0, alpha(theme.ink2, theme.dark ? 0.2 : 0.17));
      cloud.addColorStop(1, alpha(theme.ink2, 0));
      g.fillStyle = cloud;
      g.fillRect(cx - far, cy - far, far * 2, far * 2);
    }
    g.lineWidth = Math.max(0.7, r * 0.03);
    g.strokeStyle = alpha(theme.ink2, 0.3);
    for (const [dy, bend] of [
      [-0.28, 0.16],
      [0.06, -0.18],
      [0.4, 0.14],
    ]) {
      g.beginPath();
      g.moveTo(x - r * 0.62, y + dy * r);
      g.bezierCurveTo(
        x - r * 0.2,
        y + (dy - bend) * r,
        x + r * 0.2,
        y + (dy + bend) * r,
        x + r * 0.62,
        y + dy * r,
      );
      g.stroke();
    }
  },
  conduit(g, theme, x, y, r) {
    g.lineWidth = Math.max(0.8, r * 0.045);
    g.lineCap = 'round';
    g.strokeStyle = alpha(theme.ink2, 0.42);
    for (const dy of [-0.36, 0.36]) {
      g.beginPath();
      g.moveTo(x - r, y + dy * r);
      g.lineTo(x + r, y + dy * r);
      g.stroke();
    }
    g.lineJoin = 'round';
    for (const dx of [-0.5, 0, 0.5]) {
      g.beginPath();
      g.moveTo(x + (dx - 0.1) * r, y - r * 0.17);
      g.lineTo(x + (dx + 0.08) * r, y);
      g.lineTo(x + (dx - 0.1) * r, y + r * 0.17);
      g.strokeStyle = alpha(theme.ink2, 0.5);
      g.stroke();
    }
  },
  planet(g, theme, x, y, r) {
    const size = r * 0.56,
      shade = g.createRadialGradient(x - size * 0.4, y - size * 0.45, size * 0.1, x, y, size * 1.15);
    shade.addColorStop(0, mix(theme.bg, theme.ink2, theme.dark ? 0.56 : 0.5));
    shade.addColorStop(1, mix(theme.bg, theme.ink2, theme.dark ? 0.16 : 0.2));
    disc(g, x, y, size);
    g.fillStyle = shade;
    g.fill();
    g.beginPath();
    g.ellipse(x, y, size * 1.5, size * 0.36, -0.34, 0, Math.PI * 2);
    g.lineWidth = Math.max(0.8, r * 0.05);
    g.strokeStyle = alpha(theme.ink2, 0.5);
    g.stroke();
  },
};

function rock(g: Ctx, theme: Theme, x: number, y: number, size: number, rand: () => number): void {
  const points = Array.from({ length: 7 }, (_, n) => {
    const a = (n / 7) * Math.PI * 2,
      far = size * (0.8 + rand() * 0.36);
    return [x + Math.cos(a) * far, y + Math.sin(a) * far] as const;
  });
  g.beginPath();
  for (const [px, py] of points) g.lineTo(px, py);
  g.closePath();
  g.fillStyle = theme.rock2;
  g.fill();
  g.beginPath();
  for (const [px, py] of points) g.lineTo(px - size * 0.12, py - size * 0.16);
  g.closePath();
  g.fillStyle = theme.rock;
  g.fill();
}

/** What nobody can enter; the tile is darker than all others. BOI-068 */
function obstacle(g: Ctx, theme: Theme, tile: Tile, x: number, y: number, r: number): void {
  g.fillStyle = theme.dark ? alpha('#000000', 0.45) : alpha(theme.rock2, 0.34);
  g.fillRect(x - r, y - r, r * 2, r * 2);
  obstacles[tile.obstacle ?? '']?.(g, theme, x, y, r, rng(seedOf(tile)));
}

const obstacles: Record<string, Kind> = {
  black_hole(g, theme, x, y, r) {
    const glow = g.createRadialGradient(x, y, r * 0.3, x, y, r * 0.86);
    glow.addColorStop(0, alpha(theme.ink, 0.5));
    glow.addColorStop(0.35, alpha(theme.ink2, 0.22));
    glow.addColorStop(1, alpha(theme.ink2, 0));
    g.fillStyle = glow;
    g.fillRect(x - r, y - r, r * 2, r * 2);
    g.beginPath();
    g.ellipse(x, y, r * 0.74, r * 0.22, -0.3, 0, Math.PI * 2);
    g.lineWidth = Math.max(1, r * 0.09);
    g.strokeStyle = alpha(theme.ink, 0.55);
    g.stroke();
    disc(g, x, y, r * 0.36);
    g.fillStyle = '#050608';
    g.fill();
    g.lineWidth = Math.max(0.8, r * 0.05);
    g.strokeStyle = alpha(theme.dark ? theme.ink : theme.bg, 0.8);
    g.stroke();
    g.beginPath();
    g.ellipse(x, y, r * 0.74, r * 0.22, -0.3, 0.25, Math.PI - 0.25);
    g.lineWidth = Math.max(1, r * 0.09);
    g.strokeStyle = alpha(theme.dark ? theme.ink : theme.ink2, 0.75);
    g.stroke();
  },
  star_cluster(g, theme, x, y, r, rand) {
    for (let n = 0; n < 15; n++) {
      const a = n * 2.4,
        far = r * 0.185 * Math.sqrt(n),
        size = r * (0.06 + rand() * 0.12) * (n < 4 ? 1.5 : 1);
      star(g, x + Math.cos(a) * far, y + Math.sin(a) * far, size, 4, 0.34);
      g.fillStyle = alpha(theme.ink, 0.5 + rand() * 0.4);
      g.fill();
    }
  },
  quantum_rift(g, theme, x, y, r) {
    const edge = [[-0.5, -0.74], [-0.18, -0.3], [-0.36, -0.06], [0.06, 0.3], [-0.1, 0.5], [0.3, 0.84]] as const; // prettier-ignore
    const crack = (wide: number) => {
      g.beginPath();
      for (const [dx, dy] of edge) g.lineTo(x + dx * r, y + dy * r);
      for (const [dx, dy] of edge.toReversed())
        g.lineTo(x + (dx + wide * (1 - Math.abs(dy) * 0.9)) * r, y + (dy - 0.06) * r);
      g.closePath();
    };
    crack(0.5);
    g.fillStyle = '#050608';
    g.fill();
    g.lineJoin = 'round';
    g.lineWidth = Math.max(0.9, r * 0.055);
    g.strokeStyle = alpha(theme.dark ? theme.ink : theme.ink2, 0.8);
    g.stroke();
    for (const [dx, dy] of [
      [-0.62, -0.2],
      [0.56, -0.34],
      [-0.4, 0.5],
      [0.62, 0.36],
    ]) {
      polygon(g, x + dx * r, y + dy * r, r * 0.08, 4);
      g.fillStyle = alpha(theme.ink2, 0.7);
      g.fill();
    }
  },
};
