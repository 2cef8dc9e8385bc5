/** The keys of the controls, for the list of all keys. */
import { keysOf } from '../../../game/board/keyHelp';
import type { KeyHelp } from '../../../game/contract';
import { words } from '../words';

const KEYS: [does: string, ...keys: string[]][] = [
  ['unit', '1', '…', '9', '0', 'Tab'],
  ['next', 'N'],
  ['step', 'Q', 'W', 'E', 'A', 'D', 'Z', 'X', 'C'],
  ['dig', 'S'],
  ['takeAll', 'I'],
  ['pickup', 'P'],
  ['drop', 'O'],
  ['gather', 'H'],
  ['craft', 'R'],
  ['trap', 'L'],
  ['tower', 'T'],
  ['attack', 'F'],
  ['retaliate', 'B'],
  ['research', 'K'],
  ['view', 'V'],
  ['plan', 'M'],
  ['go', 'G'],
  ['undo', 'U'],
  ['cancel', 'Delete'],
  ['end', 'Enter'],
];

export const playKeys = (): KeyHelp[] => keysOf(KEYS, words.play.keys);
