/** What is heard of a round while it is shown. RAL-251 */
import type { Sound } from '../../../lib/sound';
import type { RallyEvent } from '../../../net/types';

const SOUNDS: Partial<Record<RallyEvent['type'], Sound>> = {
  beam: 'laser',
  died: 'explosion',
  ticked: 'checkpoint',
  turned: 'rotate',
};

/** The sounds of events that came into sight together; each is heard once. */
export function noises(events: RallyEvent[]): Set<Sound> {
  const heard = new Set<Sound>();
  for (const event of events) {
    if (event.type === 'moved') heard.add(event.cause === 'slow' || event.cause === 'fast' ? 'belt' : 'step');
    const sound = SOUNDS[event.type];
    if (sound) heard.add(sound);
  }
  return heard;
}
