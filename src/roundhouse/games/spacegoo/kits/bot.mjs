// A bot for Spacegoo. On this machine: roundhouse play spacegoo "cmd:node bot.mjs" random
// kit: head

const strength = ({ ships }) => ships[0] + ships[1] + ships[2];

/** Half of the strongest planet's ships go to its weakest neighbour, if they are more than it has. */
function choose({ planets, hyperlanes, player_id: me }) {
  const [source] = planets.filter((p) => p.owner_id === me).sort((a, b) => strength(b) - strength(a));
  const [target] = hyperlanes
    .filter(([a, b]) => a === source?.id && planets[b].owner_id !== me)
    .map(([, b]) => planets[b])
    .sort((a, b) => strength(a) - strength(b));
  if (!target || strength(source) < 2 * strength(target)) return { type: 'nop' };
  return { type: 'send', source: source.id, target: target.id, ships: source.ships.map((n) => n >> 1) };
}

// kit: connection, hello, lines
  if (message.type === 'turn') send({ type: 'act', step: message.step, actions: [choose(message.view)] });
// kit: over
