/** What is around the chosen robots. */
import type { DungeonSighting } from '../../../net/types';
import type { Item, Robot, World } from './world';

export const DIRECTIONS = ['NORTH', 'EAST', 'SOUTH', 'WEST'] as const;

/** Foreign robots last seen where the chosen ones are, the newest sightings first. DUN-085 */
export function targetsOf(world: World, robots: readonly Robot[]): DungeonSighting[] {
  const here = new Set(robots.map(({ planet }) => planet));
  return [...here].flatMap((planet) => world.seen.get(planet) ?? []).toSorted((a, b) => b.round - a.round);
}

/** What an item does, as a number. */
export function itemDamage({ settings }: World, item: Item): number {
  switch (item) {
    case 'ROCKET':
      return settings.rocket_damage;
    case 'LONG_RANGE_BOMBARDMENT':
      return settings.bombardment_damage;
    case 'SELF_DESTRUCTION':
      return settings.self_destruction_damage;
    case 'REPAIR_SWARM':
      return settings.repair_swarm;
    case 'NUKE':
      return settings.nuke_damage;
    case 'WORMHOLE':
      return 0;
  }
}
