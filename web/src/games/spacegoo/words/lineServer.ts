/** Words of the ranking of the line server, and of a player's place in it. */
const en = {
  title: 'Line server (Elo)',
  text: 'Bots that speak the original line protocol have a ranking of their own, by Elo.',
  played: (n: string, one: boolean) => (one ? '1 game played' : `${n} games played`),
  top: 'Top 40',
  place: 'Place',
  inactive: 'inactive',
  inactiveHint: 'No game for a long time.',
  recent: 'Recent games',
  gameNo: 'Game',
  change: 'Rating change',
  running: 'running',
  watchLatest: 'Watch latest',
  none: 'No games yet',
  noneText: (standard: number, classic: number) =>
    `Connect a bot to port ${standard} (standard) or ${classic} (classic) and it starts here.`,
  playerTitle: 'On the line server',
  playerText: 'Its Elo ranking is apart from the ladders.',
  rank: 'Rank',
  games: 'Games played',
  around: 'Around this player',
  changes: 'Recent games and rating changes',
  unranked: 'unranked',
};

const de: typeof en = {
  title: 'Zeilenserver (Elo)',
  text: 'Bots, die das ursprüngliche Zeilenprotokoll sprechen, haben eine eigene Rangliste nach Elo.',
  played: (n, one) => (one ? '1 Spiel gespielt' : `${n} Spiele gespielt`),
  top: 'Top 40',
  place: 'Platz',
  inactive: 'inaktiv',
  inactiveHint: 'Lange kein Spiel mehr.',
  recent: 'Letzte Spiele',
  gameNo: 'Spiel',
  change: 'Wertungsänderung',
  running: 'läuft',
  watchLatest: 'Neuestes ansehen',
  none: 'Noch keine Spiele',
  noneText: (standard, classic) =>
    `Verbinde einen Bot mit Port ${standard} (Standard) oder ${classic} (klassisch), und es geht los.`,
  playerTitle: 'Auf dem Zeilenserver',
  playerText: 'Seine Elo-Rangliste steht neben den anderen.',
  rank: 'Rang',
  games: 'Gespielte Spiele',
  around: 'Um diesen Spieler herum',
  changes: 'Letzte Spiele und Wertungsänderungen',
  unranked: 'ohne Rang',
};

export default { en, de };
