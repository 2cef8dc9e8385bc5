/** What Quest counts and unlocks. QST-135 to QST-137 */
import type { FigureWords } from '../../../game/contract';
import things from './names';

type Things = (typeof things)['en'];

/** One figure for every resource or blueprint. */
const each = (of: Record<string, string>, key: string, name: (thing: string) => string) =>
  Object.fromEntries(Object.entries(of).map(([thing, word]) => [`${key}_${thing}`, name(word)]));
const counted = (
  { resources, blueprints }: Things,
  taken: (thing: string) => string,
  used: (thing: string) => string,
  crafted: (thing: string) => string,
) => ({
  ...each(resources, 'taken', taken),
  ...each(resources, 'used', used),
  ...each(blueprints, 'crafted', crafted),
});

const en: FigureWords = {
  figures: {
    kills: 'Enemy units destroyed',
    retaliation_kills: 'Destroyed by striking back',
    losses: 'Own units lost',
    towers_placed: 'Towers placed',
    traps_placed: 'Traps placed',
    traps_sprung: 'Traps sprung by enemies',
    sprees: 'Killing sprees',
    first_blood: 'First blood',
    points_kill: 'Points: kills',
    points_pickup: 'Points: gathering',
    points_craft: 'Points: crafting',
    points: 'Points in all',
    damage_dealt: 'Damage dealt',
    damage_taken: 'Damage taken',
    energy_spent: 'Energy spent',
    refused: 'Actions refused',
    timed_out: 'Turns timed out',
    ...counted(
      things.en,
      (thing) => `${thing} gathered`,
      (thing) => `${thing} used up`,
      (thing) => `Made: ${thing}`,
    ),
  },
  achievements: {
    first_blood: { name: 'First Blood', text: 'Make the first kill of a match.' },
    slayer: { name: 'Slayer', text: 'Destroy 100 enemy units.' },
    rampage: { name: 'Rampage', text: 'Make a killing spree.' },
    thorns: { name: 'Thorns', text: 'Destroy 10 enemy units by striking back.' },
    trapper: { name: 'Trapper', text: 'Catch 10 enemy units in traps.' },
    warden: { name: 'Warden', text: 'Place 10 towers.' },
    prospector: { name: 'Prospector', text: 'Take 1,000 units out of the ground.' },
    gold_rush: { name: 'Gold Rush', text: 'Take 1,000 gold out of the ground.' },
    swordsmith: { name: 'Swordsmith', text: 'Craft 25 swords.' },
    armourer: { name: 'Armourer', text: 'Craft 25 armours.' },
    titan: { name: 'Titan', text: 'Craft a sword of level 3.' },
    untouched: { name: 'Untouched', text: 'Lose no unit in a match.' },
  },
};

const de: FigureWords = {
  figures: {
    kills: 'Zerstörte feindliche Einheiten',
    retaliation_kills: 'Durch Zurückschlagen zerstört',
    losses: 'Verlorene Einheiten',
    towers_placed: 'Gebaute Türme',
    traps_placed: 'Gelegte Fallen',
    traps_sprung: 'Fallen, in die Gegner gingen',
    sprees: 'Serien von Abschüssen',
    first_blood: 'Erstes Blut',
    points_kill: 'Punkte: Abschüsse',
    points_pickup: 'Punkte: Sammeln',
    points_craft: 'Punkte: Herstellen',
    points: 'Punkte insgesamt',
    damage_dealt: 'Ausgeteilter Schaden',
    damage_taken: 'Erlittener Schaden',
    energy_spent: 'Verbrauchte Energie',
    refused: 'Abgelehnte Aktionen',
    timed_out: 'Züge ohne Zeit',
    ...counted(
      things.de,
      (thing) => `${thing} gesammelt`,
      (thing) => `${thing} verbraucht`,
      (thing) => `Hergestellt: ${thing}`,
    ),
  },
  achievements: {
    first_blood: { name: 'Erstes Blut', text: 'Mach den ersten Abschuss einer Partie.' },
    slayer: { name: 'Schlächter', text: 'Zerstör 100 feindliche Einheiten.' },
    rampage: { name: 'Raserei', text: 'Schaff eine Serie von Abschüssen.' },
    thorns: { name: 'Dornen', text: 'Zerstör durch Zurückschlagen 10 feindliche Einheiten.' },
    trapper: { name: 'Fallensteller', text: 'Fang 10 feindliche Einheiten in Fallen.' },
    warden: { name: 'Turmwächter', text: 'Bau 10 Türme.' },
    prospector: { name: 'Schatzsucher', text: 'Hol 1.000 Einheiten aus dem Boden.' },
    gold_rush: { name: 'Goldrausch', text: 'Hol 1.000 Gold aus dem Boden.' },
    swordsmith: { name: 'Schwertschmied', text: 'Stell 25 Schwerter her.' },
    armourer: { name: 'Rüstungsschmied', text: 'Stell 25 Rüstungen her.' },
    titan: { name: 'Titan', text: 'Stell ein Schwert der Stufe 3 her.' },
    untouched: { name: 'Unberührt', text: 'Verlier in einer Partie keine Einheit.' },
  },
};

export default { en, de };
