/** The orders of a turn: what every unit is still to do, what was sent, what came of it and what was refused. */
import { Lost } from '../../../net/connection';
import type { QuestAnswer, Verdict } from '../../../net/types';
import { liesAt, noteTaken, type Ledger } from './ground';
import type { UnitAction } from './rules';
import { news, next, type Next, type Task } from './tasks';
import { distance, type World } from './world';

export interface Entry {
  /** counts up over all units: the newest is undone first, the oldest is carried out first */
  n: number;
  task: Task;
}

/** What came of the last thing that was tried. */
export type Outcome =
  | { kind: 'done'; unit: number; action: UnitAction; answer: QuestAnswer | null }
  | { kind: 'refused'; unit: number; action: UnitAction; code: string; rule: string; sentence: string }
  | { kind: 'stopped'; unit: number; why: string }
  | { kind: 'seen'; unit: number; enemies: number[] }
  | { kind: 'gathered'; unit: number; why: 'full' | 'empty' };

export type Trouble = 'lost' | 'late' | '';

interface Surroundings {
  world(): World;
  /** actions are taken now */
  open(): boolean;
  send(action: UnitAction): Promise<Verdict>;
}

type Queues = ReadonlyMap<number, readonly Entry[]>;

export class Orders {
  queues = $state.raw<Queues>(new Map());
  ledger = $state.raw<Ledger>({});
  /** orders are collected until they are told to go */
  hold = $state(false);
  /** the unit whose action is on its way */
  sending = $state(0);
  outcome = $state.raw<Outcome | null>(null);
  /** why a unit's last order was not carried out, by unit */
  refused = $state.raw<ReadonlyMap<number, Outcome>>(new Map());
  trouble = $state<Trouble>('');
  #around: Surroundings;
  #count = 0;
  #running = false;
  /** what was known when the own turn ended */
  #before: World | null = null;

