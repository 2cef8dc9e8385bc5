/** The orders of a round: what the server has, what is on its way to it, what it refused, and what can be undone. */
import { Lost, Unusable } from '../../../net/connection';
import type { DungeonAction, DungeonOwnView, Verdict } from '../../../net/types';
import type { Standing } from './standing';
import type { Command } from './world';

/** Why the server did not take an order. DUN-236 */
export interface Refused {
  code: string;
  rule: string;
  sentence: string;
}

export type Trouble = 'lost' | 'late' | '';

interface Now {
  commands: ReadonlyMap<string, Command>;
  standing: ReadonlyMap<string, Standing>;
  robots: number;
}

type Send = (actions: DungeonAction[], more: boolean) => Promise<Verdict[]>;

/** The key of refusals that belong to no robot. */
export const PURCHASE = '';
const UNDO_MAX = 50;
const TURN_MS = 120; // so long the turn of a new round may be on its way
const TRIES = 5;

export class Orders {
  commands = $state.raw<ReadonlyMap<string, Command>>(new Map());
  standing = $state.raw<ReadonlyMap<string, Standing>>(new Map());
  /** robots that are bought this round */
  robots = $state(0);
  done = $state(false);
  refused = $state.raw<ReadonlyMap<string, Refused>>(new Map());
  trouble = $state<Trouble>('');
  /** the commands of the round before */
  last = $state.raw<ReadonlyMap<string, Command>>(new Map());
  /** answers that are still to come */
  sending = $state(0);
  #past = $state.raw<Now[]>([]);
  #round = -1;
  #own: DungeonOwnView | null = null;
  #send: Send;
  #opens: () => number;
  #before: Promise<unknown> = Promise.resolve();

  /** `opens` is when commands are collected, on the page's own clock. */
  constructor(send: Send, standing: Record<string, Standing> = {}, opens: () => number = () => 0) {
    this.#send = send;
    this.#opens = opens;
    this.standing = new Map(Object.entries(standing));
  }

  get undoable(): boolean {
    return this.#past.length > 0;
  }

