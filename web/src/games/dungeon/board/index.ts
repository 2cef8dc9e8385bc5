/** The Dungeon in the browser. */
import { say } from '../../../i18n';
import type { DungeonEvent, DungeonView } from '../../../net/types';
import { SPAN_MS, type GameBoard, type Moment } from '../../../game/contract';
import { charts, marks, sums } from './figures';
import Market from './Market.svelte';
import { painter } from './paint';
import Phases from './Phases.svelte';
import { beatAt, isFilm, schedule } from './schedule';
import { eventText } from './eventText';
import { caption, card, describe, keys, table } from './descriptions';

export const dungeon: GameBoard<DungeonView, DungeonEvent> = {
  painter,
  play: () => import('../play/Controls.svelte'),
  watch: () => import('../play/Watch.svelte'),
  ownPanel: true,
  rounds: (view) => ({ round: view.round, of: view.max_rounds }),
  describe,
  caption,
  headline: (view, seats) => sums(view).slice(0, seats + 1),
  headlineWord: () => say.dungeon.board.score,
  charts,
  marks,
  eventText,
  table,
  card,
  keys,
  span: (events) => (isFilm(events) ? schedule(events).span : SPAN_MS),
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
