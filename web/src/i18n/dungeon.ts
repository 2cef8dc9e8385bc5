/** Words of the Dungeon. */
import things from './dungeon/things';

const en = { things: things.en };
const de: typeof en = { things: things.de };

export default { en, de };
