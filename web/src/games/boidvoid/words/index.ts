/** Words of BoidVoid. */
import { localised } from '../../../i18n/localised';
import board from './board';
import editor from './editor';
import figures from './figures';
import menu from './menu';
import help from './help';
import match from './match';
import pages from './pages';
import play from './play';
import refusals from './refusals';
import settings from './settings';
import team from './team';
import names from './names';

const en = {
  name: 'BoidVoid',
  shortName: 'BoidVoid',
  sentence: 'Teams and swarms fight for every hex of a season map.',
  adminTabs: { seasons: 'Seasons', maps: 'Maps', collectibles: 'Collectibles', jobs: 'Jobs' },
  board: board.en,
  bots: match.en.bots,
  endings: match.en.endings,
  editor: editor.en,
  figures: figures.en,
  menu: menu.en,
  help: help.en,
  links: { album: 'Album', season: 'Season' },
  pages: pages.en,
  play: play.en,
  refusals: refusals.en,
  settings: settings.en,
  team: team.en,
  names: names.en,
};
const de: typeof en = {
  name: en.name,
  shortName: en.shortName,
  sentence: 'Teams und Schwärme kämpfen um jedes Feld der Saisonkarte.',
  adminTabs: { seasons: 'Saisons', maps: 'Karten', collectibles: 'Sammelstücke', jobs: 'Aufgaben' },
  board: board.de,
  bots: match.de.bots,
  endings: match.de.endings,
  editor: editor.de,
  figures: figures.de,
  menu: menu.de,
  help: help.de,
  links: { album: 'Album', season: 'Saison' },
  pages: pages.de,
  play: play.de,
  refusals: refusals.de,
  settings: settings.de,
  team: team.de,
  names: names.de,
};

export const words = localised({ en, de });
