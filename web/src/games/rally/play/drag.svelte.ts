/** Dragging a command with mouse, pen or finger; it ends on a slot, on the hand, or nowhere. RAL-268 */
import { hideTip } from '../../../ui/tooltip';

const FAR = 6; // px before a press becomes a drag

export class Drag {
  /** the command on its way, null when there is none */
  card = $state<string | null>(null);
  x = $state(0);
  y = $state(0);
  /** the slot under the pointer, -1: none */
  over = $state(-1);
  #moved = false;

  /** For `onpointerdown`: `drop` is told the slot, or -1 when it ends on the hand. */
  begin(e: PointerEvent, card: () => string | undefined, drop: (slot: number, card: string) => void): void {
    if (e.button !== 0) return;
    const { clientX, clientY, pointerId } = e,
      watch = new AbortController(),
      listen = { signal: watch.signal };
    this.#moved = false;
    const move = (at: PointerEvent) => {
      if (at.pointerId !== pointerId) return;
      if (this.card === null) {
        if (Math.hypot(at.clientX - clientX, at.clientY - clientY) < FAR) return;
        this.card = card() ?? null;
        if (this.card === null) return watch.abort();
        this.#moved = true;
        hideTip();
      }
      [this.x, this.y] = [at.clientX, at.clientY];
      this.over = target(at).slot;
    };
    const end = (at: PointerEvent) => {
      if (at.pointerId !== pointerId) return;
      watch.abort();
      const found = target(at);
      if (this.card !== null && at.type === 'pointerup' && (found.slot >= 0 || found.hand))
        drop(found.slot, this.card);
      this.card = null;
      this.over = -1;
      setTimeout(() => (this.#moved = false)); // a click that belongs to it has come by then
    };
    // not on what was pressed: a quick pointer has left it with its first move
    addEventListener('pointermove', move, listen);
    addEventListener('pointerup', end, listen);
    addEventListener('pointercancel', end, listen);
  }

  /** Whether a click is the end of a drag, and to be left alone. */
  get spent(): boolean {
    return this.#moved;
  }
}

function target(e: PointerEvent): { slot: number; hand: boolean } {
  const under = document.elementFromPoint(e.clientX, e.clientY),
    slot = under?.closest<HTMLElement>('[data-slot]')?.dataset.slot;
  return { slot: slot === undefined ? -1 : Number(slot), hand: under?.closest('[data-hand]') != null };
}
