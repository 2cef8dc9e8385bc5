/** Lines for the list of all keys. */
import type { KeyHelp } from '../contract';

type MapAction = 'move' | 'cycle' | 'pick' | 'zoom' | 'whole' | 'pan' | 'clear' | 'help';

/** The keys of a map that may be larger than the screen. */
export const mapKeys = (words: Record<MapAction, string>): KeyHelp[] => [
  { keys: ['←', '↑', '→', '↓'], does: words.move },
  { keys: [',', '.'], does: words.cycle },
  { keys: ['Enter'], does: words.pick },
  { keys: ['+', '−'], does: words.zoom },
  { keys: ['*'], does: words.whole },
  { keys: ['⇧', '←', '↑', '→', '↓'], does: words.pan },
  { keys: ['Esc'], does: words.clear },
  { keys: ['?'], does: words.help },
];

/** Keys of controls, each row with the key of its words in front. */
export const keysOf = (rows: [does: string, ...keys: string[]][], words: Record<string, string>): KeyHelp[] =>
  rows.map(([does, ...keys]) => ({ keys, does: words[does] }));
