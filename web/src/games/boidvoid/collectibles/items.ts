/** Collectibles in words. BOI-245, BOI-246 */
import { words } from '../words';
import { albumWords } from './words';
import type { TemplateInfo } from '../../../net/types';
import { change } from '../../../lib/format';

const PERCENT = new Set(['attack', 'defense']); // of fields; those of units are points

/** `Attack +10, Range +1`, then what counts on its field; empty where it changes nothing. */
export function effectText(modifiers: Record<string, number>, fields: Record<string, number> = {}): string {
  const { mods, fields: names } = words.names,
    unit = Object.entries(modifiers).map(([key, n]) => `${mods[key] ?? names[key] ?? key} ${change(n)}`),
    ground = Object.entries(fields).map(
      ([key, n]) => `${names[key] ?? key} ${change(n)}${PERCENT.has(key) ? ' %' : ''}`,
    );
  return [unit.join(', '), ground.length ? albumWords.onField(ground.join(', ')) : '']
    .filter(Boolean)
    .join('; ');
}

/** The rulebook's own templates have names in both languages. */
export const itemName = ({ key, name }: { key: string; name: string }): string =>
  words.names.templates[key] ?? name;

/** Whether it says that it changes something, but no game uses it. BOI-299 */
export const idle = ({
  known,
  modifiers,
  fields,
}: Pick<TemplateInfo, 'known' | 'modifiers' | 'fields'>): boolean =>
  !known && Object.keys(modifiers).length + Object.keys(fields).length > 0;
