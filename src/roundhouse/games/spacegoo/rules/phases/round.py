"""The rules of a Spacegoo round, one function each."""

from typing import Any

from .....core.rules import emit, inlined, rules
from ..state import Fleet, State
from ..tables import (
    ALL_DISQUALIFIED,
    ALL_SILENT,
    BATTLE,
    DISQUALIFICATION,
    DISQUALIFIED,
    DRAW,
    FLEET_LAUNCHED,
    GAME_OVER,
    KIND,
    KINDS,
    LEAST_DESTROYED,
    NO_COMMAND,
    PLANET_TAKEN,
    PLAYER_ELIMINATED,
    ROUND_PLAYED,
    SEND,
    SHARE_DESTROYED,
    SHIPS,
    SOURCE,
    TARGET,
    WON,
)

Ships = tuple[int, int, int]
Damaged = tuple[float, float, float]


# Departures


@rules
def departures(g: State) -> bool:
    """Who was disqualified or left is out before the commands of the round. True: that ended the match. GOO-060"""
    if g.leaving == 0:
        return False
    silent = 0
    remaining = 0
    last = 0
    for seat in range(1, g.seats + 1):
        if g.left[seat] == NO_COMMAND and g.out_round[seat] == 0:
            silent += 1
        if g.left[seat] == 0 and g.out_round[seat] == 0:
            remaining += 1
            last = seat
    everybody_silent = silent == g.leaving
    g.leaving = 0
    for seat in range(1, g.seats + 1):
        if g.left[seat] != 0 and g.out_round[seat] == 0:
            g.out_round[seat] = g.round_no + 1
            g.ordered[seat] = 0  # a command given before does not count any more
            emit(g, DISQUALIFIED, seat, g.left[seat], g.round_no)
            if g.seats > 2:
                disown(g, seat)
    if remaining == 0:
        over(g, ALL_SILENT if everybody_silent else ALL_DISQUALIFIED, 0)  # GOO-062, GOO-128
        return True
    if remaining == 1:
        over(g, DISQUALIFICATION if g.seats == 2 else WON, last)
        return True
    return False


@rules
def disown(g: State, seat: int) -> None:
    """Among four, a disqualified player's planets turn neutral and his fleets vanish. GOO-124"""
    for n in range(g.planet_count):
        if g.planets[n].owner == seat:
            g.planets[n].owner = 0
    g.owned[0] += g.owned[seat]
    g.owned[seat] = 0
    for bucket in range(len(g.first)):
        before = 0
        number = g.first[bucket]
        while number != 0:
            fleet = g.fleets[number]
            after = fleet.after
            if fleet.owner == seat:
                if before == 0:
                    g.first[bucket] = after
                else:
                    g.fleets[before].after = after
                release(g, number)
            else:
                before = number
            number = after
    g.flying[seat] = 0


@rules
def over(g: State, reason: int, winner: int) -> None:
    g.reason = reason
    g.winner = winner
    emit(g, GAME_OVER, winner, reason, g.round_no)


# Commands


@inlined
def is_linked(g: State, source: int, target: int) -> bool:
    """Whether fleets may fly from one planet to another: along lanes, or anywhere without them. GOO-002, GOO-036"""
    return g.hyperlanes == 0 or g.lane[source, target] != 0


@inlined
def launch(g: State) -> None:
    """Commands are applied in the order of the seats, so that fleet ids are reproducible. GOO-039"""
    for seat in range(1, g.seats + 1):
        if g.ordered[seat] != 0:
            if g.orders[seat, KIND] == SEND:
                send(g, seat)
            g.ordered[seat] = 0


@inlined
def send(g: State, seat: int) -> None:
    """A fleet leaves at once, of each kind at most the ships present. GOO-032, GOO-033, GOO-038"""
    order = g.orders[seat]
    origin = order[SOURCE]
    target = order[TARGET]
    home = g.planets[origin]
    number = free_slot(g)
    fleet = g.fleets[number]
    for kind in range(KINDS):
        ships = min(order[SHIPS + kind], home.ships[kind])
        home.ships[kind] -= ships
        fleet.ships[kind] = ships
    fleet.number = g.next_fleet
    fleet.eta = g.round_no + g.distance[origin, target]
    fleet.owner = seat
    fleet.origin = origin
    fleet.target = target
    queue(g, number, fleet)
    emit(g, FLEET_LAUNCHED, seat, number, g.next_fleet)
    g.next_fleet += 1
    g.flying[seat] += 1


@rules
def queue(g: State, number: int, fleet: Fleet) -> None:
    """Fleets wait in the queue of their landing round, the last one sent first. They are put in order when they land:
    that is less work than keeping every queue in order."""
    bucket = fleet.eta % len(g.first)
    fleet.after = g.first[bucket]
    g.first[bucket] = number


@rules
def free_slot(g: State) -> int:
    number = g.free_slot
    if number != 0:
        g.free_slot = g.fleets[number].after
        return number
    number = g.fleet_end
    g.fleet_end += 1
    return number


