/** The Dungeon in the browser. */
import { words } from '../words';
import type { DungeonEvent, DungeonView } from '../../../net/types';
import type { GameBoard, Moment } from '../../../game/contract';
import { charts, marks, sums } from './figures';
import Market from './Market.svelte';
import { painter } from './paint';
import Phases from './Phases.svelte';
import { beatAt, isFilm, schedule } from './schedule';
import { eventText } from './eventText';
import { descriptions } from './descriptions';

export const board: GameBoard<DungeonView, DungeonEvent> = {
  painter,
  ownPanel: true,
  rounds: (view) => ({ round: view.round, of: view.max_rounds }),
  ...descriptions,
  headline: (view, seats) => sums(view).slice(0, seats + 1),
  headlineWord: () => words.board.score,
  charts,
  marks,
  eventText,
  span: (events) => schedule(events).span,
  moment,
  round: Phases,
  story: Market,
};

function moment(events: DungeonEvent[], part: number): Moment {
  const film = schedule(events),
    at = isFilm(events) ? beatAt(film, part) : undefined;
  if (!at) return { step: 0, phase: 0, seen: events.length };
  const { phase, seen } = film.beats[at.n];
  return { step: 0, phase, seen };
}
