/** Words of Spacegoo. */
import { localised } from '../../../i18n/localised';
import board from './board';
import help from './help';
import line from './lineServer';
import match from './match';
import refusals from './refusals';
import settings from './settings';

const en = {
  name: 'Rocket Paper Spacegoo',
  shortName: 'Spacegoo',
  sentence: 'Rocket beats paper beats goo. Two minds, one starfield.',
  board: board.en,
  bots: match.en.bots,
  endings: match.en.endings,
  leavings: match.en.leavings,
  help: help.en,
  line: line.en,
  presets: { classic: 'Classic' },
  refusals: refusals.en,
  settings: settings.en,
};
const de: typeof en = {
  name: en.name,
  shortName: en.shortName,
  sentence: 'Rakete schlägt Papier schlägt Schleim. Zwei Köpfe, ein Sternenfeld.',
  board: board.de,
  bots: match.de.bots,
  endings: match.de.endings,
  leavings: match.de.leavings,
  help: help.de,
  line: line.de,
  presets: { classic: 'Klassisch' },
  refusals: refusals.de,
  settings: settings.de,
};

export const words = localised({ en, de });
