/** Lines about what happened, for an `EventLog`. */
import { untrack } from 'svelte';
import type { EventLine } from '../contract';
import type { LogLine } from './EventLog.svelte';

export class LogLines {
  /** the newest first */
  all = $state.raw<LogLine[]>([]);
  #most: number;
  #count = 0;

  /** Keeps so many of them. */
  constructor(most: number) {
    this.#most = most;
  }
  add(lines: (EventLine & { round: number })[]): void {
    const fresh = lines.map((line) => ({ ...line, n: ++this.#count }));
    if (fresh.length) this.all = [...fresh.toReversed(), ...this.all].slice(0, this.#most);
  }
}

/** Tells of every list of events once, for as long as the component is there. */
export function onEvents<E>(events: () => E[], tell: (happened: E[]) => void): void {
  let heard: E[] = [];
  $effect(() => {
    const happened = events();
    if (happened === heard) return;
    heard = happened;
    untrack(() => tell(happened));
  });
}
