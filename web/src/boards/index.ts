/** The boards by the key of their game. A new game is one line here. */
import { boidvoid } from './boidvoid';
import { dungeon } from './dungeon';
import type { GameBoard } from './kit';
import { quest } from './quest';
import { rally } from './rally';
import { spacegoo } from './spacegoo';

export const boards: Record<string, GameBoard> = {
  boidvoid,
  dungeon,
  quest,
  rally,
  spacegoo,
};

export type { GameBoard } from './kit';
