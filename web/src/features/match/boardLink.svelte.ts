/** What a board and the controls beside it tell each other. */
import type { BoardLink } from '../../game/contract';
import { NO_MARKS, type Marks } from '../../game/board/canvas';

export class LiveBoardLink implements BoardLink {
  marks = $state.raw<Marks>(NO_MARKS);
  pick: (piece: string, byKey: boolean, add?: boolean) => void = () => {};
  key: (event: KeyboardEvent) => boolean = () => false;
  focus: () => void = () => {};
  hover?: (piece: string) => void;
}
