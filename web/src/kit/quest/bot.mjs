// Run it with: node bot.mjs            (waits for rated matches)
//          or: node bot.mjs TABLE      (takes a seat at a table)
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const [HOST, PORT, TOKEN] = ['{{HOST}}', {{PORT}}, '{{TOKEN}}'];
const where = process.argv[2] ? { table: process.argv[2] } : { game: 'quest', matches: 0 };
const [REST, KEEP] = [55, 20]; // with less energy a unit waits; so much of a resource it keeps
const FAR = 500; // cells that are looked at before it goes to see more of the map
const NEAR = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y])).filter(([x, y]) => x || y);
let [ground, spots, done, recipes] = [new Map(), new Set(), new Set(), []]; // cells to walk on, to dig, that are done

const socket = connect(PORT, HOST);
const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
const send = (message) => socket.write(JSON.stringify(message) + '\n');

/** One request: how its unit is then, or null if it was refused. */
async function ask(action) {
  send({ type: 'act', actions: [action] });
  let message = {};
  while (!['verdicts', 'error'].includes(message.type)) message = JSON.parse((await lines.next()).value || '{}');
  const [verdict] = message.verdicts ?? [{ verdict: 'refused' }];
  learn(verdict.answer?.cells ?? []);
  return verdict.verdict === 'accepted' ? verdict.answer : null;
}

function learn(cells) {
  for (const { x, y, terrain, tower, buried } of cells) {
    const at = `${x},${y}`;
    ground.set(at, terrain === 'grass' && !tower);
    if (buried && !done.has(at)) spots.add(at);
    else spots.delete(at);
  }
}

const place = (cell) => cell.split(',').map(Number);
const around = (cell) => NEAR.map(([x, y]) => [place(cell)[0] + x, place(cell)[1] + y]);

/** The way to the nearest known cell with something in the ground, or else to the edge of what is known. */
function way(start, inside, goals) {
  const before = new Map([[start, null]]);
  let goal = null;
  for (const here of before.keys()) {
    const found = spots.has(here) && !goals.has(here);
    if (found) goal = here;
    if (found || (goal && before.size > FAR)) break;
    for (const one of around(here)) {
      const there = `${one}`;
      if (!before.has(there) && ground.get(there)) before.set(there, here);
      else if (!goal && !ground.has(there) && inside(one) && !goals.has(here)) goal = here;
    }
  }
  const path = [];
  for (; goal && goal !== start; goal = before.get(goal)) path.unshift(goal);
  return path;
}

/** The turn of one unit: dig, take all there is, craft, and go on to the next cell with something in the ground. */
async function work(unit, { width, height }, goals) {
  const inside = ([x, y]) => x >= 0 && x < width && y >= 0 && y < height;
  let [path, id] = [[], unit.id];
  while (unit && unit.energy >= REST && !unit.frozen) {
    const at = `${unit.x},${unit.y}`;
    const made = recipes.find(([, use]) => Object.keys(use).every((name) => unit.resources[name] >= use[name]));
    let answer = null;
    if (spots.has(at)) {
      answer = await ask({ type: 'dig', unit: id });
      const what = answer?.found ?? {};
      if (Object.keys(what).length) answer = await ask({ type: 'pickup', unit: id, what });
      done.add(at);
      spots.delete(at);
    } else if (made) answer = await ask({ type: 'craft', unit: id, item: made[0], use: made[1] });
    else if (unit.weight > 80) {
      const spare = Object.entries(unit.resources).flatMap(([name, n]) => (n > KEEP ? [[name, n - KEEP]] : []));
      const what = spare.length ? Object.fromEntries(spare) : { ...unit.resources, ...unit.items };
      answer = await ask({ type: 'drop', unit: id, what });
    } else {
      if (!path.length) path = way(at, inside, goals);
      goals.add(path.at(-1));
      if (path.length) answer = await ask({ type: 'move', unit: id, to: place(path.shift()) });
    }
    unit = answer?.unit;
  }
}

send({ type: 'hello', version: 1, token: TOKEN, ...where });
for (let next = await lines.next(); !next.done; next = await lines.next()) {
  const message = next.value ? JSON.parse(next.value) : {};
  if (message.type === 'start') {
    const known = message.setup.settings.blueprints;
    recipes = ['sword1', 'armour1'].flatMap((item) => known[item].ways.map((use) => [item, use]));
    [ground, spots, done] = [new Map(), new Set(), new Set()];
  } else if (message.type === 'turn') {
    const goals = new Set();
    learn(message.view.cells);
    for (const unit of message.view.units) await work(unit, message.view, goals);
    send({ type: 'act', actions: [{ type: 'end_turn' }] });
  } else if (message.type === 'over' || message.type === 'error') console.log(next.value);
}
