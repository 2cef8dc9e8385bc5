/** The rounds of a match as they end: all of them at first, then what is new. */
import { untrack } from 'svelte';
import { api } from '../../net/api';

const EVERY_MS = 2500;

export class Rounds<R extends { round: number }> {
  all = $state.raw<R[]>([]);
  /** mine, 0 for somebody who watches */
  seat = $state(0);
  error = $state.raw<unknown>();
  loading = $state(true);
}

/** Call it while a component is set up. When the match ends everything is asked anew, for then all may know it. */
export function roundsOf<R extends { round: number }>(key: () => string, running: () => boolean): Rounds<R> {
  const made = new Rounds<R>();
  $effect(() => {
    const match = key(),
      goesOn = running();
    const ended = new AbortController();
    let timer = 0,
      more = false,
      known: R[] = [];
    made.all = known;
    const ask = async () => {
      try {
        const { rounds, seat } = await api.matchHistory(match, known.at(-1)?.round ?? 0, ended.signal);
        if (rounds.length) made.all = known = [...known, ...(rounds as R[])];
        more = rounds.length > 0; // an answer has only so many
        made.seat = seat;
        made.error = undefined;
      } catch (error) {
        if (!ended.signal.aborted) made.error = error;
      }
      made.loading = false;
      if (ended.signal.aborted) return;
      if (more) void ask();
      else if (goesOn || made.error) timer = window.setTimeout(ask, EVERY_MS);
    };
    untrack(() => void ask());
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  });
  return made;
}
