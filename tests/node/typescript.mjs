// Runs functions of a TypeScript module: `node typescript.mjs MODULE` reads lines, each a list of calls
// `[name, ...arguments]` as JSON, and answers each with a line: the list of what they return.
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../..');
const installed = (file) => import(pathToFileURL(resolve(root, 'web/node_modules/rolldown/dist', file)).href);
const { rolldown } = await installed('index.mjs');
const { viteImportGlobPlugin } = await installed('experimental-index.mjs');
// without a page there are no components: what a game draws with them, or loads later, is left out
const noComponents = {
  name: 'no-components',
  resolveId: (source, _, { kind }) => (/\/[A-Z]\w*\.svelte$/.test(source) || kind === 'dynamic-import' ? '\0component' : null),
  load: (id) => (id === '\0component' ? 'export default null' : null),
};
const bundle = await rolldown({
  input: resolve(process.argv[2]),
  platform: 'neutral',
  logLevel: 'warn',
  plugins: [noComponents, viteImportGlobPlugin({ root })],
});
const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
await bundle.close();
const module = await import('data:text/javascript;base64,' + Buffer.from(output[0].code).toString('base64'));
for await (const line of createInterface({ input: process.stdin })) {
  const calls = JSON.parse(line);
  const answers = [];
  for (const [name, ...more] of calls) answers.push((await module[name](...more)) ?? null);
  process.stdout.write(JSON.stringify(answers) + '\n');
}
