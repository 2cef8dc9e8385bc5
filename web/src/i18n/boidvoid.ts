/** Words of BoidVoid. */
import board from './boidvoid/board';
import desk from './boidvoid/desk';
import front from './boidvoid/front';
import help from './boidvoid/help';
import pages from './boidvoid/pages';
import play from './boidvoid/play';
import team from './boidvoid/team';
import things from './boidvoid/things';

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
