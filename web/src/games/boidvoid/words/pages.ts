/** BoidVoid at a table: words for its maps, in place of those that speak of boards and robots. */
import type { TableMapWords } from '../../../game/contract';
import shared from '../../../i18n/tableMap';

const en: TableMapWords = {
  ...shared.en,
  mapSeats: (n) => `for ${n} teams`,
  tooMany: (n) => `This map is for ${n} teams.`,
};

const de: TableMapWords = {
  ...shared.de,
  mapSeats: (n) => `für ${n} Teams`,
  tooMany: (n) => `Diese Karte ist für ${n} Teams.`,
};

export default { en, de };
