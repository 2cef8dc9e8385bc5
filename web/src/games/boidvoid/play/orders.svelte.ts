/** The orders of a turn: what the server has, what is on its way to it, what it refused, and what can be taken back. In
 * sealed turns they wait for the end of the turn; in live turns each is carried out at once and cannot be taken back. */
import { Lost, Unusable } from '../../../net/connection';
import type { BoidvoidAction, BoidvoidOwnView, Verdict } from '../../../net/types';
import type { Order } from './sim';
import type { Standing } from './standing';

/** Why the server did not take an order. */
export interface Refused {
  order: Order;
  code: string;
  rule: string;
  sentence: string;
}

export type Trouble = 'lost' | 'late' | '';
type Send = (actions: BoidvoidAction[], more: boolean) => Promise<Verdict[]>;

interface Now {
  list: readonly Order[];
  standing: ReadonlyMap<number, Standing>;
}

const UNDO_MAX = 50;
const TURN_MS = 120; // so long the turn of a new view may be on its way
const TRIES = 5;

export class Orders {
  /** sealed orders of the own seat, in the order in which they were given */
  list = $state.raw<readonly Order[]>([]);
  /** orders that go on by themselves, by unit */
  standing = $state.raw<ReadonlyMap<number, Standing>>(new Map());
  done = $state(false);
  refused = $state.raw<readonly Refused[]>([]);
  trouble = $state<Trouble>('');
  /** what was ordered in the turn before, and in this one where orders are carried out at once */
  last = $state.raw<readonly Order[]>([]);
  given = $state.raw<readonly Order[]>([]);
  /** answers that are still to come */
  sending = $state(0);
  #past = $state.raw<Now[]>([]);
  #turn = -1;
  #own: BoidvoidOwnView | null = null;
  #late: BoidvoidOwnView | null = null;
  #send: Send;
  #live: () => boolean;
  #before: Promise<unknown> = Promise.resolve();

  constructor(send: Send, live: () => boolean, kept: { standing: [number, Standing][]; last: Order[] }) {
    this.#send = send;
    this.#live = live;
    this.standing = new Map(kept.standing);
    this.last = kept.last;
  }

  get undoable(): boolean {
    return this.#past.length > 0 && !this.#live();
  }

  of(unit: number): { order: Order; at: number }[] {
    return this.list.flatMap((order, at) => (order.unit === unit ? [{ order, at }] : []));
  }

