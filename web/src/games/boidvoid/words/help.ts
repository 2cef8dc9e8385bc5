/** How BoidVoid is played. */
type Lines = [title: string, text: string][];

const en = {
  short: 'In short',
  shortLines: [
    'Teams of spaceships share a map of hexagonal tiles. The team that owns most tiles at the end wins; the best end is to own all of them.',
    'Every player flies one ship. Leader and vice-leader also command the mothership and the swarms of the team.',
    'A ship that stays on a tile captures it, as long as the team’s mothership is on the map.',
    'Action points carry you, the battery feeds attack and shields. Both return a little in every turn.',
    'In a match all teams give their orders in secret; then they are carried out together. In a season orders are carried out when they arrive.',
  ],
  turn: 'A turn',
  turnText:
    'Orders are carried out in passes: the first of every player, then the second, and so on. Which team begins changes from turn to turn.',
  turnLines: [
    [
      'Move',
      'As often as action points last. A clear tile costs {move_cost}. You may pass your own units, but not end on one; enemies, obstacles and foreign superstructures stop you.',
    ],
    [
      'Capture',
      '{capture_turns} turns for a free tile, {enemy_capture_factor} times as many for an enemy’s. The ship can do nothing else meanwhile, unless you cancel.',
    ],
    ['Attack', 'Anything within range that is not of your team. Obstacles do not block fire.'],
    ['Build', 'A superstructure on a tile of your own, from an item of your inventory.'],
    ['Swarm', 'Create one, join one beside you, leave one.'],
    [
      'Battery',
      'How much of it is for attacks and how much for shields. You may change it at any time, but not while capturing.',
    ],
    ['Boost', 'Burn an item for its full effect, or stake it for half of it and get it back.'],
    ['Automode', 'The ship joins the nearest swarm by itself, for when you are away.'],
  ] as Lines,
  turnEnd:
    'One action for each unit in a turn; moving, battery, boosts and automode are none. At the end of the turn buildings and captures go on, ships on automode and pirates move, and the lost come nearer to their return.',
  tiles: 'Tiles',
  tilesText:
    'What a tile is works for everybody. A point of importance helps only the team that owns its tile, except for its movement and capture costs.',
  effect: 'Effect',
  none: 'none',
  obstacleText: 'nobody enters',
  pois: 'Points of importance',
  combat: 'A combat, step by step',
  combatText: 'All values are from before the first blow. Both sides are reckoned in the same way.',
  combatLines: [
    ['Main attack', 'Battery × share for attacks. Ships alone have a battery.'],
    ['Additional attack', 'The attack of the unit itself.'],
    ['Damage', '(main + additional) × (1 + bonus of the ground) × (1 + critical hit).'],
    ['Shields', 'Battery × share for defence.'],
    ['Total defence', 'Shields + defence × (1 + bonus of the ground). What is more than that costs health.'],
    [
      'Counterattack',
      'A target that still stands and has the attacker in range strikes back with its own damage.',
    ],
    ['Battery', 'Who strikes pays the main attack, who is hit pays the shields that were needed.'],
    [
      'Lost',
      'At health 0 a unit leaves the map. Ships and motherships may come back after {respawn} turns, on a tile of their team.',
    ],
  ] as Lines,
  swarms: 'Swarms, motherships, pirates',
  swarmLines: [
    [
      'Swarm',
      'Ships on one tile that move and strike as one: attack, shields and defence are sums. It can neither capture nor build.',
    ],
    ['Leaving', 'A ship that leaves goes to a tile beside the swarm and loses its action points.'],
    [
      'Mothership',
      'Without it nothing is captured, and captures that run stand still. It never attacks first, but it strikes back.',
    ],
    ['Space pirates', 'Belong to nobody, chase whoever comes near, and stay close to their home.'],
  ] as Lines,
  builds: 'Superstructures and boosts',
  buildsText:
    'A superstructure helps its team on its tile and strikes back when attacked. Building or staking the same kind again raises its level.',
  template: 'Kind',
  turns: 'Turns',
  boostTurns: 'Turns burned',
  points: 'Scoring',
  pointLines: [
    ['Tiles', 'The score of a team is the number of tiles it owns at the end.'],
    [
      'Equal scores',
      'Then count points of importance, levels of superstructures, enemies defeated, and fewer own losses.',
    ],
    [
      'Early end',
      'A match also ends when one team owns every tile or all others are eliminated: no tile, no ship, no mothership.',
    ],
    ['Season', 'With n teams the player of rank i gets n − i points in the table of the season.'],
  ] as Lines,
  legend: 'What is what on the map',
  signs: {
    territory: ['Territory', 'A light fill and a strong line around everything a team owns.'],
    spaceship: [
      'Spaceship',
      'The nose shows where it came from. The ring is its health, the thin inner one its battery.',
    ],
    mothership: ['Mothership', 'With the shape of its team.'],
    swarm: ['Swarm', 'With the number of its ships.'],
    npc: ['Space pirate', 'Grey: it belongs to nobody.'],
    capture: ['Capture', 'The tile fills from below in the colour of the team.'],
    structure: ['Superstructure', 'Dots on its foot are its level.'],
    poi: ['Point of importance', 'A sign in a ring.'],
    home: ['Home', 'A dashed hexagon with the shape of the team.'],
    automode: ['Automode', 'A small A: nobody flies it.'],
  } as Record<string, [title: string, text: string]>,
};

