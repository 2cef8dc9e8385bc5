/** What a click on the map means: choosing robots, sending them, or aiming something. */
import { pieceOf } from '../board/overlayTypes';
import type { PlayContext } from './context';

interface How {
  /** added to what is chosen */
  add: boolean;
  /** a robot was picked while one to follow was wanted: true when used */
  lead: (robot: string) => boolean;
}

/** Whether all chosen robots go to a planet already: a second Enter on it means that everything is said. */
export function settled({ swarm, orders, world }: PlayContext, piece: string): boolean {
  const found = pieceOf(piece);
  if (found?.kind !== 'planet') return false;
  if (!swarm.chosen.length) return !world.own.robots.some(({ planet }) => planet === found.planet);
  return swarm.chosen.every(({ id }) => {
    const command = orders.commands.get(id),
      standing = orders.standing.get(id);
    return (
      (command?.type === 'movement' && command.planet === found.planet) ||
      (standing?.kind === 'goto' && standing.to === found.planet)
    );
  });
}

export function pick(context: PlayContext, piece: string, { add, lead }: How): void {
  const { swarm, world } = context,
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
    if (planet) context.wish({ do: 'item', item: swarm.aim.item, target: planet });
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
  context.wish({ do: 'go', planet });
}
