/** Why an action of Spacegoo or Rally is refused, by its code. The other games have such lists beside their controls. */
const spacegoo = {
  second_command: 'A second command in the same round disqualifies.',
  negative_ships: 'A negative number of ships disqualifies.',
  off_lane: 'There is no lane between these planets.',
  not_owner: 'That planet is not yours; the command counts but does nothing.',
  no_ships: 'No ship would leave; the command counts but does nothing.',
  no_planet: 'Choose two different planets; the command counts but does nothing.',
  game_over: 'The game is over, or you are out of it.',
  bad_action: 'That is no command: send ships, or pass.',
};

const rally = {
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

const en = {
  spacegoo,
  rally,
  ruled: (words: string, rule: string) => (rule ? `${words} (${rule})` : words),
};

const de: typeof en = {
  spacegoo: {
    second_command: 'Ein zweiter Befehl in derselben Runde disqualifiziert.',
    negative_ships: 'Eine negative Zahl von Schiffen disqualifiziert.',
    off_lane: 'Zwischen diesen Planeten gibt es keine Bahn.',
    not_owner: 'Dieser Planet gehört dir nicht; der Befehl zählt, bewirkt aber nichts.',
    no_ships: 'Kein Schiff würde starten; der Befehl zählt, bewirkt aber nichts.',
    no_planet: 'Wähle zwei verschiedene Planeten; der Befehl zählt, bewirkt aber nichts.',
    game_over: 'Das Spiel ist vorbei, oder du bist ausgeschieden.',
    bad_action: 'Das ist kein Befehl: Schick Schiffe, oder passe.',
  },
  rally: {
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
  },
  ruled: (words, rule) => (rule ? `${words} (${rule})` : words),
};

export default { en, de };
