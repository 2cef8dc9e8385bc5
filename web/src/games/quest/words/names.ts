/** Quest: names of everything that lies, stands or is made on the map. */
const kindsEn: Record<string, string> = { sword: 'Sword', armour: 'Armour', tower: 'Tower', trap: 'Trap' };
const kindsDe: Record<string, string> = { sword: 'Schwert', armour: 'Rüstung', tower: 'Turm', trap: 'Falle' };

const levelled = (kinds: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(kinds).flatMap(([key, name]) => [1, 2, 3].map((n) => [`${key}${n}`, `${name} ${n}`])),
  );

const en = {
  resources: {
    wood: 'Wood',
    stone: 'Stone',
    leather: 'Leather',
    bronze: 'Bronze',
    iron: 'Iron',
    titanium: 'Titanium',
    gold: 'Gold',
  } as Record<string, string>,
  kinds: kindsEn,
  /** swords, armours, towers and traps with their level */
  blueprints: levelled(kindsEn),
  terrain: { grass: 'Grass', rock: 'Rock' } as Record<string, string>,
  level: (n: number) => `Level ${n}`,
  unit: 'Unit',
  units: 'Units',
  start: 'Start cell',
  buried: 'In the ground',
  surface: 'On the surface',
};

const de: typeof en = {
  resources: {
    wood: 'Holz',
    stone: 'Stein',
    leather: 'Leder',
    bronze: 'Bronze',
    iron: 'Eisen',
    titanium: 'Titan',
    gold: 'Gold',
  },
  kinds: kindsDe,
  blueprints: levelled(kindsDe),
  terrain: { grass: 'Gras', rock: 'Fels' },
  level: (n) => `Stufe ${n}`,
  unit: 'Einheit',
  units: 'Einheiten',
  start: 'Startfeld',
  buried: 'Im Boden',
  surface: 'An der Oberfläche',
};

export default { en, de };
