/** What keys do while robots are commanded. */
import type { Desk, Stand } from './context';
import type { Wish } from './groupOrders';

export interface Doing {
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
export function keyed(e: KeyboardEvent, desk: Desk, doing: Doing): boolean {
  const on = e.target instanceof Element ? e.target : null,
    typing = on instanceof HTMLInputElement && on.type === 'number';
  const digit = /^Digit([1-9])$/.exec(e.code)?.[1];
  if (digit && !typing) {
    if (e.shiftKey) desk.swarm.save(digit);
    else desk.swarm.recall(digit);
    return true;
  }
  if (typing && e.key !== 'Escape' && e.key !== 'Enter') return false;
  const key = e.key.length === 1 ? e.key.toLowerCase() : e.key,
    { swarm } = desk;
  if (WISHES[key]) desk.wish(WISHES[key]);
  else if (STANDS[key]) desk.stand(STANDS[key]);
  else {
    const ways: Record<string, () => void> = {
      Enter: doing.done,
      Escape: doing.escape,
      Delete: doing.withdraw,
      Backspace: doing.withdraw,
      '/': doing.find,
      a: () => swarm.choose(swarm.order),
      i: () => swarm.choose(swarm.idle),
      t: () => swarm.choose(swarm.docked),
      n: () => swarm.nextIdle(),
      e: doing.again,
      u: doing.undo,
      f: doing.attack,
      l: () => desk.take({ do: 'follow' }),
    };
    if (!ways[key]) return false;
    // a button that has the focus takes Enter for itself
    if (key === 'Enter' && (typing || on?.closest('button, a, summary, select, label'))) return false;
    ways[key]();
  }
  return true;
}
