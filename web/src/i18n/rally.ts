/** Words of Rally. */
import board from './rally/board';
import desk from './rally/desk';
import front from './rally/front';
import help from './rally/help';
import play from './rally/play';

const en = { board: board.en, desk: desk.en, front: front.en, help: help.en, play: play.en };
const de: typeof en = { board: board.de, desk: desk.de, front: front.de, help: help.de, play: play.de };

export default { en, de };
