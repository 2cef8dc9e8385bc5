/** Words of the Rally board: robots, fields, what the picture says and what happened. RAL-004 to RAL-011, RAL-249 */
const en = {
  models: {
    tanky: {
      name: 'Tanky',
      motto: "C'mon! Shoot me!",
      ability: 'Regeneration',
      does: 'Loses one damage point at the end of every round.',
    },
    james: {
      name: 'James Bot',
      motto: 'Version 0.07. Takes his oil shaken, not stirred.',
      ability: 'Double laser',
      does: 'Each hit of its laser gives two damage points.',
    },
    lazy: {
      name: 'LazyBot',
      motto: "He's a chilling machine!",
      ability: 'Pause',
      does: 'Once per round it may stand still for one program step.',
    },
    albot: {
      name: 'Albot',
      motto: 'E=mc²',
      ability: 'New commands',
      does: 'Once per round it may exchange its commands for new ones.',
    },
    peach: {
      name: 'Peach',
      motto: 'Mirror, Mirror on the wall...',
      ability: 'Mirror',
      does: 'A robot laser that hits it in the back hurts the shooter instead.',
    },
  },
  facings: { N: 'north', E: 'east', S: 'south', W: 'west' } as Record<string, string>,
  place: (x: number, y: number) => `column ${x}, row ${y}`,
  stands: (place: string, facing: string) => `stands in ${place} and faces ${facing}`,

  fields: {
    floor: { title: 'Floor', note: 'Nothing happens here.' },
    hole: { title: 'Hole', note: 'A robot that enters it is destroyed.' },
    oil: {
      title: 'Oil',
      note: 'A robot that ends its move here slides on to one field beyond the oil; a wall or a robot stops it.',
    },
    repair: [
      {
        title: 'Repair field',
        note: 'At the end of the round it removes 1 damage point and makes a backup.',
      },
      {
        title: 'Double repair field',
        note: 'At the end of the round it removes 2 damage points and makes a backup.',
      },
    ],
    gear: {
      right: { title: 'Gear, clockwise', note: 'Turns a robot 90° to the right.' },
      left: { title: 'Gear, counter-clockwise', note: 'Turns a robot 90° to the left.' },
    },
    slow: 'Slow conveyor',
    fast: 'Fast conveyor',
    curve: 'curve',
    carries: (n: number, facing: string) =>
      `Carries a robot ${n === 1 ? '1 field' : '2 fields'} in each program step, to the ${facing}.`,
    turns: 'The curve turns a robot that a conveyor brings onto it.',
    checkpoint: (n: number) => `Checkpoint ${n}`,
    tickOff: (n: number) =>
      n === 1
        ? 'Tick it off first. It makes a backup.'
        : `Tick it off after checkpoint ${n - 1}. It makes a backup.`,
    lastWins: 'It is the last one: who ticks it off wins.',
    start: (n: number) => `Start field ${n}`,
    startNote: 'Where a robot began. Who has no backup comes back here.',
    wall: 'Wall',
    wallNote: 'blocks robots and lasers',
    laser: 'Field laser',
    laserNote: '1 damage point in every program step',
    beam: 'Laser beam',
    sides: { N: 'in the north', E: 'in the east', S: 'in the south', W: 'in the west' } as Record<
      string,
      string
    >,
    firesTo: (facing: string) => `fires to the ${facing}`,
    robotHere: 'Field',
    backupOf: 'Backup of',
  },

  card: {
    ability: 'Ability',
    facing: 'Facing',
    damage: 'Damage',
    lives: 'Life points',
    checkpoints: 'Checkpoints',
    backup: 'Backup',
    burnedIn: 'Burned in',
    state: 'State',
  },
  states: {
    here: 'on the board',
    down: 'powered down',
    dead: 'destroyed, comes back',
    out: 'out of the game',
    resigned: 'resigned',
  },

  checkpoints: 'Checkpoints',
  damage: 'Damage',
  lives: 'Lives',
  state: 'State',
  boardNote: (name: string, n: number) => `${name}, ${n === 1 ? 'one checkpoint' : `${n} checkpoints`}`,
  has: (name: string, model: string, ticked: number, of: number, damage: number) =>
    `${name} (${model}) has ticked off ${ticked} of ${of} checkpoints and has ${damage} damage`,
  isDead: (name: string, model: string, ticked: number, of: number) =>
    `${name} (${model}) has ticked off ${ticked} of ${of} checkpoints and waits to come back`,
  isOut: (name: string, model: string) => `${name} (${model}) is out`,
  nobodyWins: 'nobody wins',

  program: 'Programs of the round',
  slot: (n: number) => `Step ${n}`,
  hidden: 'not shown yet',
  none: 'no command',
  burned: 'burned in',
  asleep: 'powered down',
  announces: 'powers down next',
  never: 'never executed',
  kinds: {
    '1': 'one step',
    '2': 'two steps',
    '3': 'three steps',
    B: 'step back',
    L: 'turn left',
    R: 'turn right',
    U: 'U-turn',
    P: 'pause',
  } as Record<string, string>,
  withPriority: (kind: string, priority: number) => (priority ? `${kind}, priority ${priority}` : kind),
  phases: [
    '',
    'Robots move',
    'Oil',
    'Slow conveyors',
    'Fast conveyors',
    'Gears',
    'Field lasers',
    'Robot lasers',
  ],
  stepPhase: (step: number, phase: string) => (phase ? `Step ${step} · ${phase}` : `Step ${step}`),
  endOfRound: 'End of the round',

  events: {
    announced: (names: string) => `Power-down announced: ${names}`,
    filled: 'ran out of time; empty slots were filled at random',
    redealt: 'exchanged its commands',
    pushed: (name: string) => `pushed ${name}`,
    hit: (amount: number, by: string) =>
      by ? `takes ${amount} damage from ${by}` : `takes ${amount} damage from a field laser`,
    own: (amount: number) => `takes ${amount} damage by its own laser`,
    died: {
      hole: 'fell into a hole',
      edge: 'went over the edge',
      damage: 'exploded',
    },
    by: (names: string) => `thanks to ${names}`,
    eliminated: 'is out of the game',
    resigned: 'resigned',
    respawned: {
      backup: 'is back on its backup',
      start: 'is back on its start field',
      near: 'is back near its start field',
    },
    livesLeft: (n: number) => (n === 1 ? 'one life left' : `${n} lives left`),
    ticked: (n: number) => `ticked off checkpoint ${n}`,
    backup: 'made a backup',
    repaired: {
      field: (n: number) => `was repaired by ${n}`,
      regeneration: (n: number) => `regenerated ${n}`,
      power_down: (n: number) => `repaired all ${n} by a power-down`,
    },
    burnedIn: (slots: string) => `has these slots burned in: ${slots}`,
    freed: 'has no slot burned in any more',
    poweredDown: 'powers down for one round',
    poweredUp: 'is active again',
    wins: {
      checkpoints: 'wins the race',
      survivor: 'wins as the last robot',
      ranking: 'wins by the ranking',
    } as Record<string, string>,
    nobody: 'The match ends without a winner',
  },
};

