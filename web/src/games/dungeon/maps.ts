/** Maps of the Dungeon, which are plain text. */
import type { GameMaps } from '../../game/contract';
import { ownKey } from '../../game/mapText';
import { empty, read, write } from './editor/draft';
import { preview } from './editor/preview';
import { words } from './words';

const maps: GameMaps = {
  preview,
  nameIn: (text) => /^name:\s*(.+?)\s*$/m.exec(text)?.[1] ?? '',
  isText: (value) => value.includes('\n'),
  opened: (content) => {
    const draft = read(content);
    return draft && write(draft);
  },
  empty: () => write(empty()),
  copyOf: (text) => {
    const draft = read(text);
    return draft ? write({ ...draft, key: ownKey(draft.key) }) : text;
  },
  file: { accept: '.txt,text/plain', ending: 'txt', most: 20_000 },
  pageWords: () => words.editor,
  tableWords: () => words.tables,
  editor: () => import('./editor/Editor.svelte'),
};
export default maps;
