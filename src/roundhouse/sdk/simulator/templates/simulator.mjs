// The rules of GAME_NAME (form FORM, layout LAYOUT), exactly as a server plays them, as WebAssembly for Node and browsers.
//
//     import { Simulator } from './simulator.mjs';
//     const sim = await Simulator.open(); // simulator.wasm beside this file; or give its bytes, a URL or a Response
//     const state = sim.load(turn.belief);
//     for (const row of sim.legal(state, seat)) {
//       const after = sim.clone(state);
//       sim.act(after, seat, row);
//       sim.free(after); // or sim.clone(state, after) to use it again
//     }
//
// A state's fields are read like state.round_no, those that are lists like state.planets(3).owner. Only the functions
// below change it. What is wrong throws a SimulatorError with a number and a sentence; whatever a state holds, nothing
// crashes and nothing runs for ever. A state that is forgotten is freed some time; one that is freed is gone at once.
//
// sim: about

export const WIDTH_OF_A_ROW = WIDTH_OF_ROW; // numbers in an action's row
export const MOST_SEATS_OF_A_MATCH = MOST_SEATS; // seats are counted from 1
const LAYOUT_NAME = 'LAYOUT';
const FORM_NAME = 'FORM';
const FAULT = -8;
const PAGE = 65536;

// The constants of the rules

// sim: constants

/** `code` is a number below 0 (simulator.h names them), the message says what is wrong. */
export class SimulatorError extends Error {
  constructor(code, sentence) {
    super(sentence);
    this.name = 'SimulatorError';
    this.code = code;
  }
}

/** Where a record lies in the simulator's memory. */
class Place {
  constructor(sim, at) {
    this.sim = sim;
    this.at = at;
  }
}

const within = (n, length) => {
  if (!(n >= 0 && n < length)) throw new RangeError(`index ${n} is out of range for a length of ${length}`);
};

// What a state is made of

