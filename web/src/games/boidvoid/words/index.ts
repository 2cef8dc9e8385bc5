/** Words of BoidVoid. */
import board from './board';
import desk from './editor';
import front from './menu';
import help from './help';
import pages from './pages';
import play from './play';
import team from './team';
import things from './names';

const en = {
  board: board.en,
  desk: desk.en,
  front: front.en,
  help: help.en,
  pages: pages.en,
  play: play.en,
  team: team.en,
  things: things.en,
};
const de: typeof en = {
  board: board.de,
  desk: desk.de,
  front: front.de,
  help: help.de,
  pages: pages.de,
  play: play.de,
  team: team.de,
  things: things.de,
};

export default { en, de };
