/** The boards by the key of their game. A new game is one line here. */
import { boidvoid } from '../games/boidvoid/board';
import { dungeon } from '../games/dungeon/board';
import type { GameBoard } from '../game/contract';
import { quest } from '../games/quest/board';
import { rally } from '../games/rally/board';
import { spacegoo } from '../games/spacegoo/board';

export const boards: Record<string, GameBoard> = {
  boidvoid,
  dungeon,
  quest,
  rally,
  spacegoo,
};

export type { GameBoard } from '../game/contract';
