/** What would come of a send, by the rules in this page: the same that the server answers. GOO-120 */
import { refusalOf, type Believed } from '../../../game/rules/believed';
import { Records } from '../../../game/rules/records';
import type { Foreseen, Preview } from './Forecast.svelte';

const NONE = -1;
const KINDS = 3;

export function foreseen(
  believed: Believed,
  order: { source: number; target: number; ships: readonly number[] },
): Foreseen {
  const match = believed.copy(),
    { rules } = match,
    out = rules.block('landing', 'Landing', 1),
    code = match.ask('landing', believed.seat, match.row({ type: 'send', ...order }), out);
  if (code) return { refusal: refusalOf(rules, code) };
  const landing = new Records(rules, out),
    one = (name: string) => landing.get(0, name),
    ships = (name: string) => landing.list(0, name);
  const ground = one('ground'),
    orbit = one('orbit');
  return {
    arrives: one('arrives'),
    distance: one('distance'),
    ships: ships('ships'),
    planet: { owner_id: one('owner'), ships: ships('before') },
    rounds: ground === NONE ? 0 : match.get('battles', ground, 'rounds'),
    winner: one('winner'),
    remaining: ships('after'),
    taken: one('owner') !== believed.seat && one('winner') === believed.seat,
    steps: ground === NONE ? [] : steps(),
    force: ships('force'),
    lands: one('lands') !== 0,
    orbit:
      orbit === NONE ? null : { rounds: match.get('battles', orbit, 'rounds'), winner: one('orbit_winner') },
  };

  /** Both sides after every round of the battle for the planet. */
  function steps(): Preview['steps'] {
    const before = match.list('battles', ground, 'before'),
      sides = rules.block('sides', 'f8', 2, KINDS),
      found: Preview['steps'] = [];
    rules.fillFloats(sides, before.slice(0, 2 * KINDS));
    for (let round = match.get('battles', ground, 'rounds'); round > 0; round--) {
      rules.call('queries_battle_round', sides);
      const all = rules.floats(sides);
      found.push([all.slice(0, KINDS), all.slice(KINDS)]);
    }
    return found;
  }
}
