/** A program while it is made: which command is in which slot, what is left in the hand, and the way back. */
import { kindOf, PAUSE, priorityOf, type CardKind } from '../board/model';
import type { RallyOwnView } from '../../../net/types';

export const SLOTS = 5;

/** The kinds of commands in the order of their keys 1 to 7. */
export const KINDS: CardKind[] = ['1', '2', '3', 'B', 'L', 'R', 'U'];

export type Slots = (string | null)[];

interface Draft {
  slots: Slots;
  powerDown: boolean;
}

const EMPTY: Slots = Array<null>(SLOTS).fill(null);

export class Program {
  hand: string[] = $state.raw([]);
  locked: Record<string, string> = $state.raw({});
  draft: Draft = $state.raw({ slots: EMPTY, powerDown: false });
  #past: Draft[] = $state.raw([]);
  #dealt = '';

  get slots(): Slots {
    return this.draft.slots;
  }
  get powerDown(): boolean {
    return this.draft.powerDown;
  }
  get complete(): boolean {
    return this.slots.every((card) => card !== null);
  }
  get empty(): number {
    return this.slots.filter((card) => card === null).length;
  }
  get undoable(): boolean {
    return this.#past.length > 0;
  }
  get clearable(): boolean {
    return this.slots.some((card, slot) => card !== null && !this.burned(slot));
  }

  /** RAL-260: burned-in slots cannot be changed. */
  burned(slot: number): boolean {
    return `${slot + 1}` in this.locked;
  }

  /** What is not in a slot, of one kind, highest priority first. */
  left(kind: CardKind): string[] {
    return this.hand
      .filter((card) => kindOf(card) === kind && !this.slots.includes(card))
      .sort((a, b) => priorityOf(b) - priorityOf(a));
  }

  /** RAL-259: the highest of a kind, or the lowest. */
  best(kind: CardKind, lowest = false): string | undefined {
    return this.left(kind).at(lowest ? -1 : 0);
  }

  get free(): number {
    return this.slots.findIndex((card) => card === null);
  }

  /** RAL-058: one pause at most, and none beside one that is burned in. */
  get mayPause(): boolean {
    return !this.slots.includes(PAUSE);
  }

  /** Takes what the server knows when it has dealt; true if so. Else what is here is newer. */
  restore(round: number, own: RallyOwnView): boolean {
    const dealt = `${round}:${own.hand.toSorted().join()}`;
    if (dealt === this.#dealt) return false;
    this.#dealt = dealt;
    this.take(own);
    return true;
  }

  /** The server's draft instead of mine. */
  take(own: RallyOwnView): void {
    this.hand = own.hand;
    this.locked = own.locked;
    this.draft = { slots: [...own.slots], powerDown: own.power_down };
    this.#past = [];
  }

  /** A click on a command: into the first free slot. RAL-267 */
  add(card: string | undefined): boolean {
    return card !== undefined && this.free >= 0 && this.put(card, this.free);
  }

  /** A command of the hand into a slot; what was there returns to the hand. RAL-268 */
  put(card: string, slot: number): boolean {
    if (this.burned(slot) || this.slots.includes(card)) return false;
    this.#set({ ...this.draft, slots: this.slots.with(slot, card) });
    return true;
  }

  /** From slot to slot: the two change places. RAL-268 */
  move(from: number, to: number): boolean {
    if (from === to || to < 0 || to >= SLOTS || this.slots[from] === null) return false;
    if (this.burned(from) || this.burned(to)) return false;
    this.#set({ ...this.draft, slots: this.slots.with(from, this.slots[to]).with(to, this.slots[from]) });
    return true;
  }

  /** RAL-269 */
  remove(slot: number): boolean {
    if (this.slots[slot] === null || this.burned(slot)) return false;
    this.#set({ ...this.draft, slots: this.slots.with(slot, null) });
    return true;
  }

  /** RAL-264 */
  clear(): void {
    if (!this.clearable) return;
    this.#set({ ...this.draft, slots: this.slots.map((card, slot) => (this.burned(slot) ? card : null)) });
  }

  /** RAL-265 */
  toggle(): void {
    this.#set({ ...this.draft, powerDown: !this.powerDown });
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.draft = before;
    this.#past = this.#past.slice(0, -1);
  }

  #set(draft: Draft): void {
    this.#past = [...this.#past.slice(-49), this.draft];
    this.draft = draft;
  }
}
