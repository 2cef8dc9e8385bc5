/** Words of Spacegoo's help page. */
const en = {
  short: 'In short',
  shortLines: [
    'Two players fight over planets on a map that looks the same from both sides. Every planet you own builds ships of three kinds, round after round, until its rounds of production are used up.',
    'Each round both give one command at the same time: send one fleet from a planet of yours along a lane to another planet, or pass.',
    'A fleet takes as many rounds as its way is long, rounded up. It cannot turn back.',
    'Fleets of both players that arrive at the same planet in the same round first fight each other in orbit; who is left lands.',
    'On your own planet the ships join those already there. On any other planet they fight. If nobody is left to defend it, the planet is yours.',
    'You win when the other has no planet and no fleet left. After the last round the match is a draw; ships and planets do not count then.',
    'Nothing is hidden: both see the whole map, all fleets and their numbers.',
    'Who gives no command in time, a second one, or flies off the lanes, loses the match.',
  ],
  principle: 'The principle',
  principleAlt:
    'Two planets joined by a lane. The left one produces ships of three kinds each round; a fleet of them flies to the right one, arrives after as many rounds as the lane is long, and fights the ships there. The winner holds the planet.',
  p: {
    produce: 'produces each round',
    send: 'send a, b, c',
    way: 'rounds on the way = distance',
    arrive: 'arrives and fights',
    yours: 'yours',
    theirs: 'theirs or neutral',
  },
  battle: 'The battle system',
  battleAlt:
    'A ring of three kinds of ships: a beats b, b beats c, c beats a. In a battle round n ships destroy a quarter of their number, at least 2, of the kind they beat; a tenth, at least 1, of their own kind; a hundredth, at least 1, of the kind that beats them.',
  b: { beats: 'beats', same: 'own kind', beaten: 'the kind they beat', beating: 'the kind that beats them' },
  battleText: [
    'In a battle round every kind of each side shoots at every kind of the other. Both sides’ losses are counted from the numbers at the beginning of the round.',
    'The battle goes on until one side has nothing left. Only then are the numbers cut to whole ships, so a side can survive with less than one ship and still count as none.',
  ],
  table: { of: 'n ships destroy', share: 'share', least: 'at least' },
  try: 'Try a battle',
  tryText: 'Numbers of the three kinds; the result is the one the rules give.',
  attacker: 'Attacker',
  defender: 'Defender',
  kind: (side: string, kind: string) => `${side}, ships of kind ${kind}`,
  after: (n: number) => (n === 1 ? 'after 1 battle round' : `after ${n} battle rounds`),
  attackerWins: 'The planet changes hands.',
  defenderWins: 'The planet is defended.',
  left: 'left',
  round: 'Round',
  protocol: 'The protocol',
  protocolText: [
    'Bots speak lines of JSON (TCP, WebSocket or HTTP). Every turn carries the whole state as view; the answer is one action:',
  ],
  protocolLines: (standard: number, classic: number) =>
    `The original line protocol works too, for bots of the original game: port ${standard} plays the standard edition, ${classic} the classic one.`,
  protocolRules: 'All of it is in the rules GOO-069 to GOO-099.',
  toKit: 'To the bot kit',
  libraries: 'Client libraries and bots',
  librariesText:
    'Written for the original game; most of them predate the lanes and belong on the classic port.',
  library: 'library for Haskell',
  botFor: 'bot',
  own: 'Our own examples in five languages',
  credits: 'Credits',
  creditsText:
    'The game was invented as Rocket Scissor Spacegoo by its original creators; Rocket Paper Spacegoo is the fork from which our rules come. All credit for the idea is theirs.',
  creditsOriginal: 'The original',
};

