/** Music while a match lasts, and what robots do as it comes into sight. RAL-251 */
import type { Film } from '../../../game/contract';
import { tune } from '../../../lib/audio';
import { playMusic } from '../../../lib/music';
import { settings } from '../../../lib/settings.svelte';
import { play } from '../../../lib/sound';
import type { RallyEvent } from '../../../net/types';
import { noises } from './sounds';

/** For as long as the component that calls it lives. */
export function hear(film: () => Film): void {
  let of: unknown = null,
    heard = 0;
  $effect(() => {
    const { playing, events, moment } = film(),
      seen = playing ? (moment?.seen ?? 0) : 0;
    if (events !== of || seen < heard) [of, heard] = [events, 0];
    if (seen > heard) noises(events.slice(heard, seen) as RallyEvent[]).forEach(play);
    heard = seen;
  });
  $effect(() => {
    void [settings.volume, settings.musicVolume, settings.effectsVolume, settings.sound, settings.music];
    tune();
  });
  const music = $derived(settings.sound && settings.music);
  $effect(() => (music ? playMusic() : undefined));
}
