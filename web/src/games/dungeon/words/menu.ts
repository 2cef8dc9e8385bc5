/** The main menu of the Dungeon. */
import shared from '../../../i18n/gameMenu';

const en = {
  ...shared.en,
  title: 'The Microservice Dungeon',
  menu: 'Main menu of the Dungeon',
  startText: 'Open a table, choose its settings, let people and programs join.',
  boards: 'Map editor',
  boardsText: 'Build worlds of your own.',
  leadersText: 'The best in all matches: overall, and in every category.',
  feats: 'Statistics & trophies',
  featsText: 'What your swarms have won so far.',
  quickText: 'You and three AIs, 100 rounds; a round ends as soon as you are done.',
  steps: [
    [
      'Explore',
      'Your robots see only where they are. Every planet left behind is one you can draw on your map.',
    ],
    [
      'Mine and sell',
      'Coal lies outside, platin in the middle, where gravity is hard. Prices fall with every sale.',
    ],
    ['Grow', 'More robots, or better ones: seven stats, five levels each, and six items for one use.'],
    ['Fight', 'Block a planet, attack what is on it, take a share of the cargo that is left.'],
  ] as [string, string][],
  about: 'One swarm, one command each, every round',
};

const de: typeof en = {
  ...shared.de,
  title: 'The Microservice Dungeon',
  menu: 'Hauptmenü des Dungeons',
  startText: 'Eröffne einen Tisch, wähl die Einstellungen, lass Menschen und Programme dazukommen.',
  boards: 'Karten-Editor',
  boardsText: 'Eigene Welten bauen.',
  leadersText: 'Die Besten aller Partien: insgesamt und in jeder Kategorie.',
  feats: 'Statistiken & Trophäen',
  featsText: 'Was deine Schwärme bisher gewonnen haben.',
  quickText: 'Du und drei KIs, 100 Runden; eine Runde endet, sobald du fertig bist.',
  steps: [
    ['Erkunden', 'Deine Roboter sehen nur, wo sie sind. Jeder besuchte Planet kommt auf deine Karte.'],
    [
      'Schürfen und verkaufen',
      'Kohle liegt außen, Platin in der Mitte, wo die Gravitation schwer ist. Mit jedem Verkauf fallen die Preise.',
    ],
    [
      'Wachsen',
      'Mehr Roboter oder bessere: sieben Werte mit je fünf Stufen und sechs Gegenstände für einmal.',
    ],
    ['Kämpfen', 'Blockier einen Planeten, greif an, was dort ist, und teil dir die Ladung, die bleibt.'],
  ],
  about: 'Ein Schwarm, ein Befehl für jeden, in jeder Runde',
};

export default { en, de };
