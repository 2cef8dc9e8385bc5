/** What a game tells the pages about itself. Whatever is heavy is imported when it is first needed. */
import type { Component } from 'svelte';
import type { Rounds } from '../features/match/roundHistory.svelte';
import type { MatchInfo, TableInfo } from '../net/types';
import type { Ctx } from './board/canvas';
import type { Theme } from './board/theme';
import type { GameBoard, Names, PlayProps } from './contract';

/** A component that is loaded when it is first needed. */
export type LazyComponent<P extends Record<string, any> = Record<string, never>> = () => Promise<{
  default: Component<P>;
}>;

export interface HelpSection {
  id: string;
  title: string;
}

/** A game as the pages know it. Only what every game has is demanded; a page leaves out what a game does not bring. */
export interface Game<V = any, E = any> {
  /** The game's name in addresses and on the server. */
  key: string;
  /** Where it stands among the games, the first one at 1. */
  position: number;
  /** What it is called, and its words for what the platform's pages show of it. */
  words: GameWords;
  /** Its sign, drawn into a box of 24 by 24. */
  mark: Component;
  /** A moment of a played match, for pictures of the board where no match runs. */
  sample: unknown;
  /** How its matches are drawn and told. */
  board: GameBoard<V, E>;
  /** The controls of somebody who plays. */
  play: LazyComponent<PlayProps<V, E>>;
  /** What stands beside the board for somebody who watches. */
  watch?: LazyComponent<PlayProps<V, E>>;
  /** The main menu on its page, in place of a plain heading. */
  menu?: LazyComponent;
  /** Help above the rulebook, and its sections for the contents of the page. */
  help?: { page: LazyComponent; sections: () => HelpSection[] };
  /** How its maps are read, shown and built, where people make some. */
  maps?: GameMaps;
  /** Pages of a match beside its board, such as a market. */
  matchPages?: MatchPage[];
  /** What a host and the staff have for leading a match. */
  organiser?: LazyComponent<OrganiserProps<V>>;
  /** The map of a table, which its host can look at and alter before the start. */
  prepare?: { panel: LazyComponent<PrepareProps>; words: () => PrepareWords };
  /** Who is awarded what by an event, which the player is told at once. */
  awards?: (event: E) => { seat: number; award: string } | null;
  /** Draws what a seat has chosen before the match, in the seat's colour. */
  choices?: (g: Ctx, theme: Theme, chosen: { seat: number; choice: string }, size: number) => void;
  /** How a table asks for its settings. */
  options?: GameOptions;
  /** Settings of a match that one click starts against bots. */
  quick?: Record<string, unknown>;
  /** Pages of its own, with their addresses. */
  routes?: GameRoute[];
  /** What it adds to the administration. */
  adminTabs?: AdminTab[];
  /** A ranking of its own beside the ladders, and where it is for an edition; `editions` are those in which a player has a
   *  rank there, which is then the only one that a page tells. */
  ranking?: {
    title: () => string;
    href: (preset: string) => string;
    editions: (name: string, signal?: AbortSignal) => Promise<string[]>;
  };
  /** Whether nobody sits at such a match in a browser: who looks at it has the page of a replay, which follows it. */
  onlyWatched?: (match: Pick<MatchInfo, 'line'>) => boolean;
  /** What it adds to a player's page. */
  playerPanel?: LazyComponent<{ name: string }>;
  /** Where the log of a match is in the game's own format, empty where there is none. */
  logHref?: (match: MatchInfo) => string;
  /** First parts of addresses that the server answers itself. */
  served?: string[];
}

/** What a game says of itself. Its controls, what spectators have, its menu and its help are found by their files. */
export type GameDefinition<V, E> = Omit<Game<V, E>, 'play' | 'watch' | 'menu' | 'help'> & {
  /** what the contents of the page show of its help */
  helpSections?: () => HelpSection[];
};

const parts = import.meta.glob<{ default: Component<any> }>([
  '../games/*/play/{Controls,Watch}.svelte',
  '../games/*/menu/Menu.svelte',
  '../games/*/help/Help.svelte',
]);

/** Every `games/<key>/index.ts` exports what this makes as its default. */
export function defineGame<V, E>({ helpSections, ...game }: GameDefinition<V, E>): Game<V, E> {
  const part = (file: string): LazyComponent<any> | undefined => parts[`../games/${game.key}/${file}.svelte`],
    page = part('help/Help');
  return {
    ...game,
    play: part('play/Controls')!,
    watch: part('play/Watch'),
    menu: part('menu/Menu'),
    help: page && { page, sections: helpSections ?? (() => []) },
  };
}

/** Sections that are called what their words are under the same key. */
export const sectionsOf = <K extends string>(words: Record<K, string>, ids: K[]): HelpSection[] =>
  ids.map((id) => ({ id, title: words[id] }));

