/** A board without a match, as the painter wants it: nobody stands on it, all start fields and checkpoints are shown. */
import { fieldOf } from '../board/model';
import type { RallyRobotView, RallyView } from '../../../net/types';
import { read, write, type Draft } from './draft';

const SEATS = 8;

const nowhere = { cell: [-1, -1] as [number, number], facing: 'E' };
const absent = (seat: number): RallyRobotView => ({
  seat,
  name: '',
  model: 'tanky',
  cell: null,
  facing: 'E',
  damage: 0,
  lives: 0,
  ticked: 0,
  backup: nowhere,
  start: nowhere,
  locked: {},
  hand_size: 0,
  dead: true,
  eliminated: true,
  powered_down: false,
  confirmed: false,
  resigned: false,
});

export function viewOf(draft: Draft, checkpoints = 0): RallyView {
  // what is no token would shift nothing, but is floor in a picture
  const clean = { ...draft, cells: draft.cells.map((token) => (fieldOf(token) ? token : '..')) };
  const text = write(clean);
  return {
    round: 0,
    max_rounds: 0,
    phase: 'programming',
    board: {
      key: draft.key,
      name: draft.name,
      width: draft.width,
      height: draft.height,
      grid: text.slice(text.indexOf('grid:\n') + 6),
      checkpoints: checkpoints || SEATS,
    },
    robots: Array.from({ length: SEATS }, (_, n) => absent(n + 1)),
    winner: null,
  };
}

/** The picture of a board's text, or null where there is none to be made of it. */
export function preview(text: string, settings: Record<string, unknown> = {}): RallyView | null {
  const draft = read(text);
  return draft && viewOf(draft, Number(settings.checkpoints ?? 0));
}
