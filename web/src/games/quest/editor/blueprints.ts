/** What there is to gather and to make, as the rules have it unless a match says otherwise. QST-029, QST-153 */
import { ITEMS, RESOURCES } from '../board/model';
import type { QuestRecipe } from '../../../net/types';
import { BLUEPRINTS, USUAL, type Blueprint } from '../play/blueprints';

export { ITEMS, RESOURCES };
export const KINDS = ['sword', 'armour', 'tower', 'trap'] as const;
export const THINGS: readonly string[] = [...RESOURCES, ...ITEMS];

export type Amounts = Record<string, number>;

/** The weight of a crafted item; traps and towers are not carried. */
const WEIGHTS: Record<string, number> = {
  sword1: 5,
  sword2: 7,
  sword3: 10,
  armour1: 10,
  armour2: 15,
  armour3: 20,
};

export { BLUEPRINTS };

export const usualRecipe = (name: string): { ways: readonly Amounts[]; weight: number | null } => ({
  ways: USUAL[name as Blueprint],
  weight: WEIGHTS[name] ?? null,
});

/** A blueprint as a scenario has it. */
export function recipeOf(name: string, changed: Record<string, QuestRecipe>): ReturnType<typeof usualRecipe> {
  const own = changed[name],
    usual = usualRecipe(name);
  return own ? { ways: own.ways as Amounts[], weight: own.weight ?? usual.weight } : usual;
}
