/** A Spacegoo order while it is composed: nothing counts until it is sent. */
import { reach, sum } from '../board/layout';
import type { SpacegooView } from '../../../net/types';

export type Ships = [number, number, number];

interface Choice {
  source: number;
  target: number;
  ships: Ships;
}

const NOTHING: Choice = { source: -1, target: -1, ships: [0, 0, 0] };

export class OrderDraft {
  choice = $state.raw<Choice>(NOTHING);
  #past: Choice[] = $state.raw([]);

  get source(): number {
    return this.choice.source;
  }
  get target(): number {
    return this.choice.target;
  }
  get ships(): Ships {
    return this.choice.ships;
  }
  get complete(): boolean {
    return this.source >= 0 && this.target >= 0 && sum(this.ships) > 0;
  }
  get undoable(): boolean {
    return this.#past.length > 0;
  }

  /** A planet was picked: as a source, as a target, or to take a choice back. */
  pick(planet: number, view: SpacegooView, seat: number): void {
    const own = view.planets[planet]?.owner_id === seat;
    if (planet === this.source) this.clear();
    else if (this.source >= 0 && reach(view, this.source).includes(planet)) {
      const first = this.target < 0 && sum(this.ships) === 0;
      this.#set({ ...this.choice, target: planet, ships: first ? available(view, this.source) : this.ships });
    } else if (own) this.#set({ source: planet, target: -1, ships: [0, 0, 0] });
  }

  set(kind: number, n: number, view: SpacegooView): void {
    const ships: Ships = [...this.ships];
    ships[kind] = Math.max(0, Math.min(Math.floor(n) || 0, available(view, this.source)[kind]));
    if (ships[kind] !== this.ships[kind]) this.#set({ ...this.choice, ships });
  }

  share(part: number, view: SpacegooView): void {
    if (this.source < 0) return;
    this.#set({
      ...this.choice,
      ships: available(view, this.source).map((n) => Math.floor(n * part)) as Ships,
    });
  }

  compose(choice: Choice, view: SpacegooView): void {
    this.#set(fitted(choice, view));
  }

  clear(): void {
    if (this.choice !== NOTHING) this.#set(NOTHING);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.choice = before;
    this.#past = this.#past.slice(0, -1);
  }

  /** The order is gone; there is nothing to undo any more. */
  sent(): void {
    this.choice = NOTHING;
    this.#past = [];
  }

  /** A new round: what was chosen stays as far as it is still possible. */
  refresh(view: SpacegooView, seat: number): void {
    if (this.source < 0) return;
    if (view.planets[this.source].owner_id !== seat) this.sent();
    else this.choice = fitted(this.choice, view);
  }

  #set(choice: Choice): void {
    this.#past = [...this.#past.slice(-49), this.choice];
    this.choice = choice;
  }
}

export function available(view: SpacegooView, planet: number): Ships {
  return (view.planets[planet]?.ships ?? [0, 0, 0]) as Ships;
}

function fitted(choice: Choice, view: SpacegooView): Choice {
  const most = available(view, choice.source);
  return { ...choice, ships: choice.ships.map((n, kind) => Math.min(n, most[kind])) as Ships };
}
