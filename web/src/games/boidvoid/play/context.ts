/** What the parts of the panel share: the world, what is chosen and told, and the way to give orders. */
import type { Names } from '../../../game/contract';
import type { Orders } from './orders.svelte';
import type { Step } from './plan';
import type { Order, Sim, SimUnit } from './sim';
import type { Standing } from './standing';
import type { World } from './world';

export interface PlayContext {
  readonly world: World;
  readonly names: Names;
  readonly orders: Orders;
  /** orders of this turn as they will run */
  readonly steps: readonly Step[];
  /** how things stand then */
  readonly sim: Sim;
  /** orders are taken now */
  readonly open: boolean;
  /** ids of the commanded units, in the order of the list */
  readonly units: readonly number[];
  /** chosen units, the newest last */
  readonly chosen: readonly SimUnit[];
  /** the one that the panel is about */
  readonly unit: SimUnit | undefined;
  /** the tile that the panel tells about, or NONE */
  readonly tile: number;
  /** what came of the last order, in words */
  readonly notice: string;
  readonly bad: boolean;
  choose(units: readonly number[], add?: boolean): void;
  look(tile: number): void;
  /** one order, or several that belong together; a word about it, and what the units then do by themselves */
  give(orders: readonly Order[], standing?: readonly [number, Standing][]): void;
  /** the same for all chosen units, for those that can */
  all(make: (unit: SimUnit) => Order): void;
  /** what would come of an order, as the server sees it */
  ask(order: Order): Promise<unknown>;
  tell(words: string): void;
}
