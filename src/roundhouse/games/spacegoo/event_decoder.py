"""The events of a state's ring as messages."""

from .events import (
    BattleFought,
    Disqualified,
    Event,
    FleetLaunched,
    GameOver,
    GameStarted,
    PlanetTaken,
    PlayerEliminated,
    RoundPlayed,
    Ships,
    Side,
)
from .reasons import END_REASONS, LEAVE_REASONS
from .rules import tables as t
from .rules.state import State

_LEFT = {reason.code: reason.name for reason in LEAVE_REASONS}
_ENDED = {reason.code: reason.name for reason in END_REASONS}


def events_of(g: State) -> list[Event]:
    """The events of the newest entry. A tick that played a round ends with `round_played` (before `game_over`)."""
    return [_event(g, n) for n in range(g.event_count)]


def _event(g: State, n: int) -> Event:
    event = g.events[n]
    kind, who, a, b = event.kind, event.who, event.a, event.b
    if kind == t.FLEET_LAUNCHED:
        fleet = g.fleets[a]  # still in its slot: no trip is shorter than a round
        return FleetLaunched(b, who, fleet.origin, fleet.target, _ships(fleet.ships), fleet.eta)
    if kind == t.BATTLE:
        return battle_of(g, b, who)
    if kind == t.PLANET_TAKEN:
        return PlanetTaken(a, who, b)
    if kind == t.PLAYER_ELIMINATED:
        return PlayerEliminated(who, b)
    if kind == t.DISQUALIFIED:
        return Disqualified(who, _LEFT[a], b)
    if kind == t.ROUND_PLAYED:
        return RoundPlayed(b)
    if kind == t.GAME_STARTED:
        return GameStarted(b)
    return GameOver(who, _ENDED[a], b)


def battle_of(g: State, n: int, winner: int) -> BattleFought:
    """The battle at a place of the state's list of them; only its event says who won."""
    battle = g.battles[n]
    sides = tuple(
        Side(battle.seats[k], _ships(battle.before[k]), _ships(battle.remaining[k])) for k in range(battle.side_count)
    )
    return BattleFought(battle.planet, battle.rounds, winner, sides)


def _ships(numbers: list[int]) -> Ships:
    a, b, c = numbers
    return a, b, c
