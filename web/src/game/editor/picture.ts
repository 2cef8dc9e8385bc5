/** Drawing that the pictures of all editors share. */
import type { Ctx } from '../board/canvas';

/** Strokes the path that was begun, and fills it where a colour is given. */
export function outline(g: Ctx, color: string, thick: number, fill = ''): void {
  if (fill) {
    g.fillStyle = fill;
    g.fill();
  }
  g.lineWidth = thick;
  g.strokeStyle = color;
  g.stroke();
}