const de: typeof en = {
  short: 'Kurz gesagt',
  shortLines: [
    'Zwei Spieler kämpfen um Planeten auf einer Karte, die von beiden Seiten gleich aussieht. Jeder eigene Planet baut Runde für Runde Schiffe dreier Arten, bis seine Produktionsrunden verbraucht sind.',
    'In jeder Runde geben beide gleichzeitig einen Befehl: eine Flotte von einem eigenen Planeten entlang einer Bahn zu einem anderen schicken, oder passen.',
    'Eine Flotte braucht so viele Runden, wie ihr Weg lang ist, aufgerundet. Umkehren kann sie nicht.',
    'Kommen Flotten beider Spieler in derselben Runde am selben Planeten an, kämpfen sie zuerst im Orbit; wer übrig bleibt, landet.',
    'Auf einem eigenen Planeten kommen die Schiffe zu den anderen. Auf jedem anderen wird gekämpft. Bleibt niemand, der ihn verteidigt, gehört er dir.',
    'Du gewinnst, wenn der andere weder Planeten noch Flotten hat. Nach der letzten Runde ist die Partie remis; Schiffe und Planeten zählen dann nicht.',
    'Nichts ist verborgen: Beide sehen die ganze Karte, alle Flotten und ihre Stärke.',
    'Wer nicht rechtzeitig befiehlt, zweimal befiehlt oder die Bahnen verlässt, verliert die Partie.',
  ],
  principle: 'Das Prinzip',
  principleAlt:
    'Zwei Planeten, verbunden durch eine Bahn. Der linke produziert in jeder Runde Schiffe dreier Arten; eine Flotte davon fliegt zum rechten, kommt nach so vielen Runden an, wie die Bahn lang ist, und kämpft gegen die Schiffe dort. Dem Sieger gehört der Planet.',
  p: {
    produce: 'produziert jede Runde',
    send: 'send a, b, c',
    way: 'Runden unterwegs = Entfernung',
    arrive: 'kommt an und kämpft',
    yours: 'deiner',
    theirs: 'fremd oder neutral',
  },
  battle: 'Das Kampfsystem',
  battleAlt:
    'Ein Ring aus drei Arten von Schiffen: a schlägt b, b schlägt c, c schlägt a. In einer Kampfrunde zerstören n Schiffe ein Viertel ihrer Zahl, mindestens 2, von der Art, die sie schlagen; ein Zehntel, mindestens 1, der eigenen Art; ein Hundertstel, mindestens 1, der Art, die sie schlägt.',
  b: {
    beats: 'schlägt',
    same: 'eigene Art',
    beaten: 'die Art, die sie schlagen',
    beating: 'die Art, die sie schlägt',
  },
  battleText: [
    'In einer Kampfrunde schießt jede Art jeder Seite auf jede Art der anderen. Die Verluste beider Seiten zählen von den Zahlen zu Beginn der Runde.',
    'Gekämpft wird, bis eine Seite nichts mehr hat. Erst dann wird auf ganze Schiffe abgeschnitten; eine Seite kann also mit weniger als einem Schiff überleben und doch als leer gelten.',
  ],
  table: { of: 'n Schiffe zerstören', share: 'Anteil', least: 'mindestens' },
  try: 'Einen Kampf ausprobieren',
  tryText: 'Zahlen der drei Arten; das Ergebnis ist das der Regeln.',
  attacker: 'Angreifer',
  defender: 'Verteidiger',
  kind: (side, kind) => `${side}, Schiffe der Art ${kind}`,
  after: (n) => (n === 1 ? 'nach 1 Kampfrunde' : `nach ${n} Kampfrunden`),
  attackerWins: 'Der Planet wechselt den Besitzer.',
  defenderWins: 'Der Planet ist verteidigt.',
  left: 'übrig',
  round: 'Runde',
  protocol: 'Das Protokoll',
  protocolText: [
    'Bots sprechen JSON-Zeilen (TCP, WebSocket oder HTTP). Jeder Zug bringt den ganzen Zustand als view; die Antwort ist eine Aktion:',
  ],
  protocolLines: (standard, classic) =>
    `Auch das ursprüngliche Zeilenprotokoll geht, für Bots des ursprünglichen Spiels: Port ${standard} spielt die Standardausgabe, ${classic} die klassische.`,
  protocolRules: 'Alles dazu steht in den Regeln GOO-069 bis GOO-099.',
  toKit: 'Zum Bot-Baukasten',
  libraries: 'Bibliotheken und Bots',
  librariesText:
    'Geschrieben für das ursprüngliche Spiel; die meisten sind älter als die Bahnen und gehören an den klassischen Port.',
  library: 'Bibliothek für Haskell',
  botFor: 'Bot',
  own: 'Unsere eigenen Beispiele in fünf Sprachen',
  credits: 'Dank',
  creditsText:
    'Erfunden wurde das Spiel als Rocket Scissor Spacegoo von seinen ursprünglichen Schöpfern; Rocket Paper Spacegoo ist die Abspaltung, aus der unsere Regeln stammen. Die Idee ist ganz ihr Verdienst.',
  creditsOriginal: 'Das Original',
};

export default { en, de };
