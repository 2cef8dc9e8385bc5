// A bot for Robo Rally. On this machine: roundhouse play rally "cmd:node bot.mjs" easy
// kit: head

const WAYS = [[0, -1], [1, 0], [0, 1], [-1, 0]]; // north, east, south, west

/** Where a command leads to if nothing is in the way: x, y and facing. */
function moved([x, y, way], card) {
  const steps = { 1: 1, 2: 2, 3: 3, B: -1 }[card[0]] ?? 0;
  const turns = { R: 1, U: 2, L: 3 }[card[0]] ?? 0;
  return [x + steps * WAYS[way][0], y + steps * WAYS[way][1], (way + turns) % 4];
}

/** For every slot the command that leads nearest to the next checkpoint, and to looking at it. */
function choose({ you, board, robots }) {
  const me = robots[you.seat - 1];
  const goal = `c${me.ticked + 1}`;
  const rows = board.grid.split('\n').filter((_, n) => n % 2); // between them are walls; a cell is three wide
  const ty = rows.findIndex((row) => row.includes(goal));
  const tx = Math.floor(rows[ty].indexOf(goal) / 3);
  const far = ([x, y, way]) => {
    if (x < 0 || y < 0 || x >= board.width || y >= board.height) return 99;
    const [dx, dy] = WAYS[way];
    return Math.abs(x - tx) + Math.abs(y - ty) + Math.abs(x + dx - tx) + Math.abs(y + dy - ty);
  };
  let place = [...me.cell, 'NESW'.indexOf(me.facing)];
  const hand = [...you.hand];
  const slots = you.slots.map((burnedIn) => {
    const [best] = [...hand].sort((a, b) => far(moved(place, a)) - far(moved(place, b)));
    place = moved(place, burnedIn ?? best);
    return burnedIn ? null : hand.splice(hand.indexOf(best), 1)[0];
  });
  return { type: 'program', slots, power_down: false };
}

// kit: connection, hello, lines
  if (message.type === 'turn') send({ type: 'act', step: message.step, actions: [choose(message.view)] });
// kit: over
