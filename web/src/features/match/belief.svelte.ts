/** What my seat believes of a running match, with the rules that came with it: controls ask them instead of the server. */
import type { Believed } from '../../game/rules/believed';
import type { LiveMatch } from '../../net/liveMatch.svelte';

/** Call it while a component is set up. The newest belief; null until there is one: then the server is asked. It may be of
 * the turn before, so whoever asks compares what matters, the round say. */
export function beliefOf(live: LiveMatch): { readonly now: Believed | null } {
  let now = $state.raw<Believed | null>(null);
  let before: Believed | null = null;
  $effect(() => {
    const { turn, start } = live;
    if (!turn?.belief || !start) return;
    const { belief } = turn;
    let stale = false;
    (async () => {
      const { Believed } = await import('../../game/rules/believed');
      if (stale) return; // a later turn may have come while the rules were loaded
      const made = await Believed.of(start.game, start.seat, belief, before, () => !stale);
      if (!made || stale) return;
      now = before = made;
    })().catch((error: unknown) => {
      console.warn('the rules cannot be run here, so the server is asked', error);
    });
    return () => {
      stale = true;
    };
  });
  return {
    get now() {
      return now;
    },
  };
}
