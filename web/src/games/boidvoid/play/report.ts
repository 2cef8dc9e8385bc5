/** What the newest turn brought to the own team: fights, and orders that could not run. */
import type { BoidvoidActionRejected, BoidvoidCombat, BoidvoidEvent } from '../../../net/types';

export interface Report {
  fights: BoidvoidCombat[];
  rejected: BoidvoidActionRejected[];
}

export const NO_REPORT: Report = { fights: [], rejected: [] };

const involved = ({ attacker, target }: BoidvoidCombat, team: number): boolean =>
  attacker.team === team || target.team === team;

/** A new turn begins a new report; what happens within a turn is added. */
export function reported(before: Report, events: readonly BoidvoidEvent[], team: number): Report {
  const fights = events.filter((event) => event.type === 'combat').filter((fight) => involved(fight, team)),
    rejected = events.filter((event) => event.type === 'action_rejected'),
    fresh = events.some(({ type }) => type === 'turn_ended');
  if (fresh) return { fights, rejected };
  if (!fights.length && !rejected.length) return before;
  return { fights: [...before.fights, ...fights], rejected: [...before.rejected, ...rejected] };
}
