/** What the main menus of games have in common. A game spreads these words into its own and says the rest. */
const en = {
  start: 'Host a match',
  startText: 'Open a table, choose its settings or a map, let people and programs join.',
  join: 'Join a match',
  joinText: 'Take a seat at somebody’s table.',
  leaders: 'Leaderboards',
  leadersText: 'The best in all matches.',
  feats: 'Statistics & achievements',
  bots: 'Write a bot',
  botsText: 'A complete program in one of six languages to start from.',
  rules: 'How it is played',
  rulesText: 'The rules in short, and every rule in full below.',
  quit: 'Quit',
  quitText: 'Back to the home page.',
  quick: 'Play at once',
};

const de: typeof en = {
  start: 'Partie eröffnen',
  startText:
    'Eröffne einen Tisch, wähl Einstellungen oder eine Karte, lass Menschen und Programme dazukommen.',
  join: 'Einer Partie beitreten',
  joinText: 'Nimm an einem anderen Tisch Platz.',
  leaders: 'Bestenlisten',
  leadersText: 'Die Besten aller Partien.',
  feats: 'Statistiken & Achievements',
  bots: 'Bot schreiben',
  botsText: 'Ein vollständiges Programm in einer von sechs Sprachen zum Anfangen.',
  rules: 'So wird gespielt',
  rulesText: 'Die Regeln in Kürze, und darunter jede Regel im Wortlaut.',
  quit: 'Beenden',
  quitText: 'Zurück zur Startseite.',
  quick: 'Sofort spielen',
};

export default { en, de };
