/** What a table says of its map in games that are played on maps rather than on boards. A game adds for how many one is. */
import type { TableMapWords } from '../game/contract';

type Words = Omit<TableMapWords, 'mapSeats' | 'tooMany'>;

const en: Words = {
  map: 'Map',
  chooseMap: 'Choose a map',
  takeMap: 'Take this map',
  ownMap: 'A map of its own',
  editMaps: 'Map editor',
  drawnMap: 'Drawn for the match',
  drawnMapText: 'A new symmetrical map for every match.',
};

const de: Words = {
  map: 'Karte',
  chooseMap: 'Karte wählen',
  takeMap: 'Diese Karte nehmen',
  ownMap: 'Eine eigene Karte',
  editMaps: 'Karten-Editor',
  drawnMap: 'Für die Partie gezogen',
  drawnMapText: 'Für jede Partie eine neue symmetrische Karte.',
};

export default { en, de };
