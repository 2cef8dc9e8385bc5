"""Why an action is refused, a seat leaves or a match ends."""

from ...core.game import Kind, Reason, Refusal
from .rules import tables as t


def _refusal(code: int, name: str, field: str, rule: str, sentence: str) -> Refusal:
    verdict: Kind = "void" if t.COUNTS[code] else "refused"
    return Refusal(code, name, field, rule, sentence, verdict)


REFUSALS = (
    _refusal(t.NOT_YOUR_TURN, "not_your_turn", "", "QST-121", "It is not your turn."),
    _refusal(t.BAD_REQUEST, "bad_request", "", "QST-056", "This is no action: a field is missing or does not fit."),
    _refusal(t.TOO_MANY, "too_many", "", "QST-052", "You have made all requests of this turn."),
    _refusal(t.SKIPPED, "skipped", "unit", "QST-051", "An action of this unit before it in the same list was refused."),
    _refusal(t.NO_UNIT, "no_unit", "unit", "QST-056", "You have no unit with this id."),
    _refusal(t.RESPAWNED, "respawned", "unit", "QST-077", "The unit was re-spawned; it can act in your next turn."),
    _refusal(t.FROZEN, "frozen", "unit", "QST-106", "The unit is caught in a trap."),
    _refusal(t.BAD_TARGET, "bad_target", "to", "QST-057", "A unit moves to one of the 8 cells around it."),
    _refusal(t.ROCK_THERE, "rock", "to", "QST-058", "There is rock."),
    _refusal(t.TOWER_THERE, "tower", "to", "QST-059", "A tower stands there."),
    _refusal(t.OVERWEIGHT, "overweight", "unit", "QST-060", "The unit carries too much to move."),
    _refusal(t.ENERGY, "energy", "unit", "QST-053", "The unit has not enough energy for this."),
    _refusal(t.NO_TARGET, "no_target", "target", "QST-063", "There is no unit with this id."),
    _refusal(t.FRIENDLY, "friendly", "target", "QST-063", "This is a unit of your own."),
    _refusal(
        t.OUT_OF_REACH, "out_of_reach", "target", "QST-063", "The target is neither in the same cell nor beside it."
    ),
    _refusal(t.SHIELDED, "shielded", "target", "QST-079", "The target was re-spawned and is still shielded."),
    _refusal(t.MISSING, "missing", "", "QST-089", "The unit does not have all of this."),
    _refusal(
        t.UNKNOWN_BLUEPRINT, "unknown_blueprint", "item", "QST-093", "Your team has not researched this blueprint."
    ),
    _refusal(
        t.WRONG_INGREDIENTS, "wrong_ingredients", "use", "QST-094", "These are not the ingredients of one of its ways."
    ),
    _refusal(t.OCCUPIED, "occupied", "", "QST-101", "There is a tower or a trap in this cell already."),
    _refusal(t.NO_BUILD, "no_build", "", "QST-102", "This is too near to the start of another player."),
    _refusal(t.MAX_LEVEL, "max_level", "kind", "QST-098", "Your team knows the highest level already."),
    _refusal(t.NO_GOLD, "gold", "kind", "QST-098", "Your team has not enough gold."),
    _refusal(t.FULL, "full", "", "QST-020", "There would be more than 30000 of one type in one place."),
    _refusal(t.CAP, "cap", "", "QST-103", "You have as many of these on the map as a player can have."),
)

LEAVE_REASONS = (
    Reason(t.RESIGNED, "resigned", "QST-148", "resigned"),
    Reason(t.CONNECTION_LOST, "connection_lost", "QST-125", "connection lost"),
    Reason(t.KICKED, "kicked", "QST-148", "removed from the match"),
    Reason(t.RETURNED, "returned", "QST-125", "is back"),
)

END_REASONS = (
    Reason(t.ENDED_ROUNDS, "rounds", "QST-130", "The last round was played."),
    Reason(t.ENDED_LAST_LEFT, "last_left", "QST-132", "All others are defeated."),
    Reason(t.ENDED_NOBODY_CONNECTED, "nobody_connected", "QST-125", "Nobody is connected any more."),
)
