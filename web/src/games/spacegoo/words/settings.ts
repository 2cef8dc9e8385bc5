/** The settings of Spacegoo for its host. */
import type { SettingWords } from '../../../game/contract';

const en: SettingWords = {
  names: {
    hyperlanes: 'Lanes',
    production_rounds: 'Rounds of production',
    min_distance: 'Least distance of planets',
    off_lane: 'Flight off the lanes',
    max_rounds: 'Last round',
    deadline_s: 'Time for a reply in seconds',
    players: 'Players',
    pairs_min: 'Fewest pairs of planets',
    pairs_max: 'Most pairs of planets',
    max_x: 'Width of the map',
    max_y: 'Height of the map',
    extra_start: 'Chance of extra start planets',
    map: 'Hand-made map',
    edition: 'Edition',
  },
  hints: {
    hyperlanes: 'Fleets travel only along lanes.',
    production_rounds: 'So many rounds a planet can produce in a match; 0 is for ever.',
    min_distance: 'Planets are farther apart than this.',
    off_lane: 'What sending a fleet off the lanes costs.',
    max_rounds: 'After this round the match is a draw.',
    deadline_s: 'For bots without a clock of the table; 0 is no limit.',
    players: 'How many play.',
    pairs_min: 'Besides the planet in the centre.',
    pairs_max: 'Besides the planet in the centre.',
    max_x: 'Planets lie within −max … max.',
    max_y: 'Planets lie within −max … max.',
    extra_start: 'Out of 11.',
  },
  choices: { disqualify: 'loses the match', ignore: 'counts as a pass' },
};

const de: typeof en = {
  names: {
    hyperlanes: 'Bahnen',
    production_rounds: 'Runden der Produktion',
    min_distance: 'Mindestabstand der Planeten',
    off_lane: 'Flug abseits der Bahnen',
    max_rounds: 'Letzte Runde',
    deadline_s: 'Zeit für eine Antwort in Sekunden',
    players: 'Spieler',
    pairs_min: 'Wenigste Planetenpaare',
    pairs_max: 'Meiste Planetenpaare',
    max_x: 'Breite der Karte',
    max_y: 'Höhe der Karte',
    extra_start: 'Chance auf weitere Startplaneten',
    map: 'Eigene Karte',
    edition: 'Ausgabe',
  },
  hints: {
    hyperlanes: 'Flotten reisen nur entlang der Bahnen.',
    production_rounds: 'So viele Runden kann ein Planet in einer Partie produzieren; 0 heißt immer.',
    min_distance: 'Planeten liegen weiter auseinander als das.',
    off_lane: 'Was eine Flotte abseits der Bahnen kostet.',
    max_rounds: 'Nach dieser Runde ist die Partie remis.',
    deadline_s: 'Für Bots ohne Uhr des Tisches; 0 heißt ohne Limit.',
    players: 'Wie viele spielen.',
    pairs_min: 'Neben dem Planeten in der Mitte.',
    pairs_max: 'Neben dem Planeten in der Mitte.',
    max_x: 'Planeten liegen innerhalb von −max … max.',
    max_y: 'Planeten liegen innerhalb von −max … max.',
    extra_start: 'Von 11.',
  },
  choices: { disqualify: 'verliert die Partie', ignore: 'zählt als Passen' },
};

export default { en, de };
