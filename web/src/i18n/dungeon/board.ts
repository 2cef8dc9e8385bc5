/** The map of the Dungeon, its rounds and its replays in words. */
const en = {
  // the legend
  leaving: (word: string, energy: number) => `${word} · ${energy}`,
  unvisited: 'Not visited',
  roundsAgo: 'Rounds ago',
  mapLater: ['Spectators see the map ten rounds later.', 'Prices and scores are shown as they are now.'],
  noPlanets: ['You know no planet yet.', 'The first robot you buy discovers one.'],

  // what the picture shows
  has: (name: string, points: string, robots: number | null) =>
    robots === null
      ? `${name} has ${points} points`
      : `${name} has ${points} points and ${robots === 1 ? '1 robot' : `${robots} robots`}`,
  andOthers: (n: number) => (n === 1 ? 'and one more player' : `and ${n} more players`),
  whole: (planets: number) => `The map has ${planets} planets.`,
  known: (planets: number, visited: number) =>
    `${planets === 1 ? 'One planet is' : `${planets} planets are`} known, ${visited} of them visited.`,
  nothing: 'The map is shown ten rounds later.',
  winners: (names: string) => names,

  // the card of a planet
  planet: (name: string) => `Planet ${name}`,
  station: (name: string) => `Space station ${name}`,
  stationNote: 'Robots appear here; resources are sold and everything but robots is bought here.',
  unknownNote: 'Nobody of the swarm has been here: what lies on it is not known.',
  gravity: 'Gravity',
  gravityValue: (word: string, energy: number) => `${word}, ${energy} energy to leave`,
  resource: 'Resource',
  none: 'none',
  amount: 'Amount',
  notTold: 'not told',
  asOf: 'Known since',
  asOfValue: (round: number, ago: number) =>
    ago ? `round ${round}, ${ago === 1 ? '1 round' : `${ago} rounds`} ago` : `round ${round}`,
  robotsOf: (name: string) => `Robots of ${name}`,
  seen: (count: number, ago: number) =>
    ago ? `${count}, seen ${ago === 1 ? '1 round' : `${ago} rounds`} ago` : `${count}`,
  neighbours: 'Neighbours',
  directions: { NORTH: 'N', EAST: 'E', SOUTH: 'S', WEST: 'W' } as Record<string, string>,

  // the card of robots
  robot: (name: string) => `Robot ${name}`,
  health: 'Health',
  energy: 'Energy',
  cargo: 'Cargo',
  items: 'Items',
  levels: 'Levels',
  command: 'Command',
  on: 'On',
  robots: 'Robots',
  unknownData: 'Health, energy and cargo of foreign robots are secret.',

  // figures
  sum: 'Sum',
  total: 'Total',
  money: 'Money',
  score: 'Score',
  place: 'Place',
  scoreboard: 'Scoreboard',

  // the round, phase by phase
  round: 'The round, phase by phase',
  phases: [
    '',
    'Blocking',
    'Trading',
    'Wormholes',
    'Moving',
    'Repairing',
    'Items',
    'Fighting',
    'Mining',
    'Regenerating',
  ],
  atStart: 'Around the round',
  phase: (n: number, name: string, count: number) =>
    `Phase ${n}: ${name}, ${count === 1 ? '1 event' : `${count} events`}`,
  nothingHappened: 'Nothing happened in this phase.',
  nothingOf: 'Nothing of this player.',
  endOfRound: 'End of the round',
  everybody: 'All players',
  show: 'Show',
  failuresOnly: 'Failures only',
  more: (n: number) => `and ${n} more`,

  // the market
  market: 'Market',
  priceOf: (what: string, price: string) => `${what}: ${price}`,
  resourcesPrices: 'Resources',
  articles: 'Robots, care and items',
  upgrades: 'Upgrades',
  sparkNote: 'Lines: the rounds so far.',

  events: {
    blocked: (planet: string) => `blocks ${planet}`,
    sold: (what: string, money: string) => `sells ${what} for ${money}`,
    bought: (what: string, money: string) => `buys ${what} for ${money}`,
    boughtRobots: (n: number, money: string) => `buys ${n === 1 ? 'a robot' : `${n} robots`} for ${money}`,
    spawned: (planet: string) => `gets a robot at ${planet}`,
    moved: (from: string, to: string) => `moves from ${from} to ${to}`,
    wormholed: (to: string) => `comes out of a wormhole at ${to}`,
    arrived: (planet: string) => `comes to ${planet}`,
    hit: (name: string, left: string) => `hits a robot of ${name}, ${left} health left`,
    hitBy: (item: string, name: string, left: string) =>
      `${item} hits a robot of ${name}, ${left} health left`,
    used: (item: string, n: number) => `uses ${item}, ${n === 1 ? '1 hit' : `${n} hits`}`,
    repaired: (n: number) => `repairs ${n === 1 ? '1 robot' : `${n} robots`} with a swarm`,
    destroyed: 'loses a robot',
    by: (names: string) => `to ${names}`,
    shared: (what: string) => `carries ${what} after the cargo was shared`,
    mined: (what: string) => `mines ${what}`,
    patch: (planet: string, left: string) => `The patch on ${planet} holds ${left}`,
    appeared: (what: string, planet: string) => `${what} appeared on ${planet}`,
    regenerated: (energy: number) => `regenerates to ${energy} energy`,
    failed: (what: string, why: string) => `${what} failed: ${why}`,
    achieved: (name: string) => `earns “${name}”`,
    trophy: (category: string, place: number) => `takes place ${place} in ${category}`,
    game: 'the game',
    over: {
      rounds: 'The last round is over',
      admin: 'The organiser ended the match',
      nobody_left: 'Nobody has a robot or can buy one',
      deserted: 'The others have left',
    } as Record<string, string>,
  },

  keys: {
    move: 'from planet to planet',
    cycle: 'from robots to robots',
    pick: 'choose',
    zoom: 'nearer, farther',
    whole: 'the whole map',
    pan: 'another part of the map',
    clear: 'clear',
    help: 'this list',
  },
};

