/** All games there are: a folder of `games` is one. */
import type { Game, GameBoard } from './contract';

const found = import.meta.glob<Game>('../games/*/index.ts', { eager: true, import: 'default' });

/** In the order in which pages show them. */
export const allGames: readonly Game[] = Object.values(found).sort((a, b) => a.position - b.position);

const byKey = new Map(allGames.map((game) => [game.key, game]));

/** Nothing for a game that only the server knows. */
export const gameOf = (key: string): Game | undefined => byKey.get(key);

export const boardOf = (key: string): GameBoard | undefined => byKey.get(key)?.board;
