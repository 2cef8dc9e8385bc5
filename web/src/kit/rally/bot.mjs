// Run it with: node bot.mjs            (waits for rated matches)
//          or: node bot.mjs TABLE      (takes a seat at a table)
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const [HOST, PORT, TOKEN] = ['{{HOST}}', {{PORT}}, '{{TOKEN}}'];
const where = process.argv[2] ? { table: process.argv[2] } : { game: 'rally', matches: 0 };
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
  const rows = board.grid.split('\n').filter((_, n) => n % 2);
  const ty = rows.findIndex((row) => row.includes(`c${me.ticked + 1}`));
  const tx = Math.floor(rows[ty].indexOf(`c${me.ticked + 1}`) / 3);
  const far = ([x, y, way]) => {
    if (x < 0 || y < 0 || x >= board.width || y >= board.height) return 99;
    const [dx, dy] = WAYS[way];
    return Math.abs(x - tx) + Math.abs(y - ty) + Math.abs(x + dx - tx) + Math.abs(y + dy - ty);
  };
  let place = [...me.cell, 'NESW'.indexOf(me.facing)];
  const hand = [...you.hand];
  const slots = you.slots.map((burnedIn) => {
    const best = hand.toSorted((a, b) => far(moved(place, a)) - far(moved(place, b)))[0];
    place = moved(place, burnedIn ?? best);
    return burnedIn ? null : hand.splice(hand.indexOf(best), 1)[0];
  });
  return { type: 'program', slots, power_down: false };
}

const socket = connect(PORT, HOST);
const send = (message) => socket.write(JSON.stringify(message) + '\n');

send({ type: 'hello', version: 1, token: TOKEN, ...where });
for await (const line of createInterface({ input: socket })) {
  const message = line ? JSON.parse(line) : {};
  if (message.type === 'turn') send({ type: 'act', step: message.step, actions: [choose(message.view)] });
  else if (message.type === 'over' || message.type === 'error') console.log(line);
}
