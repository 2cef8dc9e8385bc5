/** What Spacegoo's controls foresee, as the tests ask for it. */
import './page';
import { foreseen } from '../../web/src/games/spacegoo/play/foreseen';
import type { Belief } from '../../web/src/net/types';
import { believed } from './rules';

export { open } from './rules';

interface Send {
  source: number;
  target: number;
  ships: number[];
}

/** What comes of each send, and the memory that it all took. */
export async function forecasts(belief: Belief, seat: number, sends: Send[]) {
  const mine = await believed(belief, seat),
    told = sends.map((send) => foreseen(mine, send));
  return { told, bytes: mine.rules.memoryBytes };
}
