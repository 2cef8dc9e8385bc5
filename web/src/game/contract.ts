/** What a game brings to the browser: its definition, a painter, words for what is to be seen, and a person's controls. */
import type { Component } from 'svelte';
import type { Words } from '../i18n';
import type { Ctx, Marks, Moving, Painter } from './board/canvas';
import type { Theme } from './board/theme';
import type { Frame, Start, Verdict } from '../net/types';
import type { Believed } from './rules/believed';

export * from './definition';

export type MatchWords = Words['match'];

/** Names by seat; `names[0]` is nobody. */
export type Names = string[];

export interface EventLine {
  /** who did it, 0: nobody in particular */
  seat: number;
  /** what that one is called, where it is a team and no seat */
  who?: string;
  text: string;
  /** the piece it is about, to point at */
  piece: string;
  kind: 'launch' | 'fight' | 'capture' | 'end' | 'note';
  /** the round it happened in, where that is not the one the view stands in */
  round?: number;
}

/** Something worth a place on the scrubber: fights are ticks, captures (flags, kills, crafts) are diamonds. */
export interface ReplayMark {
  frame: number;
  kind: 'fight' | 'capture';
  seat: number;
}

export interface Series {
  seat: number;
  label: string;
  data: number[];
}

export interface ChartSpec {
  key: string;
  title: string;
  series: Series[];
}

/** The shown round in figures: a title, one line above, and a row per seat. */
export interface RoundTable {
  title: string;
  note: string;
  /** `sign`: drawn in place of the hint, which says the same in letters */
  columns: { key: string; label: string; hint: string; sign?: Component }[];
  rows: { seat: number; label: string; cells: string[] }[];
}

/** Details of the piece under the pointer or the cursor. */
export interface PieceCard {
  seat: number;
  title: string;
  /** where it is, unless the title says so */
  at?: string;
  /** what it does, in a sentence or two */
  note?: string;
  /** `sign`: drawn behind the label; `said`: the same in words */
  rows: [label: string, value: string, order?: { sign: Component; said: string }][];
}

/** A card for those who do not see it: what it is and where comes first. */
export function spoken({ title, at, note, rows }: PieceCard): string {
  const named = rows.map(([label, value, order]) => [order ? `${label} ${order.said}` : label, value]),
    told = named.map(([label, value]) => (value ? `${label}: ${value}` : label));
  return [at ? `${title}, ${at}` : title, ...(note ? [note] : []), ...told]
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ');
}

/** What a match is to its controls; `send` and `ask` go to the server. */
export interface PlayProps<V = any, E = any> {
  view: V;
  seat: number;
  names: Names;
  /** the name of the account at a seat, which several seats may have */
  account(seat: number): string;
  /** whether I am waited for */
  mine: boolean;
  /** the step to answer; changes with every turn */
  step: number;
  /** what happened since the turn before */
  events: E[];
  over: boolean;
  /** `performance.now()` at which my time is over, null without a limit */
  deadline: number | null;
  /** `more`: I am still waited for afterwards, as with a draft */
  send(action: unknown, more?: boolean): Promise<Verdict>;
  /** several at once, each with its verdict; where orders are collected also when I am not waited for */
  sendAll(actions: unknown[], more?: boolean): Promise<Verdict[]>;
  ask(action: unknown): Promise<unknown>;
  /** what my seat believes, with the rules to ask; null where only the server can be asked. It comes a moment after its
   * turn, so compare the round */
  believed: Believed | null;
  /** what to draw over the board, and who hears of picked pieces and keys */
  board: BoardLink;
  /** whether I sit, win or wait, in a few words; for controls that are a panel of their own */
  heading: string;
  /** the time of those who are waited for, which everybody may know; `runs`: there is somebody. It begins at `opens` */
  clock: { deadline: number | null; whole: number; runs: boolean; opens: number };
  /** the round on the board, in games whose rounds last */
  film: Film<V, E>;
  /** the key of the match */
  match: string;
  /** what was fixed before it began */
  setup: Start['setup'];
  /** I am its host, who alone may save it */
  host: boolean;
  resign(): void;
}

/** A round on its way over the board, or the last one. */
export interface Film<V = any, E = any> {
  playing: boolean;
  /** there is one to show again */
  shown: boolean;
  before: V | null;
  events: E[];
  part: number | undefined;
  moment: Moment | null;
  speed: number;
  skip(): void;
  again(): void;
}

