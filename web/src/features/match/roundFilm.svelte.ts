/** A live match as a film: after a tick of a game whose rounds last, the board moves through the round. */
import { untrack } from 'svelte';
import { SPAN_MS, type GameBoard, type Moment } from '../../game/contract';

interface Film {
  before: unknown;
  view: unknown;
  events: unknown[];
  span: number;
}

export class RoundFilm {
  /** what a board is to be given; `part` is undefined where the board glides by itself */
  view = $state.raw<unknown>(null);
  before = $state.raw<unknown>(null);
  events = $state.raw<unknown[]>([]);
  part = $state<number | undefined>(undefined);
  /** a round is being shown */
  playing = $state(false);
  speed = $state(1);
  #board: () => GameBoard | undefined;
  /** the newest view, which may be further than the shown one */
  #newest: unknown = null;
  #film: Film | null = null;
  #began = -Infinity;
  #request = 0;

  constructor(board: () => GameBoard | undefined) {
    this.#board = board;
  }

  /** Where in the round the board is, for panels beside it; null while it stands. */
  get moment(): Moment | null {
    return this.playing ? (this.#board()?.moment?.(this.events, this.part ?? 1) ?? null) : null;
  }

  /** There is a round that can be shown again. */
  get shown(): boolean {
    return this.#film !== null;
  }

  /** A new view, and what happened on the way to it. `limit`: ms it may take to show. */
  show(view: unknown, events: unknown[], limit = Infinity): void {
    if (view === this.#newest) return;
    const before = this.#newest,
      span = this.#board()?.span?.(events);
    this.#newest = view;
    if (span !== undefined && span > SPAN_MS && before !== null) {
      // rounds that come faster than they can be shown are shown as fast as they come
      const gap = this.playing ? performance.now() - this.#began : Infinity;
      this.#film = { before, view, events, span: Math.min(span, limit, gap) };
      this.#began = performance.now();
      return this.#play(this.#film);
    }
    if (!this.playing) this.#stand(view, events, span === undefined ? undefined : 1);
  }

  /** To the end of the round at once. */
  skip(): void {
    cancelAnimationFrame(this.#request);
    if (this.playing) this.#stand(this.#newest, this.events, 1);
  }

  /** The last round once more. */
  again(): void {
    if (this.#film) this.#play({ ...this.#film, span: this.#board()?.span?.(this.#film.events) ?? SPAN_MS });
  }

  close(): void {
    cancelAnimationFrame(this.#request);
  }

  #stand(view: unknown, events: unknown[], part: number | undefined): void {
    this.playing = false;
    this.before = null;
    this.view = view;
    this.events = events;
    this.part = part;
  }

  #play({ before, view, events, span }: Film): void {
    cancelAnimationFrame(this.#request);
    [this.before, this.view, this.events, this.part, this.playing] = [before, view, events, 0, true];
    let then = performance.now();
    const run = (now: number) => {
      const part = (this.part ?? 0) + (Math.max(0, now - then) / span) * this.speed;
      then = now;
      if (part >= 1) return this.#stand(this.#newest, events, 1);
      this.part = part;
      this.#request = requestAnimationFrame(run);
    };
    this.#request = requestAnimationFrame(run);
  }
}

/** The film of a match that is followed, for as long as the component that asks for it lives. */
export function roundFilm(
  board: () => GameBoard | undefined,
  live: () => { view: unknown; events: unknown[] },
): RoundFilm {
  const made = new RoundFilm(board);
  $effect.pre(() => {
    const { view, events } = live(),
      known = board() !== undefined;
    if (view !== null && known) untrack(() => made.show(view, events));
  });
  $effect(() => () => made.close());
  return made;
}
