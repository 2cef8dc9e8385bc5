/** Maps of Quest. */
import { jsonMaps } from '../../game/mapText';
import { empty, read, write } from './editor/draft';
import { preview } from './editor/preview';
import { words } from './words';

export default jsonMaps(
  { read, write, empty },
  {
    most: 2_000_000,
    preview,
    pageWords: () => words.editor,
    tableWords: () => words.pages,
    editor: () => import('./editor/Editor.svelte'),
  },
);
