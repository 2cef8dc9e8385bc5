/** What keys do while ships are commanded. */
import type { Desk } from './context';
import { neighbour, NONE, pair } from './world';

export interface Doing {
  done(): void;
  undo(): void;
  cancel(): void;
  /** the first thing that is possible at the tile that is looked at */
  go(): void;
  next(): void;
  switch(back?: boolean): void;
  again(): void;
  expand(): void;
  attack(): void;
  build(): void;
  join(): void;
  leave(): void;
  detonate(): void;
  automode(): void;
  dial(by: number): void;
  menu(): void;
  escape(): void;
}

/** The six tiles around, by where the keys lie: W E, A D, Z X, and on a number pad; E first and on clockwise. */
const STEPS: Record<string, number> = {
  KeyD: 0,
  KeyX: 1,
  KeyZ: 2,
  KeyA: 3,
  KeyW: 4,
  KeyE: 5,
  Numpad6: 0,
  Numpad3: 1,
  Numpad1: 2,
  Numpad4: 3,
  Numpad7: 4,
  Numpad9: 5,
};

/** Whether the key meant something. */
export function keyed(e: KeyboardEvent, desk: Desk, doing: Doing): boolean {
  const on = e.target instanceof Element ? e.target : null,
    typing = on instanceof HTMLInputElement && (on.type === 'number' || on.type === 'range');
  if (typing && e.key !== 'Escape' && e.key !== 'Enter') return false;
  const digit = /^Digit(\d)$/.exec(e.code)?.[1];
  if (digit) {
    const unit = desk.units[(Number(digit) + 9) % 10];
    if (unit) desk.choose([unit], e.shiftKey);
    return true;
  }
  if (e.key === 'Tab') return tabbed(e, desk, on);
  if (e.shiftKey && e.code === 'KeyA') {
    desk.choose(desk.world.own.players);
    return true;
  }
  const way = STEPS[e.code];
  if (way !== undefined && desk.chosen.length) {
    desk.all((unit) => {
      const { side } = desk.world,
        to = unit.tile < 0 ? NONE : neighbour(side, unit.tile, way);
      return { type: 'move', unit: unit.id, to: to === NONE ? [-1, -1] : pair(side, to) };
    });
    return true;
  }
  const key = e.key.length === 1 ? e.key.toLowerCase() : e.key,
    ways: Record<string, () => void> = {
      Enter: doing.done,
      Escape: doing.escape,
      Delete: doing.cancel,
      Backspace: doing.cancel,
      c: () => desk.all(({ id }) => ({ type: 'capture', unit: id })),
      v: () => desk.all(({ id }) => ({ type: 'cancel', unit: id })),
      s: () => desk.all(({ id }) => ({ type: 'swarm_create', unit: id })),
      g: doing.go,
      n: doing.next,
      q: () => doing.switch(e.shiftKey),
      r: doing.again,
      p: doing.expand,
      f: doing.attack,
      b: doing.build,
      j: doing.join,
      l: doing.leave,
      k: doing.detonate,
      t: doing.automode,
      i: () => doing.dial(-10),
      o: () => doing.dial(10),
      u: doing.undo,
      m: doing.menu,
    };
  if (!ways[key]) return false;
  // a button that has the focus takes Enter for itself
  if (key === 'Enter' && (typing || on?.closest('button, a, summary, select, label'))) return false;
  ways[key]();
  return true;
}

/** Tab goes from unit to unit while nothing but the board has the focus, and past the last one it goes on as usual. */
function tabbed(e: KeyboardEvent, desk: Desk, on: Element | null): boolean {
  if (on && on !== document.body && !on.closest('.board')) return false;
  if (on?.closest('button')) return false;
  const now = desk.units.findIndex((id) => id === desk.unit?.id),
    to = e.shiftKey ? (now < 0 ? desk.units.length - 1 : now - 1) : now + 1;
  if (!desk.units[to]) return false;
  desk.choose([desk.units[to]]);
  return true;
}