@rules
def release(g: State, number: int) -> None:
    g.fleets[number].after = g.free_slot
    g.free_slot = number


# Production


@inlined
def produce(g: State) -> None:
    """Every planet owned by a player adds its production, while it has rounds left. GOO-042"""
    for n in range(g.planet_count):
        planet = g.planets[n]
        if planet.owner != 0 and planet.rounds_left > 0:
            for kind in range(KINDS):
                planet.ships[kind] += planet.production[kind]
            if g.production_rounds != 0:
                planet.rounds_left -= 1


# Landing


@inlined
def line_up(g: State, number: int) -> int:
    """Order a landing queue by rising target, then by id. Returns its first fleet. GOO-049"""
    first = 0
    while number != 0:
        fleet = g.fleets[number]
        following = fleet.after
        before = 0
        after = first
        # Of fleets with the same target the one sent earlier comes later in this loop, and goes before the others.
        while after != 0 and g.fleets[after].target < fleet.target:
            before = after
            after = g.fleets[after].after
        fleet.after = after
        if before == 0:
            first = number
        else:
            g.fleets[before].after = number
        number = following
    return first


@inlined
def land(g: State) -> None:
    """All fleets whose round has come arrive, planet by planet in rising id. GOO-043, GOO-049"""
    bucket = g.round_no % len(g.first)
    number = line_up(g, g.first[bucket])
    g.first[bucket] = 0
    while number != 0:
        lead = g.fleets[number]
        target = lead.target
        seat = lead.owner
        force = (lead.ships[0], lead.ships[1], lead.ships[2])
        contested = False
        after = lead.after
        while after != 0 and g.fleets[after].target == target:
            fleet = g.fleets[after]
            if fleet.owner == seat:  # GOO-044: fleets of one player become one
                force = (force[0] + fleet.ships[0], force[1] + fleet.ships[1], force[2] + fleet.ships[2])
            else:
                contested = True
            after = fleet.after
        if contested:
            seat, force = orbit(g, number, after)
        if seat != 0:
            touch_down(g, target, seat, force)
        while number != after:
            follower = g.fleets[number].after
            g.flying[g.fleets[number].owner] -= 1
            release(g, number)
            number = follower


@rules
def orbit(g: State, number: int, end: int) -> tuple[int, Ships]:
    """Fleets of several players over one planet fight each other first; who has ships left lands. GOO-045, GOO-046"""
    target = g.fleets[number].target
    muster(g, number, end)
    note = g.battles[g.battle_count]
    side_count = 0
    for seat in range(1, g.seats + 1):
        if total(ships_of(g.force, seat)) > 0:
            note.seats[side_count] = seat
            put(note.before, side_count, ships_of(g.force, seat))
            side_count += 1
    rounds = 0
    if side_count == 2:
        one = note.seats[0]
        two = note.seats[1]
        left, right, rounds = battle(ships_of(g.force, one), ships_of(g.force, two))
        put(g.force, one, left)
        put(g.force, two, right)
    else:
        rounds = brawl(g)
    winner = 0
    for side in range(side_count):
        seat = int(note.seats[side])
        put(note.remaining, side, ships_of(g.force, seat))
        if total(ships_of(g.force, seat)) > 0:
            winner = seat
    file_battle(g, target, side_count, rounds, winner)
    return winner, ships_of(g.force, winner)


@rules
def muster(g: State, number: int, end: int) -> None:
    """Add up the fleets of a queue from one up to another, by seat and kind."""
    for seat in range(len(g.force)):
        put(g.force, seat, (0, 0, 0))
    while number != end:
        fleet = g.fleets[number]
        for kind in range(KINDS):
            g.force[fleet.owner, kind] += fleet.ships[kind]
        number = fleet.after


@inlined
def touch_down(g: State, target: int, seat: int, force: Ships) -> None:
    """What came through lands: on an own planet it joins, elsewhere it fights. GOO-047, GOO-048"""
    planet = g.planets[target]
    garrison = (planet.ships[0], planet.ships[1], planet.ships[2])
    if planet.owner == seat:
        keep(planet, (garrison[0] + force[0], garrison[1] + force[1], garrison[2] + force[2]))
        return
    attackers, defenders, rounds = battle(force, garrison)
    note = g.battles[g.battle_count]
    note.seats[0] = seat
    note.seats[1] = planet.owner
    put(note.before, 0, force)
    put(note.before, 1, garrison)
    put(note.remaining, 0, attackers)
    put(note.remaining, 1, defenders)
    if total(defenders) > 0:
        file_battle(g, target, 2, rounds, planet.owner)
        keep(planet, defenders)
        return
    file_battle(g, target, 2, rounds, seat)
    keep(planet, attackers)  # even if these are 0, 0, 0
    emit(g, PLANET_TAKEN, seat, target, planet.owner)
    g.owned[planet.owner] -= 1
    g.owned[seat] += 1
    planet.owner = seat


@rules
def file_battle(g: State, target: int, side_count: int, rounds: int, winner: int) -> None:
    note = g.battles[g.battle_count]
    note.planet = target
    note.side_count = side_count
    note.rounds = rounds
    emit(g, BATTLE, winner, target, g.battle_count)
    g.battle_count += 1


