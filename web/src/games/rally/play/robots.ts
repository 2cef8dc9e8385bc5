/** How a robot is doing, in a word. */
import type { RallyRobotView } from '../../../net/types';

export type RobotState =
  'programming' | 'confirmed' | 'ready' | 'powered_down' | 'dead' | 'eliminated' | 'resigned';

/** `programming`: whether programs are being made, or run. */
export function stateOf(robot: RallyRobotView, programming: boolean): RobotState {
  if (robot.eliminated) return 'eliminated';
  if (robot.resigned) return 'resigned';
  if (robot.dead) return 'dead';
  if (robot.powered_down) return 'powered_down';
  return programming ? (robot.confirmed ? 'confirmed' : 'programming') : 'ready';
}
