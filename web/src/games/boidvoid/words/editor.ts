/** Maps of BoidVoid: the list of them and their editor. BOI-046, BOI-295 */
import shared from '../../../i18n/editor';

const en = {
  ...shared.en,
  lead: 'Maps made by hand. Copy one and change it, or begin with a new one. Without one a match draws its map itself.',
  openFile: 'Load JSON',
  removeAsk: 'Tables and games that have this map keep it. New ones cannot choose it any more.',
  badFile: 'This file is no map of BoidVoid.',

  boardHint:
    'Click a tile to select it, drag to select several, hold Shift or Ctrl to add and take away. Arrow keys move the cursor, Enter selects, Space adds, Ctrl A selects all, Escape none, Delete removes; + and − zoom.',
  void: 'Void',
  homeOf: (team: number) => `Home of team ${team}`,
  ownedBy: (team: number) => `Owned by team ${team}`,

  selection: 'Selected tiles',
  count: (n: number): string => (n === 0 ? 'No tile is selected.' : n === 1 ? '1 tile' : `${n} tiles`),
  all: 'Select all',
  alike: 'Select alike',
  none: 'Deselect',
  how: 'Select tiles on the map to say what is there.',
  type: 'Type',
  obstacle: 'Obstacle',
  npc: 'Non-playable character',
  poi: 'Point of importance',
  owner: 'Owner',
  nothing: 'None',
  nobody: 'Nobody',
  differs: 'Different',
  team: (team: number) => `Team ${team}`,
  excluded: 'An obstacle is alone on its tile.',
  home: 'Home',
  homeHint: 'Where a team’s mothership begins. Choose one tile.',
  homeHere: (team: number) => `Make it the home of team ${team}`,
  removeTiles: 'Remove tiles',
  bringBack: 'Bring tiles back',

  mirrorText: 'What is done on one side is done on the others too.',
  symmetries: {
    none: 'None',
    half: 'Half turn',
    lr: 'Left and right',
    tb: 'Top and bottom',
    four: 'Both mirrors',
    third: 'Three sides',
    sixth: 'Six sides',
  },
  makeEqual: 'Make all sides equal',
  isEqual: 'All sides are equal.',

  less: (what: string) => `${what}: one less`,
  more: (what: string) => `${what}: one more`,
  teams: 'Teams',

  facts: (teams: number, tiles: number, obstacles: number, pois: number, pirates: number) =>
    `${teams} teams, ${tiles} tiles, ${obstacles} obstacles, ${pois} points of importance, ${pirates} pirates.`,
  wrong: {
    ...shared.en.wrong,
    too_small: () => 'A map is at least 5 by 5 tiles.',
    no_home: (team: number) => `Team ${team} has no home.`,
    home_blocked: (team: number) => `The home of team ${team} is an obstacle.`,
    home_pirate: (team: number) => `A pirate stands on the home of team ${team}.`,
    apart: () => 'These tiles cannot be reached.',
  } as Record<string, (team: number) => string>,

  testLarge: 'A match has at most 32 columns and rows; larger maps are for seasons.',
  download: 'Download JSON',
  offer: 'Offer it',
  offerText: 'The administrators see offered maps and choose among them for the games of a season.',
  offerSignIn: 'With an account you can offer it for the games of a season.',
  offeredNow: (name: string) => `${name} is offered.`,
};

const de: typeof en = {
  ...shared.de,
  lead: 'Karten von Hand. Kopier eine und ändere sie, oder fang mit einer neuen an. Ohne eine zieht sich eine Partie ihre Karte selbst.',
  openFile: 'JSON laden',
  removeAsk:
    'Tische und Spiele, die diese Karte schon haben, behalten sie. Neue können sie nicht mehr wählen.',
  badFile: 'Diese Datei ist keine Karte von BoidVoid.',

  boardHint:
    'Klick wählt ein Feld, Ziehen mehrere, mit Umschalt oder Strg kommen Felder dazu oder fallen weg. Pfeiltasten bewegen den Cursor, Enter wählt, Leertaste nimmt dazu, Strg A wählt alle, Escape keines, Entf entfernt; + und − vergrößern und verkleinern.',
  void: 'Leere',
  homeOf: (team) => `Heimat von Team ${team}`,
  ownedBy: (team) => `Gehört Team ${team}`,

  selection: 'Gewählte Felder',
  count: (n) => (n === 0 ? 'Kein Feld ist gewählt.' : n === 1 ? '1 Feld' : `${n} Felder`),
  all: 'Alle wählen',
  alike: 'Gleiche wählen',
  none: 'Auswahl aufheben',
  how: 'Wähl Felder auf der Karte, um zu sagen, was dort ist.',
  type: 'Art',
  obstacle: 'Hindernis',
  npc: 'Figur ohne Spieler',
  poi: 'Wichtiger Ort',
  owner: 'Besitzer',
  nothing: 'Keins',
  nobody: 'Niemand',
  differs: 'Verschieden',
  team: (team) => `Team ${team}`,
  excluded: 'Ein Hindernis ist allein auf seinem Feld.',
  home: 'Heimat',
  homeHint: 'Wo das Mutterschiff eines Teams beginnt. Wähl ein einzelnes Feld.',
  homeHere: (team) => `Zur Heimat von Team ${team} machen`,
  removeTiles: 'Felder entfernen',
  bringBack: 'Felder zurückholen',

  mirrorText: 'Was auf einer Seite geschieht, geschieht auch auf den anderen.',
  symmetries: {
    none: 'Keine',
    half: 'Halbe Drehung',
    lr: 'Links und rechts',
    tb: 'Oben und unten',
    four: 'Beide Spiegel',
    third: 'Drei Seiten',
    sixth: 'Sechs Seiten',
  },
  makeEqual: 'Alle Seiten angleichen',
  isEqual: 'Alle Seiten sind gleich.',

  less: (what) => `${what}: eins weniger`,
  more: (what) => `${what}: eins mehr`,
  teams: 'Teams',

  facts: (teams, tiles, obstacles, pois, pirates) =>
    `${teams} Teams, ${tiles} Felder, ${obstacles} Hindernisse, ${pois} wichtige Orte, ${pirates} Piraten.`,
  wrong: {
    ...shared.de.wrong,
    too_small: () => 'Eine Karte hat mindestens 5 mal 5 Felder.',
    no_home: (team) => `Team ${team} hat keine Heimat.`,
    home_blocked: (team) => `Die Heimat von Team ${team} ist ein Hindernis.`,
    home_pirate: (team) => `Auf der Heimat von Team ${team} steht ein Pirat.`,
    apart: () => 'Diese Felder sind nicht zu erreichen.',
  },
  codes: { bad_map: 'Diese Karte passt nicht zu den Regeln.' },

  testLarge: 'Eine Partie hat höchstens 32 Spalten und Zeilen; größere Karten sind für Saisons.',
  download: 'JSON speichern',
  offer: 'Anbieten',
  offerText: 'Die Administratoren sehen angebotene Karten und wählen daraus für die Spiele einer Saison.',
  offerSignIn: 'Mit einem Konto kannst du sie für die Spiele einer Saison anbieten.',
  offeredNow: (name) => `${name} ist angeboten.`,
};

export default { en, de };
