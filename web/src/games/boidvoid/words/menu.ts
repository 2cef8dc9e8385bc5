/** The main menu of BoidVoid. */
import shared from '../../../i18n/gameMenu';

const en = {
  ...shared.en,
  title: 'BoidVoid',
  menu: 'Main menu of BoidVoid',
  seasons: 'Seasons',
  seasonsText: 'Games that last for weeks, with a turn every hour.',
  album: 'Album',
  albumText: 'Ships, superstructures, boosts and badges you own.',
  maps: 'Maps',
  mapsText: 'Look at maps, draw one of your own and try it out.',
  featsText: 'What your ships have done so far.',
  quickText: 'You command a team of three ships against one AI: 60 turns, both give their orders in secret.',
  about: 'Every tile counts, and nobody takes one alone',
  steps: [
    ['Move', 'Every turn brings action points. Conduits are quick, asteroid fields and nebulas slow.'],
    [
      'Capture',
      'A ship that stays on a tile takes it: two turns for free ground, four for an enemy’s. Without your mothership nothing is taken.',
    ],
    [
      'Fight',
      'The battery feeds attack and shields; you choose how much goes to which. A swarm strikes as one.',
    ],
    ['Build', 'Superstructures and points of importance make your ground better for your own ships alone.'],
  ] as [string, string][],
};

const de: typeof en = {
  ...shared.de,
  title: 'BoidVoid',
  menu: 'Hauptmenü von BoidVoid',
  seasons: 'Saisons',
  seasonsText: 'Spiele über Wochen, mit einem Zug in der Stunde.',
  album: 'Album',
  albumText: 'Schiffe, Bauwerke, Verstärkungen und Abzeichen, die dir gehören.',
  maps: 'Karten',
  mapsText: 'Sieh dir Karten an, zeichne eine eigene und probier sie aus.',
  featsText: 'Was deine Schiffe bisher geschafft haben.',
  quickText: 'Du führst ein Team aus drei Schiffen gegen eine KI: 60 Züge, beide befehlen verdeckt.',
  about: 'Jedes Feld zählt, und keines nimmt man allein',
  steps: [
    [
      'Fliegen',
      'Jeder Zug bringt Aktionspunkte. Leitströme sind schnell, Asteroidenfelder und Nebel langsam.',
    ],
    [
      'Erobern',
      'Ein Schiff, das auf einem Feld bleibt, nimmt es ein: zwei Züge für freien Raum, vier für ein Feld des Gegners. Ohne euer Mutterschiff wird nichts erobert.',
    ],
    [
      'Kämpfen',
      'Die Batterie speist Angriff und Schilde; ihr entscheidet, wie viel wohin geht. Ein Schwarm schlägt wie einer zu.',
    ],
    ['Bauen', 'Bauwerke und besondere Orte machen euren Boden besser, aber nur für eure eigenen Schiffe.'],
  ],
};

export default { en, de };
