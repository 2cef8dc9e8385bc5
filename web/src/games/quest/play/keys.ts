/** What keys do while a team is commanded. */
import type { Desk, Dialog } from './context';
import { endOf } from './tasks';
import type { Unit } from './world';

export interface Doing {
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
const STEPS: Record<string, [dx: number, dy: number]> = {
  KeyQ: [-1, -1],
  KeyW: [0, -1],
  KeyE: [1, -1],
  KeyA: [-1, 0],
  KeyD: [1, 0],
  KeyZ: [-1, 1],
  KeyX: [0, 1],
  KeyC: [1, 1],
  Numpad7: [-1, -1],
  Numpad8: [0, -1],
  Numpad9: [1, -1],
  Numpad4: [-1, 0],
  Numpad6: [1, 0],
  Numpad1: [-1, 1],
  Numpad2: [0, 1],
  Numpad3: [1, 1],
};
const DIALOGS: Record<string, Dialog> = {
  p: 'pickup',
  o: 'drop',
  r: 'craft',
  t: 'tower',
  l: 'trap',
  b: 'retaliate',
};

/** Whether the key meant something. */
export function keyed(e: KeyboardEvent, desk: Desk, doing: Doing): boolean {
  const on = e.target instanceof Element ? e.target : null,
    typing = on instanceof HTMLInputElement && on.type === 'number',
    { world } = desk;
  if (typing && e.key !== 'Escape' && e.key !== 'Enter') return false;
  const digit = /^Digit(\d)$/.exec(e.code)?.[1];
  if (digit) {
    const unit = world.units[(Number(digit) + 9) % 10];
    if (unit) desk.choose([unit.id], e.shiftKey);
    return true;
  }
  if (e.key === 'Tab') return tabbed(e, desk, on);
  if (e.shiftKey && e.code === 'KeyA') {
    desk.choose(world.units.map(({ id }) => id));
    return true;
  }
  const step = STEPS[e.code];
  if (step && desk.chosen.length) {
    desk.all((unit: Unit) => {
      const tasks = desk.orders.of(unit.id).map(({ task }) => task),
        from = endOf(unit, tasks);
      return {
        kind: 'do',
        action: { type: 'move', unit: unit.id, to: [from.x + step[0], from.y + step[1]] },
      };
    });
    return true;
  }
  const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
  if (DIALOGS[key] && desk.unit) {
    desk.dialog = DIALOGS[key];
    return true;
  }
  const ways: Record<string, () => void> = {
    Enter: doing.end,
    Escape: doing.escape,
    Delete: doing.cancel,
    Backspace: doing.cancel,
    s: () => desk.all(({ id }) => ({ kind: 'do', action: { type: 'dig', unit: id } })),
    v: () => desk.all(({ id }) => ({ kind: 'do', action: { type: 'view', unit: id } })),
    k: () => desk.research(),
    f: doing.attack,
    i: doing.takeAll,
    h: doing.gather,
    n: doing.next,
    m: doing.plan,
    g: doing.go,
    u: doing.undo,
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
  const { units } = desk.world,
    now = units.findIndex(({ id }) => id === desk.unit?.id),
    next = e.shiftKey ? (now < 0 ? units.length - 1 : now - 1) : now + 1;
  if (!units[next]) return false;
  desk.choose([units[next].id]);
  return true;
}