  constructor(
    around: Surroundings,
    kept: { queues: [number, Task[]][]; ledger: Ledger; hold: boolean } = {
      queues: [],
      ledger: {},
      hold: false,
    },
  ) {
    this.#around = around;
    this.ledger = kept.ledger;
    this.hold = kept.hold;
    this.queues = new Map(
      kept.queues.map(([unit, tasks]) => [unit, tasks.map((task) => ({ n: ++this.#count, task }))]),
    );
  }

  of(unit: number): readonly Entry[] {
    return this.queues.get(unit) ?? [];
  }

  get waiting(): number {
    return [...this.queues.values()].reduce((sum, list) => sum + list.length, 0);
  }

  /** Puts a task at the end of a unit's queue. `instead` of what it was to do, unless it is told to come after. */
  give(unit: number, task: Task, instead = false): void {
    const rest = instead ? this.of(unit).filter(({ n }) => n === this.#sent) : this.of(unit);
    this.#set(unit, [...rest, { n: ++this.#count, task }]);
    this.#forget(unit);
    this.run();
  }

  /** Takes one task of a unit back. What is on its way cannot be taken back. */
  cancel(unit: number, n?: number): void {
    this.#set(
      unit,
      this.of(unit).filter((entry) => entry.n === this.#sent || (n !== undefined && entry.n !== n)),
    );
  }

  cancelAll(): void {
    for (const unit of this.queues.keys()) this.cancel(unit);
  }

  /** Takes back the newest task that has not been sent; false if there is none. */
  undo(): boolean {
    let last: { unit: number; n: number } | null = null;
    for (const [unit, list] of this.queues)
      for (const { n } of list) if (n !== this.#sent && (!last || n > last.n)) last = { unit, n };
    if (last) this.cancel(last.unit, last.n);
    return last !== null;
  }

  get undoable(): boolean {
    return this.waiting > (this.sending ? 1 : 0);
  }

  /** Collected orders go out. */
  go(): void {
    void this.#run(true);
  }

  run(): void {
    void this.#run(!this.hold);
  }

  /** The own turn begins: walks stop where somebody has come, the others go on. */
  begin(): void {
    const now = this.#around.world(),
      before = this.#before;
    this.refused = new Map();
    this.trouble = '';
    if (before) {
      const fresh = new Set(news(before, now).enemies);
      for (const unit of now.units) {
        if (!this.of(unit.id).some(({ task }) => task.kind !== 'do')) continue;
        const near = now.enemies.filter(
          (enemy) => fresh.has(enemy.id) && distance(enemy, unit) <= now.settings.view_radius,
        );
        if (near.length)
          this.#halt(unit.id, { kind: 'seen', unit: unit.id, enemies: near.map(({ id }) => id) });
      }
    }
    this.#prune(now);
    this.run();
  }

  /** The own turn is over. */
  end(): void {
    this.#before = this.#around.world();
  }

  #sent = 0;

  async #run(allowed: boolean): Promise<void> {
    if (this.#running || !allowed) return;
    this.#running = true;
    try {
      while (this.#around.open()) {
        const found = this.#next();
        if (!found) return;
        if (!(await this.#send(found.unit, found.entry, found.action))) return;
      }
    } finally {
      this.#running = false;
    }
  }

  /** The oldest task whose unit can act now; what is done or impossible is cleared away on the way to it. */
  #next(): { unit: number; entry: Entry; action: UnitAction } | null {
    for (;;) {
      const heads = [...this.queues]
        .map(([unit, list]) => ({ unit, entry: list[0] }))
        .sort((a, b) => a.entry.n - b.entry.n);
      let cleared = false;
      for (const { unit, entry } of heads) {
        const said = this.#judge(unit, entry.task);
        if ('action' in said) return { unit, entry, action: said.action };
        if ('wait' in said) continue;
        cleared = true;
        if ('stop' in said) this.#halt(unit, { kind: 'stopped', unit, why: said.stop });
        else {
          this.#done(unit, entry);
          if (said.done) this.outcome = { kind: 'gathered', unit, why: said.done };
        }
        break; // its next task may be older than those of the others
      }
      if (!cleared) return null;
    }
  }

  #judge(unit: number, task: Task): Next {
    const world = this.#around.world(),
      found = world.byId.get(unit);
    return found ? next(world, this.ledger, found, task) : { stop: 'no_unit' };
  }

  /** Whether to go on. */
  async #send(unit: number, entry: Entry, action: UnitAction): Promise<boolean> {
    const before = this.#around.world(),
      was = before.byId.get(unit)!;
    this.sending = unit;
    this.#sent = entry.n;
    let verdict: Verdict;
    try {
      verdict = await this.#around.send(action);
    } catch (error) {
      this.trouble = error instanceof Lost ? 'lost' : 'late';
      return false;
    } finally {
      this.sending = 0;
      this.#sent = 0;
    }
    this.trouble = '';
    if (verdict.verdict !== 'accepted') {
      const { code = '', rule = '', sentence = '' } = verdict;
      this.#halt(unit, { kind: 'refused', unit, action, code, rule, sentence });
      return true;
    }
    const answer = (verdict.answer ?? null) as QuestAnswer | null;
    if (action.type === 'pickup' && answer?.taken)
      this.ledger = noteTaken(
        before,
        this.ledger,
        was,
        liesAt(before, this.ledger, was),
        action.what,
        answer.taken,
      );
    if (entry.task.kind === 'do') this.#done(unit, entry);
    this.outcome = { kind: 'done', unit, action, answer };
    this.#look(unit, before);
    return true;
  }

  /** Something new is seen: whoever saw it stops. */
  #look(unit: number, before: World): void {
    const fresh = news(before, this.#around.world());
    if (!fresh.enemies.length && !fresh.towers) return;
    if (this.of(unit).length) this.#halt(unit, { kind: 'seen', unit, enemies: fresh.enemies });
  }

  #done(unit: number, entry: Entry): void {
    this.#set(
      unit,
      this.of(unit).filter(({ n }) => n !== entry.n),
    );
  }

  #halt(unit: number, why: Outcome): void {
    this.#set(unit, []);
    this.outcome = why;
    this.refused = new Map(this.refused).set(unit, why);
  }

  #forget(unit: number): void {
    if (!this.refused.has(unit)) return;
    const rest = new Map(this.refused);
    rest.delete(unit);
    this.refused = rest;
  }

  #set(unit: number, list: readonly Entry[]): void {
    const queues = new Map(this.queues);
    if (list.length) queues.set(unit, list);
    else queues.delete(unit);
    this.queues = queues;
  }

  /** Units that are gone have nothing to do. */
  #prune(world: World): void {
    for (const unit of this.queues.keys()) if (!world.byId.has(unit)) this.#set(unit, []);
  }
}
