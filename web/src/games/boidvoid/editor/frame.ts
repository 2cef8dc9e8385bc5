/** Where the tiles of a map lie in the picture of the editor: void places have their room too. BOI-027 */
import { flat, SQ3, tileAt } from '../board/hexes';
import type { Look } from '../../../game/board/canvas';
import type { Grid } from '../../../game/editor/mapEditorSpec';
import { inside, type Draft, type Spot } from './draft';

const RIM = 0.4; // around the map, in sides of a tile

/** `c` is the side of a tile, `x0` and `y0` the middle of the first one. */
type Frame = Grid;

const across = ({ width }: Draft): number => SQ3 * (width + 0.5) + 2 * RIM;
const down = ({ height }: Draft): number => 1.5 * height + 0.5 + 2 * RIM;

/** Height by width of the whole map. */
export const ratioOf = (draft: Draft): number => down(draft) / across(draft);

export function frameOf(draft: Draft, w: number, h: number, look?: Look): Frame {
  const { zoom, x, y } = look ?? { zoom: 1, x: 0.5, y: 0.5 },
    c = Math.min(w / across(draft), h / down(draft)) * zoom;
  return {
    c,
    x0: w / 2 - across(draft) * c * x + (SQ3 / 2 + RIM) * c,
    y0: h / 2 - down(draft) * c * y + (1 + RIM) * c,
  };
}

/** The middle of a tile in pixels. */
export function middle({ c, x0, y0 }: Frame, { x, y }: Spot): [number, number] {
  const [px, py] = flat(x, y);
  return [x0 + px * c, y0 + py * c];
}

/** The place under a pixel, or nothing outside the map. */
export function under(draft: Draft, { c, x0, y0 }: Frame, px: number, py: number): Spot | null {
  const spot = tileAt((px - x0) / c, (py - y0) / c);
  return inside(draft, spot) ? spot : null;
}

/** The outline of a tile, with a pointed top as the board draws it. */
export function tilePath(g: CanvasRenderingContext2D, frame: Frame, spot: Spot, gap = 0): void {
  const [px, py] = middle(frame, spot),
    r = frame.c - gap;
  for (let n = 0; n < 6; n++) {
    const angle = (Math.PI / 3) * n - Math.PI / 2,
      at = [px + r * Math.cos(angle), py + r * Math.sin(angle)] as const;
    if (n) g.lineTo(...at);
    else g.moveTo(...at);
  }
  g.closePath();
}
