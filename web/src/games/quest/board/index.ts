/** Quest in the browser. */
import { say } from '../../../i18n';
import { disc } from '../../../game/board/canvas';
import type { QuestEvent, QuestView } from '../../../net/types';
import { SPAN_MS, type Filter, type GameBoard } from '../../../game/contract';
import { charts, marks, pointsOf } from './figures';
import { RESOURCES } from './model';
import { painter } from './paint';
import { isFilm, schedule, seenAt } from './schedule';
import { resourceSign } from './signs';
import Teams from './Teams.svelte';
import { eventText } from './eventText';
import TurnEvents from './TurnEvents.svelte';
import { caption, card, describe, keys, table } from './descriptions';

export const quest: GameBoard<QuestView, QuestEvent> = {
  painter,
  play: () => import('../play/Controls.svelte'),
  watch: () => import('../play/Watch.svelte'),
  ownPanel: true,
  rounds: (view) => ({ round: view.round, of: view.rounds }),
  describe,
  caption,
  headline: (view, seats) => pointsOf(view).slice(0, seats + 1),
  headlineWord: () => say.quest.board.points,
  charts,
  marks,
  eventText,
  table,
  card,
  keys,
  filters: { label: () => say.quest.board.filter, all: filters },
  pins: true,
  span: (events) => (isFilm(events) ? schedule(events).span : SPAN_MS),
  moment: (events, part) => ({ step: 0, phase: 0, seen: seenAt(schedule(events), part) }),
  round: TurnEvents,
  story: Teams,
};

/** All, none, or one type. QST-144 */
function filters(): Filter[] {
  const w = say.quest.board;
  return [
    {
      value: 'all',
      label: w.filterAll,
      draw(g, theme, x, y, r) {
        for (const [kind, dx, dy] of [
          ['iron', -0.5, -0.45],
          ['gold', 0.5, -0.45],
          ['wood', -0.5, 0.5],
          ['stone', 0.5, 0.5],
        ] as const)
          // prettier-ignore
          resourceSign(g, kind, x + dx * r, y + dy * r, r * 0.42, theme.ink);
      },
    },
    {
      value: 'none',
      label: w.filterNone,
      draw(g, theme, x, y, r) {
        disc(g, x, y, r * 0.8);
        g.lineWidth = r * 0.2;
        g.strokeStyle = theme.ink;
        g.stroke();
        g.beginPath();
        g.moveTo(x - r * 0.55, y + r * 0.55);
        g.lineTo(x + r * 0.55, y - r * 0.55);
        g.stroke();
      },
    },
    ...RESOURCES.map((kind) => ({
      value: kind,
      label: w.resources[kind],
      draw: ((g, theme, x, y, r) =>
        resourceSign(g, kind, x, y, r * 0.92, theme.ink)) satisfies Filter['draw'],
    })),
  ];
}
