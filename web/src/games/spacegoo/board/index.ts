/** Spacegoo in the browser. */
import type { SpacegooEvent, SpacegooView } from '../../../net/types';
import type { GameBoard } from '../../../game/contract';
import { painter } from './paint';
import { charts, marks, ships } from './figures';
import { caption, card, describe, eventText, keys, table } from './descriptions';

export const spacegoo: GameBoard<SpacegooView, SpacegooEvent> = {
  painter,
  play: () => import('../play/Controls.svelte'),
  rounds: (view) => ({ round: view.round, of: view.max_rounds }),
  describe,
  caption,
  headline: (view, seats) => ships(view).slice(0, seats + 1),
  headlineWord: (t) => t.ships,
  charts,
  marks,
  eventText,
  table,
  card,
  keys,
};
