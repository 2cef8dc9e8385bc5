// Runs functions of a TypeScript module: `node typescript.mjs MODULE` reads lines, each a list of calls
// `[name, ...arguments]` as JSON, and answers each with a line: the list of what they return.
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../..');
const { rolldown } = await import(pathToFileURL(resolve(root, 'web/node_modules/rolldown/dist/index.mjs')).href);
const bundle = await rolldown({ input: resolve(process.argv[2]), platform: 'neutral', logLevel: 'warn' });
const { output } = await bundle.generate({ format: 'esm' });
await bundle.close();
const module = await import('data:text/javascript;base64,' + Buffer.from(output[0].code).toString('base64'));
for await (const line of createInterface({ input: process.stdin })) {
  const calls = JSON.parse(line);
  process.stdout.write(JSON.stringify(calls.map(([name, ...more]) => module[name](...more) ?? null)) + '\n');
}