const de: typeof en = {
  short: 'In Kürze',
  shortLines: [
    'Teams von Raumschiffen teilen sich eine Karte aus Sechsecken. Es gewinnt das Team, dem am Ende die meisten Felder gehören; am besten alle.',
    'Jeder Spieler fliegt ein Schiff. Anführer und Vize-Anführer befehlen auch das Mutterschiff und die Schwärme des Teams.',
    'Ein Schiff, das auf einem Feld bleibt, erobert es, solange das Mutterschiff des Teams auf der Karte ist.',
    'Aktionspunkte tragen dich, die Batterie speist Angriff und Schilde. Von beidem kommt in jedem Zug etwas zurück.',
    'In einer Partie befehlen alle Teams verdeckt; dann wird alles zusammen ausgeführt. In einer Saison gilt jeder Befehl bei seiner Ankunft.',
  ],
  turn: 'Ein Zug',
  turnText:
    'Befehle werden in Durchgängen ausgeführt: erst der erste jedes Spielers, dann der zweite und so weiter. Welches Team beginnt, wechselt von Zug zu Zug.',
  turnLines: [
    [
      'Fliegen',
      'Sooft die Aktionspunkte reichen. Ein freies Feld kostet {move_cost}. Durch eigene Einheiten darfst du hindurch, aber nicht auf ihnen halten; Gegner, Hindernisse und fremde Bauwerke halten dich auf.',
    ],
    [
      'Erobern',
      '{capture_turns} Züge für ein freies Feld, {enemy_capture_factor}-mal so viele für eines des Gegners. Das Schiff kann solange nichts anderes, außer du brichst ab.',
    ],
    [
      'Angreifen',
      'Alles in Reichweite, was nicht zu deinem Team gehört. Hindernisse halten Schüsse nicht auf.',
    ],
    ['Bauen', 'Ein Bauwerk auf einem eigenen Feld, aus einem Gegenstand deines Inventars.'],
    ['Schwarm', 'Einen gründen, einem neben dir beitreten, einen verlassen.'],
    [
      'Batterie',
      'Wie viel davon für Angriffe ist und wie viel für Schilde. Das darfst du jederzeit ändern, nur nicht beim Erobern.',
    ],
    [
      'Verstärken',
      'Verbrauch einen Gegenstand für seine volle Wirkung, oder setz ihn für die halbe ein und bekomm ihn zurück.',
    ],
    ['Automatik', 'Das Schiff schließt sich von selbst dem nächsten Schwarm an, wenn du nicht da bist.'],
  ],
  turnEnd:
    'Eine Aktion je Einheit und Zug; Fliegen, Batterie, Verstärkungen und Automatik zählen nicht. Am Ende des Zuges gehen Bauten und Eroberungen weiter, Schiffe mit Automatik und Piraten fliegen, und die Verlorenen kommen ihrer Rückkehr näher.',
  tiles: 'Felder',
  tilesText:
    'Was ein Feld ist, gilt für alle. Ein besonderer Ort hilft nur dem Team, dem sein Feld gehört, außer mit seinen Kosten für Fliegen und Erobern.',
  effect: 'Wirkung',
  none: 'keine',
  obstacleText: 'niemand kommt hinein',
  pois: 'Besondere Orte',
  combat: 'Ein Kampf, Schritt für Schritt',
  combatText: 'Alle Werte sind die vor dem ersten Schlag. Für beide Seiten wird gleich gerechnet.',
  combatLines: [
    ['Hauptangriff', 'Batterie × Anteil für Angriffe. Nur Schiffe haben eine Batterie.'],
    ['Zusätzlicher Angriff', 'Der Angriff der Einheit selbst.'],
    ['Schaden', '(Haupt- + Zusatzangriff) × (1 + Bonus des Bodens) × (1 + kritischer Treffer).'],
    ['Schilde', 'Batterie × Anteil für Verteidigung.'],
    [
      'Verteidigung insgesamt',
      'Schilde + Verteidigung × (1 + Bonus des Bodens). Was darüber liegt, kostet Gesundheit.',
    ],
    [
      'Gegenschlag',
      'Ein Ziel, das noch steht und den Angreifer in Reichweite hat, schlägt mit seinem eigenen Schaden zurück.',
    ],
    ['Batterie', 'Wer schlägt, bezahlt den Hauptangriff; wer getroffen wird, die Schilde, die nötig waren.'],
    [
      'Verloren',
      'Bei Gesundheit 0 verlässt eine Einheit die Karte. Schiffe und Mutterschiffe dürfen nach {respawn} Zügen zurück, auf ein Feld ihres Teams.',
    ],
  ],
  swarms: 'Schwärme, Mutterschiffe, Piraten',
  swarmLines: [
    [
      'Schwarm',
      'Schiffe auf einem Feld, die zusammen fliegen und schlagen: Angriff, Schilde und Verteidigung sind Summen. Er kann weder erobern noch bauen.',
    ],
    [
      'Verlassen',
      'Ein Schiff, das geht, kommt auf ein Feld neben dem Schwarm und verliert seine Aktionspunkte.',
    ],
    [
      'Mutterschiff',
      'Ohne es wird nichts erobert, und laufende Eroberungen ruhen. Es greift nie zuerst an, schlägt aber zurück.',
    ],
    ['Weltraumpiraten', 'Gehören niemandem, jagen jeden, der ihnen nahe kommt, und bleiben bei ihrem Platz.'],
  ],
  builds: 'Bauwerke und Verstärkungen',
  buildsText:
    'Ein Bauwerk hilft seinem Team auf seinem Feld und schlägt zurück, wenn es angegriffen wird. Noch einmal das gleiche zu bauen oder einzusetzen hebt seine Stufe.',
  template: 'Art',
  turns: 'Züge',
  boostTurns: 'Züge beim Verbrauchen',
  points: 'Wertung',
  pointLines: [
    ['Felder', 'Die Punkte eines Teams sind die Felder, die ihm am Ende gehören.'],
    [
      'Gleichstand',
      'Dann zählen besondere Orte, Stufen von Bauwerken, besiegte Gegner und weniger eigene Verluste.',
    ],
    [
      'Frühes Ende',
      'Eine Partie endet auch, wenn einem Team alles gehört oder alle anderen ausgeschieden sind: kein Feld, kein Schiff, kein Mutterschiff.',
    ],
    ['Saison', 'Bei n Teams bekommt ein Spieler auf Rang i in der Tabelle der Saison n − i Punkte.'],
  ],
  legend: 'Was auf der Karte was ist',
  signs: {
    territory: ['Gebiet', 'Eine leichte Füllung und eine kräftige Linie um alles, was einem Team gehört.'],
    spaceship: [
      'Raumschiff',
      'Die Nase zeigt, woher es kam. Der Ring ist seine Gesundheit, der dünne innere seine Batterie.',
    ],
    mothership: ['Mutterschiff', 'Mit der Form seines Teams.'],
    swarm: ['Schwarm', 'Mit der Zahl seiner Schiffe.'],
    npc: ['Weltraumpirat', 'Grau: er gehört niemandem.'],
    capture: ['Eroberung', 'Das Feld füllt sich von unten in der Farbe des Teams.'],
    structure: ['Bauwerk', 'Punkte an seinem Fuß sind seine Stufe.'],
    poi: ['Besonderer Ort', 'Ein Zeichen in einem Ring.'],
    home: ['Heimat', 'Ein gestricheltes Sechseck mit der Form des Teams.'],
    automode: ['Automatik', 'Ein kleines A: niemand fliegt es.'],
  },
};

export default { en, de };
