/** Actions as rows of numbers, by the tables that the server made its own rows by: see `core/order_rows.py`. */
const NUMBER_MAX = 2 ** 31 - 1;

/** A field of an action in a row. */
export interface Column {
  field: string;
  names?: (string | null)[];
  other?: number;
  count?: number;
  amounts?: boolean;
}

export type Rows = Record<string, (number | Column)[]>;

/** The row of an action; null for one that the tables do not know. */
export function rowOf(rows: Rows, width: number, action: { type: string }): number[] | null {
  const line = rows[action.type];
  if (!line) return null;
  const made = line.flatMap((one) =>
    typeof one === 'number' ? [one] : numbers(one, (action as Record<string, unknown>)[one.field]),
  );
  return [...made, ...Array<number>(width - made.length).fill(0)];
}

function numbers(column: Column, value: unknown): number[] {
  const { names, count = 0, amounts, other = -1 } = column;
  if (amounts) return names!.map((name) => (value as Record<string, number>)[name!] ?? 0);
  if (!count) return [single(column, value)];
  const given = value as unknown[];
  if (given.length !== count) return Array<number>(count).fill(other);
  return given.map((one) => single(column, one));
}

function single({ names, other = -1 }: Column, value: unknown): number {
  if (!names) return Math.max(-NUMBER_MAX, Math.min(NUMBER_MAX, Math.trunc(Number(value))));
  const at = names.indexOf(value as string | null);
  return at < 0 ? other : at;
}
