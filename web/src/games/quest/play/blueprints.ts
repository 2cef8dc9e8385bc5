/** Blueprints: their ways, what they need and what is missing. QST-092 to QST-094, QST-100, QST-153 */
import type { QuestSettings } from '../../../net/types';
import { ITEMS, KINDS, RESOURCES, type Amounts, type Item, type Kind, type Unit, type World } from './world';

export type Blueprint = `${Kind}${1 | 2 | 3}`;

export const BLUEPRINTS: readonly Blueprint[] = KINDS.flatMap((kind) =>
  ([1, 2, 3] as const).map((level): Blueprint => `${kind}${level}`),
);

/** The usual ways, as the rulebook's table has them. */
export const USUAL: Record<Blueprint, readonly Amounts[]> = {
  sword1: [
    { iron: 10, stone: 4, wood: 4 },
    { bronze: 14, wood: 4 },
  ],
  sword2: [
    { iron: 20, stone: 10, wood: 10 },
    { sword1: 1, iron: 12, wood: 6 },
  ],
  sword3: [
    { titanium: 40, stone: 20, wood: 20 },
    { sword2: 1, titanium: 24, wood: 10 },
  ],
  armour1: [
    { leather: 20, stone: 4, wood: 4 },
    { leather: 12, bronze: 8 },
  ],
  armour2: [
    { bronze: 20, stone: 10, wood: 10 },
    { armour1: 1, bronze: 12, leather: 6 },
  ],
  armour3: [
    { iron: 20, stone: 20, wood: 20, titanium: 40 },
    { armour2: 1, iron: 12, titanium: 24 },
  ],
  tower1: [
    { iron: 30, stone: 30, wood: 30 },
    { stone: 50, wood: 50 },
  ],
  tower2: [
    { iron: 40, stone: 40, wood: 40 },
    { bronze: 30, stone: 50, wood: 40 },
  ],
  tower3: [
    { iron: 50, stone: 50, wood: 50 },
    { titanium: 30, stone: 60, wood: 50 },
  ],
  trap1: [
    { bronze: 10, leather: 10, wood: 10 },
    { stone: 12, wood: 18 },
  ],
  trap2: [
    { iron: 20, leather: 20, wood: 10 },
    { bronze: 20, leather: 20, wood: 10 },
  ],
  trap3: [
    { iron: 20, stone: 20, wood: 20 },
    { titanium: 15, leather: 20, wood: 20 },
  ],
};
const WEIGHTS: Record<Item, number> = {
  sword1: 5,
  sword2: 7,
  sword3: 10,
  armour1: 10,
  armour2: 15,
  armour3: 20,
};

export const kindOf = (blueprint: string): Kind => blueprint.slice(0, -1) as Kind;
export const levelOf = (blueprint: string): number => Number(blueprint.slice(-1));
export const waysOf = (settings: QuestSettings, blueprint: Blueprint): readonly Amounts[] =>
  settings.blueprints[blueprint]?.ways ?? USUAL[blueprint];

/** The weight of one of a thing. Gold goes to the team and weighs nothing. */
export function weightOf(settings: QuestSettings, thing: string): number {
  if ((RESOURCES as readonly string[]).includes(thing)) return thing === 'gold' ? 0 : 1;
  return settings.blueprints[thing]?.weight ?? WEIGHTS[thing as Item] ?? 0;
}

/** What a unit carries: resources, and items that it does not wear. */
export const carried = (unit: Unit, thing: string): number => unit.resources[thing] ?? unit.items[thing] ?? 0;

/** What a unit can lay down: what it carries, and what it wears. QST-089 */
export function droppable(unit: Unit): Amounts {
  const all: Amounts = { ...unit.resources, ...unit.items };
  for (const kind of ['sword', 'armour'] as const)
    if (unit[kind]) all[`${kind}${unit[kind]}`] = (all[`${kind}${unit[kind]}`] ?? 0) + 1;
  return all;
}

export const missing = (unit: Unit, way: Amounts): Amounts =>
  Object.fromEntries(
    Object.entries(way).flatMap(([thing, n]) =>
      carried(unit, thing) < n ? [[thing, n - carried(unit, thing)]] : [],
    ),
  );

/** How near a way is: the unit has it all, the rest lies in its cell, or something has to be found. */
export interface WayState {
  use: Amounts;
  missing: Amounts;
  /** the unit has everything */
  ready: boolean;
  /** what is missing lies in the unit's cell, as far as is known */
  near: boolean;
}

/** `lies` is what is known to lie in the unit's cell. */
export function wayStates(world: World, unit: Unit, blueprint: Blueprint, lies: Amounts = {}): WayState[] {
  return waysOf(world.settings, blueprint).map((use) => {
    const rest = missing(unit, use),
      ready = !Object.keys(rest).length;
    return {
      use,
      missing: rest,
      ready,
      near: !ready && Object.entries(rest).every(([thing, n]) => (lies[thing] ?? 0) >= n),
    };
  });
}

export const known = (world: World, blueprint: string): boolean =>
  (world.levels[kindOf(blueprint)] ?? 1) >= levelOf(blueprint);

/** Points that a way brings: resources count, items do not. QST-128 */
export const pointsOf = (settings: QuestSettings, use: Amounts): number =>
  settings.craft_points *
  Object.entries(use).reduce(
    (sum, [thing, n]) => sum + ((ITEMS as readonly string[]).includes(thing) ? 0 : n),
    0,
  );

/** The gold of the next level, null at the highest. QST-098 */
export function priceOf(world: World, kind: Kind): number | null {
  const level = world.levels[kind] ?? 1;
  return level >= 3 ? null : world.settings.research_gold[KINDS.indexOf(kind) * 2 + level - 1];
}
