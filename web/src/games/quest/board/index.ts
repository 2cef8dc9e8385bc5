/** Quest in the browser. */
import { words } from '../words';
import { disc } from '../../../game/board/canvas';
import type { QuestEvent, QuestView } from '../../../net/types';
import type { Filter, GameBoard } from '../../../game/contract';
import { charts, marks, pointsOf } from './figures';
import { RESOURCES } from './model';
import { painter } from './paint';
import { schedule, seenAt } from './schedule';
import { resourceSign } from './signs';
import Teams from './Teams.svelte';
import { eventText } from './eventText';
import TurnEvents from './TurnEvents.svelte';
import { descriptions } from './descriptions';

export const board: GameBoard<QuestView, QuestEvent> = {
  painter,
  ownPanel: true,
  pins: true,
  rounds: (view) => ({ round: view.round, of: view.rounds }),
  ...descriptions,
  headline: (view, seats) => pointsOf(view).slice(0, seats + 1),
  headlineWord: () => words.board.points,
  charts,
  marks,
  eventText,
  filters: { label: () => words.board.filter, all: filters },
  span: (events) => schedule(events).span,
  moment: (events, part) => ({ step: 0, phase: 0, seen: seenAt(schedule(events), part) }),
  round: TurnEvents,
  story: Teams,
};

/** All, none, or one type. QST-144 */
function filters(): Filter[] {
  const w = words.board;
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
