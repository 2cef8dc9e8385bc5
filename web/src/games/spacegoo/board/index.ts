/** Spacegoo in the browser. */
import type { SpacegooEvent, SpacegooView } from '../../../net/types';
import type { GameBoard } from '../../../game/contract';
import { painter } from './paint';
import { charts, marks, ships } from './figures';
import { descriptions } from './descriptions';

export const board: GameBoard<SpacegooView, SpacegooEvent> = {
  painter,
  rounds: (view) => ({ round: view.round, of: view.max_rounds }),
  ...descriptions,
  headline: (view, seats) => ships(view).slice(0, seats + 1),
  headlineWord: (t) => t.ships,
  charts,
  marks,
};
