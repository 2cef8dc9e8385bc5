/** The help page of Quest. */
const en = {
  short: 'In short',
  shortLines: [
    'You lead a team of units over a map in fog. Every unit sees five cells around it, in a square; what was seen before stays on your map as it was.',
    'Players take turns. In your turn every unit walks, digs, picks up, drops, crafts, equips, researches, builds, attacks or waits, in any order, as long as its energy lasts.',
    'Resources lie buried in regions that are rich in one kind. Dig to learn how much there is, pick it up, carry it away, craft swords and armours from it, or traps and towers.',
    'A hit lowers the maximum energy of a unit. At nothing it falls: everything it held drops to the ground, and it comes back at the start cell.',
    'Points come from enemy units destroyed, from resources taken out of the ground and from crafting. Most points after the last round win, or whoever is the last undefeated.',
  ],
  turn: 'A turn',
  turnText:
    'At its start energy returns and enemy towers drain. Then you act; every answer comes at once. What units can do:',
  actions: [
    [
      'Move',
      'To one of the 8 cells around, but not onto rock or a tower. Costs {move_cost} energy, more with a load.',
    ],
    ['Dig', 'Costs {dig_cost}. Tells what is buried in the cell, and how much. Nothing is taken yet.'],
    [
      'Pick up',
      'Costs {pickup_cost}, however much it is. Ask for no more of a kind than there is, or nothing of it is taken.',
    ],
    ['Drop', 'Free. Who comes near sees it, and anybody may take it: so units trade.'],
    ['Craft', 'Makes a sword or an armour from what the unit carries, by one of its ways.'],
    ['Equip', 'Free. Only what is worn helps.'],
    ['Research', 'Costs {research_energy} energy and gold of the team. Then everybody knows the next level.'],
    [
      'Place a trap or a tower',
      'Costs {place_trap_cost} or {place_tower_cost}, and the ingredients. It stands at once in the unit’s cell.',
    ],
    ['Attack', 'A unit in the same cell or beside it, with as much energy as you like.'],
    [
      'Strike back',
      'Say how much energy a unit answers each attack with, and how much at most. Leave it some.',
    ],
    ['Look', 'Free. Tells again what the unit sees.'],
    ['End the turn', 'Or let the time run out; there is no penalty.'],
  ] as [string, string][],
  energy: 'Energy',
  energyLines: [
    [
      'Energy and maximum',
      'A unit has both. It acts with its energy, and fresh ones have {unit_energy} of {unit_energy}.',
    ],
    ['It returns', 'At the start of your turn {back} % of what is missing to the maximum.'],
    [
      'Weight',
      'Every unit of weight adds {move_weight_pct} % to a step. Above {carry_limit} a unit cannot walk.',
    ],
    [
      'Damage',
      'The energy of the attack, more with a sword, less against an armour. It lowers the maximum of the target.',
    ],
    ['Healing', 'A unit that was not hit regains {max_energy_heal} of its maximum at the end of your turn.'],
    [
      'Coming back',
      'At the start cell with full energy and empty hands. It acts in your next turn, and nobody can attack it until that is over.',
    ],
  ] as [string, string][],
  things: 'Resources and blueprints',
  thingsText:
    'Seven resources: each weighs 1, only gold weighs nothing and goes to the team at once. Titanium lies far from the starts. Everybody knows level 1; levels 2 and 3 are researched. Most things can be made in two ways:',
  blueprint: 'Blueprint',
  wayA: 'One way',
  wayB: 'Another',
  weight: 'Weight',
  effect: 'Effect',
  research: 'Research',
  gold: (n: string) => `${n} gold`,
  attack: (n: number) => `attack +${n} %`,
  defence: (n: number) => `defence ${n} %`,
  towerDoes: (energy: string, radius: number, drain: number) =>
    `energy ${energy}, reach ${radius}, drains ${drain}`,
  trapDoes: (turns: number) => `freezes ${turns} turns`,
  builds: 'Traps and towers',
  buildLines: [
    ['Traps are not seen', 'Only their owner knows where they are. They catch own units too.'],
    [
      'Who steps on one',
      'has no energy left and can do nothing for level + {trap_extra} of its own turns; others can attack it meanwhile. Then the trap is gone.',
    ],
    [
      'Towers drain',
      'units of all others in a square around them, at the start of their turn: less, the farther away.',
    ],
    [
      'And wear out',
      'A tower loses what it drains. At nothing it is gone; there is no other way to destroy it.',
    ],
    [
      'They make ways dearer',
      'A step or a pickup in the reach of an enemy tower costs {tower_surcharge} more.',
    ],
    ['They see', 'A tower shows you everything in its reach.'],
    ['Not too near', 'Nobody builds within {no_build_radius} cells of another player’s start.'],
  ] as [string, string][],
  points: 'Points',
  pointLines: [
    ['Kills', '{kill_points} for every enemy unit destroyed, also by striking back.'],
    [
      'Gathering',
      '{pickup_points} for every unit of resource taken out of the ground. Nothing for what lies on the surface.',
    ],
    ['Crafting', '{craft_points} for every unit of resource used up; items used as ingredients add nothing.'],
    ['The end', 'After {rounds} rounds, or as soon as only one is undefeated. Points never fall.'],
    [
      'As the original',
      'With this scoring kills count, towers and traps multiply them, sprees and first blood add to them.',
    ],
  ] as [string, string][],
  legend: 'Legend',
  legendText: 'What is on the map. Colour and shape say whose it is.',
  signs: {
    grass: ['Grass', 'Everybody can walk here.'],
    rock: ['Rock', 'Nobody can.'],
    fog: ['Fog', 'Never seen.'],
    before: ['Dimmed', 'Seen before, not now: things may have changed.'],
    unit: ['Unit', 'The ring is its energy; the gap in it what hits have taken from its maximum.'],
    armed: ['Sword and armour', 'A dagger and a diamond at the unit, with a dot for every level.'],
    frozen: ['Frozen', 'Caught in a trap.'],
    shield: ['Shielded', 'Came back just now and cannot be attacked.'],
    tower: ['Tower', 'A dashed square shows how far it reaches.'],
    trap: ['Trap', 'Your own; enemies do not see it.'],
    heap: ['Heap', 'Lies on the surface, for anybody.'],
    buried: ['Buried', 'The kinds that are in the ground.'],
    start: ['Start cell', 'Where a team begins and its fallen come back.'],
  } as Record<string, [string, string]>,
};

