/**
 * What a game brings so that people can build its maps. The editor itself is `MapEditor.svelte`; a game has
 * - a `MapEditorSpec`: how its maps are read, written, judged and played,
 * - a class that is `MapTools`: what hands and keys do on the picture, and how it is drawn,
 * - an `Editor.svelte` that puts the two together and fills the places around the picture with its own palette.
 */
import type { Ctx, Size } from '../board/canvas';
import type { Theme } from '../board/theme';
import type { GameMaps } from '../contract';
import type { playAgainst } from '../../features/tables/quickMatch';
import type words from '../../i18n/editor';
import type { MapCheck, MapProblem } from '../../net/types';

/** Column and row of a cell, from 0. */
export interface Cell {
  x: number;
  y: number;
}

/** What the editor says: the common words, and those that every game has to find itself. */
export type EditorWords = typeof words.en & {
  /** How the picture is used with keyboard and pointer. */
  boardHint: string;
  /** Said of a file that is no map of this game. */
  badFile: string;
};

/** Something that the browser finds wrong with a draft by itself. */
export interface DraftProblem<Spot extends Cell = Cell> {
  /** Its sentence is in the words, under `wrong`. */
  code: string;
  /** The player or team it is about, 0 for nobody. */
  whose: number;
  /** The places it is about, if it is about any. */
  spots: Spot[];
}

/**
 * Ways to take a map along: `save` is a button that saves its file, `saveLink` a link to it (for short texts),
 * `picture` saves an image, `copyText` and `copyLink` put it on the clipboard.
 */
export type ShareAction = 'save' | 'saveLink' | 'picture' | 'copyText' | 'copyLink';

/** `Draft` is a map while it is built, never changed in place; `Spot` is a place on it that something can be wrong with. */
export interface MapEditorSpec<Draft, Spot extends Cell = Cell> {
  /** The key of the game. */
  game: string;
  /** What the editor says in the visitor's language. */
  words: () => EditorWords;
  /** What files of its maps are, and how they are opened. */
  maps: Pick<GameMaps, 'file' | 'opened'>;

  /** The draft that a text means, null where none can be made of it. */
  read: (text: string) => Draft | null;
  /** The text of a draft: what is checked, played, kept and shared. */
  write: (draft: Draft) => string;
  /** Stands in for a text that cannot be read. */
  empty: () => Draft;
  /** Whether two drafts are the same to whoever builds them; without it every new object is a step to undo. */
  isSame?: (a: Draft, b: Draft) => boolean;
  /** Width and height in cells, null while there is no map to be shown. */
  sizeOf: (draft: Draft) => { width: number; height: number } | null;
  /** The key and the name a map carries. */
  header: (draft: Draft) => { key: string; name: string };
  /** The draft with another key or name. */
  withHeader: (draft: Draft, change: { key?: string; name?: string }) => Draft;

  /** What is wrong as far as the browser can tell; while there is any of it, the server's problems are not shown. */
  problems?: (draft: Draft) => DraftProblem<Spot>[];
  /** The place that a problem of the server is about, if it is about one; `text` is the draft as the server read it. */
  spotOf: (problem: MapProblem, draft: Draft, text: string) => Spot | null;
  /** A sentence about a map that can be played. */
  facts: (draft: Draft) => string;

  /** The bot to try a map against unless another one is chosen. */
  bot: string;
  /** The match in which a map is tried. */
  match: (draft: Draft, check: MapCheck | null) => NonNullable<Parameters<typeof playAgainst>[2]>;
  /** Why a map that is all right can still not be tried, empty where it can. */
  cannotTry?: (draft: Draft) => string;

