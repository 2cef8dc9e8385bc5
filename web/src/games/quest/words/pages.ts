/** Quest at a table: words for its maps, in place of those that speak of boards and robots. */
import type { TableMapWords } from '../../../game/contract';
import shared from '../../../i18n/tableMap';

const en: TableMapWords = {
  ...shared.en,
  mapSeats: (n) => `for ${n} players`,
  tooMany: (n) => `This map is for ${n}.`,
};

const de: TableMapWords = {
  ...shared.de,
  mapSeats: (n) => `für ${n} Spieler`,
  tooMany: (n) => `Diese Karte ist für ${n}.`,
};

export default { en, de };
