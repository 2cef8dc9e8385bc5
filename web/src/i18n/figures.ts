/** Figures and achievements in words, by game. A game without words shows the server's own. */
import boidvoid from '../games/boidvoid/words/figures';
import dungeon from '../games/dungeon/words/figures';
import quest from '../games/quest/words/figures';
import rally from '../games/rally/words/figures';

export interface FeatWords {
  figures: Record<string, string>;
  achievements: Record<string, { name: string; text: string }>;
}

const shared = {
  en: {
    title: 'Statistics & achievements',
    titleOf: (game: string) => `${game}: statistics & achievements`,
    statistics: 'Statistics',
    achievements: 'Achievements',
    figure: 'Figure',
    total: 'In all matches',
    best: 'Best match',
    bestLink: (value: string, figure: string) => `${figure}: ${value}, to that match`,
    counted: (n: string, one: boolean) =>
      one ? 'One finished match counts.' : `${n} finished matches count.`,
    unlockedOf: (n: string, of: string) => `${n} of ${of} unlocked`,
    unlocked: (date: string) => `Unlocked on ${date}`,
    locked: 'Locked',
    progress: (n: string, of: string) => `${n} of ${of}`,
    single: 'in a single match',
    all: 'over all matches',
    none: 'Nothing counted yet',
    noneText: 'What happens in a match counts as soon as it is over.',
    signIn: 'Who is asking?',
    signInText: 'Statistics and achievements are kept with an account, or with a guest who has played.',
    cabinet: 'Trophy cabinet',
    cabinetOf: (game: string) => `${game}: trophy cabinet`,
    cabinetCount: (n: string, one: boolean) => (one ? 'One award' : `${n} awards`),
    cabinetNone: 'Nothing won yet.',
    award: 'Award',
    times: 'Times',
    wonIn: (number: string) => `Match ${number}`,
    wonOn: 'Date',
    allAwards: 'All awards',
    trophies: 'Trophies',
    byPlace: ['', 'First place', 'Second place', 'Third place'],
    won: (name: string, what: string) => `${name} wins: ${what}`,
    youWon: (what: string) => `You win: ${what}`,
    scores: 'Scores by category',
    placeShort: (n: number) => `${n}.`,
    placeIn: (points: string, place: number) => `${points}, place ${place}`,
    leaders: 'Leaderboards',
    leadersText: 'Points over all finished matches.',
    leadersOf: (what: string) => `Leaderboard: ${what}`,
    leadersNone: 'Nobody has points here yet',
    leadersNoneText: 'Points count as soon as a match is over.',
    place: 'Place',
    player: 'Player',
    points: 'Points',
    bestMatch: 'Best match',
    matches: 'Matches',
  },
  de: {
    title: 'Statistiken & Achievements',
    titleOf: (game: string) => `${game}: Statistiken & Achievements`,
    statistics: 'Statistiken',
    achievements: 'Achievements',
    figure: 'Wert',
    total: 'In allen Partien',
    best: 'Beste Partie',
    bestLink: (value: string, figure: string) => `${figure}: ${value}, zu dieser Partie`,
    counted: (n: string, one: boolean) =>
      one ? 'Eine beendete Partie zählt.' : `${n} beendete Partien zählen.`,
    unlockedOf: (n: string, of: string) => `${n} von ${of} freigeschaltet`,
    unlocked: (date: string) => `Freigeschaltet am ${date}`,
    locked: 'Gesperrt',
    progress: (n: string, of: string) => `${n} von ${of}`,
    single: 'in einer einzelnen Partie',
    all: 'über alle Partien',
    none: 'Noch nichts gezählt',
    noneText: 'Was in einer Partie geschieht, zählt, sobald sie vorbei ist.',
    signIn: 'Wer fragt?',
    signInText: 'Statistiken und Achievements gehören zu einem Konto oder zu einem Gast, der gespielt hat.',
    cabinet: 'Trophäenschrank',
    cabinetOf: (game: string) => `${game}: Trophäenschrank`,
    cabinetCount: (n: string, one: boolean) => (one ? 'Eine Auszeichnung' : `${n} Auszeichnungen`),
    cabinetNone: 'Noch nichts gewonnen.',
    award: 'Auszeichnung',
    times: 'Anzahl',
    wonIn: (number: string) => `Partie ${number}`,
    wonOn: 'Datum',
    allAwards: 'Alle Auszeichnungen',
    trophies: 'Trophäen',
    byPlace: ['', 'Erster Platz', 'Zweiter Platz', 'Dritter Platz'],
    won: (name: string, what: string) => `${name} gewinnt: ${what}`,
    youWon: (what: string) => `Du gewinnst: ${what}`,
    scores: 'Punkte nach Kategorien',
    placeShort: (n: number) => `${n}.`,
    placeIn: (points: string, place: number) => `${points}, Platz ${place}`,
    leaders: 'Bestenlisten',
    leadersText: 'Punkte über alle beendeten Partien.',
    leadersOf: (what: string) => `Bestenliste: ${what}`,
    leadersNone: 'Hier hat noch niemand Punkte',
    leadersNoneText: 'Punkte zählen, sobald eine Partie vorbei ist.',
    place: 'Platz',
    player: 'Spieler',
    points: 'Punkte',
    bestMatch: 'Beste Partie',
    matches: 'Partien',
  },
};

const en = {
  ...shared.en,
  games: {
    boidvoid: boidvoid.en,
    dungeon: dungeon.en,
    quest: quest.en,
    rally: rally.en,
  } as Record<string, FeatWords>,
};
const de: typeof en = {
  ...shared.de,
  games: { boidvoid: boidvoid.de, dungeon: dungeon.de, quest: quest.de, rally: rally.de },
};

export default { en, de };
