/** How the controls beside a board hear of what is picked and pressed. */
import type { BoardLink } from '../contract';

/** Takes what happens on the board from now on; returns what gives it back, as effects do. */
export function connect(
  board: BoardLink,
  { pick, key, hover }: Pick<BoardLink, 'pick'> & Partial<Pick<BoardLink, 'key' | 'hover'>>,
): () => void {
  board.pick = pick;
  if (key) board.key = key;
  if (hover) board.hover = hover;
  return () => {
    board.pick = () => {};
    if (key) board.key = () => false;
    if (hover) board.hover = undefined;
  };
}
