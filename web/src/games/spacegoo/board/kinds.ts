/** The three kinds of ships as signs: rocket, paper and goo, each with a shape and a colour of its own. */
import type { Ctx } from '../../../game/board/canvas';
import type { Theme } from '../../../game/board/theme';

export const KINDS = [0, 1, 2] as const;
export const LETTERS = ['a', 'b', 'c'] as const;

/** Corners of a sign with radius 1, y down: a rocket is tall and narrow, paper wide and flat, goo a ring. */
const ROCKET = [[0, -1.08], [0.74, 0.96], [0, 0.5], [-0.74, 0.96]] as const; // prettier-ignore
const PAPER = [[-1, -0.64], [0.5, -0.64], [1, -0.14], [1, 0.64], [-1, 0.64]] as const; // prettier-ignore
const RING = { outer: 0.94, hole: 0.4 };

/** The same shapes for pages, in a box from -1.2 to 1.2; holes by the rule `evenodd`. */
export const PATHS: readonly string[] = [
  `M${ROCKET.map((at) => at.join(' ')).join('L')}Z`,
  `M${PAPER.map((at) => at.join(' ')).join('L')}Z`,
  [RING.outer, RING.hole]
    .map((r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`)
    .join(''),
];

function shape(g: Ctx, kind: number, x: number, y: number, r: number): void {
  g.beginPath();
  if (kind === 2) {
    g.arc(x, y, r * RING.outer, 0, Math.PI * 2);
    g.moveTo(x + r * RING.hole, y);
    g.arc(x, y, r * RING.hole, 0, Math.PI * 2);
    return;
  }
  for (const [dx, dy] of kind ? PAPER : ROCKET) g.lineTo(x + dx * r, y + dy * r);
  g.closePath();
}

/** One sign, with a dark edge so that it is read on anything. */
export function kindSign(g: Ctx, theme: Theme, kind: number, x: number, y: number, r: number): void {
  shape(g, kind, x, y, r);
  g.lineWidth = Math.max(2, r * 0.6);
  g.lineJoin = 'round';
  g.strokeStyle = theme.bg;
  g.stroke();
  g.fillStyle = theme.kinds[kind];
  g.fill('evenodd');
}
