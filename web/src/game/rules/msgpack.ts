/** MessagePack of texts, whole numbers, lists and objects, as the server packs a result: the shortest form of each. */
export function packed(value: unknown): Uint8Array {
  const bytes: number[] = [];
  add(value, bytes);
  return Uint8Array.from(bytes);
}

function add(value: unknown, to: number[]): void {
  if (typeof value === 'number') return addNumber(value, to);
  if (typeof value === 'string') {
    const text = new TextEncoder().encode(value);
    head(text.length, to, [0xa0, 32], [0xd9, 0xda, 0xdb]);
    to.push(...text);
  } else if (Array.isArray(value)) {
    head(value.length, to, [0x90, 16], [0, 0xdc, 0xdd]);
    for (const one of value) add(one, to);
  } else if (value && typeof value === 'object') {
    const pairs = Object.entries(value);
    head(pairs.length, to, [0x80, 16], [0, 0xde, 0xdf]);
    for (const [key, one] of pairs) {
      add(key, to);
      add(one, to);
    }
  } else throw new TypeError(`${typeof value} is not packed here`);
}

/** What follows and how long it is: in one byte where that is short, else behind a byte for lengths of 1, 2 or 4 bytes,
 * of which the first may not exist. */
function head(length: number, to: number[], [short, most]: [number, number], codes: number[]): void {
  if (length < most) to.push(short | length);
  else if (length < 256 && codes[0]) to.push(codes[0], length);
  else if (length < 65_536) to.push(codes[1], ...big(length, 2));
  else to.push(codes[2], ...big(length, 4));
}

function addNumber(value: number, to: number[]): void {
  if (!Number.isInteger(value) || Math.abs(value) > 2 ** 31)
    throw new TypeError(`${value} is not packed here`);
  if (value >= 0) {
    if (value < 128) to.push(value);
    else if (value < 256) to.push(0xcc, value);
    else if (value < 65_536) to.push(0xcd, ...big(value, 2));
    else to.push(0xce, ...big(value, 4));
  } else if (value >= -32) to.push(value & 255);
  else if (value >= -128) to.push(0xd0, value & 255);
  else if (value >= -32_768) to.push(0xd1, ...big(value, 2));
  else to.push(0xd2, ...big(value, 4));
}

const big = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, n) => (value >> (8 * (bytes - 1 - n))) & 255);
