/** Why an action of Spacegoo is refused, by its code. */
const en = {
  second_command: 'A second command in the same round disqualifies.',
  negative_ships: 'A negative number of ships disqualifies.',
  off_lane: 'There is no lane between these planets.',
  not_owner: 'That planet is not yours; the command counts but does nothing.',
  no_ships: 'No ship would leave; the command counts but does nothing.',
  no_planet: 'Choose two different planets; the command counts but does nothing.',
  game_over: 'The game is over, or you are out of it.',
  bad_action: 'That is no command: send ships, or pass.',
};

const de: typeof en = {
  second_command: 'Ein zweiter Befehl in derselben Runde disqualifiziert.',
  negative_ships: 'Eine negative Zahl von Schiffen disqualifiziert.',
  off_lane: 'Zwischen diesen Planeten gibt es keine Bahn.',
  not_owner: 'Dieser Planet gehört dir nicht; der Befehl zählt, bewirkt aber nichts.',
  no_ships: 'Kein Schiff würde starten; der Befehl zählt, bewirkt aber nichts.',
  no_planet: 'Wähle zwei verschiedene Planeten; der Befehl zählt, bewirkt aber nichts.',
  game_over: 'Das Spiel ist vorbei, oder du bist ausgeschieden.',
  bad_action: 'Das ist kein Befehl: Schick Schiffe, oder passe.',
};

export default { en, de };
