/** What is read out of every piece of the boards, as the tests ask for it. */
import './page';
import { spoken } from '../../web/src/game/contract';
import { say } from '../../web/src/i18n';
import { gameOf } from '../../web/src/game/registry';
import { settings, type Lang } from '../../web/src/lib/settings.svelte';

/** Every piece of a moment of a match: where the cursor goes, or what lies on it, and what is said of it. */
export function all(game: string, lang: Lang) {
  settings.lang = document.documentElement.lang = lang;
  const { board, sample } = gameOf(game)!,
    names = ['', ...'ABCDEFGH'];
  return board.painter.pieces(sample, { w: 1600, h: 1000 }).map(({ id, stop }) => {
    const found = board.card(sample, id, names, say.match);
    return { id, stop, text: found && spoken(found) };
  });
}
