/** Words of main menus, of joining a match, and of the screen at the end of one. */
const en = {
  main: 'Main menu',

  ended: 'The match is over',
  winner: 'Winner',
  nobody: 'Nobody wins alone.',
  ranking: 'Ranking',
  place: 'Place',
  points: 'Points',
  statistics: 'Statistics of the match',
  figure: 'Figure',
  unlocked: 'New achievements',
  by: (name: string) => `unlocked by ${name}`,
  yours: 'unlocked by you',
  seeBoard: 'Look at the board',

  // joining somebody's game
  joinTitle: 'Join a game',
  joinWhat: 'Link or code of the game',
  joinHint: 'The host finds it on the page of the lobby.',
  joinGo: 'Join',
  joinMissing: 'There is no such game. Ask the host for its link.',
  joinBad: 'That is no link or code of a game.',
  joinOpen: 'Games with open seats',
  joinNone: 'Nobody waits for players at the moment.',
  joinSeats: (taken: number, of: number) => `${taken} of ${of} seats taken`,
};

const de: typeof en = {
  main: 'Hauptmenü',

  ended: 'Die Partie ist vorbei',
  winner: 'Sieger',
  nobody: 'Niemand gewinnt allein.',
  ranking: 'Rangliste',
  place: 'Platz',
  points: 'Punkte',
  statistics: 'Statistik der Partie',
  figure: 'Wert',
  unlocked: 'Neue Achievements',
  by: (name) => `freigeschaltet von ${name}`,
  yours: 'von dir freigeschaltet',
  seeBoard: 'Spielfeld ansehen',

  joinTitle: 'Spiel beitreten',
  joinWhat: 'Link oder Code des Spiels',
  joinHint: 'Der Gastgeber findet ihn auf der Seite der Lobby.',
  joinGo: 'Beitreten',
  joinMissing: 'Dieses Spiel gibt es nicht. Frag den Gastgeber nach dem Link.',
  joinBad: 'Das ist kein Link und kein Code eines Spiels.',
  joinOpen: 'Spiele mit freien Plätzen',
  joinNone: 'Im Moment wartet niemand auf Mitspieler.',
  joinSeats: (taken, of) => `${taken} von ${of} Plätzen besetzt`,
};

export default { en, de };
