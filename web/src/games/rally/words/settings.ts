/** The settings of Rally for its host, and its boards. */
import type { SettingWords } from '../../../game/contract';

const en: SettingWords = {
  names: {
    board: 'Board',
    checkpoints: 'Checkpoints',
    timer_seconds: 'Programming timer',
    ai_min_seconds: 'Least time with AIs',
    lives: 'Life points',
    respawn_damage: 'Damage after a respawn',
    field_laser_pierces: 'Field lasers pierce',
    start_assignment: 'Start fields',
    max_rounds: 'Last round',
    disconnect_grace_seconds: 'Wait for somebody away',
    step_seconds: 'Time to watch a program step',
  },
  hints: {
    board: 'The factory floor that is played on.',
    checkpoints: 'How many must be ticked off, in order.',
    timer_seconds: 'Seconds to choose a program.',
    ai_min_seconds: 'Seconds that programming lasts at least while an AI plays.',
    lives: 'So often a robot is rebuilt.',
    respawn_damage: 'Damage points of a robot that was rebuilt.',
    field_laser_pierces: 'A field laser hits every robot in its beam, not only the first.',
    start_assignment: 'How robots get their start fields.',
    max_rounds: 'After this round the match ends, whoever has come farthest wins.',
    disconnect_grace_seconds: 'Seconds until a round goes on without them.',
    step_seconds: 'Seconds; 0 does not wait.',
  },
  choices: { random: 'drawn by lot', seat: 'in the order of seats', off: 'no limit' },
  all: 'all',
  maps: {
    'training-shop': 'Training Shop',
    'assembly-line': 'Assembly Line',
    'oil-cellar': 'Oil Cellar',
    'scrap-press': 'Scrap Press',
  },
  levels: { easy: 'easy', medium: 'medium', hard: 'hard', nasty: 'nasty' },
};

const de: SettingWords = {
  names: {
    board: 'Spielplan',
    checkpoints: 'Checkpoints',
    timer_seconds: 'Timer der Programmierphase',
    ai_min_seconds: 'Mindestzeit mit KIs',
    lives: 'Lebenspunkte',
    respawn_damage: 'Schaden nach dem Respawn',
    field_laser_pierces: 'Feldlaser durchdringen',
    start_assignment: 'Startfelder',
    max_rounds: 'Letzte Runde',
    disconnect_grace_seconds: 'Auf Abwesende warten',
    step_seconds: 'Zeit zum Zuschauen je Programmschritt',
  },
  hints: {
    board: 'Die Fabrikhalle, in der gespielt wird.',
    checkpoints: 'Wie viele der Reihe nach abgehakt werden müssen.',
    timer_seconds: 'Sekunden, um ein Programm zu wählen.',
    ai_min_seconds: 'So viele Sekunden dauert die Programmierphase mindestens, solange eine KI mitspielt.',
    lives: 'So oft wird ein Roboter neu gebaut.',
    respawn_damage: 'Schadenspunkte eines neu gebauten Roboters.',
    field_laser_pierces: 'Ein Feldlaser trifft alle Roboter in seinem Strahl, nicht nur den ersten.',
    start_assignment: 'Wie die Roboter ihre Startfelder bekommen.',
    max_rounds: 'Nach dieser Runde endet die Partie, wer am weitesten kam, gewinnt.',
    disconnect_grace_seconds: 'Sekunden, bis eine Runde ohne sie weitergeht.',
    step_seconds: 'Sekunden; 0 wartet nicht.',
  },
  choices: { random: 'werden ausgelost', seat: 'nach der Reihe der Plätze', off: 'ohne Limit' },
  all: 'alle',
  maps: {
    'training-shop': 'Lehrwerkstatt',
    'assembly-line': 'Fließband',
    'oil-cellar': 'Ölkeller',
    'scrap-press': 'Schrottpresse',
  },
  levels: { easy: 'leicht', medium: 'mittel', hard: 'schwer', nasty: 'fies' },
};

export default { en, de };
