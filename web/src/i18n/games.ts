/** Words of the pages about games. */
const en = {
  title: 'Games',
  players: {
    only: (n: number) => `${n} players`,
    either: (all: number[]) => `${all.slice(0, -1).join(', ')} or ${all.at(-1)} players`,
    between: (least: number, most: number) => `${least} to ${most} players`,
    from: (n: number) => `${n} or more players`,
  },
  intro: 'What can be played here, and by which rules.',
  rulebook: 'The rulebook',
  rulebookIn:
    'The rules are kept in English; every sentence has a number that the server names when it refuses something.',
  version: (v: string) => `Rules version ${v}`,
  contents: 'On this page',
  findRule: 'Find a rule',
  findHint: 'A number such as GOO-034, or a word',
  found: (n: number) => (n === 0 ? 'No rule found' : n === 1 ? '1 rule found' : `${n} rules found`),
  play: 'Play it',
  ladder: 'Ladder',
  kit: 'Write a bot',
  settings: 'Settings',
  settingsText: 'What the host of a table may change. An edition is a named set of them.',
  setting: 'Setting',
  usual: 'Usual',
  allowed: 'Allowed',
  meaning: 'Meaning',
};

const de: typeof en = {
  title: 'Spiele',
  players: {
    only: (n) => `${n} Spieler`,
    either: (all) => `${all.slice(0, -1).join(', ')} oder ${all.at(-1)} Spieler`,
    between: (least, most) => `${least} bis ${most} Spieler`,
    from: (n) => (n === 1 ? 'ab 1 Spieler' : `ab ${n} Spielern`),
  },
  intro: 'Was hier gespielt wird, und nach welchen Regeln.',
  rulebook: 'Das Regelwerk',
  rulebookIn:
    'Die Regeln werden auf Englisch geführt; jeder Satz hat eine Nummer, die der Server nennt, wenn er etwas ablehnt.',
  version: (v) => `Regelversion ${v}`,
  contents: 'Auf dieser Seite',
  findRule: 'Regel finden',
  findHint: 'Eine Nummer wie GOO-034 oder ein Wort',
  found: (n) => (n === 0 ? 'Keine Regel gefunden' : n === 1 ? '1 Regel gefunden' : `${n} Regeln gefunden`),
  play: 'Spielen',
  ladder: 'Rangliste',
  kit: 'Bot schreiben',
  settings: 'Einstellungen',
  settingsText: 'Was der Gastgeber eines Tisches ändern darf. Eine Ausgabe ist ein benannter Satz davon.',
  setting: 'Einstellung',
  usual: 'Üblich',
  allowed: 'Erlaubt',
  meaning: 'Bedeutung',
};

export default { en, de };
