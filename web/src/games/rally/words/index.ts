/** Words of Rally. */
import board from './board';
import desk from './editor';
import front from './menu';
import help from './help';
import play from './play';

const en = { board: board.en, desk: desk.en, front: front.en, help: help.en, play: play.en };
const de: typeof en = { board: board.de, desk: desk.de, front: front.de, help: help.de, play: play.de };

export default { en, de };
