/** The main menu of Quest. */
const en = {
  title: 'Crafting Quest 3',
  menu: 'Main menu of Quest',
  start: 'Host a match',
  startText: 'Open a table, choose its settings or a map, let people and programs join.',
  join: 'Join a match',
  joinText: 'Take a seat at somebody’s table.',
  maps: 'Maps',
  mapsText: 'Look at maps, build one of your own and try it out.',
  leaders: 'Leaderboards',
  leadersText: 'The best in all matches.',
  feats: 'Statistics & achievements',
  featsText: 'What your teams have done so far.',
  bots: 'Write a bot',
  botsText: 'A complete program in one of six languages to start from.',
  rules: 'How it is played',
  rulesText: 'The rules in short, and every rule in full below.',
  quit: 'Quit',
  quitText: 'Back to the home page.',
  quick: 'Play at once',
  quickText: 'You against one AI: 4 units each, 40 rounds, a minute for every turn.',
  about: 'Energy is everything a unit has',
  steps: [
    ['Explore', 'A unit sees five cells around it. What it has left behind is remembered, not seen.'],
    ['Gather', 'Dig to learn what lies in the ground, pick it up, carry it. A load makes every step dearer.'],
    [
      'Craft',
      'Swords and armours for fights, traps for the unwary, towers that drain whoever comes near. Gold buys better blueprints.',
    ],
    [
      'Fight',
      'A hit lowers how much energy a unit can ever have. At nothing it falls, drops all and comes back at home.',
    ],
  ] as [string, string][],
};

const de: typeof en = {
  title: 'Crafting Quest 3',
  menu: 'Hauptmenü von Quest',
  start: 'Partie eröffnen',
  startText:
    'Eröffne einen Tisch, wähl Einstellungen oder eine Karte, lass Menschen und Programme dazukommen.',
  join: 'Einer Partie beitreten',
  joinText: 'Nimm an einem anderen Tisch Platz.',
  maps: 'Karten',
  mapsText: 'Sieh dir Karten an, bau eine eigene und probier sie aus.',
  leaders: 'Bestenlisten',
  leadersText: 'Die Besten aller Partien.',
  feats: 'Statistiken & Achievements',
  featsText: 'Was deine Teams bisher geschafft haben.',
  bots: 'Bot schreiben',
  botsText: 'Ein vollständiges Programm in einer von sechs Sprachen zum Anfangen.',
  rules: 'So wird gespielt',
  rulesText: 'Die Regeln in Kürze, und darunter jede Regel im Wortlaut.',
  quit: 'Beenden',
  quitText: 'Zurück zur Startseite.',
  quick: 'Sofort spielen',
  quickText: 'Du gegen eine KI: je 4 Einheiten, 40 Runden, eine Minute für jeden Zug.',
  about: 'Energie ist alles, was eine Einheit hat',
  steps: [
    [
      'Erkunden',
      'Eine Einheit sieht fünf Felder weit. Was sie hinter sich lässt, bleibt bekannt, aber ungesehen.',
    ],
    [
      'Sammeln',
      'Grab, um zu wissen, was im Boden liegt, heb es auf, trag es. Mit Last wird jeder Schritt teurer.',
    ],
    [
      'Herstellen',
      'Schwerter und Rüstungen für Kämpfe, Fallen für Unvorsichtige, Türme, die allen in der Nähe Energie entziehen. Gold kauft bessere Baupläne.',
    ],
    [
      'Kämpfen',
      'Ein Treffer senkt, wie viel Energie eine Einheit überhaupt haben kann. Bei null fällt sie, verliert alles und erscheint zu Hause wieder.',
    ],
  ],
};

export default { en, de };