# Battle


@inlined
def battle(one: Ships, two: Ships) -> tuple[Ships, Ships, int]:
    """Battle rounds go on while both sides have ships; then all numbers are cut to whole ones. GOO-052 to GOO-055"""
    a = float(one[0]), float(one[1]), float(one[2])
    b = float(two[0]), float(two[1]), float(two[2])
    rounds = 0
    while a[0] + a[1] + a[2] > 0.0 and b[0] + b[1] + b[2] > 0.0:
        a, b = volley(b, a), volley(a, b)
        rounds += 1
    return (int(a[0]), int(a[1]), int(a[2])), (int(b[0]), int(b[1]), int(b[2])), rounds


@rules
def volley(attacker: Damaged, defender: Damaged) -> Damaged:
    """What is left of the defender; losses are subtracted in the order of the attacking kinds. GOO-053"""
    a, b, c = attacker
    x, y, z = defender
    x = x - destroyed(a, 0) - destroyed(b, 2) - destroyed(c, 1)
    y = y - destroyed(a, 1) - destroyed(b, 0) - destroyed(c, 2)
    z = z - destroyed(a, 2) - destroyed(b, 1) - destroyed(c, 0)
    return max(x, 0.0), max(y, 0.0), max(z, 0.0)


@rules
def destroyed(ships: float, relation: int) -> float:
    """How many ships of one kind n ships of another destroy in a battle round. GOO-051"""
    return max(ships * SHARE_DESTROYED[relation], (ships > 0.0) * LEAST_DESTROYED[relation])


@rules
def brawl(g: State) -> int:
    """A battle of three or four: everyone shoots at everyone, losses in the order of seats and kinds. GOO-123"""
    for seat in range(1, g.seats + 1):
        for kind in range(KINDS):
            g.melee[seat, kind] = float(g.force[seat, kind])
    rounds = 0
    while standing(g) > 1:
        for seat in range(1, g.seats + 1):
            for kind in range(KINDS):
                g.hurt[seat, kind] = remains(g, seat, kind)
        for seat in range(1, g.seats + 1):
            for kind in range(KINDS):
                g.melee[seat, kind] = g.hurt[seat, kind]
        rounds += 1
    for seat in range(1, g.seats + 1):
        for kind in range(KINDS):
            g.force[seat, kind] = int(g.melee[seat, kind])
    return rounds


@rules
def standing(g: State) -> int:
    count = 0
    for seat in range(1, g.seats + 1):
        if g.melee[seat, 0] + g.melee[seat, 1] + g.melee[seat, 2] > 0.0:
            count += 1
    return count


@rules
def remains(g: State, seat: int, kind: int) -> float:
    ships: float = g.melee[seat, kind]
    for other in range(1, g.seats + 1):
        if other != seat:
            for attacking in range(KINDS):
                ships = ships - destroyed(g.melee[other, attacking], (kind - attacking) % KINDS)
    return max(ships, 0.0)


# The end


@rules
def airborne(g: State) -> int:
    """The seats with a fleet on the way, as bits."""
    bits = 0
    for seat in range(1, g.seats + 1):
        if g.flying[seat] > 0:
            bits |= 1 << seat
    return bits


@inlined
def eliminate(g: State, had_fleets: int) -> None:
    """Alive is who had a fleet on the way when landing began or owns a planet; the last one wins. GOO-057, GOO-058"""
    if g.round_no + 1 >= g.max_rounds:
        had_fleets = airborne(g)  # GOO-129: in the last round only what is left after landing counts
    alive = 0
    last = 0
    gone = 0
    for seat in range(1, g.seats + 1):
        if g.out_round[seat] == 0:
            if g.owned[seat] > 0 or had_fleets >> seat & 1:
                alive += 1
                last = seat
            else:
                gone |= 1 << seat
    if gone != 0 and (g.seats > 2 or alive == 1):
        # Of two, a player stays in when both are gone: the match goes on to its last round and is a draw (GOO-059).
        for seat in range(1, g.seats + 1):
            if gone >> seat & 1:
                g.out_round[seat] = g.round_no + 1
                emit(g, PLAYER_ELIMINATED, seat, 0, g.round_no)
    g.round_no += 1
    emit(g, ROUND_PLAYED, 0, 0, g.round_no)
    if alive == 1:
        over(g, WON, last)
    elif g.round_no >= g.max_rounds:
        over(g, DRAW, 0)


# Ships as tuples


@rules
def ships_of(rows: Any, n: int) -> Ships:
    row = rows[n]
    return int(row[0]), int(row[1]), int(row[2])


@rules
def put(rows: Any, n: int, ships: Ships) -> None:
    row = rows[n]
    row[0], row[1], row[2] = ships


@rules
def keep(planet: Any, ships: Ships) -> None:
    planet.ships[0], planet.ships[1], planet.ships[2] = ships


@rules
def total(ships: Ships) -> int:
    return ships[0] + ships[1] + ships[2]
