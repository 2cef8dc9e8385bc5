/** The frames of a match from the server, and what is added to them while it still runs. */
import { untrack } from 'svelte';
import { boardOf } from '../../game/registry';
import { spanOf } from '../../game/contract';
import { load } from '../../net/load.svelte';
import { api } from '../../net/api';
import { LiveMatch } from '../../net/liveMatch.svelte';
import type { Frame, Frames } from '../../net/types';
import { Playhead } from './playhead.svelte';

interface Reel {
  readonly data: Frames | undefined;
  readonly error: unknown;
  readonly running: boolean;
  readonly head: Playhead;
  refresh(): void;
}

/** Call it while a component is set up. `begin` says at which frame a match is shown first. */
export function reel(key: () => string, seat: () => number, begin: (data: Frames) => number): Reel {
  const head = new Playhead();
  head.span = (n) => spanOf(data && boardOf(data.match.game), data?.frames[n]?.events ?? []);
  const loaded = load((signal) => api.frames(key(), seat(), signal));
  let more = $state.raw<Frame[]>([]);
  const data = $derived<Frames | undefined>(
    loaded.data && more.length ? { ...loaded.data, frames: [...loaded.data.frames, ...more] } : loaded.data,
  );
  const match = $derived(loaded.data?.match);
  const running = $derived(match?.state === 'running');
  const watched = $derived(running && match && boardOf(match.game) ? match.key : '');

  let shown = '';
  $effect(() => {
    const found = loaded.data;
    if (!found) return;
    untrack(() => {
      more = [];
      const fresh = shown !== found.match.key,
        last = found.frames.length - 1;
      shown = found.match.key;
      if (fresh) {
        head.last = end = last;
        head.seek(begin(found));
      } else if (last > end) follow(last);
      else head.last = end = last;
    });
  });

  $effect(() => {
    if (!watched) return;
    const live = new LiveMatch(watched, { watch: true });
    $effect(() => {
      if (live.view !== null) add(live.view, live.events, live.step);
    });
    $effect(() => {
      if (live.over || live.status === 'refused') untrack(() => loaded.refresh());
    });
    return () => live.close();
  });

  let following = false,
    jumps = 0,
    end = 0; // the last frame so far

  /** Keeps to the newest round while nobody looks elsewhere: in one glide, or at once where rounds come faster. */
  function follow(to: number): void {
    if (jumps !== head.jumps || !head.playing) following = head.at >= end;
    const behind = end - head.at;
    head.last = end = to;
    if (!following) return;
    if (behind) head.seek(head.last);
    else head.play();
    jumps = head.jumps;
  }

  /** The next round is added; after a gap everything is asked for again. */
  function add(view: unknown, events: unknown[], step: number): void {
    untrack(() => {
      if (!data) return;
      const round = boardOf(data.match.game)!.rounds(view).round,
        last = data.frames[data.frames.length - 1];
      if (round === last.round + 1) {
        more = [...more, { step, round, at_ms: 0, view, events }];
        follow(end + 1);
      } else if (round > last.round) loaded.refresh();
    });
  }

  $effect(() => () => head.pause());

  return {
    head,
    get data() {
      return data;
    },
    get error() {
      return loaded.error;
    },
    get running() {
      return running;
    },
    refresh: () => loaded.refresh(),
  };
}
