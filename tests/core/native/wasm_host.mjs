// Runs calls of a WebAssembly module of rules on arrays from a file, and writes the arrays back: one JSON line a job.
import fs from "fs";
import readline from "readline";

let fault = null;
const imports = {
  rules: {
    fail(code, place, a, b) {
      fault = [code, place, a, b].map(String);
      throw new Error("a fault");
    },
  },
};
const { instance } = await WebAssembly.instantiate(fs.readFileSync(process.argv[2]), imports);
const { memory, __heap_base, __stack_pointer } = instance.exports;

function run(job) {
  fault = null;
  const bytes = fs.readFileSync(job.memory);
  const places = [];
  let end = Number(__heap_base.value);
  for (const size of job.sizes) {
    end = (end + 63) & ~63;
    places.push(end);
    end += size;
  }
  if (end > memory.buffer.byteLength) memory.grow(Math.ceil((end - memory.buffer.byteLength) / 65536));
  let from = 0;
  job.sizes.forEach((size, n) => {
    new Uint8Array(memory.buffer).set(bytes.subarray(from, from + size), places[n]);
    from += size;
  });
  const results = [];
  const stack = __stack_pointer.value;
  for (const [name, given] of job.calls) {
    const passed = [];
    given.forEach((one, n) => {
      const kind = job.entries[name].arguments[n][1];
      if (typeof one === "string") passed.push(kind === "f8" ? Number(one) : BigInt.asIntN(64, BigInt(one)));
      else passed.push(places[one.array], ...one.shape.map(BigInt));
    });
    try {
      results.push(String(instance.exports[name](...passed)));
    } catch (error) {
      if (fault === null) throw error;
      __stack_pointer.value = stack;
      break;
    }
  }
  const out = Buffer.alloc(bytes.length);
  let to = 0;
  job.sizes.forEach((size, n) => {
    out.set(new Uint8Array(memory.buffer, places[n], size), to);
    to += size;
  });
  fs.writeFileSync(job.memory, out);
  return { results, fault };
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(run(JSON.parse(line))) + "\n");
}
