/** Rally in the browser. */
import type { RallyEvent, RallyView } from '../../../net/types';
import { SPAN_MS, type GameBoard, type Moment } from '../../../game/contract';
import { charts, marks, ticked } from './figures';
import { painter } from './paint';
import Programs from './Programs.svelte';
import { isFilm } from './poses';
import { schedule } from './schedule';
import { descriptions } from './descriptions';
import { words } from '../words';

export const board: GameBoard<RallyView, RallyEvent> = {
  painter,
  ownPanel: true,
  rounds: (view) => ({ round: view.round, of: view.max_rounds }),
  ...descriptions,
  headline: (view, seats) => ticked(view).slice(0, seats + 1),
  headlineWord: () => words.board.checkpoints,
  charts,
  marks,
  span: (events) => (isFilm(events) ? schedule(events).span : SPAN_MS),
  moment,
  round: Programs,
};

function moment(events: RallyEvent[], part: number): Moment {
  const { beats, span } = schedule(events),
    beat = part < 1 && isFilm(events) ? beats.findLast(({ begins }) => begins <= part * span) : undefined;
  return beat ?? { step: 0, phase: 0, seen: events.length };
}
