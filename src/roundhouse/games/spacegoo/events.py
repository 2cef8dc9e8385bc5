"""What can happen, as messages, and why a command is refused, a seat leaves or a match ends."""

from msgspec import Struct

from ...core.game import Reason, Refusal
from .rules import tables as t
from .rules.state import State

Ships = tuple[int, int, int]


class GameStarted(Struct, frozen=True, tag="game_started"):
    seats: int


class FleetLaunched(Struct, frozen=True, tag="fleet_launched"):
    fleet: int
    seat: int
    source: int
    target: int
    ships: Ships
    arrives: int


class Side(Struct, frozen=True):
    seat: int
    before: Ships
    after: Ships


class BattleFought(Struct, frozen=True, tag="battle"):
    """In orbit the sides stand in the order of their seats; on a planet the attacker is first."""

    planet: int
    rounds: int
    winner: int
    sides: tuple[Side, ...]


class PlanetTaken(Struct, frozen=True, tag="planet_taken"):
    planet: int
    seat: int
    previous: int


class PlayerEliminated(Struct, frozen=True, tag="player_eliminated"):
    seat: int
    round: int


class Disqualified(Struct, frozen=True, tag="disqualified"):
    seat: int
    reason: str
    round: int


class RoundPlayed(Struct, frozen=True, tag="round_played"):
    round: int


class GameOver(Struct, frozen=True, tag="game_over"):
    winner: int
    reason: str
    round: int


Event = (
    GameStarted | FleetLaunched | BattleFought | PlanetTaken | PlayerEliminated | Disqualified | RoundPlayed | GameOver
)

REFUSALS = (
    Refusal(
        t.SECOND_COMMAND, "second_command", "", "GOO-061",
        "A second command in the same round disqualifies.", "forfeit", t.SENT_SECOND_COMMAND,
    ),
    Refusal(
        t.NEGATIVE_SHIPS, "negative_ships", "ships", "GOO-037",
        "A negative number of ships disqualifies.", "forfeit", t.SENT_NEGATIVE_SHIPS,
    ),
    Refusal(
        t.OFF_LANE, "off_lane", "target", "GOO-036",
        "There is no lane between these planets; leaving the lanes disqualifies.", "forfeit", t.SENT_OFF_LANE,
    ),
    Refusal(
        t.OFF_LANE_IGNORED, "off_lane", "target", "GOO-036",
        "There is no lane between these planets; the command counts as nop.", "void",
    ),
    Refusal(
        t.NOT_OWNER, "not_owner", "source", "GOO-034",
        "That planet is not yours; the command counts but does nothing.", "void",
    ),
    Refusal(
        t.NO_SHIPS, "no_ships", "ships", "GOO-034",
        "No ship would leave; the command counts but does nothing.", "void",
    ),
    Refusal(
        t.NO_PLANET, "no_planet", "target", "GOO-035",
        "Source and target must be two different planets that exist; the command counts but does nothing.", "void",
    ),
    Refusal(t.GAME_OVER_REFUSAL, "game_over", "", "GOO-091", "The game is over, or you are out of it."),
    Refusal(t.BAD_ACTION, "bad_action", "kind", "GOO-130", "An action is nop (0) or send (1)."),
)  # fmt: skip

LEAVE_REASONS = (
    Reason(t.NO_COMMAND, "no_command", "GOO-061", "no command sent"),
    Reason(t.SENT_SECOND_COMMAND, "second_command", "GOO-061", "sent more than one command"),
    Reason(t.SENT_NEGATIVE_SHIPS, "negative_ships", "GOO-061", "sent negative amount of ships"),
    Reason(t.SENT_OFF_LANE, "off_lane", "GOO-061", "travel outside of hyperlanes is not allowed!"),
    Reason(t.CONNECTION_LOST, "connection_lost", "GOO-061", "connection lost"),
    Reason(t.RESIGNED, "resigned", "GOO-061", "resigned"),
)

END_REASONS = (
    Reason(t.WON, "won", "GOO-058", "The last player alive won."),
    Reason(t.DRAW, "draw", "GOO-059", "The last round was played; the game is a draw."),
    Reason(t.DISQUALIFICATION, "disqualified", "GOO-060", "A player was disqualified."),
    Reason(t.ALL_SILENT, "all_silent", "GOO-062", "All players failed to send a command."),
    Reason(t.ALL_DISQUALIFIED, "all_disqualified", "GOO-128", "All players were disqualified."),
)

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
        battle = g.battles[b]
        sides = tuple(
            Side(battle.seats[k], _ships(battle.before[k]), _ships(battle.remaining[k]))
            for k in range(battle.side_count)
        )
        return BattleFought(a, battle.rounds, who, sides)
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


def _ships(numbers: list[int]) -> Ships:
    a, b, c = numbers
    return a, b, c
