/** The signs of the map in ink: five minerals, the station, orders. Each is told from the others by its form alone. */
import { disc, polygon, star, type Ctx } from '../../../game/board/canvas';
import { mix, type Theme } from '../../../game/board/theme';
import type { Resource } from './model';
import type { OrderKind } from './overlayTypes';

/** Coal is a full lump, iron an ingot, a gem a cut diamond, gold a coin, platin a spark. */
export function mineral(g: Ctx, kind: Resource, x: number, y: number, r: number, ink: string): void {
  g.fillStyle = g.strokeStyle = ink;
  g.lineWidth = Math.max(1, r * 0.24);
  g.lineJoin = 'round';
  switch (kind) {
    case 'coal':
      g.beginPath();
      for (const [dx, dy] of [
        [-0.9, 0.35],
        [-0.6, -0.5],
        [0.05, -0.85],
        [0.75, -0.5],
        [0.95, 0.2],
        [0.45, 0.8],
        [-0.4, 0.8],
      ])
        // prettier-ignore
        g.lineTo(x + dx * r, y + dy * r);
      g.closePath();
      return g.fill();
    case 'iron':
      g.beginPath();
      g.moveTo(x - r * 1.05, y + r * 0.62);
      g.lineTo(x - r * 0.6, y - r * 0.62);
      g.lineTo(x + r * 0.6, y - r * 0.62);
      g.lineTo(x + r * 1.05, y + r * 0.62);
      g.closePath();
      return g.stroke();
    case 'gem':
      g.beginPath();
      g.moveTo(x, y + r);
      g.lineTo(x - r, y - r * 0.25);
      g.lineTo(x - r * 0.55, y - r * 0.85);
      g.lineTo(x + r * 0.55, y - r * 0.85);
      g.lineTo(x + r, y - r * 0.25);
      g.closePath();
      g.moveTo(x - r, y - r * 0.25);
      g.lineTo(x + r, y - r * 0.25);
      return g.stroke();
    case 'gold':
      disc(g, x, y, r * 0.9);
      g.stroke();
      disc(g, x, y, r * 0.38);
      return g.fill();
    case 'platin':
      star(g, x, y, r * 1.2, 4, 0.36);
      return g.fill();
  }
}

/** An octagon with four docking arms. */
export function station(g: Ctx, x: number, y: number, r: number, ink: string, ground: string): void {
  g.strokeStyle = ink;
  g.lineWidth = Math.max(1.1, r * 0.16);
  g.lineCap = 'butt';
  g.beginPath();
  for (let k = 0; k < 4; k++) {
    const a = Math.PI / 4 + (k * Math.PI) / 2;
    g.moveTo(x + Math.cos(a) * r * 0.9, y + Math.sin(a) * r * 0.9);
    g.lineTo(x + Math.cos(a) * r * 1.42, y + Math.sin(a) * r * 1.42);
  }
  g.stroke();
  polygon(g, x, y, r, 8, Math.PI / 8);
  g.fillStyle = mix(ground, ink, 0.16);
  g.fill();
  g.stroke();
  polygon(g, x, y, r * 0.46, 8, Math.PI / 8);
  g.stroke();
}

/** A clock face: beside it stands how many rounds ago. */
export function clock(g: Ctx, x: number, y: number, r: number, ink: string): void {
  g.strokeStyle = ink;
  g.lineWidth = Math.max(0.9, r * 0.28);
  g.lineCap = 'round';
  disc(g, x, y, r);
  g.stroke();
  g.beginPath();
  g.moveTo(x, y - r * 0.55);
  g.lineTo(x, y);
  g.lineTo(x + r * 0.45, y + r * 0.2);
  g.stroke();
}

/** The colour of a planet's square. DUN-186 */
export const gravityInk = (theme: Theme, gravity: number): string =>
  gravity <= 1 ? theme.easy : gravity === 2 ? theme.medium : theme.hard;

