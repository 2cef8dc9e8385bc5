/** A game's rules in the page: a WebAssembly module, called by its description. All arrays lie in the module's memory,
 * each under a name, and are used again, so that memory does not grow with the rounds. */
import { SIZES, type Argument, type Description, type Layout } from './description';

const PAGE = 65_536;
const ALIGNED = 63; // arrays begin at multiples of 64 bytes

/** A rule did something that has no result: an error in the rules, or a state that is none. */
export class RuleFault extends Error {
  constructor(
    readonly place: string,
    sentence: string,
  ) {
    super(`${place}: ${sentence}`);
    this.name = 'RuleFault';
  }
}

/** An array in the memory of a module. */
export interface Block {
  readonly place: number;
  readonly kind: string;
  readonly shape: readonly number[];
  readonly bytes: number;
}

type Given = number | bigint | boolean | Block;

type Report = [code: number, place: number, a: bigint, b: bigint];

interface Exports {
  memory: WebAssembly.Memory;
  __heap_base: WebAssembly.Global<'i32'>;
  __stack_pointer: WebAssembly.Global<'i32'>;
  [entry: string]: unknown;
}

export class RulesModule {
  #exports: Exports;
  #blocks = new Map<string, Block & { room: number }>();
  #end: number;

  private constructor(
    readonly description: Description,
    exports: WebAssembly.Exports,
  ) {
    this.#exports = exports as unknown as Exports;
    this.#end = this.#exports.__heap_base.value;
  }

  /** The rules with a memory of their own. */
  static async of(code: WebAssembly.Module, description: Description): Promise<RulesModule> {
    const fail = (...report: Report): never => made.#fail(report);
    const { exports } = await WebAssembly.instantiate(code, { rules: { fail } });
    const made = new RulesModule(description, exports);
    return made;
  }

  /** Bytes of memory that the module has. */
  get memoryBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  layoutOf(kind: string): Layout {
    const found = this.description.records[kind];
    if (!found) throw new TypeError(`the rules have no records ${kind}`);
    return found;
  }

  /** The array of this name, of records or of numbers. One that does not need more room than before lies where it was,
   * with what was in it. */
  block(name: string, kind: string, ...shape: number[]): Block {
    const size = SIZES[kind] ?? this.layoutOf(kind).bytes,
      bytes = shape.reduce((all, length) => all * length, size),
      before = this.#blocks.get(name);
    const fits = before && before.room >= bytes,
      room = fits ? before.room : bytes,
      place = fits ? before.place : this.#room(bytes);
    const made = { place, kind, shape, bytes, room };
    this.#blocks.set(name, made);
    return made;
  }

  #room(bytes: number): number {
    const place = (this.#end + ALIGNED) & ~ALIGNED,
      { memory } = this.#exports;
    this.#end = place + bytes;
    const lacking = this.#end - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(Math.ceil(lacking / PAGE));
    return place;
  }

  /** The memory behind an array, until the next array is made. */
  bytes({ place, bytes }: Block): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#exports.memory.buffer as ArrayBuffer, place, bytes);
  }
  view({ place, bytes }: Block): DataView<ArrayBuffer> {
    return new DataView(this.#exports.memory.buffer as ArrayBuffer, place, bytes);
  }

  /** Numbers into an array of them, which has 64 bits for each. */
  fill(block: Block, numbers: readonly number[]): Block {
    const whole = new BigInt64Array(this.#exports.memory.buffer, block.place, block.bytes / 8);
    whole.fill(0n);
    numbers.forEach((one, n) => (whole[n] = BigInt(one)));
    return block;
  }
  /** And out of it. */
  numbers(block: Block): number[] {
    return [...new BigInt64Array(this.#exports.memory.buffer, block.place, block.bytes / 8)].map(Number);
  }

  fillFloats(block: Block, numbers: readonly number[]): Block {
    new Float64Array(this.#exports.memory.buffer, block.place, block.bytes / 8).set(numbers);
    return block;
  }
  floats(block: Block): number[] {
    return [...new Float64Array(this.#exports.memory.buffer, block.place, block.bytes / 8)];
  }

  /** Calls an entry point. Raises a RuleFault; the rules can be called again after it. */
  call(entry: string, ...given: Given[]): number {
    const known = this.description.entries[entry];
    if (!known) throw new TypeError(`the rules have no entry point ${entry}`);
    if (known.arguments.length !== given.length)
      throw new TypeError(`${entry} takes ${known.arguments.length} arguments, not ${given.length}`);
    const passed: (number | bigint)[] = [];
    known.arguments.forEach(([name, kind], n) => pass(`${entry}: ${name}`, kind, given[n], passed));
    const stack = this.#exports.__stack_pointer.value;
    try {
      return Number((this.#exports[entry] as (...all: unknown[]) => bigint)(...passed));
    } catch (error) {
      this.#exports.__stack_pointer.value = stack; // a fault leaves the rules without tidying up
      throw error;
    }
  }

  /** What the rules call instead of returning. */
  #fail([code, at, a, b]: Report): never {
    const { faults, rules_files: files, line_bits: bits } = this.description,
      sentence = faults[code]?.[1] ?? `fault ${code}`,
      line = at & ((1 << bits) - 1);
    throw new RuleFault(
      `${files[at >> bits] ?? '?'}:${line}`,
      sentence.replace('{a}', String(a)).replace('{b}', String(b)),
    );
  }
}

function pass(what: string, kind: Argument, value: Given, to: (number | bigint)[]): void {
  if (typeof kind === 'string') {
    if (typeof value === 'object') throw new TypeError(`${what} must be a number`);
    if (kind === 'f8') to.push(Number(value));
    else to.push(BigInt.asIntN(64, BigInt(value)));
    return;
  }
  if (typeof value !== 'object' || value.kind !== kind.of || value.shape.length !== kind.dimensions)
    throw new TypeError(`${what} must be an array of ${kind.dimensions} dimensions of ${kind.of}`);
  to.push(value.place, ...value.shape.map(BigInt));
}
