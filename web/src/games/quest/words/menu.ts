/** The main menu of Quest. */
import shared from '../../../i18n/gameMenu';

const en = {
  ...shared.en,
  title: 'Crafting Quest 3',
  menu: 'Main menu of Quest',
  maps: 'Maps',
  mapsText: 'Look at maps, build one of your own and try it out.',
  featsText: 'What your teams have done so far.',
  quickText: 'You against one AI: 4 units each, 40 rounds, a minute for every turn.',
  about: 'Energy is everything a unit has',
  steps: [
    ['Explore', 'A unit sees five cells around it. What it has left behind is remembered, not seen.'],
    ['Gather', 'Dig to learn what lies in the ground, pick it up, carry it. A load makes every step dearer.'],
    [
      'Craft',
      'Swords and armours for fights, traps for the unwary, towers that drain whoever comes near. Gold buys better blueprints.',
    ],
    [
      'Fight',
      'A hit lowers how much energy a unit can ever have. At nothing it falls, drops all and comes back at home.',
    ],
  ] as [string, string][],
};

const de: typeof en = {
  ...shared.de,
  title: 'Crafting Quest 3',
  menu: 'Hauptmenü von Quest',
  maps: 'Karten',
  mapsText: 'Sieh dir Karten an, bau eine eigene und probier sie aus.',
  featsText: 'Was deine Teams bisher geschafft haben.',
  quickText: 'Du gegen eine KI: je 4 Einheiten, 40 Runden, eine Minute für jeden Zug.',
  about: 'Energie ist alles, was eine Einheit hat',
  steps: [
    [
      'Erkunden',
      'Eine Einheit sieht fünf Felder weit. Was sie hinter sich lässt, bleibt bekannt, aber ungesehen.',
    ],
    [
      'Sammeln',
      'Grab, um zu wissen, was im Boden liegt, heb es auf, trag es. Mit Last wird jeder Schritt teurer.',
    ],
    [
      'Herstellen',
      'Schwerter und Rüstungen für Kämpfe, Fallen für Unvorsichtige, Türme, die allen in der Nähe Energie entziehen. Gold kauft bessere Baupläne.',
    ],
    [
      'Kämpfen',
      'Ein Treffer senkt, wie viel Energie eine Einheit überhaupt haben kann. Bei null fällt sie, verliert alles und erscheint zu Hause wieder.',
    ],
  ],
};

export default { en, de };
