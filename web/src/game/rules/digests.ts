/** The digests of a match, as `core/digest.py` makes them: of the entries, and of the state after every tick. */
import { SIZES } from './description';
import type { Block, RulesModule } from './module';

export const SIZE = 16; // bytes of a whole link
const BLOCK = 128;
const WORD = 8;

/** Numbers of a record that are written one after the other: arrays in arrays, with the way from one to the next. */
interface Run {
  place: number;
  kind: string;
  /** from the outside to the inside */
  arrays: { length: number; stride: number }[];
  /** where the number lies that says how much of the outermost array is in use */
  count: { place: number; kind: string } | null;
}

/** All that counts of a kind of record, in the order of `schema.canonical`. */
function runsOf(rules: RulesModule, kind: string): Run[] {
  const { fields } = rules.layoutOf(kind),
    runs: Run[] = [];
  for (const [, place, of, lengths, counted, derived] of fields) {
    if (derived) continue;
    const counter = lengths.length === 1 ? fields.find(([name]) => name === counted) : undefined,
      count = counter ? { place: counter[1], kind: counter[2] } : null;
    runs.push(...columns(rules, of, place, lengths, [], count));
  }
  return runs;
}

function columns(
  rules: RulesModule,
  kind: string,
  place: number,
  lengths: number[],
  outer: Run['arrays'],
  count: Run['count'],
): Run[] {
  const stride = SIZES[kind] ?? rules.layoutOf(kind).bytes,
    length = lengths.reduce((all, one) => all * one, 1),
    arrays = [...outer, { length, stride }];
  if (kind in SIZES) return [{ place, kind, arrays, count }];
  return rules
    .layoutOf(kind)
    .fields.filter(([, , , , , derived]) => !derived)
    .flatMap(([, at, of, own]) => columns(rules, of, place + at, own, arrays, count));
}

/** Grows with the entries of a match; `link` are the hexadecimal digits after the newest tick. */
export class Chain {
  ticks = 0;
  link: string;
  #rules: RulesModule;
  #runs: Run[];
  #most: number;
  #since: number[] = [];
  #work: Block;

  constructor(rules: RulesModule, header: Uint8Array) {
    this.#rules = rules;
    this.#runs = runsOf(rules, 'State');
    this.#most = this.#runs.reduce((all, run) => all + WORD * numbersOf(run, Infinity), 0);
    this.#work = rules.block('digest', 'u8', 24);
    this.link = this.#hash(header.length, (words) =>
      new Uint8Array(words.buffer, words.byteOffset).set(header),
    );
  }

  /** An entry that is no tick. */
  add(kind: number, seat: number, row: readonly number[]): void {
    this.#since.push(kind, seat, row.length, ...row);
  }

  /** A tick, with the state after it. */
  tick(states: Block, n: number): string {
    const before = bytesOfHex(this.link);
    const most = SIZE + WORD * this.#since.length + this.#most;
    this.link = this.#hash(most, (words) => {
      const at = put(words, before, this.#since);
      return this.#state(states, n, words, at);
    });
    this.#since = [];
    this.ticks += 1;
    return this.link;
  }

  /** The last link: all before, the entries since the last tick, and what else a record proves. */
  end(parts: readonly Uint8Array[]): string {
    const all = [wordsOf(this.#since), ...parts],
      bytes = [bytesOfHex(this.link), ...all.flatMap((part) => [wordsOf([part.length]), part])],
      length = bytes.reduce((sum, part) => sum + part.length, 0);
    return this.#hash(length, (words) => {
      const to = new Uint8Array(words.buffer, words.byteOffset);
      let at = 0;
      for (const part of bytes) {
        to.set(part, at);
        at += part.length;
      }
    });
  }

  /** The digest of what `write` puts into the words it is given, of at most so many bytes. It returns the number of
   * words it has written where that is less. */
  #hash(most: number, write: (words: Int32Array) => number | void): string {
    const rules = this.#rules,
      room = Math.max(BLOCK, Math.ceil(most / BLOCK) * BLOCK),
      block = rules.block('hashed', 'u8', room / WORD),
      words = new Int32Array(rules.bytes(block).buffer, block.place, room / 4);
    const written = write(words),
      length = written === undefined ? most : written * 4;
    new Uint8Array(words.buffer, block.place + length, room - length).fill(0);
    const used = rules.block('hashed', 'u8', Math.max(BLOCK, Math.ceil(length / BLOCK) * BLOCK) / WORD);
    rules.call('replays_hashed', used, length, SIZE, this.#work);
    return hexOf(rules.bytes(this.#work).subarray(0, SIZE));
  }

  /** The canonical bytes of a state, two words for each number. Returns where they end. */
  #state(states: Block, n: number, words: Int32Array, at: number): number {
    const start = states.place + n * this.#rules.layoutOf(states.kind).bytes,
      memory = new DataView(words.buffer);
    for (const run of this.#runs) {
      const used = run.count ? memoryNumber(memory, run.count.kind, start + run.count.place) : Infinity;
      at = copied(memory, run, start + run.place, 0, used, words, at);
    }
    return at;
  }
}

const numbersOf = ({ arrays }: Run, used: number): number =>
  arrays.reduce((all, { length }, n) => all * (n ? length : Math.min(used, length)), 1);

function copied(
  memory: DataView,
  run: Run,
  from: number,
  depth: number,
  used: number,
  words: Int32Array,
  at: number,
): number {
  const { length, stride } = run.arrays[depth],
    end = from + Math.min(used, length) * stride;
  if (depth < run.arrays.length - 1) {
    for (let place = from; place < end; place += stride)
      at = copied(memory, run, place, depth + 1, Infinity, words, at);
  } else if (SIZES[run.kind] === WORD) {
    for (let place = from; place < end; place += stride) {
      words[at++] = memory.getInt32(place, true);
      words[at++] = memory.getInt32(place + 4, true);
    }
  } else {
    for (let place = from; place < end; place += stride) {
      const one = memoryNumber(memory, run.kind, place);
      words[at++] = one;
      words[at++] = one < 0 ? -1 : 0;
    }
  }
  return at;
}

/** A whole number of up to 32 bits. */
function memoryNumber(memory: DataView, kind: string, at: number): number {
  switch (kind) {
    case 'i1':
      return memory.getInt8(at);
    case 'u1':
      return memory.getUint8(at);
    case 'i2':
      return memory.getInt16(at, true);
    case 'u2':
      return memory.getUint16(at, true);
    case 'i4':
      return memory.getInt32(at, true);
    default:
      return memory.getUint32(at, true);
  }
}

function put(words: Int32Array, link: Uint8Array, numbers: readonly number[]): number {
  const bytes = new Uint8Array(words.buffer, words.byteOffset);
  bytes.set(link);
  bytes.set(wordsOf(numbers), link.length);
  return (link.length + WORD * numbers.length) / 4;
}

/** Numbers as bytes: 64 bits each, little end first. */
export function wordsOf(numbers: readonly number[]): Uint8Array {
  return new Uint8Array(BigInt64Array.from(numbers, BigInt).buffer);
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (one) => one.toString(16).padStart(2, '0')).join('');

export const bytesOfHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (two) => parseInt(two, 16));
