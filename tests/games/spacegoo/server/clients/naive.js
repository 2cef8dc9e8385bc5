// A player written from the protocol text alone. Usage: node naive.js PORT NAME. Prints the winner and the last round.
const net = require('net');

const [port, name] = process.argv.slice(2);
const socket = net.connect(Number(port), '127.0.0.1');
let waiting = '';

// Every seventh round some ships go from the first own planet to the first planet in reach.
function reply(state) {
  const me = state.players.find((player) => player.itsme).id;
  const home = state.planets.find((planet) => planet.owner_id === me && planet.ships[0] + planet.ships[1] > 3);
  if (!home || state.round % 7 !== 3) return 'nop';
  const reach = (planet) =>
    planet.id !== home.id &&
    (!state.hyperlanes || state.hyperlanes.some(([a, b]) => a === home.id && b === planet.id));
  const target = state.planets.find(reach);
  if (!target) return 'nop';
  return `send ${home.id} ${target.id} ${home.ships.map((count) => Math.floor(count / 2)).join(' ')}`;
}

socket.on('connect', () => socket.write(`login ${name} secret\r\n`));
socket.on('data', (data) => {
  waiting += data.toString();
  const lines = waiting.split('\n');
  waiting = lines.pop();
  for (const line of lines) {
    if (!line.startsWith('{')) continue;
    const state = JSON.parse(line);
    if (state.game_over) {
      console.log(`${state.winner === null ? 'None' : state.winner} ${state.round}`);
      socket.end();
      return;
    }
    socket.write(reply(state) + '\r\n');
  }
});
