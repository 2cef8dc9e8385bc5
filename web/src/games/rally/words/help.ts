/** The help page of Rally. */
const en = {
  short: 'In short',
  shortLines: [
    'Everybody has one robot on the factory floor. Who is first to tick off all checkpoints, in the order of their numbers, wins; so does the last robot that is still in the game.',
    'In every round you are dealt up to nine movement commands, one less for each damage point. Put five of them into your five slots and confirm. Nobody sees the programs of the others.',
    'Then all programs run at once: slot 1 of every robot, then slot 2, and so on. The command with the highest priority goes first.',
    'Robots push each other. Belts carry them, gears turn them, oil makes them slide, holes and the edge of the board destroy them. After every program step the lasers fire.',
    'A robot that is destroyed loses a life point and comes back with two damage points where it made its last backup. Without life points it is out.',
  ],
  round: 'A round',
  phases: [
    ['Initialization', 'Destroyed robots come back. Everybody is dealt commands.'],
    [
      'Programming',
      'Everybody fills five slots within the time the host has set. Empty slots are filled at random when it is over.',
    ],
    [
      'Move phase',
      'Five program steps, one per slot. Each has the seven phases below. At the end of the round repair fields work and announced power-downs begin.',
    ],
  ] as [string, string][],
  steps: 'The seven phases of a program step',
  stepLines: [
    'All robots carry out their command, in the order of priority.',
    'Robots on oil slide on, one field beyond it.',
    'Slow conveyors move robots by one field.',
    'Fast conveyors move robots by up to two fields.',
    'Gears turn robots by 90°.',
    'Field lasers fire: one damage point for every robot in the beam.',
    'Robots fire straight ahead and hit the first robot in sight.',
  ],
  commands: 'Commands',
  commandsText:
    'The deck has 84 commands. Each has its own priority, from 10 to 840: turns are slow, long steps are fast.',
  count: (n: number) => `${n} in the deck`,
  priorities: (low: number, high: number) => `priority ${low} to ${high}`,
  fields: 'Fields',
  wallTitle: 'Wall',
  wallText: 'Stops robots and lasers from both sides.',
  laserTitle: 'Wall with laser',
  laserText: 'A wall that fires in every program step: one damage point.',
  robots: 'Robots',
  damage: 'Damage',
  damageText: [
    'Every damage point costs a command of the next hand. From the fifth on it also burns in a slot, beginning with slot 5: that command stays and runs every round until the damage is repaired. The ninth destroys the robot.',
    'Repair fields remove damage at the end of the round and make a backup. Or announce a power-down: at the end of the round your robot switches off and is repaired at once, but it sits out the next round and can still be shot and pushed.',
  ],
  damageAt: (n: number) => `${n} damage points`,
  damageCards: (n: number) => `${n} commands`,
  damageSlots: (list: string) => (list ? `burned in: ${list}` : 'all slots free'),
  damageDead: 'destroyed',
  keys: 'Keys',
  keyLines: [
    ['Enter', 'Confirm the program'],
    ['Del', 'Clear all slots that are not burned in'],
    ['Esc', 'Open the game menu'],
  ] as [string, string][],
};

const de: typeof en = {
  short: 'Kurz gesagt',
  shortLines: [
    'Alle haben einen Roboter in der Fabrikhalle. Wer zuerst alle Checkpoints in der Reihenfolge ihrer Nummern abhakt, gewinnt; ebenso der letzte Roboter, der noch im Spiel ist.',
    'In jeder Runde bekommst du bis zu neun Bewegungsbefehle, für jeden Schadenspunkt einen weniger. Leg fünf davon in deine fünf Slots und bestätige. Die Programme der anderen sieht niemand.',
    'Dann laufen alle Programme zugleich: Slot 1 aller Roboter, dann Slot 2 und so fort. Der Befehl mit der höchsten Priorität ist zuerst dran.',
    'Roboter schieben einander. Förderbänder tragen sie, Zahnräder drehen sie, auf Öl schlittern sie, Löcher und der Kartenrand zerstören sie. Nach jedem Programmschritt schießen die Laser.',
    'Ein zerstörter Roboter verliert einen Lebenspunkt und kommt mit zwei Schadenspunkten dort wieder, wo er die letzte Sicherungskopie angelegt hat. Ohne Lebenspunkte ist er ausgeschieden.',
  ],
  round: 'Eine Runde',
  phases: [
    ['Initialisierungsphase', 'Zerstörte Roboter kommen wieder. Alle bekommen Befehle.'],
    [
      'Programmierphase',
      'Alle füllen fünf Slots in der Zeit, die der Gastgeber eingestellt hat. Leere Slots werden danach zufällig gefüllt.',
    ],
    [
      'Zugphase',
      'Fünf Programmschritte, einer je Slot. Jeder hat die sieben Phasen unten. Am Ende der Runde wirken Reparaturfelder, und angekündigte Power-Downs beginnen.',
    ],
  ],
  steps: 'Die sieben Phasen eines Programmschritts',
  stepLines: [
    'Alle Roboter führen ihren Befehl aus, nach der Priorität.',
    'Roboter auf Öl schlittern weiter, ein Feld darüber hinaus.',
    'Langsame Förderbänder bewegen Roboter um ein Feld.',
    'Schnelle Förderbänder bewegen Roboter um bis zu zwei Felder.',
    'Zahnräder drehen Roboter um 90°.',
    'Feldlaser schießen: ein Schadenspunkt für jeden Roboter im Strahl.',
    'Roboter schießen geradeaus und treffen den ersten Roboter in Sicht.',
  ],
  commands: 'Bewegungsbefehle',
  commandsText:
    'Der Stapel hat 84 Befehle. Jeder hat seine eigene Priorität von 10 bis 840: Drehungen sind langsam, weite Schritte schnell.',
  count: (n) => `${n} im Stapel`,
  priorities: (low, high) => `Priorität ${low} bis ${high}`,
  fields: 'Felder',
  wallTitle: 'Wand',
  wallText: 'Hält Roboter und Laser von beiden Seiten auf.',
  laserTitle: 'Wand mit Laser',
  laserText: 'Eine Wand, die in jedem Programmschritt schießt: ein Schadenspunkt.',
  robots: 'Roboter',
  damage: 'Schaden',
  damageText: [
    'Jeder Schadenspunkt kostet einen Befehl der nächsten Hand. Ab dem fünften brennt er auch einen Slot fest, zuerst Slot 5: Dieser Befehl bleibt und läuft jede Runde, bis der Schaden repariert ist. Der neunte zerstört den Roboter.',
    'Reparaturfelder nehmen am Ende der Runde Schaden weg und legen eine Sicherungskopie an. Oder kündige einen Power-Down an: Am Ende der Runde schaltet sich dein Roboter ab und ist sofort repariert, setzt aber die nächste Runde aus und kann weiter beschossen und geschoben werden.',
  ],
  damageAt: (n) => `${n} Schadenspunkte`,
  damageCards: (n) => `${n} Befehle`,
  damageSlots: (list) => (list ? `festgebrannt: ${list}` : 'alle Slots frei'),
  damageDead: 'zerstört',
  keys: 'Tasten',
  keyLines: [
    ['Enter', 'Programm bestätigen'],
    ['Entf', 'Alle Slots löschen, die nicht festgebrannt sind'],
    ['Esc', 'In-Game-Menü öffnen'],
  ],
};

export default { en, de };
