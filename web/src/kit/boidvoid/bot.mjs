// Run it with: node bot.mjs            (waits for rated matches)
//          or: node bot.mjs TABLE      (takes a seat at a table)
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const [HOST, PORT, TOKEN] = ['{{HOST}}', {{PORT}}, '{{TOKEN}}'];
const where = process.argv[2] ? { table: process.argv[2] } : { game: 'boidvoid', matches: 0 };

/** Tiles from one place to another; odd rows are half a tile to the right. */
function distance(a, b) {
  const q = a.x - Math.floor(a.y / 2) - (b.x - Math.floor(b.y / 2)),
    r = a.y - b.y;
  return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
}
const key = ({ x, y }) => `${x},${y}`;

/** What every unit does this turn: come back, strike what is near, or take tiles that nobody has. */
function orders({ you, tiles, units }) {
  const given = [],
    taken = new Set(),
    stands = new Set(units.map(key)),
    ground = tiles.filter((tile) => !tile.obstacle);
  for (const { unit: name, state, may, reach, targets } of you.choices) {
    const unit = units.find(({ id }) => id === name);
    if (state === 'can_respawn') {
      const home = ground.find((tile) => tile.owner === you.team && !stands.has(key(tile)));
      if (!home) continue;
      stands.add(key(home));
      given.push({ type: 'spawn', unit: name, tile: [home.x, home.y] });
    } else if (targets.length) {
      given.push({ type: 'attack', unit: name, target: targets[0] });
    } else if (may.includes('capture')) {
      taken.add(key(unit));
      given.push({ type: 'capture', unit: name });
    } else if (unit.kind === 'spaceship' && reach.length) {
      // free tiles first: those of others take twice as long
      const wanted = ground.filter((tile) => tile.owner !== you.team && !taken.has(key(tile))),
        free = wanted.filter((tile) => !tile.owner),
        goals = free.length ? free : wanted;
      if (!goals.length) continue;
      const far = (at) => Math.min(...goals.map((goal) => distance(at, goal)));
      const [best] = reach.toSorted((a, b) => far(a) - far(b) || a.cost - b.cost);
      given.push({ type: 'move', unit: name, to: [best.x, best.y] });
      if (far(best) > 0) continue;
      taken.add(key(best));
      given.push({ type: 'capture', unit: name });
    }
  }
  return [...given, { type: 'done' }];
}

const socket = connect(PORT, HOST);
const send = (message) => socket.write(JSON.stringify(message) + '\n');
send({ type: 'hello', version: 1, token: TOKEN, ...where });
for await (const line of createInterface({ input: socket })) {
  const message = line.trim() ? JSON.parse(line) : { type: 'heartbeat' };
  if (message.type === 'turn') send({ type: 'act', step: message.step, actions: orders(message.view) });
  else if (message.type === 'over' || message.type === 'error') console.log(line);
}
