/** A running match as the pages see it: the newest view, whose time runs, what happened, what was said. */
import { able } from '../game/rules/able';
import { Connection, type Status } from './connection';
import type { FromServer, Over, Said, Start, Turn, Verdict } from './types';

const EVENTS_KEPT = 400;
const SAID_KEPT = 200;

/** An event, and the view it led to. */
export interface Happened {
  n: number;
  event: unknown;
  view: unknown;
}

interface Options {
  /** come as a spectator even where I have a seat */
  watch?: boolean;
}

export class LiveMatch {
  status = $state<Status>('connecting');
  start = $state.raw<Start | null>(null);
  seat = $state(0);
  view = $state.raw<unknown>(null);
  /** what happened on the way to this view */
  events = $state.raw<unknown[]>([]);
  step = $state(0);
  turn = $state.raw<Turn | null>(null);
  /** the turn of this step has been answered */
  answered = $state(-1);
  waiting = $state.raw<number[]>([]);
  /** `performance.now()` at which the time of those waited for is over */
  deadline = $state<number | null>(null);
  /** all the time there was, for the ring of the clock */
  whole = $state(0);
  /** `performance.now()` at which that time begins to run; before it the last round is shown */
  opens = $state(0);
  over = $state.raw<Over | null>(null);
  /** the match was closed without a result */
  broken = $state(false);
  happened = $state.raw<Happened[]>([]);
  said = $state.raw<(Said & { n: number })[]>([]);
  problem = $state.raw<{ code: string; sentence: string } | null>(null);
  #link: Connection;
  #count = 0;
  #gathered: unknown[] = [];
  #listeners = new Set<(message: FromServer) => void>();

  constructor(
    readonly key: string,
    { watch = false }: Options = {},
  ) {
    this.#link = new Connection(
      {
        version: 1,
        role: watch ? 'spectator' : 'person',
        match: key,
        follow: true,
        want: watch || !able() ? [] : ['belief'],
      },
      {
        message: (message) => this.#take(message),
        status: (status) => (this.status = status),
        since: () => (this.view === null ? undefined : this.step),
      },
    );
  }

  /** Whether I am waited for. A turn may also have ended without my doing, as by the clock. */
  get mine(): boolean {
    return (
      this.turn !== null &&
      this.answered !== this.turn.step &&
      this.waiting.includes(this.seat) &&
      this.over === null &&
      this.status === 'open'
    );
  }

  listen(listener: (message: FromServer) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends an order for the turn at hand; resolves when it is kept. `more`: it is not the last one of this turn. */
  async send(action: unknown, more = false): Promise<Verdict> {
    if (this.turn === null) throw new Error('no turn');
    return (await this.sendAll([action], more))[0];
  }

  /** Sends several orders at once; each has a verdict of its own. Where orders are collected they may also come when
   * nobody waits for me any more, and then there may be no turn that they answer. */
  async sendAll(actions: unknown[], more = false): Promise<Verdict[]> {
    const step = this.turn?.step;
    if (!more && step !== undefined) this.answered = step; // a second click must not send a second order
    try {
      const { verdicts } = await this.#link.act(actions, step);
      if (verdicts.some(({ verdict }) => verdict === 'refused')) this.#again(step);
      return verdicts;
    } catch (error) {
      this.#again(step);
      throw error;
    }
  }

  #again(step: number | undefined): void {
    if (this.answered === step) this.answered = -1;
  }

  async ask(action: unknown): Promise<unknown> {
    return (await this.#link.ask(action)).forecast;
  }

  /** What led to the newest step has been watched, or is skipped: nobody has to wait for that. */
  seen(): void {
    this.#link.seen(this.step);
  }

  say(text: string): boolean {
    return this.#link.say(text);
  }

  resign(): boolean {
    return this.#link.leave();
  }

  /** Takes the match back from another window. */
  again(): void {
    this.#link.open();
  }

  close(): void {
    this.#link.close();
  }

  #take(message: FromServer): void {
    switch (message.type) {
      case 'start':
        this.start = message;
        this.seat = message.seat;
        this.said = []; // what was said so far comes again
        break;
      case 'step': {
        this.step = message.step;
        this.#gathered.push(...message.events);
        if (message.view !== undefined) this.#show(message.view);
        this.waiting = message.waiting;
        this.opens = performance.now() + (message.starts_ms ?? 0);
        this.#clock(message.left_ms);
        break;
      }
      case 'turn':
        this.turn = message;
        this.step = Math.max(this.step, message.step);
        if (this.view === null) this.#show(message.view);
        if (!this.waiting.includes(this.seat)) this.waiting = [...this.waiting, this.seat];
        this.opens = performance.now() + (message.clock.starts_ms ?? 0);
        this.#clock(message.clock.left_ms ?? null);
        break;
      case 'over':
        this.over = message;
        if (this.#gathered.length) this.#show(this.view);
        this.turn = null;
        this.waiting = [];
        this.deadline = null;
        break;
      case 'said':
        this.said = [...this.said, { ...message, n: this.#count++ }].slice(-SAID_KEPT);
        break;
      case 'error':
        this.problem = message;
        if (message.code === 'broken_off') {
          this.broken = true;
          this.turn = null;
          this.waiting = [];
          this.deadline = null;
        }
        break;
    }
    for (const listener of this.#listeners) listener(message);
  }

  #show(view: unknown): void {
    this.view = view;
    this.events = this.#gathered;
    this.#gathered = [];
    const fresh = this.events.map((event) => ({ n: this.#count++, event, view }));
    if (fresh.length) this.happened = [...this.happened, ...fresh].slice(-EVENTS_KEPT);
  }

  #clock(left: number | null): void {
    if (left === null) {
      this.deadline = null;
      return;
    }
    const end = performance.now() + left;
    // a later message of the same window says less time, not a new window
    if (this.deadline === null || end > this.deadline + 250) this.whole = left;
    this.deadline = end;
  }
}

/** A match that is followed for as long as the component or effect that asks for it lives. */
export function liveMatch(key: string, options?: Options): LiveMatch {
  const made = new LiveMatch(key, options);
  $effect(() => () => made.close());
  return made;
}
