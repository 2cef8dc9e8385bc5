/** How boards of Rally are built. RAL-314 */
import type { MapEditorSpec } from '../../../game/editor/mapEditorSpec';
import maps from '../maps';
import { words } from '../words';
import { empty, numbers, read, spotOf, write, type Draft, type Spot } from './draft';

/** A board as it is written, which may be no board yet. */
export interface BoardDraft {
  text: string;
  board: Draft | null;
}

export const written = (text: string): BoardDraft => ({ text, board: read(text) });

export const spec: MapEditorSpec<BoardDraft, Spot> = {
  game: 'rally',
  words: () => words.editor,
  maps,
  read: written,
  write: ({ text }) => text,
  empty: () => written(write(empty())),
  isSame: (a, b) => a.text === b.text,
  sizeOf: ({ board }) => board,
  header: ({ board }) => board ?? { key: '', name: '' },
  withHeader: (draft, change) => (draft.board ? written(write({ ...draft.board, ...change })) : draft),
  spotOf: ({ line, column }, _, text) => (line ? spotOf(text, line, column) : null),
  facts: ({ board }) => {
    const { starts, checkpoints } = board ? numbers(board) : { starts: [], checkpoints: [] };
    return words.editor.facts(starts.length, checkpoints.length);
  },
  bot: 'normal',
  match: ({ text }, check) => ({
    settings: { board: text },
    opponents: Math.max(1, Math.min(3, (check?.seats ?? 2) - 1)),
  }),
  share: ['copyText', 'copyLink', 'saveLink'],
  unnamedFile: 'board',
  textFirst: true,
  layout: { left: '216px', leftNarrow: '160px', picture: '860px' },
};
