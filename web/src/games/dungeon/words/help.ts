/** The help page of the Dungeon. */
const en = {
  short: 'In short',
  shortLines: [
    'You command a swarm of robots on a grid of planets. You begin with money; the first robot is bought and appears at a space station.',
    'Every robot does one thing per round: move, mine, sell, buy, attack, block, regenerate or use an item. All commands are collected first, then executed together.',
    'You know only planets your robots have been on, and their neighbours. You see who is on a planet when you enter it, never who leaves.',
    'Mine resources, sell them at stations, buy robots, upgrades and items. Everything you sell becomes cheaper for a while, everything you buy dearer.',
    'After the last round the highest total wins. Five categories add to it: fighting, mining, travelling, robots and trading.',
  ],
  round: 'A round',
  roundText:
    'Three quarters of the time are for commands; a later command replaces the earlier one. Then nine phases follow:',
  phases: [
    ['Blocking', 'A blocked planet cannot be left for the rest of the round.'],
    ['Trading', 'First all sales, then all purchases, in the order of your commands.'],
    ['Moving with an item', 'A wormhole leads to a planet nobody can foretell.'],
    ['Moving', 'One step to a neighbour. What it costs is the gravity of the planet you leave.'],
    ['Repairing', 'Repair bought at a station, then repair swarms.'],
    ['Fighting with items', 'Rockets, bombardments, self-destruction, nukes.'],
    ['Fighting', 'All attacks at once; who is destroyed has still hit.'],
    ['Mining', 'Everybody on a patch gets a share by mining speed.'],
    ['Regenerating', 'Energy comes back.'],
  ] as [string, string][],
  legend: 'The map',
  legendText: 'Green, yellow and orange are easy, medium and hard gravity. Gaps are places without a planet.',
  gravityText: (cost: number) => `Leaving costs ${cost} energy.`,
  stationText: 'Robots appear here. Cargo is sold and everything but robots is bought here.',
  resourceText: (level: number, price: number) => `Mining level ${level}. Sells for ${price} at first.`,
  gap: 'Gap',
  gapText: 'No planet: nobody can go there.',
  levels: 'Robots and upgrades',
  levelsText:
    'A new robot has level 0 in everything. An upgrade is bought at a station, one level at a time.',
  stat: 'Stat',
  priceOf: 'Price of the upgrade',
  items: 'Items',
  itemsText: 'Bought at a station, used once, without energy. They become dearer as rounds go by.',
  itemLines: {
    ROCKET: '5 damage to a robot on the same planet.',
    WORMHOLE: 'Takes the robot to any planet, drawn by lot.',
    LONG_RANGE_BOMBARDMENT: '10 damage to every robot on a planet you know, however far.',
    SELF_DESTRUCTION: 'The robot is gone, every other robot there takes 20 damage.',
    REPAIR_SWARM: 'Heals all your robots on the planet by 20.',
    NUKE: '100 damage to every robot on a planet you know.',
  } as Record<string, string>,
  price: (n: number) => `${n} at first`,
  scoring: 'Scoring',
  scoringLines: [
    ['Fighting', '+10 for a kill, −10 for a loss, +1 for a point of damage.'],
    ['Mining', '1 point for coal, 2 iron, 3 gem, 4 gold, 5 platin, per unit stored.'],
    ['Travelling', 'The gravity of every planet left.'],
    ['Robots', 'In every round the sum of all levels of your living robots.'],
    ['Trading', 'Up to 25 points for a trade.'],
  ] as [string, string][],
  trophiesText:
    'The first three places of the match and of fighting, mining, trading and travelling win trophies.',
};

