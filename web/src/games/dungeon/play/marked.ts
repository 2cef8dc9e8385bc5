/** Which button stands out: the one that somebody who plays for the first time presses next. */
import { isIdle, type Tasks } from './selection';
import { account, robotsFail } from './rules';
import type { World } from './world';

export type Marked = 'buy' | 'order' | 'done';

/** `robots` is how many are on order. */
export function marked(world: World, told: Tasks & { robots: number }): Marked {
  const { robots } = world.own,
    money = account(world, told.commands.values(), told.robots).after;
  if (!robots.length && !told.robots && !robotsFail(world, 1, money)) return 'buy';
  return robots.some((robot) => isIdle(robot, told)) ? 'order' : 'done';
}
