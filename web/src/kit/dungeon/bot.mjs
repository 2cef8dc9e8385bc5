// Run it with: node bot.mjs            (waits for rated matches)
//          or: node bot.mjs TABLE      (takes a seat at a table)
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const [HOST, PORT, TOKEN] = ['{{HOST}}', {{PORT}}, '{{TOKEN}}'];
const where = process.argv[2] ? { table: process.argv[2] } : { game: 'dungeon', matches: 0 };
const ROBOTS = 10; // as many are enough

/** The neighbour to go to on the shortest known way to a planet that is wanted. */
function stepTo(planets, start, wanted) {
  const first = new Map([[start, null]]);
  for (const here of first.keys()) {
    if (here !== start && wanted(planets.get(here))) return first.get(here);
    for (const there of Object.values(planets.get(here).neighbours))
      if (!first.has(there)) first.set(there, first.get(here) ?? there);
  }
  return null;
}

/** What a robot does this round: sell a full cargo, mine coal, or look for it. */
function order(robot, planets, taken) {
  const here = planets.get(robot.planet);
  const full = Object.values(robot.cargo).reduce((a, b) => a + b, 0) >= robot.storage;
  if (full && here.station) return { type: 'selling', robot: robot.id };
  if (robot.energy <= here.gravity) return { type: 'regeneration', robot: robot.id };
  if (!full && here.resource === 'coal') return { type: 'mining', robot: robot.id };
  const goal = full
    ? stepTo(planets, here.id, (planet) => planet.station)
    : stepTo(planets, here.id, (planet) => planet.resource === 'coal') ??
      // every robot looks at another planet that nobody has been on
      stepTo(planets, here.id, (planet) => !planet.visited && !taken.has(planet.id));
  taken.add(goal);
  return goal ? { type: 'movement', robot: robot.id, planet: goal } : { type: 'regeneration', robot: robot.id };
}

/** One command for every robot, a new robot as soon as there is money for one, and done. */
function choose({ you, planets, market }) {
  const known = new Map(planets.map((planet) => [planet.id, planet]));
  const taken = new Set();
  const actions = you.robots.map((robot) => order(robot, known, taken));
  if (you.money >= market.articles.ROBOT && you.robots.length < ROBOTS)
    actions.push({ type: 'buying', article: 'ROBOT', quantity: 1 });
  return [...actions, { type: 'done' }];
}

const socket = connect(PORT, HOST);
const send = (message) => socket.write(JSON.stringify(message) + '\n');

send({ type: 'hello', version: 1, token: TOKEN, ...where });
for await (const line of createInterface({ input: socket })) {
  const message = line ? JSON.parse(line) : {};
  if (message.type === 'turn') send({ type: 'act', step: message.step, actions: choose(message.view) });
  else if (message.type === 'over' || message.type === 'error') console.log(line);
}