// sim: records

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export class Simulator {
  /** The simulator; of `source` (bytes, a URL, a Response or a WebAssembly.Module), else of the file beside this one. */
  static async open(source = new URL('./simulator.wasm', import.meta.url)) {
    let bytes = await source;
    if (typeof bytes === 'string' || bytes instanceof URL) {
      const url = new URL(bytes, import.meta.url);
      if (url.protocol === 'file:') bytes = await (await import('node:fs/promises')).readFile(url);
      else bytes = await fetch(url);
    }
    if (typeof Response !== 'undefined' && bytes instanceof Response) bytes = await bytes.arrayBuffer();
    const sim = new Simulator();
    const module = bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);
    const imports = { rules: { fail: (...fault) => sim.#fail(fault) } };
    sim.#start(await WebAssembly.instantiate(module, imports));
    return sim;
  }

  #wasm;
  #fault = null;
  #stack;
  #view;
  #end; // of what was ever given out
  #free = []; // addresses of states that can be used again
  #forgotten = new FinalizationRegistry((at) => this.#free.push(at));
  #rows; // room for rows, at #rowsAt
  #rowsAt = 0;
  #small; // room for one row, seats, places and numbers

  #start({ exports }) {
    this.#wasm = exports;
    this.#stack = exports.__stack_pointer.value;
    this.#end = (exports.__heap_base.value + 15) & ~15;
    this.#small = this.#room(8 * Math.max(WIDTH_OF_A_ROW, MOST_SEATS_OF_A_MATCH) + 4 * exports.sim_observed());
    this.#rows = 0;
    if (exports.sim_size() !== State.size || this.#text(exports.sim_layout()) !== LAYOUT_NAME)
      throw new SimulatorError(FAULT, 'this WebAssembly is not the one that simulator.mjs was written with');
  }

  /** The memory as a DataView. */
  get view() {
    if (this.#view?.buffer !== this.#wasm.memory.buffer) this.#view = new DataView(this.#wasm.memory.buffer);
    return this.#view;
  }

  #room(bytes) {
    const at = this.#end;
    this.#end = (at + bytes + 15) & ~15;
    const more = this.#end - this.#wasm.memory.buffer.byteLength;
    if (more > 0) this.#wasm.memory.grow(Math.ceil(more / PAGE));
    return at;
  }

  #fail(fault) {
    this.#fault = fault;
    throw new Error('a fault of the rules');
  }

  /** Calls a function; what is below 0 is thrown. */
  #call(name, ...given) {
    let code;
    try {
      code = this.#wasm[`sim_${name}`](...given);
    } catch (error) {
      this.#wasm.__stack_pointer.value = this.#stack;
      const fault = this.#fault;
      this.#fault = null;
      if (!fault) throw error;
      code = this.#wasm.sim_fault(...fault);
    }
    if (code < 0) throw new SimulatorError(code, this.#text(this.#wasm.sim_error()));
    return code;
  }

  #text(at) {
    const bytes = new Uint8Array(this.#wasm.memory.buffer);
    return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  #at(state) {
    if (!(state instanceof State) || state.sim !== this || !state.at) throw new TypeError('this is no state of this simulator');
    return state.at;
  }

  #row(row) {
    if (row?.length !== WIDTH_OF_A_ROW) throw new TypeError(`an action is a row of ${WIDTH_OF_A_ROW} numbers`);
    for (let n = 0; n < WIDTH_OF_A_ROW; n++) this.view.setBigInt64(this.#small + 8 * n, BigInt(row[n]), true);
    return this.#small;
  }

  #numbers(at, count) {
    return Array.from({ length: count }, (_, n) => Number(this.view.getBigInt64(at + 8 * n, true)));
  }

  #ints(count) {
    return Array.from(new Int32Array(this.#wasm.memory.buffer, this.#small, count));
  }

  #state() {
    const state = new State(this, this.#free.pop() ?? this.#room(State.size));
    this.#forgotten.register(state, state.at, state);
    return state;
  }

  /** The state that a belief holds, as a turn brings it: { layout, form, state }. */
  load({ layout, form, state: text }) {
    const state = this.#state();
    const texts = [layout, form, text].map((one) => encoder.encode(String(one)));
    const from = this.#end; // only for this call, so nothing is given out
    const places = texts.map((bytes) => this.#room(bytes.length + 1));
    this.#end = from;
    const memory = new Uint8Array(this.#wasm.memory.buffer);
    texts.forEach((bytes, n) => {
      memory.set(bytes, places[n]);
      memory[places[n] + bytes.length] = 0;
    });
    try {
      this.#call('load', state.at, ...places, texts[2].length);
    } catch (error) {
      this.free(state);
      throw error;
    }
    return state;
  }

  /** The belief of a state. */
  save(state) {
    const from = this.#end;
    const room = this.#wasm.sim_text_room();
    const at = this.#room(room);
    this.#end = from;
    const length = this.#call('save', this.#at(state), at, room);
    const text = decoder.decode(new Uint8Array(this.#wasm.memory.buffer, at, length));
    return { layout: LAYOUT_NAME, form: FORM_NAME, state: text };
  }

  /** A copy; into another state if one is given. */
  clone(state, into = this.#state()) {
    this.#call('clone', this.#at(into), this.#at(state));
    return into;
  }

  /** The state's memory may be used again. */
  free(state) {
    this.#forgotten.unregister(state);
    this.#free.push(this.#at(state));
    state.at = 0;
  }

  /** How many seats the match has. */
  seats(state) {
    return this.#call('seats', this.#at(state));
  }

  /** Which round it is. */
  round(state) {
    return this.#call('round', this.#at(state));
  }

  /** The seats that are waited for. A round goes on with `tick` when there are none any more. */
  waiting(state) {
    return this.#ints(this.#call('waiting', this.#at(state), this.#small, MOST_SEATS_OF_A_MATCH));
  }

  /** Whether a seat is waited for. */
  waited(state, seat) {
    return this.#call('waited', this.#at(state), seat) === 1;
  }

  /** 0 if the action would be accepted, else the code of the refusal. */
  check(state, seat, row) {
    return this.#call('check', this.#at(state), seat, this.#row(row));
  }

  /** A refusal in words. */
  refusal(code) {
    const word = (what) => this.#text(this.#wasm[what](code));
    return {
      name: word('sim_refusal_name'),
      field: word('sim_refusal_field'),
      rule: word('sim_refusal_rule'),
      sentence: word('sim_refusal'),
    };
  }

  /** Takes an action as a match takes it. Returns 0, or the code of the refusal; then the state is as before, except
   * where a refused action counts or costs the seat, as it does in a match. */
  act(state, seat, row) {
    return this.#call('act', this.#at(state), seat, this.#row(row));
  }

  /** A seat leaves, for a reason of the rules. */
  leave(state, seat, reason) {
    this.#call('leave', this.#at(state), seat, reason);
  }

  /** What happens when all have answered or the time is up. */
  tick(state) {
    this.#call('tick', this.#at(state));
  }

  /** null while the match runs; else why it is over, with the places and points of all seats in their order. */
  result(state) {
    const reason = this.#call('result', this.#at(state), this.#small);
    if (reason === 0) return null;
    const found = this.#ints(2 * this.seats(state));
    return {
      reason,
      name: this.#text(this.#wasm.sim_ending_name(reason)),
      sentence: this.#text(this.#wasm.sim_ending(reason)),
      places: found.filter((_, n) => n % 2 === 0),
      points: found.filter((_, n) => n % 2 === 1),
    };
  }

  /** LEGAL_ACTIONS
   * A list of rows; empty for a seat that is not waited for. */
  legal(state, seat) {
    let count = this.#call('legal', this.#at(state), seat, this.#rowsAt, this.#rows);
    if (count > this.#rows) {
      this.#rows = 2 * count;
      this.#rowsAt = this.#room(8 * WIDTH_OF_A_ROW * this.#rows);
      count = this.#call('legal', this.#at(state), seat, this.#rowsAt, this.#rows);
    }
    return Array.from({ length: count }, (_, n) => this.#numbers(this.#rowsAt + 8 * WIDTH_OF_A_ROW * n, WIDTH_OF_A_ROW));
  }

  /** A legal action drawn from all that the rules allow. The same key and number give the same action. */
  random(state, seat, key, number = 0) {
    this.#call('random', this.#at(state), seat, BigInt(key), number, this.#small);
    return this.#numbers(this.#small, WIDTH_OF_A_ROW);
  }

  /** Plays on with random actions of all seats, to the end or for so many rounds. Returns why the match is over, 0 if it
   * still runs. */
  playout(state, key, rounds = 1_000_000) {
    return this.#call('playout', this.#at(state), BigInt(key), rounds);
  }

  /** What a seat has: the larger the better it stands. */
  worth(state, seat) {
    return this.#call('worth', this.#at(state), seat);
  }

  /** What a seat sees as numbers, for learning; their shape is OBSERVED_SHAPE. */
  observe(state, seat) {
    return this.#ints(this.#call('observe', this.#at(state), seat, this.#small, this.#wasm.sim_observed()));
  }
}
