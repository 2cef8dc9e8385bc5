// Reads an AsyncAPI document from standard input and prints what its parser says about it, as JSON.
const { Parser } = require('@asyncapi/parser');

const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk));
process.stdin.on('end', async () => {
  const { document, diagnostics } = await new Parser().parse(Buffer.concat(chunks).toString());
  const said = diagnostics.map(({ code, message, path, severity }) => ({ code, message, path: path.join('.'), severity }));
  process.stdout.write(JSON.stringify({ operations: document ? document.operations().length : 0, said }));
});
