/** What BoidVoid counts and unlocks. BOI-266, BOI-274 */
import type { FigureWords } from '../../../game/contract';

type Badges = FigureWords['achievements'];

/** A badge is counted by itself. */
const counted = (badges: Badges, word: (name: string) => string) =>
  Object.fromEntries(Object.entries(badges).map(([key, { name }]) => [`badge_${key}`, word(name)]));

const badgesEn: Badges = {
  first_light: { name: 'First Light', text: 'Capture a tile.' },
  cartographer: { name: 'Cartographer', text: 'Capture ten tiles in a game.' },
  usurper: { name: 'Usurper', text: 'Capture a tile of another team.' },
  explorer: { name: 'Explorer', text: 'Capture a point of importance.' },
  architect: { name: 'Architect', text: 'Finish a superstructure.' },
  stacker: { name: 'Stacker', text: 'Raise a superstructure to the highest level.' },
  founder: { name: 'Founder', text: 'Create a swarm.' },
  swarm_lord: { name: 'Swarm Lord', text: 'Attack with five or more ships.' },
  lucky_shot: { name: 'Lucky Shot', text: 'Destroy with a critical hit.' },
  ace: { name: 'Ace', text: 'Defeat five enemies in a game.' },
  giant_slayer: { name: 'Giant Slayer', text: 'Destroy a mothership.' },
  pirate_bane: { name: 'Pirate Bane', text: 'Destroy a space pirate.' },
  phoenix: { name: 'Phoenix', text: 'Come back five times in a game.' },
  untouched: { name: 'Untouched', text: 'Win a game without losing the ship.' },
  total_void: { name: 'Total Void', text: 'Own all tiles with your team.' },
  season_champion: { name: 'Season Champion', text: 'Be first in the table of a season.' },
};

const badgesDe: Badges = {
  first_light: { name: 'Erstes Licht', text: 'Erobere ein Feld.' },
  cartographer: { name: 'Kartograf', text: 'Erobere zehn Felder in einem Spiel.' },
  usurper: { name: 'Usurpator', text: 'Erobere ein Feld eines anderen Teams.' },
  explorer: { name: 'Entdecker', text: 'Erobere einen besonderen Ort.' },
  architect: { name: 'Architekt', text: 'Stell ein Bauwerk fertig.' },
  stacker: { name: 'Stapler', text: 'Bring ein Bauwerk auf die höchste Stufe.' },
  founder: { name: 'Gründer', text: 'Gründe einen Schwarm.' },
  swarm_lord: { name: 'Schwarmfürst', text: 'Greif mit fünf oder mehr Schiffen an.' },
  lucky_shot: { name: 'Glückstreffer', text: 'Zerstör mit einem kritischen Treffer.' },
  ace: { name: 'Ass', text: 'Besieg fünf Gegner in einem Spiel.' },
  giant_slayer: { name: 'Riesentöter', text: 'Zerstör ein Mutterschiff.' },
  pirate_bane: { name: 'Piratenschreck', text: 'Zerstör einen Weltraumpiraten.' },
  phoenix: { name: 'Phönix', text: 'Kehr in einem Spiel fünfmal zurück.' },
  untouched: { name: 'Unberührt', text: 'Gewinn ein Spiel, ohne das Schiff zu verlieren.' },
  total_void: { name: 'Völlige Leere', text: 'Besitz mit deinem Team alle Felder.' },
  season_champion: { name: 'Saisonmeister', text: 'Sei Erster in der Tabelle einer Saison.' },
};

const en: FigureWords = {
  figures: {
    fights_won: 'Fights won',
    fights_lost: 'Fights lost',
    captured: 'Tiles captured',
    respawns: 'Respawns',
    damage_dealt: 'Damage dealt',
    damage_taken: 'Damage taken',
    defeated: 'Enemies defeated',
    ships_lost: 'Ships lost',
    built: 'Superstructures built',
    structures_destroyed: 'Superstructures destroyed',
    pois: 'Points of importance captured',
    moved: 'Tiles moved',
    crits: 'Critical hits',
    tiles: 'Tiles of the team at the end',
    team_pois: 'Points of importance of the team at the end',
    ...counted(badgesEn, (name) => `Badge: ${name}`),
  },
  achievements: badgesEn,
};

const de: FigureWords = {
  figures: {
    fights_won: 'Gewonnene Kämpfe',
    fights_lost: 'Verlorene Kämpfe',
    captured: 'Eroberte Felder',
    respawns: 'Rückkehren',
    damage_dealt: 'Ausgeteilter Schaden',
    damage_taken: 'Erlittener Schaden',
    defeated: 'Besiegte Gegner',
    ships_lost: 'Verlorene Schiffe',
    built: 'Gebaute Bauwerke',
    structures_destroyed: 'Zerstörte Bauwerke',
    pois: 'Eroberte besondere Orte',
    moved: 'Geflogene Felder',
    crits: 'Kritische Treffer',
    tiles: 'Felder des Teams am Ende',
    team_pois: 'Besondere Orte des Teams am Ende',
    ...counted(badgesDe, (name) => `Abzeichen: ${name}`),
  },
  achievements: badgesDe,
};

export default { en, de };
