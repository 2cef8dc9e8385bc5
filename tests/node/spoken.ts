/** What is read out of every piece of the boards, as the tests ask for it. */
import './page';
import * as boidvoid from '../../web/src/games/boidvoid/board/layout';
import * as dungeon from '../../web/src/games/dungeon/board/layout';
import * as quest from '../../web/src/games/quest/board/layout';
import * as rally from '../../web/src/games/rally/board/layout';
import * as spacegoo from '../../web/src/games/spacegoo/board/layout';
import { card as boidvoidCard } from '../../web/src/games/boidvoid/board/descriptions';
import { card as dungeonCard } from '../../web/src/games/dungeon/board/descriptions';
import { card as questCard } from '../../web/src/games/quest/board/descriptions';
import { card as rallyCard } from '../../web/src/games/rally/board/descriptions';
import { card as spacegooCard } from '../../web/src/games/spacegoo/board/descriptions';
import { spoken, type PieceCard } from '../../web/src/game/contract';
import { say } from '../../web/src/i18n';
import type { Piece } from '../../web/src/game/board/canvas';
import { rest } from '../../web/src/lib/rest';
import { settings, type Lang } from '../../web/src/lib/settings.svelte';

type Card = (view: any, piece: string, names: string[], t: typeof say.match) => PieceCard | null;
type Pieces = { pieces(view: any, size: { w: number; h: number }): Piece[] };

const GAMES: Record<string, [Pieces, Card]> = {
  spacegoo: [spacegoo, spacegooCard],
  rally: [rally, rallyCard],
  dungeon: [dungeon, dungeonCard],
  quest: [quest, questCard],
  boidvoid: [boidvoid, boidvoidCard],
};

/** Every piece of a moment of a match: where the cursor goes, or what lies on it, and what is said of it. */
export function all(game: string, lang: Lang) {
  settings.lang = document.documentElement.lang = lang;
  const [{ pieces }, card] = GAMES[game],
    view = rest[game],
    names = ['', ...'ABCDEFGH'];
  return pieces(view, { w: 1600, h: 1000 }).map(({ id, stop }) => {
    const found = card(view, id, names, say.match);
    return { id, stop, text: found && spoken(found) };
  });
}
