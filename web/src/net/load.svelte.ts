/** Something asked from the server that keeps itself fresh as long as its component lives. */
import { untrack } from 'svelte';
import { hasNews, onNews, type Topic } from './pageUpdates';
import { server } from './serverStatus.svelte';

interface Options {
  /** ask again after so many milliseconds */
  every?: number;
  /** ask again when the server says one of these changed (and by the clock where it cannot say so) */
  topics?: readonly Topic[];
  /** forget the old answer when what is asked for changes */
  fresh?: boolean;
}

const WITHOUT_NEWS_MS = 10_000;
const GATHER_MS = 120; // several news in a row are one question

export class Loaded<T> {
  data = $state.raw<T>();
  error = $state.raw<unknown>();
  /** until the first answer */
  loading = $state(true);
  refresh: () => void = () => {};
  /** Takes an answer that an action brought back. A question under way may be older than it and is asked again. */
  put: (data: T) => void = () => {};
}

/** Call it while a component is set up. What `ask` reads before its first await is followed. */
export function load<T>(ask: (signal: AbortSignal) => Promise<T> | null, options: Options = {}): Loaded<T> {
  const loaded = new Loaded<T>();
  $effect(() => {
    // a server that came back is asked again; what was known stays on the page until it answers
    if (server.returned) untrack(() => loaded.refresh());
  });
  $effect(() => {
    let ended = new AbortController();
    let timer = 0;
    let waiting = false;
    if (options.fresh)
      untrack(() => {
        loaded.data = undefined;
        loaded.loading = true;
      });

    const plan = (delay: number) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (document.hidden) plan(delay);
        else run();
      }, delay);
    };
    const next = (failed: boolean) => {
      if (options.every) plan(options.every);
      else if (options.topics && (failed || !hasNews())) plan(WITHOUT_NEWS_MS);
    };
    const run = () => {
      ended.abort();
      const mine = (ended = new AbortController());
      const asked = ask(mine.signal);
      if (asked === null) {
        untrack(() => (loaded.loading = false));
        return;
      }
      waiting = true;
      asked.then(
        (data) => {
          if (mine.signal.aborted) return;
          waiting = false;
          loaded.data = data;
          loaded.error = undefined;
          loaded.loading = false;
          next(false);
        },
        (error: unknown) => {
          if (mine.signal.aborted) return;
          waiting = false;
          loaded.error = error;
          loaded.loading = false;
          next(true);
        },
      );
    };
    run();
    untrack(() => {
      loaded.refresh = () => untrack(run);
      loaded.put = (data) =>
        untrack(() => {
          loaded.data = data;
          loaded.error = undefined;
          if (waiting) run();
        });
    });
    const unhear = options.topics ? onNews(options.topics, () => plan(GATHER_MS)) : () => {};
    return () => {
      unhear();
      clearTimeout(timer);
      ended.abort();
    };
  });
  return loaded;
}