/** The words of a game that the platform's pages show. */
export interface GameWords {
  name: string;
  /** where room is short */
  shortName: string;
  /** what it is about */
  sentence: string;
  /** why an action is refused, by its code */
  refusals: Record<string, string>;
  /** its built-in bots, by their names on the server */
  bots: Record<string, { name: string; text: string }>;
  /** why a match ended, and why a seat was left where only this game has the reason, by their codes */
  endings: Record<string, string>;
  leavings?: Record<string, string>;
  /** editions that not every game has */
  presets?: Record<string, string>;
  settings?: SettingWords;
  figures?: FigureWords;
  choices?: ChoiceWords;
}

/** What a game says of its settings; one without words is shown as the server calls it. */
export interface SettingWords {
  names: Record<string, string>;
  hints: Record<string, string>;
  choices: Record<string, string>;
  /** said for a number 0 that means everything */
  all?: string;
  /** names of the maps that ship with the game, and how hard they are */
  maps?: Record<string, string>;
  levels?: Record<string, string>;
}

/** Figures and achievements; those without words are shown in the server's. */
export interface FigureWords {
  figures: Record<string, string>;
  achievements: Record<string, { name: string; text: string }>;
}

export interface ChoiceWord {
  name: string;
  motto: string;
  ability: string;
  text: string;
  /** whether a player triggers the ability */
  active: boolean;
}

/** What a seat may choose before a match. */
export interface ChoiceWords {
  title: string;
  of: (who: string) => string;
  words: Record<string, ChoiceWord>;
  passive: string;
  active: string;
}

export interface GameOptions {
  /** the edition of a new table, where the usual one is for programs: a second is too short for a hand */
  preset?: string;
  /** what a host usually decides first; the rest is in the panel of all settings */
  main?: string[];
  /** the main settings are few values to pick at the table itself, beside the map */
  atTable?: boolean;
  /** settings that follow from a map that was chosen */
  ofMap?: string[];
  /** settings whose 0 means everything there is */
  zeroIsAll?: string[];
}

/** What the pages about maps say. */
export interface MapPageWords {
  title: string;
  lead: string;
  newBoard: string;
  openFile: string;
  shipped: string;
  installed: string;
  installedNone: string;
  drafts: string;
  draftsText: string;
  draftsNone: string;
  unnamed: string;
  editCopy: string;
  editCopyOf: (name: string) => string;
  edit: string;
  editOf: (name: string) => string;
  remove: string;
  removeOf: (name: string) => string;
  removeAsk: string;
  removeDraftAsk: string;
  removed: string;
  editor: string;
  toBoards: string;
  badFile: string;
  kept: string;
}

/** What a table says of its map. */
export interface TableMapWords {
  map: string;
  chooseMap: string;
  takeMap: string;
  ownMap: string;
  editMaps: string;
  mapSeats: (n: number) => string;
  tooMany: (n: number) => string;
  drawnMap: string;
  drawnMapText: string;
}

export interface MapEditorProps {
  /** what is opened, and the draft it is kept as; empty for something new */
  text: string;
  draft: string;
}

export interface GameMaps {
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
  pageWords: () => MapPageWords;
  /** without it the common words */
  tableWords?: () => TableMapWords;
  editor: LazyComponent<MapEditorProps>;
}

export interface MatchPageProps<R extends { round: number } = any> {
  match: MatchInfo;
  names: Names;
  rounds: Rounds<R>;
}

export interface MatchPage {
  /** the last part of its address */
  key: string;
  title: () => string;
  page: LazyComponent<MatchPageProps>;
}

export interface OrganiserProps<V = any> {
  matchKey: string;
  /** the newest view the page has */
  view: V | null;
  /** whether I play in it */
  seated: boolean;
}

export interface PrepareProps {
  table: TableInfo;
  /** the table as the server has it after a change */
  onchange: (table: TableInfo) => void;
}

export interface PrepareWords {
  prepare: string;
  reopen: string;
  preparedChip: string;
  prepareAsk: string;
  prepareHint: string;
  prepareText: string;
}

export interface GameRoute {
  /** its addresses, as `/season/:id`; the same page is kept between them */
  paths: string[];
  /** given `PageProps`, which it may ignore */
  page: LazyComponent<any>;
  /** shown in the menu of whoever is signed in; `accounts`: not for guests */
  link?: { title: () => string; accounts?: boolean };
}

export interface AdminTab {
  /** the part of its address behind `/admin/` */
  key: string;
  title: () => string;
  /** for administrators only, not for organisers */
  adminOnly?: boolean;
  /** given `id` and `sub`, what follows in the address, which it may ignore */
  panel: LazyComponent<any>;
}
