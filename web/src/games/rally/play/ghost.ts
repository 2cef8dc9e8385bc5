/** Where a program leads, by the rules in this page: the same that the server answers. RAL-270, RAL-271 */
import { refusalOf, type Believed } from '../../../game/rules/believed';
import { Records } from '../../../game/rules/records';
import type { RallyForecast, RallyView } from '../../../net/types';
import { DIRS, FACINGS, type Cell } from '../board/model';

const NOWHERE = -1;

/** Whether a belief is of this round, with this hand: cards may be dealt anew within a round. */
export function isOf(believed: Believed, view: RallyView): boolean {
  const { you } = view;
  if (!you || believed.get('round_no') !== view.round) return false;
  const cards = cardsOf(believed),
    count = believed.get('robots', believed.seat, 'hand_count'),
    hand = believed.list('robots', believed.seat, 'hand').slice(0, count);
  return you.hand.length === count && you.hand.every((card, n) => cards.indexOf(card) === hand[n]);
}

/** The names of cards by their numbers, as the tables of rows have them. */
function cardsOf(believed: Believed): (string | null)[] {
  const column = believed.rules.description.actions.draft.find((one) => typeof one !== 'number' && one.names);
  return typeof column === 'object' ? (column.names ?? []) : [];
}

export function ghostOf(
  believed: Believed,
  draft: { slots: readonly (string | null)[]; power_down: boolean },
): RallyForecast | null {
  if (believed.get('robots', believed.seat, 'cell') === 0) return null;
  const match = believed.copy(),
    { rules } = match,
    out = rules.block('way', 'Way', 1),
    code = match.ask('ghost', believed.seat, match.row({ type: 'draft', ...draft }), out);
  if (code) return { refusal: refusalOf(rules, code) };
  const way = new Records(rules, out),
    at = (...path: (string | number)[]): Cell | null => {
      const x = way.get(0, ...path, 'x');
      return x === NOWHERE ? null : [x, way.get(0, ...path, 'y')];
    },
    stop = (...path: (string | number)[]) => ({
      cell: at(...path),
      facing: FACINGS[DIRS[way.get(0, ...path, 'facing')]],
      damage: way.get(0, ...path, 'damage'),
    });
  const died = way.get(0, 'died_x');
  return {
    ...stop('end'),
    ticked: way.get(0, 'ticked'),
    died: died === NOWHERE ? null : [died, way.get(0, 'died_y')],
    path: Array.from({ length: way.get(0, 'count') }, (_, n) => ({
      step: way.get(0, 'stops', n, 'step'),
      phase: way.get(0, 'stops', n, 'phase'),
      ...stop('stops', n),
    })),
  };
}
