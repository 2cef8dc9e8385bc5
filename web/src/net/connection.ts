/** One WebSocket to one match: says hello, comes back after a loss with what it knows, and pairs answers with questions. */
import type { Forecast, FromClient, FromServer, Hello, Verdicts } from './types';

export type Status = 'connecting' | 'open' | 'waiting' | 'replaced' | 'refused' | 'closed';

/** An order or a question got no answer because the connection broke; the order may have counted. */
export class Lost extends Error {
  constructor() {
    super('The connection was lost before the answer came.');
    this.name = 'Lost';
  }
}

/** The server could not use what was sent. */
export class Unusable extends Error {
  constructor(
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
    this.name = 'Unusable';
  }
}

/** Answers to hello that another try cannot mend. */
const FINAL = new Set(['no_match', 'version', 'unauthorised']);

interface Waiting {
  answer: (message: Verdicts | Forecast) => void;
  fail: (error: Error) => void;
}

export interface Listener {
  message(message: FromServer): void;
  status(status: Status): void;
  /** the last step known, to get only what is missing */
  since(): number | undefined;
}

export class Connection {
  #socket: WebSocket | null = null;
  #hello: Omit<Hello, 'type' | 'since'>;
  #listener: Listener;
  #timer = 0;
  #tries = 0;
  #seq = 0;
  #ended = false;
  #begun = false;
  #waiting = new Map<number, Waiting>();

  constructor(hello: Omit<Hello, 'type' | 'since'>, listener: Listener) {
    this.#hello = hello;
    this.#listener = listener;
    addEventListener('online', this.#now);
    document.addEventListener('visibilitychange', this.#now);
    this.open();
  }

  open(): void {
    this.#ended = this.#begun = false;
    clearTimeout(this.#timer);
    this.#listener.status('connecting');
    const url = new URL('/ws', location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.#drop();
    this.#socket = socket;
    socket.onopen = () => {
      const since = this.#listener.since();
      this.#send({ type: 'hello', ...this.#hello, ...(since === undefined ? {} : { since }) });
    };
    socket.onmessage = (e: MessageEvent<string>) => {
      if (this.#socket === socket) this.#take(JSON.parse(e.data) as FromServer);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  /** Ends for good. */
  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.#now);
    document.removeEventListener('visibilitychange', this.#now);
    this.#drop();
    this.#listener.status('closed');
  }

  act(actions: unknown[], step?: number): Promise<Verdicts> {
    return this.#ask((seq) => ({ type: 'act', actions, step, seq })) as Promise<Verdicts>;
  }

  ask(action: unknown): Promise<Forecast> {
    return this.#ask((seq) => ({ type: 'ask', action, seq })) as Promise<Forecast>;
  }

  leave(): boolean {
    return this.#send({ type: 'leave' });
  }

  seen(step: number): boolean {
    return this.#send({ type: 'seen', step });
  }

  say(text: string): boolean {
    return this.#send({ type: 'say', text });
  }

  #ask(make: (seq: number) => FromClient): Promise<Verdicts | Forecast> {
    const seq = ++this.#seq;
    return new Promise((answer, fail) => {
      if (!this.#send(make(seq))) return fail(new Lost());
      this.#waiting.set(seq, { answer, fail });
    });
  }

  #send(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #take(message: FromServer): void {
    if (message.type === 'start' || message.type === 'step' || message.type === 'turn') {
      this.#tries = 0;
      this.#begun = true;
      this.#listener.status('open');
    }
    if (message.type === 'verdicts' || message.type === 'forecast')
      this.#settle(message.seq)?.answer(message);
    if (message.type === 'error') {
      if (message.seq) this.#settle(message.seq)?.fail(new Unusable(message.code, message.sentence));
      else if (message.code === 'replaced' || (!this.#begun && FINAL.has(message.code))) {
        this.#ended = true;
        this.#drop();
        this.#listener.status(message.code === 'replaced' ? 'replaced' : 'refused');
      }
    }
    this.#listener.message(message);
    // the server may hang up now
    if (message.type === 'over' || (message.type === 'error' && message.code === 'broken_off'))
      this.#ended = true;
  }

  #settle(seq: number): Waiting | undefined {
    const found = this.#waiting.get(seq);
    this.#waiting.delete(seq);
    return found;
  }

  #drop(): void {
    const old = this.#socket;
    this.#socket = null;
    if (old) {
      old.onopen = old.onmessage = old.onclose = null;
      old.close();
    }
    for (const waiting of this.#waiting.values()) waiting.fail(new Lost());
    this.#waiting.clear();
  }

  /** Twice as long after every failure, and never all visitors at once. */
  #lost(): void {
    this.#drop();
    if (this.#ended) return;
    this.#listener.status('waiting');
    const delay = Math.min(15_000, 400 * 2 ** this.#tries) * (0.5 + Math.random() / 2);
    this.#tries += 1;
    this.#timer = window.setTimeout(() => this.open(), delay);
  }

  /** The network or the visitor is back: no need to wait for the timer. */
  #now = (): void => {
    if (this.#ended || this.#socket || document.hidden) return;
    this.open();
  };
}
