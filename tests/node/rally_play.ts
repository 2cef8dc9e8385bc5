/** The ghost of Rally's controls, as the tests ask for it. */
import './page';
import { ghostOf, isOf } from '../../web/src/games/rally/play/ghost';
import type { Belief, RallyView } from '../../web/src/net/types';
import { believed } from './rules';

export { open } from './rules';

export async function ghosts(belief: Belief, seat: number, view: RallyView, drafts: (string | null)[][]) {
  const mine = await believed(belief, seat);
  return { known: isOf(mine, view), told: drafts.map((slots) => ghostOf(mine, { slots, power_down: false })) };
}
