/** What the last round brought: what failed and why, what was earned, who was hit and who came. */
import type { DungeonEvent } from '../../../net/types';
import type { World } from './world';

export interface Failed {
  /** empty for a purchase of robots */
  robot: string;
  /** the type of the command */
  type: string;
  reason: string;
}

export interface Hit {
  robot: string;
  by: number;
  /** the attacker */
  from: string;
  item: string;
  left: number;
}

export interface Report {
  failed: Failed[];
  mined: Record<string, number>;
  earned: number;
  spent: number;
  /** ids of new robots */
  spawned: string[];
  lost: string[];
  hits: Hit[];
  /** foreign robots that came to where mine are */
  came: { robot: string; seat: number; planet: string }[];
  awards: { seat: number; name: string }[];
}

export function reportOf(world: World, events: readonly DungeonEvent[]): Report {
  const me = world.own.seat;
  const made: Report = {
    failed: [],
    mined: {},
    earned: 0,
    spent: 0,
    spawned: [],
    lost: [],
    hits: [],
    came: [],
    awards: [],
  };
  for (const event of events) {
    switch (event.type) {
      case 'trade':
        if (event.seat !== me) break;
        if (!event.success && event.robot === null)
          made.failed.push({ robot: '', type: 'buying', reason: event.reason });
        if (event.success && event.money > 0) made.earned += event.money;
        if (event.success && event.money < 0) made.spent -= event.money;
        break;
      case 'mining':
        if (event.seat === me && event.success && event.resource)
          made.mined[event.resource] = (made.mined[event.resource] ?? 0) + event.units;
        break;
      case 'robot_spawned':
        if (event.seat === me) made.spawned.push(event.robot);
        break;
      case 'robot_destroyed':
        if (event.seat === me) made.lost.push(event.robot);
        break;
      case 'fight':
        if (event.target_seat === me && event.success && event.health !== null)
          made.hits.push({
            robot: event.target,
            by: event.seat,
            from: event.robot,
            item: event.item,
            left: event.health,
          });
        break;
      case 'arrival':
        if (event.seat !== me) made.came.push({ robot: event.robot, seat: event.seat, planet: event.planet });
        break;
      case 'achievement':
        made.awards.push({ seat: event.seat, name: event.name });
        break;
    }
  }
  // what a robot's last command came to is in the view, so it is there after a reload too
  for (const { id, last } of world.own.robots)
    if (last?.reason) made.failed.push({ robot: id, type: last.type, reason: last.reason });
  return made;
}

/** How many things of a report want to be seen. */
export const alarms = (report: Report): number =>
  report.failed.length + report.lost.length + report.hits.length;