const de: typeof en = {
  short: 'In Kürze',
  shortLines: [
    'Du führst ein Team von Einheiten über eine Karte im Nebel. Jede Einheit sieht fünf Felder weit im Quadrat; was früher zu sehen war, bleibt auf deiner Karte, wie es war.',
    'Gezogen wird reihum. In deinem Zug geht, gräbt, hebt auf, legt ab, stellt her, rüstet sich, forscht, baut, greift an oder wartet jede Einheit, in beliebiger Folge, solange ihre Energie reicht.',
    'Rohstoffe liegen vergraben in Vorkommen, die an einer Art reich sind. Grab, um zu wissen, wie viel es ist, heb es auf, trag es fort, stell daraus Schwerter und Rüstungen her, oder Fallen und Türme.',
    'Ein Treffer senkt die höchste Energie einer Einheit. Bei null fällt sie: Alles, was sie hatte, liegt am Boden, und sie erscheint wieder am Startfeld.',
    'Punkte gibt es für zerstörte feindliche Einheiten, für Rohstoffe aus dem Boden und fürs Herstellen. Nach der letzten Runde gewinnen die meisten Punkte, oder wer als Letzter unbesiegt ist.',
  ],
  turn: 'Ein Zug',
  turnText:
    'An seinem Anfang kehrt Energie zurück, und feindliche Türme entziehen welche. Dann handelst du; jede Antwort kommt sofort. Was Einheiten können:',
  actions: [
    [
      'Gehen',
      'Auf eines der 8 Felder ringsum, nicht auf Fels und nicht auf einen Turm. Kostet {move_cost} Energie, mit Last mehr.',
    ],
    ['Graben', 'Kostet {dig_cost}. Sagt, was im Feld vergraben ist und wie viel. Genommen wird noch nichts.'],
    [
      'Aufheben',
      'Kostet {pickup_cost}, egal wie viel. Verlang von einer Art nicht mehr, als da ist, sonst wird davon nichts genommen.',
    ],
    ['Ablegen', 'Umsonst. Wer in die Nähe kommt, sieht es, und alle dürfen es nehmen: So handeln Einheiten.'],
    [
      'Herstellen',
      'Macht aus dem, was die Einheit trägt, ein Schwert oder eine Rüstung, auf einem der Wege.',
    ],
    ['Anlegen', 'Umsonst. Nur was angelegt ist, hilft.'],
    ['Forschen', 'Kostet {research_energy} Energie und Gold des Teams. Dann kennen alle die nächste Stufe.'],
    [
      'Falle oder Turm bauen',
      'Kostet {place_trap_cost} oder {place_tower_cost} und die Zutaten. Sie steht sofort im Feld der Einheit.',
    ],
    ['Angreifen', 'Eine Einheit im selben Feld oder daneben, mit so viel Energie, wie du willst.'],
    [
      'Zurückschlagen',
      'Sag, mit wie viel Energie eine Einheit auf jeden Angriff antwortet und wie viel höchstens. Lass ihr welche.',
    ],
    ['Schauen', 'Umsonst. Sagt noch einmal, was die Einheit sieht.'],
    ['Zug beenden', 'Oder lass die Zeit ablaufen; eine Strafe gibt es nicht.'],
  ],
  energy: 'Energie',
  energyLines: [
    [
      'Energie und Höchstwert',
      'Eine Einheit hat beides. Mit ihrer Energie handelt sie, und frische haben {unit_energy} von {unit_energy}.',
    ],
    ['Sie kehrt zurück', 'Zu Beginn deines Zuges {back} % dessen, was zum Höchstwert fehlt.'],
    [
      'Gewicht',
      'Jede Einheit Gewicht macht einen Schritt um {move_weight_pct} % teurer. Mit mehr als {carry_limit} kann eine Einheit nicht gehen.',
    ],
    [
      'Schaden',
      'Die Energie des Angriffs, mit Schwert mehr, gegen Rüstung weniger. Er senkt den Höchstwert des Ziels.',
    ],
    [
      'Heilung',
      'Wer nicht getroffen wurde, bekommt am Ende deines Zuges {max_energy_heal} vom Höchstwert zurück.',
    ],
    [
      'Rückkehr',
      'Am Startfeld mit voller Energie und leeren Händen. Sie handelt in deinem nächsten Zug, und bis der vorbei ist, kann niemand sie angreifen.',
    ],
  ],
  things: 'Rohstoffe und Baupläne',
  thingsText:
    'Sieben Rohstoffe: Jeder wiegt 1, nur Gold wiegt nichts und geht sofort ans Team. Titan liegt weit weg von den Starts. Stufe 1 kennen alle; Stufe 2 und 3 werden erforscht. Das meiste lässt sich auf zwei Wegen herstellen:',
  blueprint: 'Bauplan',
  wayA: 'Ein Weg',
  wayB: 'Ein anderer',
  weight: 'Gewicht',
  effect: 'Wirkung',
  research: 'Forschung',
  gold: (n) => `${n} Gold`,
  attack: (n) => `Angriff +${n} %`,
  defence: (n) => `Verteidigung ${n} %`,
  towerDoes: (energy, radius, drain) => `Energie ${energy}, Reichweite ${radius}, entzieht ${drain}`,
  trapDoes: (turns) => `hält ${turns} Züge fest`,
  builds: 'Fallen und Türme',
  buildLines: [
    ['Fallen sieht man nicht', 'Nur wem sie gehören, weiß, wo sie sind. Sie fangen auch eigene Einheiten.'],
    [
      'Wer hineintritt,',
      'hat keine Energie mehr und kann Stufe + {trap_extra} eigene Züge lang nichts tun; angegriffen werden kann sie solange. Dann ist die Falle weg.',
    ],
    [
      'Türme entziehen Energie',
      'den Einheiten aller anderen im Quadrat um sie herum, zu Beginn von deren Zug: je weiter weg, desto weniger.',
    ],
    [
      'Und nutzen sich ab',
      'Ein Turm verliert, was er entzieht. Bei null ist er weg; anders ist er nicht zu zerstören.',
    ],
    [
      'Sie verteuern Wege',
      'Ein Schritt oder ein Aufheben in der Reichweite eines feindlichen Turms kostet {tower_surcharge} mehr.',
    ],
    ['Sie sehen', 'Ein Turm zeigt dir alles in seiner Reichweite.'],
    ['Nicht zu nah', 'Näher als {no_build_radius} Felder am Start eines anderen baut niemand.'],
  ],
  points: 'Punkte',
  pointLines: [
    ['Abschüsse', '{kill_points} für jede zerstörte feindliche Einheit, auch beim Zurückschlagen.'],
    [
      'Sammeln',
      '{pickup_points} für jede Einheit Rohstoff aus dem Boden. Nichts für das, was an der Oberfläche liegt.',
    ],
    [
      'Herstellen',
      '{craft_points} für jede verbrauchte Einheit Rohstoff; Gegenstände als Zutaten zählen nicht.',
    ],
    [
      'Das Ende',
      'Nach {rounds} Runden, oder sobald nur noch einer unbesiegt ist. Punkte werden nie weniger.',
    ],
    [
      'Wie das Original',
      'Bei dieser Wertung zählen Abschüsse, Türme und Fallen vervielfachen sie, Serien und erstes Blut kommen dazu.',
    ],
  ],
  legend: 'Legende',
  legendText: 'Was auf der Karte ist. Farbe und Form sagen, wem es gehört.',
  signs: {
    grass: ['Gras', 'Hier können alle gehen.'],
    rock: ['Fels', 'Hier niemand.'],
    fog: ['Nebel', 'Nie gesehen.'],
    before: ['Gedämpft', 'Früher gesehen, jetzt nicht: Vielleicht ist es anders.'],
    unit: [
      'Einheit',
      'Der Ring ist ihre Energie; die Lücke darin, was Treffer vom Höchstwert genommen haben.',
    ],
    armed: ['Schwert und Rüstung', 'Dolch und Raute an der Einheit, mit einem Punkt je Stufe.'],
    frozen: ['Gefangen', 'Sitzt in einer Falle.'],
    shield: ['Geschützt', 'Gerade zurückgekehrt, nicht anzugreifen.'],
    tower: ['Turm', 'Ein gestricheltes Quadrat zeigt, wie weit er reicht.'],
    trap: ['Falle', 'Deine eigene; Gegner sehen sie nicht.'],
    heap: ['Haufen', 'Liegt an der Oberfläche, für alle.'],
    buried: ['Vergraben', 'Die Arten, die im Boden sind.'],
    start: ['Startfeld', 'Wo ein Team beginnt und Gefallene zurückkehren.'],
  },
};

export default { en, de };
