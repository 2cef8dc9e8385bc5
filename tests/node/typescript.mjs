// Runs functions of a TypeScript module: `node typescript.mjs MODULE` reads a list of calls `[name, ...arguments]` as
// JSON and writes the list of what they return.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../..');
const { rolldown } = await import(pathToFileURL(resolve(root, 'web/node_modules/rolldown/dist/index.mjs')).href);
const bundle = await rolldown({ input: resolve(process.argv[2]), platform: 'neutral', logLevel: 'warn' });
const { output } = await bundle.generate({ format: 'esm' });
const module = await import('data:text/javascript;base64,' + Buffer.from(output[0].code).toString('base64'));
const asked = [];
for await (const chunk of process.stdin) asked.push(chunk);
const calls = JSON.parse(Buffer.concat(asked).toString());
process.stdout.write(JSON.stringify(calls.map(([name, ...more]) => module[name](...more) ?? null)));
