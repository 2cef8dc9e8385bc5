/** Words of a match of Quest: its built-in bots, and how it ends. */
const en = {
  bots: {
    gatherer: { name: 'Gatherer', text: 'Explores, digs, carries, and arms itself.' },
    crafter: { name: 'Crafter', text: 'Plans its crafts and fights for what is worth it.' },
  } as Record<string, { name: string; text: string }>,
  endings: {
    rounds: 'The last round was played.',
    last_left: 'All others are defeated.',
    nobody_connected: 'Nobody was connected any more.',
  } as Record<string, string>,
};

const de: typeof en = {
  bots: {
    gatherer: { name: 'Sammler', text: 'Erkundet, gräbt, trägt und rüstet sich.' },
    crafter: { name: 'Handwerker', text: 'Plant, was er herstellt, und kämpft, wo es sich lohnt.' },
  },
  endings: {
    rounds: 'Die letzte Runde ist gespielt.',
    last_left: 'Alle anderen sind besiegt.',
    nobody_connected: 'Niemand war mehr verbunden.',
  },
};

export default { en, de };
