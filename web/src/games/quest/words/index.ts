/** Words of Quest. */
import { localised } from '../../../i18n/localised';
import board from './board';
import editor from './editor';
import figures from './figures';
import menu from './menu';
import help from './help';
import match from './match';
import pages from './pages';
import play from './play';
import settings from './settings';
import names from './names';

const en = {
  name: 'Crafting Quest 3',
  shortName: 'Quest',
  sentence: 'Explore the fog, gather, craft, defend.',
  board: board.en,
  bots: match.en.bots,
  endings: match.en.endings,
  editor: editor.en,
  figures: figures.en,
  menu: menu.en,
  help: help.en,
  pages: pages.en,
  play: play.en,
  presets: {
    medium: 'Medium map',
    large: 'Large map',
    four: 'Four players',
    skirmish: 'Skirmish',
    origin: 'As the original',
  },
  refusals: play.en.refusals,
  settings: settings.en,
  names: names.en,
};
const de: typeof en = {
  name: en.name,
  shortName: en.shortName,
  sentence: 'Nebel erkunden, sammeln, herstellen, verteidigen.',
  board: board.de,
  bots: match.de.bots,
  endings: match.de.endings,
  editor: editor.de,
  figures: figures.de,
  menu: menu.de,
  help: help.de,
  pages: pages.de,
  play: play.de,
  presets: {
    medium: 'Mittlere Karte',
    large: 'Große Karte',
    four: 'Zu viert',
    skirmish: 'Scharmützel',
    origin: 'Wie das Original',
  },
  refusals: play.de.refusals,
  settings: settings.de,
  names: names.de,
};

export const words = localised({ en, de });
