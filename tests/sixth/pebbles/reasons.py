"""Why an action is refused, a seat leaves or a match ends."""

from roundhouse.core.game import Reason, Refusal

from .rules import tables as t

REFUSALS = (
    Refusal(t.OVER, "game_over", "", "PEB-007", "The match is over."),
    Refusal(t.NOT_YOUR_TURN, "not_your_turn", "", "PEB-002", "It is the other seat's turn."),
    Refusal(t.BAD_COUNT, "bad_count", "count", "PEB-003", "Take at least one pebble, and not more than `most`."),
    Refusal(t.TOO_FEW, "too_few", "count", "PEB-003", "There are not so many pebbles in the heap."),
)

# The server knows `resigned` and `connection_lost` by these names.
LEAVE_REASONS = (
    Reason(t.NO_ANSWER, "no_answer", "PEB-006", "gave no answer in time"),
    Reason(t.RESIGNED, "resigned", "PEB-006", "resigned"),
    Reason(t.CONNECTION_LOST, "connection_lost", "PEB-006", "connection lost"),
)

END_REASONS = (
    Reason(t.LAST_PEBBLE, "last_pebble", "PEB-005", "The last pebble was taken."),
    Reason(t.SEAT_LEFT, "seat_left", "PEB-006", "A seat left the match."),
)
