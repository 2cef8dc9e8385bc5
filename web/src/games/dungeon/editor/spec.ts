/** How maps of the Dungeon are built. DUN-270 to DUN-272 */
import { selfDescribed, type MapEditorSpec } from '../../../game/editor/mapEditorSpec';
import maps from '../maps';
import { words } from '../words';
import { RESOURCES } from '../board/model';
import { countOf, empty, isGone, placeOf, read, write, type Draft } from './draft';

const KEY = /^[a-z0-9-]{1,40}$/;

export const spec: MapEditorSpec<Draft> = {
  game: 'dungeon',
  words: () => words.editor,
  maps,
  ...selfDescribed<Draft>({ read, write, empty }),
  problems: ({ key, name }) => [
    ...(KEY.test(key) ? [] : [{ code: 'bad_key', whose: 0, spots: [] }]),
    ...(name.trim() ? [] : [{ code: 'no_name', whose: 0, spots: [] }]),
  ],
  spotOf: ({ line, column }, draft) => (line ? placeOf(draft, line, column ?? 1) : null),
  facts: (draft) =>
    words.editor.facts(
      draft.cells.filter((token) => !isGone(token)).length,
      countOf(draft, 'station'),
      RESOURCES.reduce((sum, kind) => sum + countOf(draft, kind), 0),
    ),
  bot: 'miner',
  match: (draft) => ({
    preset: 'standard',
    settings: { map: write(draft), early_close: true, max_rounds: 100 },
    opponents: 1,
  }),
  share: ['save', 'copyText', 'copyLink'],
  unnamedFile: 'map',
  layout: { left: '216px', leftNarrow: '160px', picture: '820px' },
};
