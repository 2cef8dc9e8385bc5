/** Words of a match of Rally: its built-in bots, and how it ends. */
const en = {
  bots: {
    easy: { name: 'Easy', text: 'Three AIs that head for the next checkpoint without looking at much.' },
    normal: { name: 'Normal', text: 'Three AIs that plan their five steps well.' },
    hard: { name: 'Hard', text: 'Three AIs that reckon with what you may do.' },
  } as Record<string, { name: string; text: string }>,
  endings: {
    checkpoints: 'A robot ticked off the last checkpoint.',
    survivor: 'One robot was left.',
    ranking: 'The ranking decided.',
  } as Record<string, string>,
};

const de: typeof en = {
  bots: {
    easy: {
      name: 'Leicht',
      text: 'Drei KIs, die den nächsten Checkpoint ansteuern, ohne viel zu überlegen.',
    },
    normal: { name: 'Normal', text: 'Drei KIs, die ihre fünf Schritte gut planen.' },
    hard: { name: 'Schwer', text: 'Drei KIs, die damit rechnen, was du tun könntest.' },
  },
  endings: {
    checkpoints: 'Ein Roboter hat den letzten Checkpoint abgehakt.',
    survivor: 'Ein Roboter ist übrig geblieben.',
    ranking: 'Die Rangliste hat entschieden.',
  },
};

export default { en, de };
