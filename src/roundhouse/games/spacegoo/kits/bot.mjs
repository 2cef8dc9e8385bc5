// A bot for Spacegoo. On this machine: roundhouse play spacegoo "cmd:node bot.mjs" random
// On a server, rated or at a table: ROUNDHOUSE_SERVER=host:port ROUNDHOUSE_TOKEN=rh_... node bot.mjs [TABLE]
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const strength = ({ ships }) => ships[0] + ships[1] + ships[2];

/** Half of the strongest planet's ships go to its weakest neighbour, if they are more than it has. */
function choose({ planets, hyperlanes, player_id: me }) {
  const [source] = planets.filter((p) => p.owner_id === me).sort((a, b) => strength(b) - strength(a));
  const [target] = hyperlanes
    .filter(([a, b]) => a === source?.id && planets[b].owner_id !== me)
    .map(([, b]) => planets[b])
    .sort((a, b) => strength(a) - strength(b));
  if (!target || strength(source) < 2 * strength(target)) return { type: 'nop' };
  return { type: 'send', source: source.id, target: target.id, ships: source.ships.map((n) => n >> 1) };
}

const [, host, port] = /^(.*):(\d+)$/.exec(process.env.ROUNDHOUSE_SERVER ?? '') ?? [];
const server = host && connect(Number(port), host);
const send = (message) => (server || process.stdout).write(JSON.stringify(message) + '\n');

if (server) {
  const where = process.argv[2] ? { table: process.argv[2] } : { game: 'spacegoo', matches: 0 };
  send({ type: 'hello', version: 1, token: process.env.ROUNDHOUSE_TOKEN ?? '', ...where });
}
for await (const line of createInterface({ input: server || process.stdin })) {
  const message = line.trim() ? JSON.parse(line) : {};
  if (message.type === 'turn') send({ type: 'act', step: message.step, actions: [choose(message.view)] });
  else if (message.type === 'over' || message.type === 'error') console.error(line);
}
