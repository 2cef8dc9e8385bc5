/** What games with maps share in reading their texts. */
import type { GameMaps } from './contract';

/** The name in a map that is written as JSON, without reading all of it. */
export const jsonName = (text: string): string =>
  /^\s*"name":\s*("(?:[^"\\]|\\.)*")/m.exec(text)?.[1].replace(/^"|"$/g, '') ?? '';

/** The key of a copy. */
export const ownKey = (key: string): string => `my-${key}`.slice(0, 40);

/** How a map is changed by its editor; nothing where a text is none. */
interface DraftText<D> {
  read: (text: string) => D | null;
  write: (draft: D) => string;
  empty: () => D;
}

interface JsonMaps extends Pick<GameMaps, 'preview' | 'pageWords' | 'tableWords' | 'editor'> {
  /** characters of a file */
  most: number;
}

/** Maps that are written as JSON. */
export const jsonMaps = <D extends { key: string }>(
  { read, write, empty }: DraftText<D>,
  { most, ...game }: JsonMaps,
): GameMaps => ({
  ...game,
  nameIn: jsonName,
  isText: (value) => value.trimStart().startsWith('{'),
  opened: (content) => {
    const draft = read(content);
    return draft && write(draft);
  },
  empty: () => write(empty()),
  copyOf: (text) => {
    const draft = read(text);
    return draft ? write({ ...draft, key: ownKey(draft.key) }) : text;
  },
  file: { accept: '.json,application/json', ending: 'json', most },
});
