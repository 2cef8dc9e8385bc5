// What the kits of all games have in common in this language: a kit takes a part by a line `// kit: NAME`.

// kit: head
// On a server, rated or at a table: ROUNDHOUSE_SERVER=host:port ROUNDHOUSE_TOKEN=rh_... node bot.mjs [TABLE]
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

// kit: connection
const [, host, port] = /^(.*):(\d+)$/.exec(process.env.ROUNDHOUSE_SERVER ?? '') ?? [];
const server = host && connect(Number(port), host);
const send = (message) => (server || process.stdout).write(JSON.stringify(message) + '\n');

// kit: hello
if (server) {
  const where = process.argv[2] ? { table: process.argv[2] } : { game: 'GAME_KEY', matches: 0 };
  send({ type: 'hello', version: 1, token: process.env.ROUNDHOUSE_TOKEN ?? '', ...where });
}

// kit: lines
for await (const line of createInterface({ input: server || process.stdin })) {
  const message = line.trim() ? JSON.parse(line) : {};

// kit: over
  else if (message.type === 'over' || message.type === 'error') console.error(line);
}
