/** Keeps the server's draft in step with the program on the screen, so that a reload or the deadline loses nothing. RAL-053 */
import { Unusable } from '../../../net/connection';
import type { RallyAction, Verdict } from '../../../net/types';
import type { Program } from './program.svelte';

const REST_MS = 200; // without a change before a draft is sent
const TRIES = 6;

type Send = (action: RallyAction, more: boolean) => Promise<Verdict>;

const keyOf = ({ slots, powerDown }: Program): string => JSON.stringify([slots, powerDown]);

export class Draft {
  busy = $state(false);
  #program: Program;
  #send: Send;
  #saved = '';
  #last: Promise<unknown> = Promise.resolve();

  constructor(program: Program, send: Send) {
    this.#program = program;
    this.#send = send;
  }

  /** What is shown is what the server has. */
  settled(): void {
    this.#saved = keyOf(this.#program);
  }

  get differs(): boolean {
    return keyOf(this.#program) !== this.#saved;
  }

  /** Sends the draft when nothing has changed for a moment; to be called in an effect, which it returns the end of. */
  keep(failed: (error: unknown) => void): (() => void) | undefined {
    if (this.busy || !this.differs) return;
    const timer = setTimeout(() => {
      const { slots, powerDown: power_down } = this.#program,
        saved = keyOf(this.#program);
      this.send({ type: 'draft', slots, power_down }, true).then((verdict) => {
        if (verdict.verdict === 'accepted') this.#saved = saved;
        else failed(verdict);
      }, failed);
    }, REST_MS);
    return () => clearTimeout(timer);
  }

  /** One action after the other. What was meant for this turn is sent again if only its number has changed. */
  send(action: RallyAction, more: boolean, valid: () => boolean = () => true): Promise<Verdict> {
    const work = this.#last.then(() => this.#try(action, more, valid));
    this.#last = work.catch(() => {});
    return work;
  }

  async #try(action: RallyAction, more: boolean, valid: () => boolean): Promise<Verdict> {
    this.busy = true;
    try {
      for (let n = 1; ; n++)
        try {
          return await this.#send(action, more);
        } catch (error) {
          if (!(error instanceof Unusable) || error.code !== 'stale' || n === TRIES || !valid()) throw error;
          await new Promise((go) => setTimeout(go, 40 * n)); // the new turn is on its way
        }
    } finally {
      this.busy = false;
    }
  }
}
