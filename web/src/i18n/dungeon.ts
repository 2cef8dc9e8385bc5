/** Words of the Dungeon. */
import board from './dungeon/board';
import front from './dungeon/front';
import help from './dungeon/help';
import pages from './dungeon/pages';
import play from './dungeon/play';
import things from './dungeon/things';

const en = {
  board: board.en,
  front: front.en,
  help: help.en,
  pages: pages.en,
  play: play.en,
  things: things.en,
};
const de: typeof en = {
  board: board.de,
  front: front.de,
  help: help.de,
  pages: pages.de,
  play: play.de,
  things: things.de,
};

export default { en, de };
