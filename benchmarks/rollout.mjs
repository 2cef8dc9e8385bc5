// Random play by a WebAssembly module of rules: node rollout.mjs MODULE STATES SCRATCH_BYTES MATCHES
// Every line of the input is "ROUNDS KEY"; the answer is the seconds of CPU that the play took. At the end of the input
// STATES is overwritten with how the matches stand.
import fs from "fs";
import readline from "readline";

const [module, file, scratchBytes, matches] = process.argv.slice(2);
const fail = () => { throw new Error("a rule failed"); };
const { instance } = await WebAssembly.instantiate(fs.readFileSync(module), { rules: { fail } });
const { memory, __heap_base, kernels_rollout } = instance.exports;

const first = fs.readFileSync(file);
const aligned = (place) => (place + 63) & ~63;
const states = aligned(Number(__heap_base.value));
const start = aligned(states + first.length);
const scratch = aligned(start + first.length);
const end = scratch + Number(scratchBytes);
if (end > memory.buffer.byteLength) memory.grow(Math.ceil((end - memory.buffer.byteLength) / 65536));
const bytes = new Uint8Array(memory.buffer);
bytes.set(first, states);
bytes.set(first, start);

const n = BigInt(matches);
for await (const line of readline.createInterface({ input: process.stdin })) {
  const [rounds, key] = line.split(" ").map(BigInt);
  const before = process.cpuUsage();
  kernels_rollout(states, n, start, n, rounds, BigInt.asIntN(64, key), 0n, n, scratch, 1n);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1e6);
}
fs.writeFileSync(file, new Uint8Array(memory.buffer, states, first.length));
