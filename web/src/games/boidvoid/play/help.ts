/** The keys of the controls, for the list of all keys. */
import { keysOf } from '../../../game/board/keyHelp';
import type { KeyHelp } from '../../../game/contract';
import { words } from '../words';

const KEYS: [does: string, ...keys: string[]][] = [
  ['unit', '1', '…', '9', '0', 'Tab'],
  ['switch', 'Q'],
  ['next', 'N'],
  ['allShips', 'Shift + A'],
  ['step', 'W', 'E', 'A', 'D', 'Z', 'X'],
  ['go', 'G'],
  ['capture', 'C'],
  ['cancelJob', 'V'],
  ['attack', 'F'],
  ['build', 'B'],
  ['swarm', 'S'],
  ['join', 'J'],
  ['leave', 'L'],
  ['dial', 'I', 'O'],
  ['automode', 'T'],
  ['expand', 'P'],
  ['again', 'R'],
  ['detonate', 'K'],
  ['undo', 'U'],
  ['cancel', 'Delete'],
  ['menu', 'M'],
  ['done', 'Enter'],
];

export const playKeys = (): KeyHelp[] => keysOf(KEYS, words.play.keys);
