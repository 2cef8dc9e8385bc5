/** Does something that the server may refuse, and says so where it does. */
import { say } from '../i18n';
import { Away, Refused } from './api';
import { refusalWords } from '../lib/refusals';
import { toast } from '../lib/toasts.svelte';

/** An error as a sentence for the visitor. */
export function sentenceOf(error: unknown, game = ''): string {
  if (error instanceof Away) return say.common.away;
  return error instanceof Refused ? refusalWords(error.problem, game) : say.common.failed;
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

/** Whether it was done. */
export const succeeds = async (work: () => Promise<unknown>): Promise<boolean> =>
  (await attempt(async () => (await work(), true))) ?? false;
