/** What the parts of the panel share: the world, what is chosen and told, and the way to give orders. */
import type { Names } from '../../../game/contract';
import type { Lies } from './ground';
import type { Orders } from './orders.svelte';
import type { UnitAction } from './rules';
import type { Task } from './tasks';
import type { Enemy, Unit, World } from './world';

/** A dialog over the panel. */
export type Dialog = '' | 'pickup' | 'drop' | 'craft' | 'trap' | 'tower' | 'retaliate';

/** An action as a person wants it of the chosen units: the unit is put in. */
export type Wish = UnitAction extends infer A
  ? A extends UnitAction
    ? Omit<A, 'unit' | 'view'>
    : never
  : never;

export interface PlayContext {
  readonly world: World;
  readonly names: Names;
  readonly orders: Orders;
  /** actions are taken now */
  readonly open: boolean;
  /** the match runs and orders may be given, if only for later */
  readonly playing: boolean;
  /** chosen units, the newest last */
  readonly chosen: Unit[];
  /** the one that dialogs are about */
  readonly unit: Unit | undefined;
  /** what lies where it stands */
  readonly lies: Lies;
  /** what was done, in words */
  readonly notice: string;
  readonly bad: boolean;
  dialog: Dialog;
  /** the enemy that the attack is aimed at */
  target: Enemy | undefined;
  choose(units: number[], add?: boolean): void;
  /** an action of the unit that dialogs are about */
  act(wish: Wish): void;
  /** the same for all chosen units */
  all(make: (unit: Unit) => Task, instead?: boolean): void;
  research(): void;
}

/** The action of a wish. */
export const actionOf = (wish: Wish, unit: number): UnitAction => ({ ...wish, unit }) as UnitAction;
