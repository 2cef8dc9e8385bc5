/** Words in both languages, read in the visitor's. */
import { settings } from '../lib/settings.svelte';

/** `localised(words).title` is that line in the visitor's language, and changes with it. */
export function localised<W extends object>(words: { en: W; de: W }): Readonly<W> {
  const fields = Object.keys(words.en).map((key) => [
    key,
    { enumerable: true, get: () => words[settings.lang][key as keyof W] },
  ]);
  return Object.defineProperties({}, Object.fromEntries(fields)) as W;
}
