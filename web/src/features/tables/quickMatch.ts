/**
 * One click from anywhere to a match against built-in bots. A duel is rated with an account, for guests just for fun; a
 * game for several is played for fun against three, each with another choice than mine where the game has some.
 */
import { gameOf } from '../../game/registry';
import { api } from '../../net/api';
import type { NewTable } from '../../net/types';
import { attempt } from '../../net/attempt';
import { games } from '../games/games.svelte';
import { someone, who } from '../account/me.svelte';
import { usualOptions } from './options';
import { go } from '../../lib/router';

const OPPONENTS = 3;

/** Whether one click starts a match that counts. */
export function quickIsRated(game: string): boolean {
  return who.player?.guest === false && !games.get(game)?.spare_seats;
}

interface Wish {
  settings?: Record<string, unknown>;
  /** at most so many, in a game for several; as many as a map has room for in others */
  opponents?: number;
  preset?: string;
}

export async function playAgainst(game: string, bot: string, wish: Wish = {}): Promise<void> {
  const table = await attempt(async () => {
    await someone();
    return api.openTable(quickTable(game, bot, wish));
  });
  if (table) go(table.match ? `/match/${table.match}` : `/table/${table.key}`);
}

function quickTable(
  game: string,
  bot: string,
  { settings = gameOf(game)?.quick ?? {}, opponents, preset }: Wish,
): NewTable {
  const rated = quickIsRated(game),
    info = games.get(game),
    usual = usualOptions(game),
    options = { ...usual, preset: preset ?? usual.preset, settings, rated, listed: rated },
    count = opponents ?? (info?.spare_seats ? OPPONENTS : 1),
    others = Array.from({ length: count }, (_, n) => String(n + 2));
  return {
    options: info?.spare_seats || count > 1 ? { ...options, seats: count + 1 } : options,
    seat: 1,
    bots: Object.fromEntries(others.map((seat) => [seat, bot])),
    choices: Object.fromEntries(
      others.flatMap((seat, n) => (info?.choices[n + 1] ? [[seat, info.choices[n + 1]]] : [])),
    ),
    start: true,
  };
}
