/** The Dungeon at a table: words for its maps. A map says nothing of how many play on it. */
import type { TableMapWords } from '../../../game/contract';
import shared from '../../../i18n/tableMap';

const en: TableMapWords = {
  ...shared.en,
  drawnMapText: 'A new map for every match.',
  mapSeats: (n) => `for ${n} players`,
  tooMany: (n) => `This map is for ${n}.`,
};

const de: TableMapWords = {
  ...shared.de,
  drawnMapText: 'Für jede Partie eine neue Karte.',
  mapSeats: (n) => `für ${n} Spieler`,
  tooMany: (n) => `Diese Karte ist für ${n}.`,
};

export default { en, de };
