/** Maps of the Dungeon: the list of them, and the editor. DUN-270 to DUN-272 */
import shared from '../../../i18n/editor';

const en = {
  ...shared.en,
  lead: 'Worlds that can be played in place of a drawn one. Copy one and change it, or begin with an empty field.',
  badFile: 'This file is no map of the Dungeon.',
  boardHint:
    'Arrow keys move the cursor, Enter places, Delete takes the planet away. With the pointer: click places, dragging paints.',
  palette: 'What to place',
  planets: 'Planets',
  contents: 'What is there',
  tools: {
    easy: 'Easy planet',
    medium: 'Medium planet',
    hard: 'Hard planet',
    erase: 'No planet',
    nothing: 'Nothing',
    station: 'Space station',
    coal: 'Coal',
    iron: 'Iron',
    gem: 'Gem',
    gold: 'Gold',
    platin: 'Platin',
  },
  toolHints: {
    station: 'Robots appear here and trade here. A map needs one at least.',
    erase: 'A gap. All planets must stay within reach of each other.',
    other: '',
  } as Record<string, string>,
  side: 'Planets a side',
  sideHint: (least: number, most: number) => `A square, from ${least} to ${most}.`,
  facts: (planets: number, stations: number, patches: number) =>
    `${planets} planets, ${stations === 1 ? 'one station' : `${stations} stations`}, ${patches} patches.`,
};

const de: typeof en = {
  ...shared.de,
  lead: 'Welten, die statt einer ausgelosten gespielt werden können. Kopier eine und ändere sie, oder fang mit einem leeren Feld an.',
  badFile: 'Diese Datei ist keine Karte des Dungeon.',
  boardHint:
    'Die Pfeiltasten bewegen den Zeiger, Enter setzt, Entf nimmt den Planeten weg. Mit der Maus: Klicken setzt, Ziehen malt.',
  palette: 'Was gesetzt wird',
  planets: 'Planeten',
  contents: 'Was dort ist',
  tools: {
    easy: 'Leichter Planet',
    medium: 'Mittlerer Planet',
    hard: 'Schwerer Planet',
    erase: 'Kein Planet',
    nothing: 'Nichts',
    station: 'Raumstation',
    coal: 'Kohle',
    iron: 'Eisen',
    gem: 'Edelstein',
    gold: 'Gold',
    platin: 'Platin',
  },
  toolHints: {
    station: 'Hier erscheinen Roboter, und hier wird gehandelt. Eine Karte braucht mindestens eine.',
    erase: 'Eine Lücke. Alle Planeten müssen einander erreichen können.',
    other: '',
  },
  side: 'Planeten je Seite',
  sideHint: (least, most) => `Ein Quadrat, von ${least} bis ${most}.`,
  facts: (planets, stations, patches) =>
    `${planets} Planeten, ${stations === 1 ? 'eine Station' : `${stations} Stationen`}, ${patches} Vorkommen.`,
};

export default { en, de };
