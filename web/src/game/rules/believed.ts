/** What a seat believes of a match, with the rules to ask about it. The belief itself stays as it came: every question
 * is asked of a copy, so that a question may play on. */
import type { Belief, Verdict } from '../../net/types';
import { inflated, put } from './beliefs';
import { rulesFor } from './loaded';
import type { Block, RulesModule } from './module';
import { Records } from './records';
import { rowOf } from './rows';

const KEPT = 0,
  COPY = 1;

export class Believed {
  #states: Records;

  private constructor(
    readonly rules: RulesModule,
    readonly seat: number,
  ) {
    this.#states = new Records(rules, rules.block('believed', 'State', 2));
  }

  /** The belief of a turn in the memory of a module, in place of the one before; null where the server has no rules for
   * it, or when it is not wanted any more. */
  static async of(
    game: string,
    seat: number,
    { layout, state }: Belief,
    before: Believed | null,
    wanted: () => boolean,
  ): Promise<Believed | null> {
    const rules = before?.rules.description.layout === layout ? before.rules : await rulesFor(game, layout);
    if (!rules) return null;
    const bytes = await inflated(state);
    return wanted() ? Believed.placed(rules, seat, bytes) : null; // a later one must not be written over
  }

  static placed(rules: RulesModule, seat: number, bytes: Uint8Array): Believed {
    const made = new Believed(rules, seat);
    put(rules, made.#states.block, KEPT, bytes);
    return made;
  }

  /** A number of the belief. */
  get(...path: (string | number)[]): number {
    return this.#states.get(KEPT, ...path);
  }
  list(...path: (string | number)[]): number[] {
    return this.#states.list(KEPT, ...path);
  }

  /** A copy to ask and to play on; what it held before is forgotten. */
  copy(): Played {
    this.#states.bytes(COPY).set(this.#states.bytes(KEPT));
    return new Played(this.rules, this.#states, this.seat);
  }
}

/** A believed match that is played on. */
export class Played {
  constructor(
    readonly rules: RulesModule,
    readonly states: Records,
    readonly seat: number,
  ) {}

  get(...path: (string | number)[]): number {
    return this.states.get(COPY, ...path);
  }
  list(...path: (string | number)[]): number[] {
    return this.states.list(COPY, ...path);
  }

  /** The row of an action, in an array for the rules. Raises a TypeError for an action that is none of the game. */
  row(action: { type: string }): Block {
    const { actions, width } = this.rules.description,
      row = rowOf(actions, width, action);
    if (!row) throw new TypeError(`no table says the row of ${action.type}`);
    return this.rules.fill(this.rules.block('order', 'i8', width), row);
  }

  /** Asks a query of the game's `rules/queries.py` about this state: its other arguments follow. */
  ask(query: string, ...given: (number | Block)[]): number {
    return this.rules.call(`queries_${query}`, this.states.block, COPY, ...given);
  }

  /** What the rules say of an action now: null, or the refusal it would get. */
  refusal(action: { type: string }): Verdict | null {
    const code = this.rules.call('kernels_checked', this.states.block, COPY, this.seat, this.row(action));
    return code ? refusalOf(this.rules, code) : null;
  }

  /** Carries out an action that is allowed. */
  enter(action: { type: string }): void {
    this.rules.call('kernels_enter_order', this.states.block, COPY, this.seat, this.row(action));
  }
}

/** A refusal in the words of the server. */
export function refusalOf(rules: RulesModule, code: number): Verdict {
  const found = rules.description.refusals.find((one) => one.code === code);
  if (!found) throw new TypeError(`the rules know no refusal ${code}`);
  const { verdict, name, field, rule, sentence } = found;
  return { verdict, code: name, field, rule, sentence };
}
