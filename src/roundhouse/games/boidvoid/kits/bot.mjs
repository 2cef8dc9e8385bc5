// A bot for BoidVoid. On this machine: roundhouse play boidvoid "cmd:node bot.mjs" random
// kit: head

/** Tiles from one place to another; odd rows are half a tile to the right. */
function distance(a, b) {
  const q = a.x - Math.floor(a.y / 2) - (b.x - Math.floor(b.y / 2));
  const r = a.y - b.y;
  return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
}
const key = ({ x, y }) => `${x},${y}`;

/** What every unit does this turn: come back, strike what is near, or take tiles that nobody has. */
function choose({ you, tiles, units }) {
  const given = [];
  const taken = new Set();
  const stands = new Set(units.map(key));
  const ground = tiles.filter((tile) => !tile.obstacle);
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
      const wanted = ground.filter((tile) => tile.owner !== you.team && !taken.has(key(tile)));
      const free = wanted.filter((tile) => !tile.owner); // these first: tiles of others take twice as long
      const goals = free.length ? free : wanted;
      if (!goals.length) continue;
      const far = (at) => Math.min(...goals.map((goal) => distance(at, goal)));
      const [best] = [...reach].sort((a, b) => far(a) - far(b) || a.cost - b.cost);
      given.push({ type: 'move', unit: name, to: [best.x, best.y] });
      if (far(best) > 0) continue;
      taken.add(key(best));
      given.push({ type: 'capture', unit: name });
    }
  }
  return [...given, { type: 'done' }];
}

// kit: connection, hello, lines
  if (message.type === 'turn') send({ type: 'act', step: message.step, actions: choose(message.view) });
// kit: over
