/** Games whose maps people make: how one is read, shown before a match, called and built. A new game is an entry here. */
import type { Component } from 'svelte';
import { say, type Words } from '../i18n';
import { settings } from '../lib/settings.svelte';
import type { MapCheck, MapInfo } from '../net/types';
import * as boidvoidDraft from '../games/boidvoid/editor/draft';
import { preview as boidvoid } from '../games/boidvoid/editor/preview';
import * as questDraft from '../games/quest/editor/draft';
import { preview as quest } from '../games/quest/editor/preview';
import * as rallyDraft from '../games/rally/editor/draft';
import { preview as rally } from '../games/rally/editor/preview';

/** What the pages about maps say, which every game says in its own words. */
type DeskWords = Pick<
  Words['rally']['desk'],
  | 'title'
  | 'lead'
  | 'newBoard'
  | 'openFile'
  | 'shipped'
  | 'installed'
  | 'installedNone'
  | 'drafts'
  | 'draftsText'
  | 'draftsNone'
  | 'unnamed'
  | 'editCopy'
  | 'editCopyOf'
  | 'edit'
  | 'editOf'
  | 'remove'
  | 'removeOf'
  | 'removeAsk'
  | 'removeDraftAsk'
  | 'removed'
  | 'editor'
  | 'toBoards'
  | 'badFile'
  | 'kept'
>;
/** What a table says of its map. */
type MapWords = Pick<
  Words['lobby'],
  'map' | 'chooseMap' | 'takeMap' | 'ownMap' | 'editMaps' | 'mapSeats' | 'tooMany'
> & { drawnMap: string; drawnMapText: string };

export interface MapEditorProps {
  /** what is opened, and the draft it is kept as; empty for something new */
  text: string;
  draft: string;
}

interface MapCraft {
  /** a view of a map nobody plays on yet, for the game's painter */
  preview: (text: string, settings?: Record<string, unknown>) => unknown;
  /** what a text says of itself */
  nameIn: (text: string) => string;
  /** whether a value is a map itself, and no key of one */
  isText: (value: string) => boolean;
  /** a file that somebody opens, as this game writes it; nothing where it is no map */
  opened: (content: string) => string | null;
  /** a new one, and one with a key of its own */
  empty: () => string;
  copyOf: (text: string) => string;
  file: { accept: string; ending: string; most: number };
  desk: () => DeskWords;
  words: () => MapWords;
  editor: () => Promise<{ default: Component<MapEditorProps> }>;
}

const jsonName = (text: string): string =>
  /^\s*"name":\s*("(?:[^"\\]|\\.)*")/m.exec(text)?.[1].replace(/^"|"$/g, '') ?? '';
const ownKey = (key: string): string => `my-${key}`.slice(0, 40);

export const crafts: Record<string, MapCraft> = {
  boidvoid: {
    preview: boidvoid,
    nameIn: jsonName,
    isText: (value) => value.trimStart().startsWith('{'),
    opened: (content) => {
      const draft = boidvoidDraft.read(content);
      return draft && boidvoidDraft.write(draft);
    },
    empty: () => boidvoidDraft.write(boidvoidDraft.empty()),
    copyOf: (text) => {
      const draft = boidvoidDraft.read(text);
      return draft ? boidvoidDraft.write({ ...draft, key: ownKey(draft.key) }) : text;
    },
    file: { accept: '.json,application/json', ending: 'json', most: 500_000 },
    desk: () => say.boidvoid.desk,
    words: () => say.boidvoid.pages,
    editor: () => import('../games/boidvoid/editor/Editor.svelte'),
  },
  quest: {
    preview: quest,
    nameIn: jsonName,
    isText: (value) => value.trimStart().startsWith('{'),
    opened: (content) => {
      const draft = questDraft.read(content);
      return draft && questDraft.write(draft);
    },
    empty: () => questDraft.write(questDraft.empty()),
    copyOf: (text) => {
      const draft = questDraft.read(text);
      return draft ? questDraft.write({ ...draft, key: ownKey(draft.key) }) : text;
    },
    file: { accept: '.json,application/json', ending: 'json', most: 2_000_000 },
    desk: () => say.quest.desk,
    words: () => say.quest.pages,
    editor: () => import('../games/quest/editor/Editor.svelte'),
  },
  rally: {
    preview: rally,
    nameIn: (text) => /^name:\s*(.+?)\s*$/m.exec(text)?.[1] ?? '',
    isText: (value) => value.includes('\n'),
    opened: (content) => (/^grid:/m.test(content) ? content.replace(/\r/g, '') : null),
    empty: () => rallyDraft.write(rallyDraft.empty()),
    copyOf: (text) => {
      const board = rallyDraft.read(text);
      return board ? rallyDraft.write({ ...board, key: ownKey(board.key) }) : text;
    },
    file: { accept: '.txt,text/plain', ending: 'txt', most: 100_000 },
    desk: () => say.rally.desk,
    words: () => ({ ...say.lobby, drawnMap: '', drawnMapText: '' }),
    editor: () => import('../games/rally/editor/Editor.svelte'),
  },
};

/** What a table of this game says of its map. */
export const mapWords = (game: string): MapWords => (crafts[game] ?? crafts.rally).words();

/** Names may be given in both languages, as in `Fliessband / Assembly Line`. */
export function mapName(game: string, map: Pick<MapInfo, 'key' | 'name'> & { shipped?: boolean }): string {
  const ours = map.shipped ? say.lobby.settingsOf[game]?.maps[map.key] : undefined;
  const [german, english] = map.name.split(' / ');
  return ours ?? (settings.lang === 'de' ? german : (english ?? german));
}

export function levelName(game: string, level: string): string {
  return say.lobby.settingsOf[game]?.levels[level] ?? level;
}

/** What a text says of itself. */
export const nameIn = (game: string, text: string): string => crafts[game]?.nameIn(text) ?? '';

/** A map that is no more than its text. */
export function ownMap(game: string, text: string, check?: MapCheck): MapInfo {
  return {
    key: text,
    name: nameIn(game, text),
    shipped: false,
    text,
    seats: check?.seats ?? 0,
    facts: check?.facts ?? {},
    author: '',
    at_ms: 0,
  };
}

export const isText = (game: string, value: unknown): value is string =>
  typeof value === 'string' && (crafts[game]?.isText(value) ?? false);
