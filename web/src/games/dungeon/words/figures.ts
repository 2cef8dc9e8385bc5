/** What the Dungeon counts, unlocks and awards. DUN-037, DUN-161, DUN-175 to DUN-182 */
import type { FigureWords } from '../../../game/contract';

/** An achievement is counted under its own name. */
const namesOf = (achievements: FigureWords['achievements']) =>
  Object.fromEntries(Object.entries(achievements).map(([key, { name }]) => [key, name]));

const trophies = (
  name: (category: string, place: string) => string,
  categories: string[],
  places: string[],
) =>
  Object.fromEntries(
    ['game', 'fighting', 'mining', 'trading', 'travelling'].flatMap((key, c) =>
      places.map((place, n) => [`trophy_${key}_${n + 1}`, name(categories[c], place)] as const),
    ),
  );

const achievementsEn: FigureWords['achievements'] = {
  first_blood: { name: 'First Blood', text: 'Destroy a robot in a match.' },
  blood_thirst: { name: 'Blood Thirst', text: 'Destroy 10 robots in a match.' },
  psychopath: { name: 'Psychopath', text: 'Destroy 25 robots in a match.' },
  miner: { name: 'Miner', text: 'Mine a unit in a match.' },
  gold_digger: { name: 'Gold Digger', text: 'Mine 25 units in a match.' },
  mining_industrialist: { name: 'Mining Industrialist', text: 'Mine 150 units in a match.' },
  businessman: { name: 'Businessman', text: 'Earn something by a sale.' },
  manager: { name: 'Manager', text: 'Earn 1,000 by sales in a match.' },
  grand_nagus: { name: 'Grand Nagus', text: 'Earn 10,000 by sales in a match.' },
  sputnik: { name: 'Sputnik', text: 'Make a move.' },
  apollo_11: { name: 'Apollo 11', text: 'Make 15 moves in a match.' },
  enterprise: { name: 'Enterprise', text: 'Make 40 moves in a match.' },
};

const en: FigureWords = {
  figures: {
    kills: 'Robots destroyed',
    losses: 'Robots lost',
    damage: 'Damage dealt',
    mined_coal: 'Coal mined',
    mined_iron: 'Iron mined',
    mined_gem: 'Gems mined',
    mined_gold: 'Gold mined',
    mined_platin: 'Platin mined',
    earned: 'Money earned',
    spent: 'Money spent',
    trades: 'Trades',
    moves: 'Moves',
    robots_bought: 'Robots bought',
    robots_left: 'Robots at the end',
    top_balance: 'Highest balance',
    score_fighting: 'Points: fighting',
    score_mining: 'Points: mining',
    score_movement: 'Points: travelling',
    score_robot: 'Points: robots',
    score_trading: 'Points: trading',
    score_sum: 'Points in all',
    ...namesOf(achievementsEn),
    ...trophies(
      (category, place) => `${category}: ${place}`,
      ['Game', 'Fighting', 'Mining', 'Trading', 'Travelling'],
      ['first place', 'second place', 'third place'],
    ),
  },
  achievements: achievementsEn,
};

const achievementsDe: FigureWords['achievements'] = {
  first_blood: { name: 'Erstes Blut', text: 'Zerstör in einer Partie einen Roboter.' },
  blood_thirst: { name: 'Blutdurst', text: 'Zerstör in einer Partie 10 Roboter.' },
  psychopath: { name: 'Psychopath', text: 'Zerstör in einer Partie 25 Roboter.' },
  miner: { name: 'Bergmann', text: 'Schürf in einer Partie eine Einheit.' },
  gold_digger: { name: 'Goldgräber', text: 'Schürf in einer Partie 25 Einheiten.' },
  mining_industrialist: { name: 'Bergbaumagnat', text: 'Schürf in einer Partie 150 Einheiten.' },
  businessman: { name: 'Geschäftsmann', text: 'Nimm durch einen Verkauf etwas ein.' },
  manager: { name: 'Manager', text: 'Nimm in einer Partie 1.000 durch Verkäufe ein.' },
  grand_nagus: { name: 'Großer Nagus', text: 'Nimm in einer Partie 10.000 durch Verkäufe ein.' },
  sputnik: { name: 'Sputnik', text: 'Mach eine Bewegung.' },
  apollo_11: { name: 'Apollo 11', text: 'Mach in einer Partie 15 Bewegungen.' },
  enterprise: { name: 'Enterprise', text: 'Mach in einer Partie 40 Bewegungen.' },
};

const de: typeof en = {
  figures: {
    kills: 'Zerstörte Roboter',
    losses: 'Verlorene Roboter',
    damage: 'Angerichteter Schaden',
    mined_coal: 'Kohle geschürft',
    mined_iron: 'Eisen geschürft',
    mined_gem: 'Edelsteine geschürft',
    mined_gold: 'Gold geschürft',
    mined_platin: 'Platin geschürft',
    earned: 'Geld eingenommen',
    spent: 'Geld ausgegeben',
    trades: 'Geschäfte',
    moves: 'Bewegungen',
    robots_bought: 'Roboter gekauft',
    robots_left: 'Roboter am Ende',
    top_balance: 'Höchster Kontostand',
    score_fighting: 'Punkte: Kampf',
    score_mining: 'Punkte: Schürfen',
    score_movement: 'Punkte: Reisen',
    score_robot: 'Punkte: Roboter',
    score_trading: 'Punkte: Handel',
    score_sum: 'Punkte insgesamt',
    ...namesOf(achievementsDe),
    ...trophies(
      (category, place) => `${category}: ${place}`,
      ['Partie', 'Kampf', 'Schürfen', 'Handel', 'Reisen'],
      ['erster Platz', 'zweiter Platz', 'dritter Platz'],
    ),
  },
  achievements: achievementsDe,
};

export default { en, de };
