"""Why an action or a change is refused, a seat leaves or a match ends."""

from ...core.game import Reason, Refusal
from .rules import tables as t

REFUSALS = (
    Refusal(
        t.BAD_FIELD, "bad_field", "", "DUN-236",
        "A field is missing or does not fit: an id is a UUID, an item fits its command, only ROBOT needs no robot.",
    ),
    Refusal(t.NOT_RUNNING, "not_running", "", "DUN-160", "The game is over."),
    Refusal(t.NOT_YOUR_ROBOT, "not_your_robot", "robot", "DUN-062", "You have no living robot with this id."),
    Refusal(t.UNKNOWN_COMMAND, "unknown_command", "type", "DUN-236", "There is no command of this type."),
    Refusal(
        t.BAD_ROUNDS, "bad_rounds", "value", "DUN-158",
        "The last round must be later than the current one, and 10000 at most.",
    ),
    Refusal(t.BAD_ROUND_MS, "bad_round_ms", "value", "DUN-117", "A round lasts 2000 to 3600000 ms."),
    Refusal(t.NO_PATCH, "no_patch", "planet", "DUN-193", "There is nothing to refill on that planet."),
    Refusal(t.NOT_IN_GAME, "not_in_game", "", "DUN-256", "You have left the game."),
)  # fmt: skip

LEAVE_REASONS = (
    Reason(t.RESIGNED, "resigned", "DUN-256", "resigned"),
    Reason(t.CONNECTION_LOST, "connection_lost", "DUN-256", "connection lost"),
    Reason(t.KICKED, "kicked", "DUN-256", "removed from the match"),
)

END_REASONS = (
    Reason(t.ENDED_ROUNDS, "rounds", "DUN-156", "The last round was played."),
    Reason(t.ENDED_ADMIN, "admin", "DUN-157", "The organiser ended the game."),
    Reason(t.ENDED_NOBODY_LEFT, "nobody_left", "DUN-159", "Nobody has a robot or can afford one."),
    Reason(t.ENDED_DESERTED, "deserted", "DUN-256", "All but one have left."),
)
