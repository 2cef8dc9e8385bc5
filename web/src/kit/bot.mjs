// Run it with: node bot.mjs            (waits for rated matches)
//          or: node bot.mjs TABLE      (takes a seat at a table)
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const [HOST, PORT, TOKEN] = ['{{HOST}}', {{PORT}}, '{{TOKEN}}'];
const where = process.argv[2] ? { table: process.argv[2] } : { game: 'spacegoo', matches: 0 };
const sum = (ships) => ships[0] + ships[1] + ships[2];

/** Half of the strongest planet's ships go to its weakest neighbour, if they are more than it has. */
function choose({ planets, hyperlanes, player_id: me }) {
  const source = planets.filter((p) => p.owner_id === me).sort((a, b) => sum(b.ships) - sum(a.ships))[0];
  const target = hyperlanes
    .filter(([a, b]) => a === source?.id && planets[b].owner_id !== me)
    .map(([, b]) => planets[b])
    .sort((a, b) => sum(a.ships) - sum(b.ships))[0];
  if (!target || sum(source.ships) < 2 * sum(target.ships)) return { type: 'nop' };
  return { type: 'send', source: source.id, target: target.id, ships: source.ships.map((n) => n >> 1) };
}

const socket = connect(PORT, HOST);
const send = (message) => socket.write(JSON.stringify(message) + '\n');

send({ type: 'hello', version: 1, token: TOKEN, ...where });
for await (const line of createInterface({ input: socket })) {
  const message = line ? JSON.parse(line) : {};
  if (message.type === 'turn') send({ type: 'act', step: message.step, actions: [choose(message.view)] });
  else if (message.type === 'over' || message.type === 'error') console.log(line);
}
