/** Where the cells of a floor lie on a board of a given size, and what a pointer finds there. */
import type { Moving, NotePlace, NoteSpot, Piece, Size } from '../../../game/board/canvas';
import type { RallyEvent, RallyView } from '../../../net/types';
import { cellId, robotId } from './model';
import { posesOf } from './poses';

export const SMALL = 260; // px: below this width a board is a thumbnail
const RIM = 0.6; // of a cell, on both sides together

export interface Grid {
  /** side of a cell in px */
  c: number;
  /** the north-western corner */
  x0: number;
  y0: number;
}

export function gridOf({ board }: RallyView, size: Size): Grid {
  const top = size.top ?? 0,
    c = Math.min(size.w / (board.width + RIM), (size.h - top) / (board.height + RIM));
  return { c, x0: (size.w - c * board.width) / 2, y0: top + (size.h - top - c * board.height) / 2 };
}

/** The middle of a cell, or of any place between cells. */
export const middle = ({ c, x0, y0 }: Grid, x: number, y: number): [number, number] => [
  x0 + (x + 0.5) * c,
  y0 + (y + 0.5) * c,
];

export function pieces(view: RallyView, size: Size, moving?: Moving<RallyView, RallyEvent>): Piece[] {
  const grid = gridOf(view, size),
    made: Piece[] = [];
  for (let y = 0; y < view.board.height; y++)
    for (let x = 0; x < view.board.width; x++) {
      const [mx, my] = middle(grid, x, y);
      made.push({ id: cellId(x, y), x: mx, y: my, r: grid.c / 2, stop: true });
    }
  for (const pose of posesOf(view, moving)) {
    if (!pose.there) continue;
    const [x, y] = middle(grid, pose.x, pose.y);
    made.push({ id: robotId(pose.seat), x, y, r: grid.c * 0.4, stop: false, top: true });
  }
  return made;
}

/** A robot by its seat, or a cell. */
export function noteSpot(view: RallyView, size: Size, spot: NoteSpot): NotePlace | null {
  const grid = gridOf(view, size),
    cell = Array.isArray(spot) ? spot : view.robots.find(({ seat }) => seat === Number(spot))?.cell;
  if (!cell) return null;
  const [x, y] = middle(grid, cell[0], cell[1]);
  return { x, y, r: grid.c / 2 };
}
