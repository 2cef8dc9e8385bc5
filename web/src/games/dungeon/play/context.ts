/** What the parts of the panel share: the world, what is chosen and told, and the way to give orders. */
import type { Names } from '../../../game/contract';
import type { Wish } from './groupOrders';
import type { Orders } from './orders.svelte';
import type { Standing } from './standing';
import type { Aim, Swarm } from './selectionState.svelte';
import type { World } from './world';

/** A standing order without its rest, as a person chooses it. */
export type Stand = Extract<Standing['kind'], 'mine' | 'explore' | 'hold' | 'repeat'>;

export interface PlayContext {
  readonly world: World;
  readonly names: Names;
  readonly swarm: Swarm;
  readonly orders: Orders;
  /** commands can be given */
  readonly open: boolean;
  /** what was done with the last wish, in words */
  readonly notice: string;
  wish(wish: Wish): void;
  stand(kind: Stand): void;
  take(aim: Aim): void;
  /** chooses a robot, wherever it is shown */
  jump(robot: string): void;
  /** shows a planet on the map */
  show(planet: string): void;
}
