/** The table of the move phase: whose commands may be seen at a moment, the own row last. RAL-273 to RAL-276 */
import type { Moment } from '../../../game/contract';
import { programs, type ProgramRow } from '../board/program';
import type { RallyEvent, RallyView } from '../../../net/types';

export interface Round {
  before: RallyView;
  events: RallyEvent[];
}

export function rowsOf(
  { before, events }: Round,
  part: number,
  moment: Moment | null,
  seat: number,
): ProgramRow[] {
  const seen = part >= 1 || !moment ? events : events.slice(0, moment.seen);
  const rows = programs(before, events, part).map((row) => {
    const died = seen.find((event) => event.type === 'died' && event.seat === row.seat);
    // a powered-down robot has no program, a destroyed one keeps the rest of it to itself
    const last = row.powered_down ? 0 : died ? died.step : Infinity;
    return {
      ...row,
      slots: row.slots.map((slot, n) => (n + 1 > last ? { ...slot, card: null, locked: false } : slot)),
    };
  });
  return rows.sort((a, b) => Number(a.seat === seat) - Number(b.seat === seat));
}
