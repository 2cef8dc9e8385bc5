// A bot for the Dungeon. On this machine: roundhouse play dungeon "cmd:node bot.mjs" random
// kit: head

const ROBOTS = 10; // as many are enough

/** The neighbour that is nearest to a planet that is wanted: the search begins at all of these at once. */
function stepTo(planets, start, wanted) {
  const queue = new Set([...planets.values()].filter(wanted).map(({ id }) => id));
  for (const here of queue)
    for (const there of Object.values(planets.get(here).neighbours))
      if (there === start) return here;
      else queue.add(there);
  return null;
}

/** What a robot does this round: sell a full cargo, mine coal, or look for it. */
function order(robot, planets, taken) {
  const here = planets.get(robot.planet);
  const full = Object.values(robot.cargo).reduce((a, b) => a + b, 0) >= robot.storage;
  if (full && here.station) return { type: 'selling', robot: robot.id };
  if (robot.energy <= here.gravity) return { type: 'regeneration', robot: robot.id };
  if (!full && here.resource === 'coal') return { type: 'mining', robot: robot.id };
  const goal =
    stepTo(planets, here.id, (planet) => (full ? planet.station : planet.resource === 'coal')) ??
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

// kit: connection, hello, lines
  if (message.type === 'turn') send({ type: 'act', step: message.step, actions: choose(message.view) });
// kit: over