  /** Ways to take a map along, in the order of their buttons. */
  share: readonly ShareAction[];
  /** The name of the file of a map without a key. */
  unnamedFile: string;
  /**
   * The text is the draft itself: it is short, written letter by letter beside the picture, and problems of the server
   * name a line and a column of it. Then undo also works inside of fields, the last verdict stands until the next one is
   * there, and the code of a problem says all that there is to say.
   */
  textFirst?: boolean;
  layout: {
    /** How wide the column on the left is, on a wide page and on a narrower one. */
    left: string;
    leftNarrow: string;
    /** How wide the picture may become. */
    picture: string;
    /** On a phone the picture comes before what is on the left of it. */
    pictureFirst?: boolean;
  };
}

type DraftText<Draft> = Pick<MapEditorSpec<Draft>, 'read' | 'write' | 'empty'>;

/** The part of a spec about text, size and header, for drafts that have their size and header as fields. */
export function selfDescribed<Draft extends { key: string; name: string; width: number; height: number }>(
  text: DraftText<Draft>,
): DraftText<Draft> & Pick<MapEditorSpec<Draft>, 'sizeOf' | 'header' | 'withHeader'> {
  return {
    ...text,
    sizeOf: (draft) => draft,
    header: (draft) => draft,
    withHeader: (draft, change) => ({ ...draft, ...change }),
  };
}

/** Where a map lies in its picture: the size of a cell and the place of the first one, in pixels. */
export interface Grid {
  c: number;
  x0: number;
  y0: number;
}

/** A pointer on the picture. */
export interface MapPointer<Spot extends Cell = Cell> {
  /** In pixels of the picture. */
  x: number;
  y: number;
  grid: Grid;
  /** What `spotAt` finds there. */
  spot: Spot | null;
  /** Shift, Ctrl or Cmd is held. */
  add: boolean;
  /** No mouse: a finger or a pen. */
  touch: boolean;
}

/** Everything a picture is drawn with beside the map. */
export interface MapPicture<Spot extends Cell = Cell> {
  theme: Theme;
  size: Size;
  grid: Grid;
  /** The place under the pointer. */
  hover: Spot | null;
  /** The keyboard is in use, so that its cursor has to be seen. */
  focused: boolean;
}

/** The tool in hand of one editor, and what it does. */
export interface MapTools<Spot extends Cell = Cell> {
  /** How the pointer looks on the picture. */
  cssCursor: string;
  /** Height by width of the picture. */
  ratio: () => number;
  /** How many times nearer than the whole a map can be seen. A game without it has no zoom and no line below the picture. */
  nearest?: () => number;
  /** Where the map lies in a picture of this size. */
  grid: (size: Size) => Grid;
  /** The middle of a cell in pixels. */
  middle: (grid: Grid, cell: Cell) => [x: number, y: number];
  /** What is under a pixel, null beside the map. */
  spotAt: (grid: Grid, x: number, y: number) => Spot | null;

  /** The main button or a finger goes down; false where nothing begins by that. */
  press: (pointer: MapPointer<Spot>) => boolean;
  /** The pointer moves, with or without a button. */
  drag: (pointer: MapPointer<Spot>) => void;
  /** The pointer is let go; `done` is false where the browser took it away. */
  release: (done: boolean) => void;
  /** The hand turned out to move the map: what it began does not count. */
  cancel: () => void;
  /** The right button. Without it the browser shows its menu. */
  menu?: (spot: Spot) => void;
  /** What keys do, by their name; single letters are small, `Ctrl a` is A with Ctrl or Cmd. Arrows move the cursor. */
  keys: Readonly<Record<string, (() => void) | undefined>>;
  /** A place is brought into sight because something is wrong with it. */
  onShow?: (spot: Spot) => void;

  /** What is on a cell, in words. */
  describe: (cell: Cell) => string;
  /** Draws map, marks and cursor. */
  draw: (g: Ctx, picture: MapPicture<Spot>) => void;
  /** Reads whatever else is drawn beside map, cursor and problems, so that the picture follows it. */
  drawn: () => unknown;
  /** The map alone as an image; needed for the share action `picture`. */
  image?: (theme: Theme) => Promise<Blob | null>;
}
