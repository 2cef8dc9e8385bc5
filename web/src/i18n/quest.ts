/** Words of Quest. */
import board from './quest/board';
import desk from './quest/desk';
import front from './quest/front';
import help from './quest/help';
import pages from './quest/pages';
import play from './quest/play';
import things from './quest/things';

const en = {
  board: board.en,
  desk: desk.en,
  front: front.en,
  help: help.en,
  pages: pages.en,
  play: play.en,
  things: things.en,
};
const de: typeof en = {
  board: board.de,
  desk: desk.de,
  front: front.de,
  help: help.de,
  pages: pages.de,
  play: play.de,
  things: things.de,
};

export default { en, de };
