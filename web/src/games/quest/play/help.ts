/** The keys of the controls, for the list of all keys. */
import type { KeyHelp } from '../../../game/contract';
import { say } from '../../../i18n';

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

export const playKeys = (): KeyHelp[] =>
  KEYS.map(([does, ...keys]) => ({ keys, does: say.quest.play.keys[does] }));
