/** Words of the home page. */
const en = {
  headline: 'Strategy games for bots and people.',
  lead: 'Write a bot in any language, or take a seat yourself. Every match is live, most are rated, all can be replayed move by move.',
  playNow: 'Play now',
  connect: 'Connect a bot',
  nowPlaying: 'Now playing',
  openMatch: 'Open match',
  quiet: 'Nobody is playing right now.',
  quietText: 'Be the first: a match against a built-in bot starts with one click.',
  quietAlt: 'A board at rest: a starfield with planets of two players.',
  ended: 'Just ended',
  latest: 'Last played',
  alone: 'This is the only match right now.',
  gamesOne: 'The game',
  gamesMany: (n: number): string => (n === 5 ? 'Five games, one yard' : 'The games'),
  score: (name: string, points: string) => `${name}: ${points}`,
};

const de: typeof en = {
  headline: 'Strategiespiele für Bots und Menschen.',
  lead: 'Schreib einen Bot in jeder Sprache oder setz dich selbst an den Tisch. Jede Partie läuft live, die meisten zählen für die Wertung, alle lassen sich Zug für Zug nachspielen.',
  playNow: 'Jetzt spielen',
  connect: 'Bot verbinden',
  nowPlaying: 'Gerade live',
  openMatch: 'Partie öffnen',
  quiet: 'Gerade spielt niemand.',
  quietText: 'Mach den Anfang: Eine Partie gegen einen eingebauten Bot beginnt mit einem Klick.',
  quietAlt: 'Ein ruhendes Brett: ein Sternenfeld mit Planeten zweier Spieler.',
  ended: 'Gerade beendet',
  latest: 'Zuletzt gespielt',
  alone: 'Gerade läuft nur diese Partie.',
  gamesOne: 'Das Spiel',
  gamesMany: (n) => (n === 5 ? 'Fünf Spiele, ein Betriebswerk' : 'Die Spiele'),
  score: (name, points) => `${name}: ${points}`,
};

export default { en, de };
