/** What is said across a board at the end: the winner's name. */
import { emblem, type Ctx, type Size } from './canvas';
import { alpha, type Theme } from './theme';

interface Spots {
  x: number[];
  y: number[];
  r: number[];
}

/** A line across the board, where it hides the least of what is there. */
export function caption(g: Ctx, text: string, seat: number, theme: Theme, size: Size, at: Spots): void {
  const room = size.w * 0.8;
  let px = Math.min(44, Math.max(17, size.w * 0.042));
  g.font = `760 ${px}px ${theme.display}`;
  const wide = g.measureText(text).width + (seat ? px * 1.3 : 0);
  if (wide > room) px *= room / wide;
  g.font = `760 ${px}px ${theme.display}`;
  const mark = seat ? px * 1.25 : 0,
    [w, h] = [g.measureText(text).width + mark + px * 1.4, px * 1.9],
    [left, right, top, bottom] = [
      14 + w / 2,
      size.w - 14 - w / 2,
      (size.top ?? 0) + 14 + h / 2,
      size.h - 14 - h / 2,
    ];
  const hidden = ([x, y]: number[]) =>
    at.x.reduce((sum, px, n) => {
      const off = Math.hypot(
        Math.max(0, Math.abs(px - x) - w / 2),
        Math.max(0, Math.abs(at.y[n] - y) - h / 2),
      );
      return sum + Math.max(0, at.r[n] * 1.8 - off);
    }, 0);
  const middle = size.w / 2;
  const [x, y] = [[middle, top], [middle, bottom], [left, top], [right, top], [left, bottom], [right, bottom]] // prettier-ignore
    .reduce((best, spot) => (hidden(spot) < hidden(best) ? spot : best));
  g.beginPath();
  g.roundRect(x - w / 2, y - h / 2, w, h, px * 0.45);
  g.fillStyle = alpha(theme.bg, 0.86);
  g.fill();
  g.lineWidth = 1;
  g.strokeStyle = theme.line2;
  g.stroke();
  if (seat) emblem(g, theme, seat, x - w / 2 + px * 1.05, y, px * 0.4, 0);
  g.font = `760 ${px}px ${theme.display}`;
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  g.fillStyle = theme.ink;
  g.fillText(text, x - w / 2 + px * 0.7 + mark, y + px * 0.05);
}