const de: typeof en = {
  short: 'In Kürze',
  shortLines: [
    'Du befehligst einen Schwarm von Robotern auf einem Gitter von Planeten. Du beginnst mit Geld; den ersten Roboter kaufst du, er erscheint an einer Raumstation.',
    'Jeder Roboter tut in jeder Runde eines: bewegen, schürfen, verkaufen, kaufen, angreifen, blockieren, regenerieren oder einen Gegenstand einsetzen. Erst werden alle Befehle gesammelt, dann zusammen ausgeführt.',
    'Du kennst nur Planeten, auf denen deine Roboter waren, und deren Nachbarn. Wer auf einem Planeten ist, siehst du beim Betreten; wer geht, nie.',
    'Schürf Rohstoffe, verkauf sie an Stationen, kauf Roboter, Upgrades und Gegenstände. Was du verkaufst, wird eine Weile billiger, was du kaufst, teurer.',
    'Nach der letzten Runde gewinnt die höchste Gesamtwertung. Fünf Kategorien zählen: Kampf, Schürfen, Reisen, Roboter und Handel.',
  ],
  round: 'Eine Runde',
  roundText:
    'Drei Viertel der Zeit sind für Befehle; ein späterer Befehl ersetzt den früheren. Dann folgen neun Phasen:',
  phases: [
    ['Blockieren', 'Einen blockierten Planeten kann für den Rest der Runde niemand verlassen.'],
    ['Handeln', 'Erst alle Verkäufe, dann alle Käufe, in der Reihenfolge deiner Befehle.'],
    ['Bewegen mit Gegenstand', 'Ein Wurmloch führt zu einem Planeten, den niemand vorhersagen kann.'],
    ['Bewegen', 'Ein Schritt zu einem Nachbarn. Er kostet die Gravitation des Planeten, den du verlässt.'],
    ['Reparieren', 'An einer Station gekaufte Reparatur, dann Reparaturschwärme.'],
    ['Kämpfen mit Gegenständen', 'Raketen, Bombardements, Selbstzerstörung, Atombomben.'],
    ['Kämpfen', 'Alle Angriffe zugleich; wer zerstört wird, hat noch getroffen.'],
    ['Schürfen', 'Alle auf einem Vorkommen bekommen nach Schürftempo ihren Teil.'],
    ['Regenerieren', 'Energie kommt zurück.'],
  ],
  legend: 'Die Karte',
  legendText:
    'Grün, Gelb und Orange sind leichte, mittlere und schwere Gravitation. Lücken sind Stellen ohne Planeten.',
  gravityText: (cost) => `Verlassen kostet ${cost} Energie.`,
  stationText: 'Hier erscheinen Roboter. Hier wird Ladung verkauft und alles außer Robotern gekauft.',
  resourceText: (level, price) => `Schürfstufe ${level}. Bringt anfangs ${price}.`,
  gap: 'Lücke',
  gapText: 'Kein Planet: dorthin kann niemand.',
  levels: 'Roboter und Upgrades',
  levelsText:
    'Ein neuer Roboter hat überall Stufe 0. Ein Upgrade kauft man an einer Station, Stufe für Stufe.',
  stat: 'Wert',
  priceOf: 'Preis des Upgrades',
  items: 'Gegenstände',
  itemsText:
    'An einer Station gekauft, einmal benutzt, ohne Energie. Mit der Zahl der Runden werden sie teurer.',
  itemLines: {
    ROCKET: '5 Schaden an einem Roboter auf demselben Planeten.',
    WORMHOLE: 'Bringt den Roboter zu irgendeinem Planeten, den das Los bestimmt.',
    LONG_RANGE_BOMBARDMENT: '10 Schaden an jedem Roboter auf einem bekannten Planeten, wie weit auch immer.',
    SELF_DESTRUCTION: 'Der Roboter ist weg, jeder andere dort nimmt 20 Schaden.',
    REPAIR_SWARM: 'Heilt alle deine Roboter auf dem Planeten um 20.',
    NUKE: '100 Schaden an jedem Roboter auf einem bekannten Planeten.',
  },
  price: (n) => `anfangs ${n}`,
  scoring: 'Wertung',
  scoringLines: [
    ['Kampf', '+10 für einen Abschuss, −10 für einen Verlust, +1 für einen Schadenspunkt.'],
    ['Schürfen', '1 Punkt für Kohle, 2 Eisen, 3 Edelstein, 4 Gold, 5 Platin, je eingelagerter Einheit.'],
    ['Reisen', 'Die Gravitation jedes verlassenen Planeten.'],
    ['Roboter', 'In jeder Runde die Summe aller Stufen deiner lebenden Roboter.'],
    ['Handel', 'Bis zu 25 Punkte für ein Geschäft.'],
  ],
  trophiesText:
    'Die ersten drei Plätze der Partie und in Kampf, Schürfen, Handel und Reisen gewinnen Trophäen.',
};

export default { en, de };