const de: typeof en = {
  models: {
    tanky: {
      name: 'Tanky',
      motto: "C'mon! Shoot me!",
      ability: 'Regenerierung',
      does: 'Verliert am Ende jeder Runde einen Schadenspunkt.',
    },
    james: {
      name: 'James Bot',
      motto: 'Version 0.07. Takes his oil shaken, not stirred.',
      ability: 'Doppellaser',
      does: 'Jeder Treffer seines Lasers gibt zwei Schadenspunkte.',
    },
    lazy: {
      name: 'LazyBot',
      motto: "He's a chilling machine!",
      ability: 'Pause',
      does: 'Darf einmal pro Runde einen Programmschritt lang stehen bleiben.',
    },
    albot: {
      name: 'Albot',
      motto: 'E=mc²',
      ability: 'Bewegungsbefehle erneuern',
      does: 'Darf einmal pro Runde seine Bewegungsbefehle gegen neue tauschen.',
    },
    peach: {
      name: 'Peach',
      motto: 'Mirror, Mirror on the wall...',
      ability: 'Spiegel',
      does: 'Ein Roboterlaser, der sie in den Rücken trifft, schadet dem Schützen.',
    },
  },
  facings: { N: 'Norden', E: 'Osten', S: 'Süden', W: 'Westen' },
  place: (x, y) => `Spalte ${x}, Zeile ${y}`,
  stands: (place, facing) => `steht in ${place} und blickt nach ${facing}`,

  fields: {
    floor: { title: 'Boden', note: 'Hier geschieht nichts.' },
    hole: { title: 'Loch', note: 'Ein Roboter, der es betritt, wird zerstört.' },
    oil: {
      title: 'Ölfeld',
      note: 'Wer seinen Zug hier beendet, rutscht bis ein Feld hinter das Öl; eine Wand oder ein Roboter hält ihn auf.',
    },
    repair: [
      {
        title: 'Reparaturfeld',
        note: 'Entfernt am Ende der Runde 1 Schadenspunkt und legt eine Sicherungskopie an.',
      },
      {
        title: 'Doppel-Reparaturfeld',
        note: 'Entfernt am Ende der Runde 2 Schadenspunkte und legt eine Sicherungskopie an.',
      },
    ],
    gear: {
      right: { title: 'Zahnrad im Uhrzeigersinn', note: 'Dreht einen Roboter um 90° nach rechts.' },
      left: { title: 'Zahnrad gegen den Uhrzeigersinn', note: 'Dreht einen Roboter um 90° nach links.' },
    },
    slow: 'Förderband',
    fast: 'Doppel-Förderband',
    curve: 'Kurve',
    carries: (n, facing) =>
      `Befördert einen Roboter in jedem Programmschritt ${n === 1 ? '1 Feld' : '2 Felder'} nach ${facing}.`,
    turns: 'Die Kurve dreht einen Roboter, den ein Förderband auf sie bringt.',
    checkpoint: (n) => `Checkpoint ${n}`,
    tickOff: (n) =>
      n === 1
        ? 'Zuerst abhaken. Legt eine Sicherungskopie an.'
        : `Nach Checkpoint ${n - 1} abhaken. Legt eine Sicherungskopie an.`,
    lastWins: 'Er ist der letzte: Wer ihn abhakt, gewinnt.',
    start: (n) => `Startfeld ${n}`,
    startNote: 'Hier hat ein Roboter begonnen. Wer keine Sicherungskopie hat, kommt hier zurück.',
    wall: 'Wand',
    wallNote: 'hält Roboter und Laser auf',
    laser: 'Wand mit Laser',
    laserNote: '1 Schadenspunkt in jedem Programmschritt',
    beam: 'Laserstrahl',
    sides: { N: 'im Norden', E: 'im Osten', S: 'im Süden', W: 'im Westen' },
    firesTo: (facing) => `schießt nach ${facing}`,
    robotHere: 'Feld',
    backupOf: 'Sicherungskopie von',
  },

  card: {
    ability: 'Fähigkeit',
    facing: 'Blickrichtung',
    damage: 'Schaden',
    lives: 'Lebenspunkte',
    checkpoints: 'Checkpoints',
    backup: 'Sicherungskopie',
    burnedIn: 'Eingebrannt',
    state: 'Zustand',
  },
  states: {
    here: 'auf dem Feld',
    down: 'im Power-Down',
    dead: 'zerstört, kommt zurück',
    out: 'ausgeschieden',
    resigned: 'hat aufgegeben',
  },

  checkpoints: 'Checkpoints',
  damage: 'Schaden',
  lives: 'Leben',
  state: 'Zustand',
  boardNote: (name, n) => `${name}, ${n === 1 ? 'ein Checkpoint' : `${n} Checkpoints`}`,
  has: (name, model, ticked, of, damage) =>
    `${name} (${model}) hat ${ticked} von ${of} Checkpoints abgehakt und ${damage} Schaden`,
  isDead: (name, model, ticked, of) =>
    `${name} (${model}) hat ${ticked} von ${of} Checkpoints abgehakt und wartet auf die Rückkehr`,
  isOut: (name, model) => `${name} (${model}) ist ausgeschieden`,
  nobodyWins: 'niemand gewinnt',

  program: 'Programme der Runde',
  slot: (n) => `Schritt ${n}`,
  hidden: 'noch nicht gezeigt',
  none: 'kein Befehl',
  burned: 'eingebrannt',
  asleep: 'im Power-Down',
  announces: 'macht danach Power-Down',
  never: 'nie ausgeführt',
  kinds: {
    '1': 'ein Schritt',
    '2': 'zwei Schritte',
    '3': 'drei Schritte',
    B: 'Schritt zurück',
    L: 'Linksdrehung',
    R: 'Rechtsdrehung',
    U: 'Kehrtwende',
    P: 'Pause',
  },
  withPriority: (kind, priority) => (priority ? `${kind}, Priorität ${priority}` : kind),
  phases: [
    '',
    'Roboter ziehen',
    'Öl',
    'Förderbänder',
    'Doppel-Förderbänder',
    'Zahnräder',
    'Feldlaser',
    'Roboterlaser',
  ],
  stepPhase: (step, phase) => (phase ? `Schritt ${step} · ${phase}` : `Schritt ${step}`),
  endOfRound: 'Ende der Runde',

  events: {
    announced: (names) => `Power-Down angekündigt: ${names}`,
    filled: 'hatte keine Zeit mehr; leere Slots wurden zufällig gefüllt',
    redealt: 'hat die Bewegungsbefehle erneuert',
    pushed: (name) => `schiebt ${name}`,
    hit: (amount, by) =>
      by ? `nimmt ${amount} Schaden durch ${by}` : `nimmt ${amount} Schaden durch einen Feldlaser`,
    own: (amount) => `nimmt ${amount} Schaden durch den eigenen Laser`,
    died: {
      hole: 'ist in ein Loch gefallen',
      edge: 'ist über den Rand geraten',
      damage: 'ist explodiert',
    },
    by: (names) => `dank ${names}`,
    eliminated: 'ist ausgeschieden',
    resigned: 'hat aufgegeben',
    respawned: {
      backup: 'ist zurück auf der Sicherungskopie',
      start: 'ist zurück auf dem Startfeld',
      near: 'ist zurück nahe beim Startfeld',
    },
    livesLeft: (n) => (n === 1 ? 'noch ein Leben' : `noch ${n} Leben`),
    ticked: (n) => `hat Checkpoint ${n} abgehakt`,
    backup: 'hat eine Sicherungskopie angelegt',
    repaired: {
      field: (n) => `wurde um ${n} repariert`,
      regeneration: (n) => `hat ${n} regeneriert`,
      power_down: (n) => `hat im Power-Down alle ${n} repariert`,
    },
    burnedIn: (slots) => `hat diese Slots eingebrannt: ${slots}`,
    freed: 'hat keinen eingebrannten Slot mehr',
    poweredDown: 'macht eine Runde Power-Down',
    poweredUp: 'ist wieder aktiv',
    wins: {
      checkpoints: 'gewinnt das Rennen',
      survivor: 'gewinnt als letzter Roboter',
      ranking: 'gewinnt nach der Rangfolge',
    },
    nobody: 'Die Partie endet ohne Sieger',
  },
};

export default { en, de };
