/** The events of a turn in time: what different units do happens side by side, what one does comes after each other. */
import type { BoidvoidEvent } from '../../../net/types';
import { remembered, sideBySide } from '../../../game/board/schedule';
import { SPAN_MS } from '../../../game/contract';

export { seenAt } from '../../../game/board/schedule';

/** Milliseconds at normal speed, by event; nothing is to be seen of the others. */
const LASTS: Partial<Record<BoidvoidEvent['type'], number>> = {
  combat: 950,
  destroyed: 480,
  detonated: 480,
  spawned: 380,
  capture_started: 260,
  capture_lost: 260,
  tile_captured: 480,
  built: 480,
  levelled: 420,
  build_started: 260,
  swarm_created: 380,
  swarm_joined: 420,
  swarm_left: 420,
  swarm_dissolved: 200,
  boost_applied: 380,
  team_eliminated: 600,
  game_ended: 400,
};
const STEP = 170; // of a way, for every tile
const WAY_MOST = 900;
const MOST = 5600; // a busy turn is shown faster

/** What belongs to the end of a turn: it waits for everything that was ordered. BOI-210 */
const AT_END: ReadonlySet<BoidvoidEvent['type']> = new Set([
  'tile_captured',
  'capture_paused',
  'turn_ended',
  'game_ended',
]);

export const schedule = remembered((events: BoidvoidEvent[]) =>
  sideBySide(events, {
    lastsOf,
    partsOf,
    earliest() {
      let ordered = 0; // when everything that was ordered is over
      return (event, span) => (AT_END.has(event.type) ? (ordered ||= span) : 0);
    },
    most: MOST,
  }),
);

/** Whether these events are a turn that can be shown. */
export const isFilm = (events: BoidvoidEvent[]): boolean => schedule(events).span > SPAN_MS;

const lastsOf = (event: BoidvoidEvent): number =>
  event.type === 'moved' || event.type === 'npc_moved'
    ? Math.min(WAY_MOST, STEP * event.path.length)
    : (LASTS[event.type] ?? 0);

/** The units and tiles that take part in an event: it waits for what they did before. */
export function partsOf(event: BoidvoidEvent): string[] {
  if (event.type === 'combat') return [`u${event.attacker.unit}`, `u${event.target.unit}`];
  const parts: string[] = [];
  if ('unit' in event) parts.push(`u${event.unit}`);
  if ('swarm' in event) parts.push(`u${event.swarm}`);
  if ('structure' in event) parts.push(`u${event.structure}`);
  if ('by' in event && event.by) parts.push(`u${event.by}`);
  if ('tile' in event) parts.push(`t${event.tile}`);
  return parts;
}
