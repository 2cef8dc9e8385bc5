/** What the server says about a module of rules, so that a page can call it: see `core/native/wasm.py` and
 * `core/rules_modules.py`. */
import type { Verdict } from '../../net/types';
import type { Rows } from './rows';

/** An argument of an entry point: a number, or an array of numbers or of records. */
export type Argument = 'i8' | 'u8' | 'f8' | { of: string; bytes?: number; dimensions: number };

export interface Entry {
  arguments: [name: string, kind: Argument][];
  returns: 'i8' | 'bool' | null;
}

/** A field of a record: where it lies, the code of a number or the name of a record, its lengths, the field that says
 * how many of it are in use, and whether it follows from others. */
export type Field = [
  name: string,
  place: number,
  kind: string,
  lengths: number[],
  count: string,
  derived: 0 | 1,
];

export interface Layout {
  bytes: number;
  fields: Field[];
}

export interface Refusal {
  code: number;
  name: string;
  field: string;
  rule: string;
  sentence: string;
  verdict: Verdict['verdict'];
}

export interface Reason {
  code: number;
  name: string;
  sentence: string;
}

export interface Description {
  game: string;
  /** the version of the rules, and of the bytes of a state */
  rules: string;
  layout: string;
  form: string;
  /** numbers in the row of an order, and of a change */
  width: number;
  change_width: number;
  seats_max: number;
  changes: boolean;
  /** a round ends when nobody is waited for, or somebody has left */
  waits: boolean;
  /** a tick is a turn of one seat */
  turns: boolean;
  refusals: Refusal[];
  leave_reasons: Reason[];
  end_reasons: Reason[];
  /** the rows of actions, by their types */
  actions: Rows;
  entries: Record<string, Entry>;
  records: Record<string, Layout>;
  faults: Record<string, [name: string, sentence: string]>;
  rules_files: string[];
  line_bits: number;
}

export const SIZES: Record<string, number> = {
  i1: 1, u1: 1, i2: 2, u2: 2, i4: 4, u4: 4, i8: 8, u8: 8, f8: 8,
}; // prettier-ignore
