/** Words of the Dungeon. */
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
import tables from './tables';
import names from './names';

const en = {
  name: 'The Microservice Dungeon',
  shortName: 'Dungeon',
  sentence: 'Mine, trade, block and fight across a web of planets.',
  board: board.en,
  editor: editor.en,
  bots: match.en.bots,
  endings: match.en.endings,
  figures: figures.en,
  menu: menu.en,
  help: help.en,
  pages: pages.en,
  tables: tables.en,
  play: play.en,
  presets: { 'msd-2022': 'Original 2022', 'msd-2023': 'Original 2023' },
  refusals: play.en.refusals,
  settings: settings.en,
  names: names.en,
};
const de: typeof en = {
  name: en.name,
  shortName: en.shortName,
  sentence: 'Schürfen, handeln, blockieren und kämpfen im Planetennetz.',
  board: board.de,
  editor: editor.de,
  bots: match.de.bots,
  endings: match.de.endings,
  figures: figures.de,
  menu: menu.de,
  help: help.de,
  pages: pages.de,
  tables: tables.de,
  play: play.de,
  presets: { 'msd-2022': 'Original 2022', 'msd-2023': 'Original 2023' },
  refusals: play.de.refusals,
  settings: settings.de,
  names: names.de,
};

export const words = localised({ en, de });
