/** What keys do while robots are commanded. */
import { act, nameOf, targetOf } from '../../../game/play/keys';
import type { PlayContext, Stand } from './context';
import type { Wish } from './groupOrders';

export interface KeyActions {
  done(): void;
  undo(): void;
  withdraw(): void;
  again(): void;
  attack(): void;
  find(): void;
  escape(): void;
}

const WISHES: Record<string, Wish> = {
  m: { do: 'mining' },
  r: { do: 'regeneration' },
  b: { do: 'blocking' },
  s: { do: 'selling' },
};
const STANDS: Record<string, Stand> = { o: 'mine', x: 'explore', h: 'hold', p: 'repeat' };

/** Whether the key meant something. */
export function keyed(e: KeyboardEvent, context: PlayContext, keyActions: KeyActions): boolean {
  const on = targetOf(e),
    typing = on instanceof HTMLInputElement && on.type === 'number';
  const digit = /^Digit([1-9])$/.exec(e.code)?.[1];
  if (digit && !typing) {
    if (e.shiftKey) context.swarm.save(digit);
    else context.swarm.recall(digit);
    return true;
  }
  if (typing && e.key !== 'Escape' && e.key !== 'Enter') return false;
  const key = nameOf(e),
    { swarm } = context;
  if (WISHES[key]) context.wish(WISHES[key]);
  else if (STANDS[key]) context.stand(STANDS[key]);
  else {
    const actions = {
      Enter: keyActions.done,
      Escape: keyActions.escape,
      Delete: keyActions.withdraw,
      Backspace: keyActions.withdraw,
      '/': keyActions.find,
      a: () => swarm.choose(swarm.order),
      i: () => swarm.choose(swarm.idle),
      t: () => swarm.choose(swarm.docked),
      n: () => swarm.nextIdle(),
      e: keyActions.again,
      u: keyActions.undo,
      f: keyActions.attack,
      l: () => context.take({ do: 'follow' }),
    };
    return act(e, actions, typing);
  }
  return true;
}
