/** Words for refusals and endings, as the tests ask for them. */
import './page';
import { gameOf } from '../../web/src/game/registry';
import { say } from '../../web/src/i18n';
import { codeWords, ruledWords, type Refusal } from '../../web/src/lib/refusals';
import { settings, type Lang } from '../../web/src/lib/settings.svelte';

function speak(lang: Lang): void {
  settings.lang = lang;
}

export const words = (lang: Lang, game: string, codes: string[]) => {
  speak(lang);
  return codes.map((code) => codeWords(code, game) ?? '');
};

export const sentence = (lang: Lang, game: string, refusal: Refusal) => {
  speak(lang);
  return ruledWords(refusal, game);
};

export const endings = (lang: Lang, game: string, codes: string[]) => {
  speak(lang);
  return codes.map((code) => gameOf(game)!.words.endings[code] ?? '');
};

export const leavings = (lang: Lang, game: string, codes: string[]) => {
  speak(lang);
  const words: Record<string, string> = { ...say.match.left, ...gameOf(game)!.words.leavings };
  return codes.map((code) => words[code] ?? '');
};