const de: typeof en = {
  leaving: (word, energy) => `${word} · ${energy}`,
  unvisited: 'Nicht besucht',
  roundsAgo: 'Runden her',
  mapLater: ['Zuschauer sehen die Karte zehn Runden später.', 'Preise und Punkte sind die von jetzt.'],
  noPlanets: ['Du kennst noch keinen Planeten.', 'Der erste Roboter, den du kaufst, entdeckt einen.'],

  has: (name, points, robots) =>
    robots === null
      ? `${name} hat ${points} Punkte`
      : `${name} hat ${points} Punkte und ${robots === 1 ? '1 Roboter' : `${robots} Roboter`}`,
  andOthers: (n) => (n === 1 ? 'und eine weitere Person' : `und ${n} weitere`),
  whole: (planets) => `Die Karte hat ${planets} Planeten.`,
  known: (planets, visited) =>
    `${planets === 1 ? 'Ein Planet ist' : `${planets} Planeten sind`} bekannt, ${visited} davon besucht.`,
  nothing: 'Die Karte ist zehn Runden später zu sehen.',
  winners: (names) => names,

  planet: (name) => `Planet ${name}`,
  station: (name) => `Raumstation ${name}`,
  stationNote: 'Hier erscheinen Roboter, hier wird verkauft und alles außer Robotern gekauft.',
  unknownNote: 'Vom Schwarm war noch niemand hier: Was darauf liegt, ist nicht bekannt.',
  gravity: 'Schwerkraft',
  gravityValue: (word, energy) => `${word}, ${energy} Energie zum Verlassen`,
  resource: 'Rohstoff',
  none: 'keiner',
  amount: 'Menge',
  notTold: 'nicht bekannt',
  asOf: 'Bekannt seit',
  asOfValue: (round, ago) =>
    ago ? `Runde ${round}, vor ${ago === 1 ? '1 Runde' : `${ago} Runden`}` : `Runde ${round}`,
  robotsOf: (name) => `Roboter von ${name}`,
  seen: (count, ago) =>
    ago ? `${count}, vor ${ago === 1 ? '1 Runde' : `${ago} Runden`} gesehen` : `${count}`,
  neighbours: 'Nachbarn',
  directions: { NORTH: 'N', EAST: 'O', SOUTH: 'S', WEST: 'W' },

  robot: (name) => `Roboter ${name}`,
  health: 'Gesundheit',
  energy: 'Energie',
  cargo: 'Ladung',
  items: 'Gegenstände',
  levels: 'Stufen',
  command: 'Befehl',
  on: 'Auf',
  robots: 'Roboter',
  unknownData: 'Gesundheit, Energie und Ladung fremder Roboter sind geheim.',

  sum: 'Summe',
  total: 'Gesamt',
  money: 'Geld',
  score: 'Punkte',
  place: 'Platz',
  scoreboard: 'Punktetafel',

  round: 'Die Runde, Phase für Phase',
  phases: [
    '',
    'Blockieren',
    'Handeln',
    'Wurmlöcher',
    'Bewegen',
    'Reparieren',
    'Gegenstände',
    'Kämpfen',
    'Schürfen',
    'Regenerieren',
  ],
  atStart: 'Rund um die Runde',
  phase: (n, name, count) => `Phase ${n}: ${name}, ${count === 1 ? '1 Ereignis' : `${count} Ereignisse`}`,
  nothingHappened: 'In dieser Phase ist nichts geschehen.',
  nothingOf: 'Nichts von diesem Spieler.',
  endOfRound: 'Ende der Runde',
  everybody: 'Alle Spieler',
  show: 'Zeige',
  failuresOnly: 'Nur Fehlschläge',
  more: (n) => `und ${n} weitere`,

  market: 'Markt',
  priceOf: (what, price) => `${what}: ${price}`,
  resourcesPrices: 'Rohstoffe',
  articles: 'Roboter, Pflege und Gegenstände',
  upgrades: 'Aufwertungen',
  sparkNote: 'Linien: die Runden bisher.',

  events: {
    blocked: (planet) => `blockiert ${planet}`,
    sold: (what, money) => `verkauft ${what} für ${money}`,
    bought: (what, money) => `kauft ${what} für ${money}`,
    boughtRobots: (n, money) => `kauft ${n === 1 ? 'einen Roboter' : `${n} Roboter`} für ${money}`,
    spawned: (planet) => `bekommt einen Roboter auf ${planet}`,
    moved: (from, to) => `zieht von ${from} nach ${to}`,
    wormholed: (to) => `kommt bei ${to} aus einem Wurmloch`,
    arrived: (planet) => `kommt nach ${planet}`,
    hit: (name, left) => `trifft einen Roboter von ${name}, noch ${left} Gesundheit`,
    hitBy: (item, name, left) => `${item} trifft einen Roboter von ${name}, noch ${left} Gesundheit`,
    used: (item, n) => `setzt ${item} ein, ${n} Treffer`,
    repaired: (n) => `repariert ${n === 1 ? '1 Roboter' : `${n} Roboter`} mit einem Schwarm`,
    destroyed: 'verliert einen Roboter',
    by: (names) => `an ${names}`,
    shared: (what) => `trägt nach dem Aufteilen der Ladung ${what}`,
    mined: (what) => `schürft ${what}`,
    patch: (planet, left) => `Das Vorkommen auf ${planet} hat noch ${left}`,
    appeared: (what, planet) => `${what} ist auf ${planet} erschienen`,
    regenerated: (energy) => `regeneriert auf ${energy} Energie`,
    failed: (what, why) => `${what} misslingt: ${why}`,
    achieved: (name) => `erreicht „${name}“`,
    trophy: (category, place) => `belegt Platz ${place} in ${category}`,
    game: 'der Gesamtwertung',
    over: {
      rounds: 'Die letzte Runde ist vorbei',
      admin: 'Die Leitung hat die Partie beendet',
      nobody_left: 'Niemand hat einen Roboter oder kann einen kaufen',
      deserted: 'Die anderen sind gegangen',
    },
  },

  keys: {
    move: 'von Planet zu Planet',
    cycle: 'von Robotern zu Robotern',
    pick: 'auswählen',
    zoom: 'näher, weiter weg',
    whole: 'die ganze Karte',
    pan: 'ein anderer Teil der Karte',
    clear: 'aufheben',
    help: 'diese Liste',
  },
};

export default { en, de };
