/** A state as text, as `core/belief.py` writes it: base64 of the deflated bytes of a record. */
import type { Block, RulesModule } from './module';

/** The bytes behind a text. Raises an error where they are none. */
export async function inflated(text: string): Promise<Uint8Array> {
  const packed = bytesOf(text),
    stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64),
    bytes = new Uint8Array(text.length);
  for (let n = 0; n < text.length; n++) bytes[n] = text.charCodeAt(n);
  return bytes;
}

/** Puts a state into an array of states. Raises a TypeError for bytes of another layout. */
export function put(rules: RulesModule, states: Block, n: number, bytes: Uint8Array): void {
  const size = rules.layoutOf(states.kind).bytes;
  if (bytes.length !== size) throw new TypeError(`a state has ${size} bytes, these are ${bytes.length}`);
  rules.bytes(states).set(bytes, n * size);
}
