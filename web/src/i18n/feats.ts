/** Figures and achievements in words, by game. A game without words shows the server's own. */
import rally from './rally/feats';

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
  },
};

const en = { ...shared.en, games: { rally: rally.en } as Record<string, FeatWords> };
const de: typeof en = { ...shared.de, games: { rally: rally.de } };

export default { en, de };
