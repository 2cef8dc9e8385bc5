/** Boards of Rally, which are plain text. */
import type { GameMaps } from '../../game/contract';
import { ownKey } from '../../game/mapText';
import { empty, read, write } from './editor/draft';
import { preview } from './editor/preview';
import { words } from './words';

const maps: GameMaps = {
  preview,
  nameIn: (text) => /^name:\s*(.+?)\s*$/m.exec(text)?.[1] ?? '',
  isText: (value) => value.includes('\n'),
  opened: (content) => (/^grid:/m.test(content) ? content.replace(/\r/g, '') : null),
  empty: () => write(empty()),
  copyOf: (text) => {
    const board = read(text);
    return board ? write({ ...board, key: ownKey(board.key) }) : text;
  },
  file: { accept: '.txt,text/plain', ending: 'txt', most: 100_000 },
  pageWords: () => words.editor,
  editor: () => import('./editor/Editor.svelte'),
};
export default maps;
