/** Whether this browser can run rules, and unpack the states it is sent. */
export const able = (): boolean =>
  typeof WebAssembly === 'object' &&
  typeof DecompressionStream === 'function' &&
  typeof BigInt64Array === 'function';
