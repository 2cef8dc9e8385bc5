/** Words of Rally. */
import { localised } from '../../../i18n/localised';
import board from './board';
import choices from './robots';
import editor from './editor';
import figures from './figures';
import menu from './menu';
import gameMenu from './gameMenu';
import help from './help';
import match from './match';
import play from './play';
import refusals from './refusals';
import settings from './settings';

const en = {
  name: 'Robo Rally',
  shortName: 'Rally',
  sentence: 'Program five moves. Hope nobody pushes you.',
  board: board.en,
  bots: match.en.bots,
  endings: match.en.endings,
  choices: choices.en,
  editor: editor.en,
  figures: figures.en,
  menu: menu.en,
  gameMenu: gameMenu.en,
  help: help.en,
  play: play.en,
  refusals: refusals.en,
  settings: settings.en,
};
const de: typeof en = {
  name: en.name,
  shortName: en.shortName,
  sentence: 'Fünf Züge programmieren. Hoffen, dass dich keiner schiebt.',
  board: board.de,
  bots: match.de.bots,
  endings: match.de.endings,
  choices: choices.de,
  editor: editor.de,
  figures: figures.de,
  menu: menu.de,
  gameMenu: gameMenu.de,
  help: help.de,
  play: play.de,
  refusals: refusals.de,
  settings: settings.de,
};

export const words = localised({ en, de });
