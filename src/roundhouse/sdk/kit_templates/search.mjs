// What the bots that search have in common in this language besides what all kits have.

// kit: wish
const where = process.argv[2] ? { table: process.argv[2] } : { game: 'GAME_KEY', matches: 0 };
send({ type: 'hello', version: 1, token: process.env.ROUNDHOUSE_TOKEN ?? '', want: ['belief'], ...where });

// kit: turns
  if (message.type === 'start') me = message.seat;
  if (message.type === 'turn' && message.belief) { // the first one may come again, with its belief
    const belief = sim.load(message.belief);
    const row = choose(belief, performance.now() + Math.min(MOST_MS, (message.clock.left_ms ?? Infinity) / 3));
    sim.free(belief);
    send({ type: 'act', step: message.step, row });
  }