/** What a robot is told to do, around a point: all in strokes of one colour. */
export function orderSign(
  g: Ctx,
  kind: OrderKind | 'wormhole',
  x: number,
  y: number,
  r: number,
  ink: string,
): void {
  g.save();
  g.translate(x, y);
  g.strokeStyle = g.fillStyle = ink;
  g.lineWidth = Math.max(1.2, r * 0.22);
  g.lineCap = g.lineJoin = 'round';
  g.beginPath();
  SIGNS[kind](g, r);
  g.restore();
}

type Draw = (g: Ctx, r: number) => void;

const path = (g: Ctx, r: number, ...lines: number[][]): void => {
  for (const line of lines)
    for (let k = 0; k < line.length; k += 2)
      if (k) g.lineTo(line[k] * r, line[k + 1] * r);
      else g.moveTo(line[k] * r, line[k + 1] * r);
};

const SIGNS: Record<OrderKind | 'wormhole', Draw> = {
  /** a shield */
  blocking(g, r) {
    g.moveTo(0, -r);
    g.quadraticCurveTo(r * 0.5, -r * 0.7, r * 0.82, -r * 0.66);
    g.quadraticCurveTo(r * 0.86, r * 0.5, 0, r);
    g.quadraticCurveTo(-r * 0.86, r * 0.5, -r * 0.82, -r * 0.66);
    g.quadraticCurveTo(-r * 0.5, -r * 0.7, 0, -r);
    g.stroke();
  },
  movement(g, r) {
    path(g, r, [-0.9, 0, 0.9, 0], [0.3, -0.6, 0.9, 0, 0.3, 0.6]);
    g.stroke();
  },
  /** crossed swords */
  battle(g, r) {
    path(g, r, [-0.85, -0.85, 0.7, 0.7], [0.85, -0.85, -0.7, 0.7], [0.25, 0.85, 0.85, 0.25], [-0.25, 0.85, -0.85, 0.25]); // prettier-ignore
    g.stroke();
  },
  /** a pick */
  mining(g, r) {
    path(g, r, [-0.75, 0.9, 0.35, -0.4]);
    g.moveTo(-r * 0.55, -r * 0.72);
    g.quadraticCurveTo(r * 0.5, -r * 0.95, r * 0.95, r * 0.35);
    g.stroke();
  },
  /** a bolt */
  regeneration(g, r) {
    path(g, r, [0.25, -1, -0.55, 0.15, 0.02, 0.15, -0.25, 1, 0.6, -0.2, 0.05, -0.2, 0.25, -1]);
    g.fill();
  },
  /** a rocket */
  battleItemUse(g, r) {
    g.moveTo(r * 0.85, -r * 0.85);
    g.quadraticCurveTo(r * 0.05, -r * 0.75, -r * 0.5, r * 0.1);
    g.lineTo(-r * 0.1, r * 0.5);
    g.quadraticCurveTo(r * 0.75, -r * 0.05, r * 0.85, -r * 0.85);
    path(g, r, [-0.45, 0.45, -0.9, 0.9]);
    g.stroke();
  },
  /** a cross */
  repairItemUse(g, r) {
    path(g, r, [0, -0.85, 0, 0.85], [-0.85, 0, 0.85, 0]);
    g.lineWidth *= 1.5;
    g.stroke();
  },
  /** a spiral */
  moveItemUse: (g, r) => SIGNS.wormhole(g, r),
  wormhole(g, r) {
    for (let k = 0; k <= 40; k++) {
      const a = (k / 40) * Math.PI * 4.2,
        q = (0.12 + (k / 40) * 0.86) * r;
      g.lineTo(Math.cos(a) * q, Math.sin(a) * q);
    }
    g.stroke();
  },
  /** a coin with a plus: money goes */
  buying(g, r) {
    g.arc(0, 0, r * 0.9, 0, Math.PI * 2);
    path(g, r, [0, -0.4, 0, 0.4], [-0.4, 0, 0.4, 0]);
    g.stroke();
  },
  /** a coin with an arrow out of it: money comes */
  selling(g, r) {
    g.arc(0, 0, r * 0.9, 0, Math.PI * 2);
    path(g, r, [0, 0.45, 0, -0.4], [-0.35, -0.05, 0, -0.45, 0.35, -0.05]);
    g.stroke();
  },
};
