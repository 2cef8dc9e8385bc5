/** What events do to robots: from one view's robots and the events after it come the next view's. */
import type { RallyEvent, RallyRobotView } from '../../../net/types';
import { dirOf, STEP, type Cell } from './model';

/** Over the edge, in cells: far enough to be off the board, near enough to be seen. */
const BEYOND = 0.6;

/** A robot on its way through a round. `at` is where it is drawn: beyond the rim while it falls. */
export interface Bot extends RallyRobotView {
  at: Cell | null;
}

export const botOf = (robot: RallyRobotView): Bot => ({ ...robot, at: robot.cell });

export const robotOf = ({ at: _, ...robot }: Bot): RallyRobotView => robot;

/** The robots after an event, as everybody sees them. RAL-163 */
export function after(bots: Bot[], event: RallyEvent): Bot[] {
  if (event.type === 'round_started')
    return bots.map((bot) => ({ ...bot, confirmed: bot.resigned, hand_size: 0 }));
  if (event.type === 'move_phase_started') return bots.map((bot) => ({ ...bot, hand_size: 0 }));
  if (!('seat' in event)) return bots;
  const changed = change(event);
  return changed ? bots.with(event.seat - 1, { ...bots[event.seat - 1], ...changed }) : bots;
}

function change(event: Extract<RallyEvent, { seat: number }>): Partial<Bot> | null {
  switch (event.type) {
    case 'moved': {
      const [dx, dy] = STEP[dirOf(event.direction)],
        [x, y] = event.origin;
      return { cell: event.to, at: event.to ?? [x + dx * BEYOND, y + dy * BEYOND] };
    }
    case 'turned':
      return { facing: event.facing };
    case 'damaged':
    case 'repaired':
      return { damage: event.total };
    case 'died':
      return { cell: null, dead: true, powered_down: false, locked: {} };
    case 'eliminated':
      return { cell: null, at: null, dead: true, eliminated: true, powered_down: false, locked: {} };
    case 'respawned':
      return {
        cell: event.cell,
        at: event.cell,
        facing: event.facing,
        lives: event.lives,
        damage: event.damage,
        dead: false,
      };
    case 'backup':
      return { backup: { cell: event.cell, facing: event.facing } };
    case 'ticked':
      return { ticked: event.checkpoint };
    case 'burned_in':
      return { locked: event.slots };
    case 'powered_down':
      return { powered_down: true };
    case 'powered_up':
      return { powered_down: false };
    case 'confirmed':
      return { confirmed: true };
    case 'resigned':
      return { resigned: true, confirmed: true };
    case 'hand_size':
      return { hand_size: event.count };
    case 'dealt':
      return { hand_size: event.hand.length };
    default:
      return null;
  }
}
