/** What keys do while a team is commanded. */
import { act, nameOf, targetOf, unitByTab } from '../../../game/play/keys';
import type { PlayContext, Dialog } from './context';
import { endOf } from './tasks';
import type { Unit } from './world';

export interface KeyActions {
  end(): void;
  undo(): void;
  cancel(): void;
  go(): void;
  plan(): void;
  attack(): void;
  takeAll(): void;
  gather(): void;
  next(): void;
  escape(): void;
}

/** The eight cells around, by where the keys lie: Q W E, A D, Z X C around S, and the same on a number pad. */
const STEPS: Record<string, [dx: number, dy: number]> = {};
for (const codes of [
  ['KeyQ', 'KeyW', 'KeyE', 'KeyA', '', 'KeyD', 'KeyZ', 'KeyX', 'KeyC'],
  ['Numpad7', 'Numpad8', 'Numpad9', 'Numpad4', '', 'Numpad6', 'Numpad1', 'Numpad2', 'Numpad3'],
])
  codes.forEach((code, n) => {
    if (code) STEPS[code] = [(n % 3) - 1, Math.floor(n / 3) - 1];
  });
const DIALOGS: Record<string, Dialog> = {
  p: 'pickup',
  o: 'drop',
  r: 'craft',
  t: 'tower',
  l: 'trap',
  b: 'retaliate',
};

/** Whether the key meant something. */
export function keyed(e: KeyboardEvent, context: PlayContext, keyActions: KeyActions): boolean {
  const on = targetOf(e),
    typing = on instanceof HTMLInputElement && on.type === 'number',
    { world } = context;
  if (typing && e.key !== 'Escape' && e.key !== 'Enter') return false;
  const digit = /^Digit(\d)$/.exec(e.code)?.[1];
  if (digit) {
    const unit = world.units[(Number(digit) + 9) % 10];
    if (unit) context.choose([unit.id], e.shiftKey);
    return true;
  }
  if (e.key === 'Tab') return tabbed(e, context);
  if (e.shiftKey && e.code === 'KeyA') {
    context.choose(world.units.map(({ id }) => id));
    return true;
  }
  const step = STEPS[e.code];
  if (step && context.chosen.length) {
    context.all((unit: Unit) => {
      const tasks = context.orders.of(unit.id).map(({ task }) => task),
        from = endOf(unit, tasks);
      return {
        kind: 'do',
        action: { type: 'move', unit: unit.id, to: [from.x + step[0], from.y + step[1]] },
      };
    });
    return true;
  }
  const key = nameOf(e);
  if (DIALOGS[key] && context.unit) {
    context.dialog = DIALOGS[key];
    return true;
  }
  const actions = {
    Enter: keyActions.end,
    Escape: keyActions.escape,
    Delete: keyActions.cancel,
    Backspace: keyActions.cancel,
    s: () => context.all(({ id }) => ({ kind: 'do', action: { type: 'dig', unit: id } })),
    v: () => context.all(({ id }) => ({ kind: 'do', action: { type: 'view', unit: id } })),
    k: () => context.research(),
    f: keyActions.attack,
    i: keyActions.takeAll,
    h: keyActions.gather,
    n: keyActions.next,
    m: keyActions.plan,
    g: keyActions.go,
    u: keyActions.undo,
  };
  return act(e, actions, typing);
}

function tabbed(e: KeyboardEvent, { world: { units }, unit, choose }: PlayContext): boolean {
  const now = units.findIndex(({ id }) => id === unit?.id),
    to = unitByTab(e, units, now);
  if (!to) return false;
  choose([to.id]);
  return true;
}
