"""Why a command is refused, a seat leaves or a match ends."""

from ...core.game import Reason, Refusal
from .rules import tables as t

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
