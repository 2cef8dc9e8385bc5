/** How maps of BoidVoid are built. BOI-046, BOI-295 */
import { selfDescribed, type MapEditorSpec } from '../../../game/editor/mapEditorSpec';
import maps from '../maps';
import { words } from '../words';
import { empty, inside, MATCH_SIDE, read, write, type Draft, type Tile } from './draft';
import { problems } from './problems';

const TURN_SECONDS = 300; // whoever tries a map looks around

export const spec: MapEditorSpec<Draft> = {
  game: 'boidvoid',
  words: () => words.editor,
  maps,
  ...selfDescribed<Draft>({ read, write, empty }),
  problems,
  // the sentence names the tile
  spotOf: ({ sentence }, draft) => {
    const found = /\[(\d+), (\d+)\]/.exec(sentence),
      spot = found && { x: Number(found[1]), y: Number(found[2]) };
    return spot && inside(draft, spot) ? spot : null;
  },
  facts: ({ homes, tiles }) => {
    const count = (has: (tile: Tile) => unknown) => tiles.filter((tile) => tile && has(tile)).length;
    return words.editor.facts(
      homes.length,
      count(Boolean),
      count(({ obstacle }) => obstacle),
      count(({ poi }) => poi),
      count(({ npc }) => npc),
    );
  },
  bot: 'random',
  match: (draft) => ({
    preset: 'standard',
    settings: { map: write(draft), teams: draft.homes.length, turn_seconds: TURN_SECONDS },
    opponents: draft.homes.length - 1,
  }),
  cannotTry: ({ width, height }) => (Math.max(width, height) > MATCH_SIDE ? words.editor.testLarge : ''),
  share: ['save', 'picture', 'copyText', 'copyLink'],
  unnamedFile: 'map',
  layout: { left: '250px', leftNarrow: '190px', picture: '900px', pictureFirst: true },
};
