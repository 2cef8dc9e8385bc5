/** What keys do while ships are commanded. */
import { act, targetOf, unitByTab } from '../../../game/play/keys';
import type { PlayContext } from './context';
import { neighbour, NONE, pair } from './world';

export interface KeyActions {
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
export function keyed(e: KeyboardEvent, context: PlayContext, keyActions: KeyActions): boolean {
  const on = targetOf(e),
    typing = on instanceof HTMLInputElement && (on.type === 'number' || on.type === 'range');
  if (typing && e.key !== 'Escape' && e.key !== 'Enter') return false;
  const digit = /^Digit(\d)$/.exec(e.code)?.[1];
  if (digit) {
    const unit = context.units[(Number(digit) + 9) % 10];
    if (unit) context.choose([unit], e.shiftKey);
    return true;
  }
  if (e.key === 'Tab') return tabbed(e, context);
  if (e.shiftKey && e.code === 'KeyA') {
    context.choose(context.world.own.players);
    return true;
  }
  const way = STEPS[e.code];
  if (way !== undefined && context.chosen.length) {
    context.all((unit) => {
      const { side } = context.world,
        to = unit.tile < 0 ? NONE : neighbour(side, unit.tile, way);
      return { type: 'move', unit: unit.id, to: to === NONE ? [-1, -1] : pair(side, to) };
    });
    return true;
  }
  return act(
    e,
    {
      Enter: keyActions.done,
      Escape: keyActions.escape,
      Delete: keyActions.cancel,
      Backspace: keyActions.cancel,
      c: () => context.all(({ id }) => ({ type: 'capture', unit: id })),
      v: () => context.all(({ id }) => ({ type: 'cancel', unit: id })),
      s: () => context.all(({ id }) => ({ type: 'swarm_create', unit: id })),
      g: keyActions.go,
      n: keyActions.next,
      q: () => keyActions.switch(e.shiftKey),
      r: keyActions.again,
      p: keyActions.expand,
      f: keyActions.attack,
      b: keyActions.build,
      j: keyActions.join,
      l: keyActions.leave,
      k: keyActions.detonate,
      t: keyActions.automode,
      i: () => keyActions.dial(-10),
      o: () => keyActions.dial(10),
      u: keyActions.undo,
      m: keyActions.menu,
    },
    typing,
  );
}

function tabbed(e: KeyboardEvent, { units, unit, choose }: PlayContext): boolean {
  const to = unitByTab(e, units, unit ? units.indexOf(unit.id) : -1);
  if (!to) return false;
  choose([to]);
  return true;
}
