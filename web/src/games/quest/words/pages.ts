/** Quest at a table: words for its maps, in place of those that speak of boards and robots. */
const en = {
  map: 'Map',
  chooseMap: 'Choose a map',
  takeMap: 'Take this map',
  ownMap: 'A map of its own',
  editMaps: 'Map editor',
  mapSeats: (n: number) => `for ${n} players`,
  tooMany: (n: number) => `This map is for ${n}.`,
  /** where none is chosen */
  drawnMap: 'Drawn for the match',
  drawnMapText: 'A new symmetrical map for every match.',
};

const de: typeof en = {
  map: 'Karte',
  chooseMap: 'Karte wählen',
  takeMap: 'Diese Karte nehmen',
  ownMap: 'Eine eigene Karte',
  editMaps: 'Karten-Editor',
  mapSeats: (n) => `für ${n} Spieler`,
  tooMany: (n) => `Diese Karte ist für ${n}.`,
  drawnMap: 'Für die Partie gezogen',
  drawnMapText: 'Für jede Partie eine neue symmetrische Karte.',
};

export default { en, de };
