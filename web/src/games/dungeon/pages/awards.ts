/** What an event awards, as the key of its figure. DUN-175 to DUN-181 */
import type { DungeonEvent } from '../../../net/types';

export function awardOf(event: DungeonEvent): { seat: number; award: string } | null {
  if (event.type === 'achievement')
    return { seat: event.seat, award: event.name.toLowerCase().replaceAll(' ', '_') };
  if (event.type !== 'trophy') return null;
  const category = event.category === 'movement' ? 'travelling' : event.category;
  return { seat: event.seat, award: `trophy_${category}_${event.place}` };
}
