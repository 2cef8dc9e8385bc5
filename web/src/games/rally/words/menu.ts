/** The main menu of Rally and its story. RAL-253, RAL-281 to RAL-285 */
import shared from '../../../i18n/gameMenu';

const en = {
  ...shared.en,
  title: 'Robo Rally',
  menu: 'Main menu of Robo Rally',
  start: 'Start game',
  startText: 'Host a new game and enter its lobby.',
  join: 'Join game',
  joinText: 'Take a seat in somebody’s game.',
  settings: 'Settings',
  settingsText: 'Programming aid, sound, music and screen.',
  featsText: 'What your robots have done so far.',
  boards: 'Board editor',
  boardsText: 'Build factory floors of your own.',
  story: 'The story',
  scene: [
    'For months it had prepared itself for this one day. Every system is on its newest version, every joint is freshly oiled. The gate of the test hall slides open, and the new robot XF435-C7 rolls in.',
    'Belts hum, gears grind, somewhere a laser hisses. To its left and right the others are waiting, built as well as itself and just as determined. And for the first time XF435-C7 suspects that a perfect program may not be enough.',
  ],
  world: [
    'It is not so far in the future. Robots that decide for themselves belong to everyday life, and the factory that builds them vouches for every single one. Before one is sold it has to pass the live competition test: several robots, one factory hall, small jobs at the checkpoints.',
    'Whoever is first to finish them all goes into the shops. The others are scrapped, and they know it. So nobody is friendly in this hall, and least of all the hall itself.',
  ],
  models: 'Five models leave the factory',
};

const de: typeof en = {
  ...shared.de,
  title: 'Robo Rally',
  menu: 'Hauptmenü von Robo Rally',
  start: 'Spiel starten',
  startText: 'Ein neues Spiel hosten und die Lobby betreten.',
  join: 'Spiel beitreten',
  joinText: 'Bei jemandem mitspielen.',
  settings: 'Einstellungen',
  settingsText: 'Programmierhilfe, Ton, Musik und Bildschirm.',
  featsText: 'Was deine Roboter bisher getan haben.',
  boards: 'Spielplan-Editor',
  boardsText: 'Eigene Fabrikhallen bauen.',
  story: 'Die Geschichte',
  scene: [
    'Auf diesen einen Tag hat er monatelang hingearbeitet. Jedes System ist auf dem neuesten Stand, jedes Gelenk frisch geölt. Das Tor der Testhalle gleitet auf, und der Neuroboter XF435-C7 rollt hinein.',
    'Förderbänder summen, Zahnräder mahlen, irgendwo zischt ein Laser. Links und rechts warten die anderen, so gut gebaut wie er und ebenso entschlossen. Und zum ersten Mal ahnt XF435-C7, dass ein perfektes Programm vielleicht nicht reicht.',
  ],
  world: [
    'So fern ist diese Zukunft nicht. Roboter, die selbst entscheiden, gehören zum Alltag, und die Fabrik, die sie baut, bürgt für jeden einzelnen. Vor dem Verkauf steht deshalb der Live-Konkurrenz-Test: mehrere Roboter, eine Fabrikhalle, kleine Arbeiten an den Checkpoints.',
    'Wer zuerst mit allen fertig ist, kommt in den Handel. Die anderen werden verschrottet, und das wissen sie. Freundlich ist in dieser Halle darum niemand, am wenigsten die Halle selbst.',
  ],
  models: 'Fünf Modelle verlassen die Fabrik',
};

export default { en, de };