/** What a board and the controls beside it tell each other. */
export interface BoardLink {
  marks: Marks;
  /** set by the controls; keys may do more than a click, which could be an accident. `add`: Shift, Ctrl or Cmd is held */
  pick: (piece: string, byKey: boolean, add?: boolean) => void;
  /** set by the controls: keys pressed anywhere on the page; true when used */
  key: (event: KeyboardEvent) => boolean;
  /** set by the controls: the piece that the pointer or the cursor is on, or nothing */
  hover?: (piece: string) => void;
  /** set by the board: puts the keyboard's focus there */
  focus: () => void;
  /** set by the board: brings a piece into sight where only a part of the board is seen */
  show?: (piece: string) => void;
}

/** Milliseconds a frame lasts at normal speed where its game says nothing else. */
export const SPAN_MS = 250;

/** Where a part of a frame is, for panels beside the board: 0 where the game has no such thing at that time. */
export interface Moment {
  /** program step, 1 and on */
  step: number;
  /** phase within the step, 1 and on */
  phase: number;
  /** how many of the frame's events have been seen */
  seen: number;
}

/** What a panel about the shown round is given in a replay. */
export interface RoundProps<V = any, E = any> {
  before: V;
  events: E[];
  /** how much of the round has been shown */
  part: number;
  names: Names;
  /** shows the round at this part */
  onpart: (part: number) => void;
}

/** What a panel about the whole match up to a frame is given in a replay. */
export interface StoryProps {
  frames: Frame[];
  /** the frame whose figures are shown */
  at: number;
  names: Names;
}

/** One of the choices of what a board shows, with a sign of `r` around a place. */
export interface Filter {
  value: string;
  label: string;
  draw: (g: Ctx, theme: Theme, x: number, y: number, r: number) => void;
}

export interface KeyHelp {
  keys: string[];
  does: string;
}

export interface GameBoard<V = any, E = any> {
  painter: Painter<V, E>;
  /** the controls bring heading, clock and players themselves */
  ownPanel?: boolean;
  /** round and last round, 0 if there is none */
  rounds(view: V): { round: number; of: number };
  /** one sentence that says what the picture says */
  describe(view: V, names: Names, t: MatchWords): string;
  /** said across the board at the end, or empty */
  caption(view: V, names: Names, t: MatchWords): string;
  /** the number that tells who is ahead, by seat; index 0 is nobody */
  headline(view: V, seats: number): number[];
  headlineWord(t: MatchWords): string;
  /** the team of a seat, whose colour and shape the board has for it; without it everybody has an own one */
  team?(view: V, seat: number): number;
  /** what a team is called, where several seats are one */
  teamName?(view: V, team: number, names: Names): string;
  /** what every team has of what tells who is ahead, from 1 on; without it that of the seats */
  shares?(view: V): number[];
  charts(frames: Frame[], names: Names, t: MatchWords): ChartSpec[];
  marks(frames: Frame[]): ReplayMark[];
  /** `view` is what was known then, where the caller has it */
  eventText(event: E, names: Names, t: MatchWords, view?: V): EventLine | null;
  table(view: V, names: Names, t: MatchWords): RoundTable;
  card(view: V, piece: string, names: Names, t: MatchWords, moving?: Moving<V, E>): PieceCard | null;
  keys(t: MatchWords): KeyHelp[];
  /** which signs may be shown alone; the first one is chosen from the beginning */
  filters?: { label: () => string; all: () => Filter[] };
  /** a click keeps the card of a piece until the next one, also where nobody plays */
  pins?: boolean;
  /** milliseconds that a frame with these events lasts at normal speed; without it `SPAN_MS`, and a live match glides */
  span?(events: E[]): number;
  /** where in the round a part of that time is, 0 to 1 */
  moment?(events: E[], part: number): Moment;
  /** in a replay, below the board: what the round was made of */
  round?: Component<RoundProps<V, E>>;
  /** in a replay, beside the board: what has a history that is nobody's line in a chart */
  story?: Component<StoryProps>;
}

/** How long a frame lasts at normal speed. */
export const spanOf = (board: GameBoard | undefined, events: unknown[]): number =>
  board?.span?.(events) ?? SPAN_MS;