  /** A view arrived: in a new round everything begins afresh; in the same one the server knows better. The same view
   * again says nothing, because orders have been given since. */
  take(round: number, own: DungeonOwnView): void {
    if (own === this.#own) return;
    this.#own = own;
    const fresh = round !== this.#round,
      commands = new Map<string, Command>();
    for (const { id, command } of own.robots) if (command) commands.set(id, command as Command);
    if (fresh && this.#round >= 0) this.last = this.commands;
    this.#round = round;
    this.commands = commands;
    this.robots = own.purchase?.quantity ?? 0;
    this.done = own.done;
    const alive = new Set(own.robots.map(({ id }) => id));
    if ([...this.standing.keys()].some((id) => !alive.has(id)))
      this.standing = new Map([...this.standing].filter(([id]) => alive.has(id)));
    if (!fresh) return;
    this.#past = [];
    this.refused = new Map();
    this.trouble = '';
  }

  /** Commands of a person: each replaces what the robot was to do, standing orders too unless they come along. A
   * standing order that says nothing this round takes an older command away, unless `over` is false. */
  give(commands: Command[], standing: [string, Standing][] = [], over = true): void {
    if (!commands.length && !standing.length) return;
    this.#remember();
    const orders = new Map(this.standing),
      told = new Set(commands.map(({ robot }) => robot));
    for (const { robot } of commands) orders.delete(robot);
    for (const [robot, order] of standing) orders.set(robot, order);
    this.standing = orders;
    const quiet = standing
      .map(([robot]) => robot)
      .filter((robot) => over && !told.has(robot) && this.commands.has(robot));
    void this.#enter([...quiet.map((robot): DungeonAction => ({ type: 'withdraw', robot })), ...commands]);
  }

  /** Commands that standing orders make, and the end of those that are fulfilled. Nothing to undo. */
  carryOn(commands: Command[], ended: Iterable<string>): void {
    const orders = new Map(this.standing);
    for (const robot of ended) orders.delete(robot);
    if (orders.size !== this.standing.size) this.standing = orders;
    if (commands.length) void this.#enter(commands);
  }

  withdraw(robots: readonly string[]): void {
    const had = robots.filter((robot) => this.commands.has(robot)),
      stood = robots.filter((robot) => this.standing.has(robot));
    if (!had.length && !stood.length) return;
    this.#remember();
    this.standing = new Map([...this.standing].filter(([robot]) => !stood.includes(robot)));
    void this.#enter(had.map((robot) => ({ type: 'withdraw', robot })));
  }

  /** So many robots, 0: none. */
  buy(quantity: number): void {
    if (quantity === this.robots) return;
    this.#remember();
    void this.#enter([this.#purchase(quantity)]);
  }

  sayDone(): void {
    if (this.done) return;
    this.done = true;
    void this.#enter([{ type: 'done' }], false);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    const actions: DungeonAction[] = [];
    for (const robot of this.commands.keys())
      if (!before.commands.has(robot)) actions.push({ type: 'withdraw', robot });
    for (const [robot, command] of before.commands)
      if (this.commands.get(robot) !== command) actions.push(command);
    if (before.robots !== this.robots) actions.push(this.#purchase(before.robots));
    this.standing = before.standing;
    void this.#enter(actions);
  }

  #purchase(quantity: number): DungeonAction {
    return quantity > 0
      ? { type: 'buying', article: 'ROBOT', robot: null, quantity }
      : { type: 'withdraw', robot: null };
  }

  #remember(): void {
    const { commands, standing, robots } = this;
    this.#past = [...this.#past.slice(1 - UNDO_MAX), { commands, standing, robots }];
  }

  /** Shows orders as given and sends them together; what is refused is as it was. */
  async #enter(actions: DungeonAction[], more = true): Promise<void> {
    if (!actions.length) return;
    const round = this.#round,
      before = { commands: this.commands, robots: this.robots };
    this.#show(actions);
    this.trouble = '';
    this.sending += 1;
    try {
      const verdicts = await this.#deliver(actions, more, round);
      if (round === this.#round) this.#judge(actions, verdicts, before);
    } catch (error) {
      if (!(error instanceof Lost) && !(error instanceof Unusable)) throw error;
      this.trouble = error instanceof Lost ? 'lost' : 'late';
      if (round === this.#round) for (const action of actions) this.#takeBack(action, before);
    } finally {
      this.sending -= 1;
    }
  }

  /** One message after the other. */
  #deliver(actions: DungeonAction[], more: boolean, round: number): Promise<Verdict[]> {
    const sent = this.#before.then(() => this.#inTime(actions, more, round));
    this.#before = sent.catch(() => {});
    return sent;
  }

  /** Orders wait here while the round before is executed (DUN-063); and a view can be here a moment before the turn
   * that they have to answer. Those of a round that is over are not sent any more. */
  async #inTime(actions: DungeonAction[], more: boolean, round: number): Promise<Verdict[]> {
    for (let tries = 0; round === this.#round; tries++) {
      const early = this.#opens() - performance.now();
      if (early > 0) await pause(early);
      if (round !== this.#round) break;
      try {
        const verdicts = await this.#send(actions, more);
        if (tries >= TRIES || !verdicts.every(({ code }) => code === 'collection_closed')) return verdicts;
      } catch (error) {
        if (tries >= TRIES || !(error instanceof Unusable && error.code === 'stale')) throw error;
      }
      await pause(TURN_MS);
    }
    return [];
  }

  #show(actions: DungeonAction[]): void {
    const commands = new Map(this.commands),
      refused = new Map(this.refused);
    for (const action of actions) {
      if (action.type === 'done') continue;
      const key = keyOf(action);
      refused.delete(key);
      if (key === PURCHASE) this.robots = action.type === 'buying' ? action.quantity : 0;
      else {
        commands.delete(key); // to the end, as the server keeps them. DUN-060
        if (action.type !== 'withdraw') commands.set(key, action as Command);
      }
    }
    [this.commands, this.refused] = [commands, refused];
  }

  #judge(actions: DungeonAction[], verdicts: Verdict[], before: Pick<Now, 'commands' | 'robots'>): void {
    const refused = new Map(this.refused);
    verdicts.forEach(({ verdict, code = '', rule = '', sentence = '' }, n) => {
      const action = actions[n];
      if (verdict === 'accepted' || !action) return;
      if (action.type !== 'done') refused.set(keyOf(action), { code, rule, sentence });
      this.#takeBack(action, before);
    });
    if (refused.size !== this.refused.size) this.refused = refused;
  }

  /** Shows things as they were before an order, unless a newer one has come. */
  #takeBack(action: DungeonAction, before: Pick<Now, 'commands' | 'robots'>): void {
    if (action.type === 'done') {
      this.done = false;
      return;
    }
    const key = keyOf(action);
    if (key === PURCHASE) {
      this.robots = before.robots;
      return;
    }
    const now = this.commands.get(key),
      was = before.commands.get(key);
    if (now !== (action.type === 'withdraw' ? undefined : action)) return;
    const commands = new Map(this.commands);
    if (was) commands.set(key, was);
    else commands.delete(key);
    this.commands = commands;
  }
}

const pause = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, ms));

/** The robot an order is for. */
function keyOf(action: Exclude<DungeonAction, { type: 'done' }>): string {
  return action.type === 'buying' && action.article === 'ROBOT' ? PURCHASE : (action.robot ?? PURCHASE);
}
