/** Does something that the server may refuse, and says so where it does. */
import { say } from '../i18n';
import { Away, Refused } from '../net/api';
import { settings } from './settings.svelte';
import { toast } from './toasts.svelte';

/** An error as a sentence for the visitor. The server's own words are English, and more exact than ours. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Away) return say.common.away;
  if (!(error instanceof Refused)) return say.common.failed;
  const { code, sentence, field = '' } = error.problem;
  const ours = (say.problems as Record<string, string | undefined>)[code];
  if (ours === undefined || (settings.lang === 'en' && /\{field\}/.test(ours))) return sentence;
  return ours.replace('{field}', settingWord(field));
}

/** The name of a setting, whichever game has it. */
function settingWord(field: string): string {
  const words = Object.values(say.lobby.settingsOf).find(({ names }) => field in names);
  return say.lobby.settingNames[field] ?? words?.names[field] ?? field;
}

export function isMissing(error: unknown): boolean {
  return error instanceof Refused && error.status === 404;
}

export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    toast(sentenceOf(error), 'bad');
    return undefined;
  }
}
