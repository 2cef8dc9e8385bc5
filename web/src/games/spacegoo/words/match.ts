/** Words of a match of Spacegoo: its built-in bots, how it ends, and why a seat is left. */
const en = {
  bots: {
    greedy: { name: 'Greedy', text: 'Takes what is cheap and near.' },
    master: { name: 'Master', text: 'Looks ahead. Hard to beat.' },
  } as Record<string, { name: string; text: string }>,
  endings: {
    won: 'The last player alive won.',
    draw: 'The last round was played.',
    disqualified: 'A player was disqualified.',
    all_silent: 'Nobody sent a command in time.',
    all_disqualified: 'All players were disqualified.',
  } as Record<string, string>,
  leavings: {
    no_command: 'sent nothing in time and is disqualified',
    second_command: 'sent a second command and is disqualified',
    negative_ships: 'sent a negative number of ships and is disqualified',
    off_lane: 'left the lanes and is disqualified',
  } as Record<string, string>,
};

const de: typeof en = {
  bots: {
    greedy: { name: 'Greedy', text: 'Nimmt, was billig und nah ist.' },
    master: { name: 'Master', text: 'Rechnet voraus. Schwer zu schlagen.' },
  },
  endings: {
    won: 'Wer zuletzt übrig ist, gewinnt.',
    draw: 'Die letzte Runde ist gespielt.',
    disqualified: 'Jemand wurde disqualifiziert.',
    all_silent: 'Niemand hat rechtzeitig geantwortet.',
    all_disqualified: 'Alle wurden disqualifiziert.',
  },
  leavings: {
    no_command: 'hat nicht rechtzeitig geantwortet und ist disqualifiziert',
    second_command: 'hat einen zweiten Befehl geschickt und ist disqualifiziert',
    negative_ships: 'hat eine negative Zahl Schiffe geschickt und ist disqualifiziert',
    off_lane: 'hat die Bahnen verlassen und ist disqualifiziert',
  },
};

export default { en, de };
