/** Words of a match of BoidVoid: its built-in bots, and how it ends. */
const en = {
  bots: {
    raider: { name: 'Raider', text: 'Every ship takes the next tile and shoots at what is weak.' },
    admiral: { name: 'Admiral', text: 'Plans for the whole team and strikes together.' },
  } as Record<string, { name: string; text: string }>,
  endings: {
    turns: 'The last turn was played.',
    all_tiles: 'One team owns every tile.',
    last_team: 'All other teams are eliminated.',
    season: 'The season is over.',
    deserted: 'All others have left.',
  } as Record<string, string>,
};

const de: typeof en = {
  bots: {
    raider: { name: 'Freibeuter', text: 'Jedes Schiff nimmt das nächste Feld und schießt auf Schwache.' },
    admiral: { name: 'Admiral', text: 'Plant für die ganze Flotte und schlägt gemeinsam zu.' },
  },
  endings: {
    turns: 'Der letzte Zug ist gespielt.',
    all_tiles: 'Einem Team gehören alle Felder.',
    last_team: 'Alle anderen Teams sind ausgeschieden.',
    season: 'Die Saison ist vorbei.',
    deserted: 'Alle anderen sind gegangen.',
  },
};

export default { en, de };
