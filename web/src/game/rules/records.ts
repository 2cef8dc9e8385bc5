/** Reads and writes the numbers of records in a module's memory, by the names of their fields. */
import { SIZES, type Field } from './description';
import type { Block, RulesModule } from './module';

type Path = readonly (string | number)[];

/** A number of a record, or an array of them: where it begins, its code, and how many there are. */
interface Place {
  at: number;
  kind: string;
  count: number;
}

/** The fields of a kind of record by their names, made once. */
const known = new WeakMap<RulesModule, Map<string, Map<string, Field>>>();

function fieldOf(rules: RulesModule, kind: string, name: string): Field {
  let kinds = known.get(rules);
  if (!kinds) known.set(rules, (kinds = new Map()));
  let fields = kinds.get(kind);
  if (!fields) {
    fields = new Map(rules.layoutOf(kind).fields.map((field) => [field[0], field]));
    kinds.set(kind, fields);
  }
  const found = fields.get(name);
  if (!found) throw new TypeError(`${kind} has no field ${name}`);
  return found;
}

const product = (lengths: readonly number[]): number => lengths.reduce((all, one) => all * one, 1);

export class Records {
  constructor(
    readonly rules: RulesModule,
    readonly block: Block,
  ) {}

  /** The number at a path: `get(0, 'planets', 3, 'owner')` is that of the first record. */
  get(n: number, ...path: Path): number {
    const place = this.#place(n, path);
    return read(this.rules.view(this.block), place.kind, place.at);
  }

  /** All numbers at a path, one after the other. */
  list(n: number, ...path: Path): number[] {
    const { at, kind, count } = this.#place(n, path),
      view = this.rules.view(this.block),
      size = SIZES[kind];
    return Array.from({ length: count }, (_, k) => read(view, kind, at + k * size));
  }

  set(value: number, n: number, ...path: Path): void {
    const place = this.#place(n, path);
    write(this.rules.view(this.block), place.kind, place.at, value);
  }

  /** The records themselves: one array's bytes at n, to copy or to compare. */
  bytes(n: number): Uint8Array {
    const size = this.rules.layoutOf(this.block.kind).bytes;
    return this.rules.bytes(this.block).subarray(n * size, (n + 1) * size);
  }

  #place(n: number, path: Path): Place {
    let kind = this.block.kind,
      at = n * this.rules.layoutOf(kind).bytes,
      lengths: number[] = [];
    for (const step of path) {
      if (typeof step === 'string') {
        const [, place, of, own] = fieldOf(this.rules, kind, step);
        at += place;
        kind = of;
        lengths = own;
      } else {
        if (step < 0 || step >= (lengths[0] ?? 0))
          throw new RangeError(`${path.join('.')}: ${step} is out of range`);
        lengths = lengths.slice(1);
        at += step * product(lengths) * (SIZES[kind] ?? this.rules.layoutOf(kind).bytes);
      }
    }
    if (!SIZES[kind]) throw new TypeError(`${path.join('.')} is no number`);
    return { at, kind, count: product(lengths) };
  }
}

function read(view: DataView, kind: string, at: number): number {
  switch (kind) {
    case 'i1':
      return view.getInt8(at);
    case 'u1':
      return view.getUint8(at);
    case 'i2':
      return view.getInt16(at, true);
    case 'u2':
      return view.getUint16(at, true);
    case 'i4':
      return view.getInt32(at, true);
    case 'u4':
      return view.getUint32(at, true);
    case 'f8':
      return view.getFloat64(at, true);
    default:
      return Number(kind === 'u8' ? view.getBigUint64(at, true) : view.getBigInt64(at, true));
  }
}

function write(view: DataView, kind: string, at: number, value: number): void {
  switch (kind) {
    case 'i1':
    case 'u1':
      return view.setInt8(at, value);
    case 'i2':
    case 'u2':
      return view.setInt16(at, value, true);
    case 'i4':
    case 'u4':
      return view.setInt32(at, value, true);
    case 'f8':
      return view.setFloat64(at, value, true);
    default:
      return view.setBigInt64(at, BigInt(value), true);
  }
}
