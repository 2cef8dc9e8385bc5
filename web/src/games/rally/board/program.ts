/** The programs of a round as a table: what has been shown so far, what is burned in, what never will be. RAL-273 to RAL-276 */
import type { RallyEvent, RallyView } from '../../../net/types';
import { timeline, type Moment } from './timeline';

export interface Slot {
  /** null: there is no command; undefined: not to be seen (yet) */
  card: string | null | undefined;
  locked: boolean;
  /** it is executed now, or has been */
  now: boolean;
  done: boolean;
  /** it was there and will never be executed: the robot is destroyed. Only replays of matches that are over know. */
  dropped: boolean;
}

export interface ProgramRow {
  seat: number;
  model: string;
  slots: Slot[];
  powered_down: boolean;
  /** a power-down of the next round has been announced */
  announced: boolean;
  /** it is destroyed, or was in this round */
  dead: boolean;
  damage: number;
}

export const SLOTS = 5;

/** By seat the whole programs, as far as the events tell them: own drafts, and everybody's in replays of matches that are over. */
export function wholePrograms(before: RallyView, events: RallyEvent[]): Map<number, (string | null)[]> {
  const made = new Map<number, (string | null)[]>();
  for (const own of before.all ?? (before.you ? [before.you] : [])) made.set(own.seat, [...own.slots]);
  for (const event of events) {
    if (event.type === 'draft_saved') made.set(event.seat, [...event.slots]);
    if (event.type !== 'filled' || !event.slots) continue;
    const slots = made.get(event.seat) ?? Array<null>(SLOTS).fill(null);
    for (const [slot, card] of Object.entries(event.slots)) slots[Number(slot) - 1] = card;
    made.set(event.seat, slots);
  }
  for (const { seat, locked } of before.robots)
    for (const [slot, card] of Object.entries(locked)) {
      const slots = made.get(seat);
      if (slots) slots[Number(slot) - 1] ??= card;
    }
  return made;
}

/** The rows at a part of the round, by seat. Whole programs show before their step where they are known. */
export function programs(before: RallyView, events: RallyEvent[], part: number): ProgramRow[] {
  const moment = timeline(before, events).at(part),
    whole = wholePrograms(before, events),
    // for the rest of the round, also when its robot is back for the next
    died = new Set(events.slice(0, moment.seen).map((event) => (event.type === 'died' ? event.seat : 0)));
  return before.robots.map((robot) => {
    const now = moment.poses[robot.seat - 1],
      planned = whole.get(robot.seat) ?? [];
    return {
      seat: robot.seat,
      model: robot.model,
      slots: Array.from({ length: SLOTS }, (_, n) => {
        const burned: string | undefined = robot.locked[n + 1],
          slot = slotOf(moment, n, moment.revealed[robot.seat]?.[n], burned, planned[n]),
          dropped = slot.card === null && before.all !== undefined && !!planned[n];
        return { ...slot, card: dropped ? planned[n] : slot.card, dropped };
      }),
      powered_down: robot.powered_down,
      announced: moment.announced.includes(robot.seat),
      dead: robot.dead || robot.eliminated || died.has(robot.seat),
      damage: now.damage,
    };
  });
}

function slotOf(
  { step }: Moment,
  n: number,
  shown: string | null | undefined,
  burned: string | undefined,
  planned: string | null | undefined,
): Omit<Slot, 'dropped'> {
  return {
    card: shown === undefined ? (burned ?? planned) : shown,
    locked: burned !== undefined,
    now: step === n + 1,
    done: shown !== undefined && step !== n + 1,
  };
}
