/** What the controls draw over the map: chosen robots, their orders as they will run, and ways of several rounds. */
import { NO_OVERLAY, orderOf, planetPiece, type Overlay, type WayMark } from '../board/overlayTypes';
import { NO_MARKS, type Marks } from '../../../game/board/canvas';
import { settings } from '../../../lib/settings.svelte';
import type { Orders } from './orders.svelte';
import { reachOf, roundsOf, wayTo } from './paths';
import { wayOf } from './standing';
import type { Swarm } from './selectionState.svelte';
import type { World } from './world';

/** So many ways at most are shown before the robots are sent. */
const PREVIEWS = 6;

/** `over` is the planet that the pointer or the cursor is on. */
export function marksOf(world: World, orders: Orders, swarm: Swarm, over = ''): Marks {
  const { seat } = world.own,
    chosen = swarm.chosen,
    ways = new Map<string, WayMark>();
  for (const robot of world.own.robots) {
    const planets = wayOf(world, robot, orders.standing.get(robot.id));
    if (planets.length > 2)
      ways.set(planets.join(), { seat, planets, text: `${roundsOf(world, robot, planets)}` });
  }
  if (over && !swarm.aim)
    for (const robot of chosen.slice(0, PREVIEWS)) {
      const planets = wayTo(reachOf(world, robot.planet), over) ?? [];
      if (planets.length > 1)
        ways.set(planets.join(), { seat, planets, text: `${roundsOf(world, robot, planets)}` });
    }
  const overlay: Overlay = {
    ...NO_OVERLAY,
    orders: [...orders.commands.values()].flatMap((command) => {
      const at = world.robots.get(command.robot)?.planet;
      return (at && orderOf(command, seat, at)) || [];
    }),
    ways: [...ways.values()],
    robots: chosen.map(({ id }) => id),
  };
  const near = new Set(chosen.flatMap(({ planet }) => world.lanes.get(planet) ?? []));
  return {
    ...NO_MARKS,
    chosen: [...new Set(chosen.map(({ planet }) => planetPiece(planet)))],
    reach: settings.aids.reach ? [...near].map(planetPiece) : [],
    overlay,
  };
}
