/** How the keys of a person's controls are read. */

/** What a key is called in a table of actions: letters are small. */
export const nameOf = ({ key }: KeyboardEvent): string => (key.length === 1 ? key.toLowerCase() : key);

/** The element that a key is pressed on. */
export const targetOf = ({ target }: KeyboardEvent): Element | null =>
  target instanceof Element ? target : null;

/** Does what a key is for. False where it is for nothing, and for Enter where a field or a button takes it for itself. */
export function act(e: KeyboardEvent, actions: Record<string, () => void>, typing: boolean): boolean {
  const key = nameOf(e),
    taken = typing || targetOf(e)?.closest('button, a, summary, select, label');
  if (!actions[key] || (key === 'Enter' && taken)) return false;
  actions[key]();
  return true;
}

/** The unit that Tab goes to while nothing but the board has the focus; past the last one Tab goes on as usual. */
export function unitByTab<T>(e: KeyboardEvent, units: readonly T[], now: number): T | undefined {
  const on = targetOf(e);
  if (on && on !== document.body && (!on.closest('.board') || on.closest('button'))) return undefined;
  return units[e.shiftKey ? (now < 0 ? units.length - 1 : now - 1) : now + 1];
}
