/** Words of a match of the Dungeon: its built-in bots, and how it ends. */
const en = {
  bots: {
    miner: { name: 'Miner', text: 'Explores, mines, sells and grows.' },
    warlord: { name: 'Warlord', text: 'Lives by mining too, and hunts what it meets.' },
  } as Record<string, { name: string; text: string }>,
  endings: {
    rounds: 'The last round was played.',
    admin: 'The organiser ended the match.',
    nobody_left: 'Nobody had a robot or could afford one.',
    deserted: 'All others have left.',
  } as Record<string, string>,
};

const de: typeof en = {
  bots: {
    miner: { name: 'Schürfer', text: 'Erkundet, schürft, verkauft und wächst.' },
    warlord: { name: 'Kriegsherr', text: 'Lebt auch vom Schürfen und jagt, wem er begegnet.' },
  },
  endings: {
    rounds: 'Die letzte Runde ist gespielt.',
    admin: 'Die Spielleitung hat die Partie beendet.',
    nobody_left: 'Niemand hatte einen Roboter oder Geld für einen.',
    deserted: 'Alle anderen sind gegangen.',
  },
};

export default { en, de };
