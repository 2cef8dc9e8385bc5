/** Why an action of Rally is refused, by its code. */
const en = {
  wrong_phase: 'Only a robot on the board that is not powered down is programmed, until the game is over.',
  already_confirmed: 'Your program is confirmed.',
  bad_field: 'A program has five slots, each with one of your commands.',
  slot_locked: 'That slot is burned in; it keeps its command.',
  not_your_card: 'That command is not in your hand.',
  card_twice: 'A command can stand in one slot only.',
  pause_not_allowed: 'Only LazyBot can pause, and once in a round.',
  slot_empty: 'A slot is empty.',
  no_ability: 'Only Albot can get new commands.',
  ability_used: 'You have had new commands in this round.',
  bad_action: 'This is no action of the game.',
  collection_closed: 'The round before is still being executed.',
};

const de: typeof en = {
  wrong_phase:
    'Programmiert wird nur ein Roboter, der auf dem Brett und nicht abgeschaltet ist, bis das Spiel vorbei ist.',
  already_confirmed: 'Dein Programm ist bestätigt.',
  bad_field: 'Ein Programm hat fünf Plätze, jeder mit einem deiner Befehle.',
  slot_locked: 'Dieser Platz ist eingebrannt; er behält seinen Befehl.',
  not_your_card: 'Diesen Befehl hast du nicht auf der Hand.',
  card_twice: 'Ein Befehl kann nur auf einem Platz liegen.',
  pause_not_allowed: 'Nur LazyBot kann aussetzen, und einmal je Runde.',
  slot_empty: 'Ein Platz ist leer.',
  no_ability: 'Nur Albot kann neue Befehle bekommen.',
  ability_used: 'Du hast in dieser Runde schon neue Befehle bekommen.',
  bad_action: 'Das ist keine Aktion des Spiels.',
  collection_closed: 'Die Runde davor läuft noch ab.',
};

export default { en, de };
