/** Why the server did not take something, in the visitor's language. */
import { allGames, gameOf } from '../game/registry';
import { say } from '../i18n';
import { Lost, Unusable } from '../net/connection';
import { settings } from './settings.svelte';

export interface Refusal {
  code?: string;
  rule?: string;
  field?: string;
  /** the server's own words, which are English */
  sentence?: string;
}

type Words = Record<string, string | undefined>;

/** What a code means: in the words of a game, else in those that all share; undefined where it is not known here. */
export function codeWords(code: string, game = ''): string | undefined {
  return gameOf(game)?.words.refusals[code] ?? (say.problems as Words)[code];
}

/** A refusal as a sentence. The server's is said where its code is not known here, and in English where it tells more
 * than ours, which then has a gap. */
export function refusalWords({ code = '', field = '', sentence = '' }: Refusal, game = ''): string {
  const ours = codeWords(code, game);
  if (ours === undefined || (settings.lang === 'en' && sentence && /\{\w+\}/.test(ours)))
    return sentence || code;
  const gaps: Words = { field: settingWord(field), mark: /\b[0-9a-f]{8}\b/.exec(sentence)?.[0] };
  return ours.replace(/\{(\w+)\}/g, (_, gap: string) => gaps[gap] ?? '').trim();
}

/** With the rule behind it, as actions of a game are refused. */
export function ruledWords(refusal: Refusal, game: string): string {
  return say.refusals.ruled(refusalWords(refusal, game), refusal.rule ?? '');
}

/** What went wrong on the way to a match. */
export function troubleOf(error: unknown, game: string): string {
  if (error instanceof Lost) return say.match.lost;
  if (error instanceof Unusable) return refusalWords({ code: error.code, sentence: error.message }, game);
  return say.common.failed;
}

/** The name of a setting, whichever game has it. */
function settingWord(field: string): string {
  const names = allGames.map(({ words }) => words.settings?.names[field]);
  return names.find(Boolean) ?? field;
}