  /** A view arrived: in a new turn everything begins afresh; in the same one the server knows better, once it has
   * heard all that was said. */
  take(turn: number, own: BoidvoidOwnView): void {
    if (own === this.#own) return;
    this.#own = own;
    const fresh = turn !== this.#turn;
    if (fresh) {
      if (this.#turn >= 0 && this.given.length) this.last = this.given;
      this.#turn = turn;
      this.#past = [];
      this.refused = [];
      this.trouble = '';
      this.given = this.list = ordersOf(own);
      this.done = own.done;
      const alive = new Set(own.units);
      if ([...this.standing.keys()].some((unit) => !alive.has(unit)))
        this.standing = new Map([...this.standing].filter(([unit]) => alive.has(unit)));
    } else if (this.sending) this.#late = own;
    else this.#settle(own);
  }

  #settle(own: BoidvoidOwnView): void {
    this.#late = null;
    this.done = own.done;
    const now = ordersOf(own);
    // by player they come in their order; how the lists of several players mix only this page knows
    if (sorted(now) !== sorted(this.list)) this.list = now;
    if (!this.#live()) this.given = this.list;
  }

  /** Orders of a person. They replace what a unit does by itself, unless that comes along. */
  give(orders: readonly Order[], standing: readonly [number, Standing][] = []): void {
    if (!orders.length && !standing.length) return;
    this.#remember();
    const on = new Map(this.standing);
    for (const { unit = 0, type } of orders) if (!QUIET.includes(type)) on.delete(unit);
    for (const [unit, order] of standing) on.set(unit, order);
    this.standing = on;
    const rest = this.#live() ? this.list : this.list.filter((one) => !this.#turnedOn(one, orders));
    if (rest.length < this.list.length) void this.#replace([...rest, ...orders]);
    else if (orders.length) void this.#enter([...orders]);
  }

  /** Whether an order is only the last turn of a dial that is turned on. */
  #turnedOn(one: Order, orders: readonly Order[]): boolean {
    const again = orders.some(({ type, unit }) => type === 'battery' && unit === one.unit);
    return one.type === 'battery' && again && this.of(one.unit ?? 0).at(-1)?.order === one;
  }

  /** What standing orders make of a turn, and the end of those that are fulfilled. Nothing to undo. */
  carryOn(orders: readonly Order[], ended: Iterable<number>): void {
    this.stop(ended);
    if (orders.length) void this.#enter([...orders]);
  }

  /** Standing orders end. */
  stop(units: Iterable<number>): void {
    const on = new Map(this.standing);
    for (const unit of units) on.delete(unit);
    if (on.size !== this.standing.size) this.standing = on;
  }

  /** Takes back orders by their place in the list. */
  remove(places: readonly number[]): void {
    const rest = this.list.filter((_, at) => !places.includes(at));
    if (rest.length === this.list.length || this.#live()) return;
    this.#remember();
    void this.#replace(rest);
  }

  /** Everything of some units: what they were told this turn, and what they do by themselves. */
  cancel(units: readonly number[]): void {
    const places = this.list.flatMap((order, at) => (units.includes(order.unit ?? 0) ? [at] : []));
    if (places.length) this.remove(places);
    this.stop(units);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before || this.#live()) return;
    this.#past = this.#past.slice(0, -1);
    this.standing = before.standing;
    void this.#replace(before.list);
  }

  sayDone(): void {
    if (this.done) return;
    this.done = true;
    void this.#say([{ type: 'done' }], [], false);
  }

  /** The turn is open again, with the same orders. */
  reopen(): void {
    if (this.done && !this.#live()) void this.#replace(this.list);
  }

  #remember(): void {
    const { list, standing } = this;
    this.#past = [...this.#past.slice(1 - UNDO_MAX), { list, standing }];
  }

  /** Orders that were thrown away are given anew, without those that are taken back. */
  #replace(rest: readonly Order[]): Promise<void> {
    const before = this.list;
    this.list = this.given = rest;
    this.done = false;
    return this.#say([{ type: 'restart' }, ...rest], before);
  }

  #enter(orders: Order[]): Promise<void> {
    const before = this.list;
    if (!this.#live()) this.list = [...before, ...orders];
    this.given = [...this.given, ...orders];
    return this.#say(orders, before);
  }

  async #say(actions: BoidvoidAction[], before: readonly Order[], more = true): Promise<void> {
    const turn = this.#turn;
    this.trouble = '';
    this.refused = [];
    this.sending += 1;
    try {
      const verdicts = await this.#deliver(actions, more, turn);
      if (turn === this.#turn) this.#judge(actions, verdicts);
    } catch (error) {
      if (!(error instanceof Lost) && !(error instanceof Unusable)) throw error;
      if (turn !== this.#turn) return;
      this.trouble = error instanceof Lost ? 'lost' : 'late';
      if (actions.some(({ type }) => type === 'done')) this.done = false;
      else this.list = before;
    } finally {
      this.sending -= 1;
      if (!this.sending && this.#late && turn === this.#turn) this.#settle(this.#late);
    }
  }

  /** One message after the other. */
  #deliver(actions: BoidvoidAction[], more: boolean, turn: number): Promise<Verdict[]> {
    const sent = this.#before.then(() => this.#inTime(actions, more, turn));
    this.#before = sent.catch(() => {});
    return sent;
  }

  /** A view can be here a moment before the turn that orders have to answer; those of a turn that is over are not sent
   * any more. */
  async #inTime(actions: BoidvoidAction[], more: boolean, turn: number): Promise<Verdict[]> {
    for (let tries = 0; turn === this.#turn; tries++)
      try {
        const verdicts = await this.#send(actions, more);
        if (tries >= TRIES || !verdicts.every(({ code }) => code === 'collection_closed')) return verdicts;
        await pause(TURN_MS);
      } catch (error) {
        if (tries >= TRIES || !(error instanceof Unusable && error.code === 'stale')) throw error;
        await pause(TURN_MS);
      }
    return [];
  }

  #judge(actions: BoidvoidAction[], verdicts: Verdict[]): void {
    const refused: Refused[] = [];
    verdicts.forEach(({ verdict, code = '', rule = '', sentence = '' }, n) => {
      const action = actions[n];
      if (verdict === 'accepted' || !action || action.type === 'restart') return;
      if (action.type === 'done') this.done = false;
      else refused.push({ order: action, code, rule, sentence });
    });
    if (!refused.length) return;
    this.refused = refused;
    this.#goOn(refused);
    const gone = new Set(refused.map(({ order }) => order));
    this.list = this.list.filter((order) => !gone.has(order));
    this.given = this.given.filter((order) => !gone.has(order));
  }

  /** Who was refused something else does what it did by itself. */
  #goOn(refused: readonly Refused[]): void {
    const before = this.#past.at(-1)?.standing,
      on = new Map(this.standing);
    for (const { order } of refused) {
      const stood = before?.get(order.unit ?? 0);
      if (stood && !on.has(order.unit ?? 0)) on.set(order.unit ?? 0, stood);
    }
    if (on.size !== this.standing.size) this.standing = on;
  }
}

/** Orders that do not take a unit away from what it does by itself. */
const QUIET: readonly Order['type'][] = ['battery', 'boost', 'unstake', 'equip'];

const pause = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, ms));

/** The own seat's orders in a view, with what is the usual left out. */
function ordersOf(own: BoidvoidOwnView): Order[] {
  return own.orders
    .filter(({ player }) => own.players.includes(player))
    .map(({ player, order }) => ({ ...order, unit: order.unit || player }) as unknown as Order);
}

const plain = (order: Order): string =>
  JSON.stringify(
    Object.entries(order)
      .filter(([, value]) => value)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
const sorted = (orders: readonly Order[]): string => orders.map(plain).sort().join('\n');
