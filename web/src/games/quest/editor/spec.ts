/** How maps of Quest are built. QST-147 */
import { selfDescribed, type MapEditorSpec } from '../../../game/editor/mapEditorSpec';
import maps from '../maps';
import { words } from '../words';
import { number } from '../../../lib/format';
import { empty, inside, placeIn, read, unitsOf, write, type Draft } from './draft';
import { problems } from './problems';

const TURN_MS = 60_000; // people need more than the second that programs have

export const spec: MapEditorSpec<Draft> = {
  game: 'quest',
  words: () => words.editor,
  maps,
  ...selfDescribed<Draft>({ read, write, empty }),
  problems,
  spotOf: ({ sentence }, draft, text) => {
    const spot = placeIn(text, sentence);
    return spot && inside(draft, spot) ? spot : null;
  },
  facts: (draft) => {
    const amount = [...draft.buried, ...draft.surface].reduce(
      (sum, heap) => sum + Object.values(heap ?? {}).reduce((a, b) => a + b, 0),
      0,
    );
    return words.editor.facts(draft.players, unitsOf(draft, 1).length, number(amount));
  },
  bot: 'gatherer',
  match: (draft) => ({
    preset: 'standard',
    settings: { scenario: write(draft), ...('turn_ms' in draft.settings ? {} : { turn_ms: TURN_MS }) },
    opponents: draft.players - 1,
  }),
  share: ['save', 'copyText', 'copyLink'],
  unnamedFile: 'map',
  layout: { left: '236px', leftNarrow: '190px', picture: '900px' },
};
