/** What a click on the map means: choosing robots, sending them, or aiming something. */
import { pieceOf } from '../../boards/dungeon/overlay';
import type { Desk } from './desk';

interface How {
  byKey: boolean;
  /** added to what is chosen */
  add: boolean;
  /** a robot was picked while one to follow was wanted: true when used */
  lead: (robot: string) => boolean;
}

export function pick(desk: Desk, piece: string, { add, lead }: How): void {
  const { swarm, world } = desk,
    found = pieceOf(piece);
  if (!found) {
    if (!add && !swarm.aim) swarm.clear();
    return;
  }
  const planet = found.kind === 'robot' ? (world.robots.get(found.robot)?.planet ?? '') : found.planet,
    own = world.own.robots.filter((robot) => robot.planet === planet).map(({ id }) => id);
  if (swarm.aim?.do === 'follow') {
    const leader = found.kind === 'robot' ? found.robot : (own[0] ?? world.seen.get(planet)?.[0]?.id);
    if (leader) lead(leader);
    return;
  }
  if (swarm.aim && swarm.aim.item !== 'ROCKET') {
    if (planet) desk.wish({ do: 'item', item: swarm.aim.item, target: planet });
    return;
  }
  if (found.kind === 'robot') {
    if (world.robots.has(found.robot)) swarm.choose([found.robot], add);
    return;
  }
  if (found.kind === 'robots' || add || !swarm.choice.chosen.size) {
    if (own.length && (found.kind !== 'robots' || found.seat === world.own.seat)) swarm.choose(own, add);
    return;
  }
  desk.wish({ do: 'go', planet });
}
