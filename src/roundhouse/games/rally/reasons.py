"""Why an action is refused, a seat leaves or a match ends."""

from ...core.game import Reason, Refusal
from .rules import tables as t

REFUSALS = (
    Refusal(
        t.WRONG_PHASE, "wrong_phase", "", "RAL-051",
        "Only a robot on the board that is not powered down is programmed, and only until the game is over.",
    ),
    Refusal(t.ALREADY_CONFIRMED, "already_confirmed", "", "RAL-052", "Your program is confirmed."),
    Refusal(
        t.BAD_FIELD, "bad_field", "slots", "RAL-054", "There are five slots, each with a command like 2@670, P or null."
    ),
    Refusal(t.SLOT_LOCKED, "slot_locked", "slots", "RAL-055", "That slot is burned in; it keeps its command."),
    Refusal(t.NOT_YOUR_CARD, "not_your_card", "slots", "RAL-056", "That command is not in your hand."),
    Refusal(t.CARD_TWICE, "card_twice", "slots", "RAL-057", "A command can stand in one slot only."),
    Refusal(
        t.PAUSE_NOT_ALLOWED, "pause_not_allowed", "slots", "RAL-058", "Only LazyBot can pause, and once in a round."
    ),
    Refusal(t.SLOT_EMPTY, "slot_empty", "slots", "RAL-059", "A slot is empty."),
    Refusal(t.NO_ABILITY, "no_ability", "", "RAL-062", "Only Albot can get new commands."),
    Refusal(t.ABILITY_USED, "ability_used", "", "RAL-062", "You have had new commands in this round."),
    Refusal(
        t.BAD_ACTION, "bad_action", "type", "RAL-318",
        "An action is draft (1), confirm (2), program (3), redeal (4) or resign (5).",
    ),
)  # fmt: skip

LEAVE_REASONS = (
    Reason(t.RESIGNED_SEAT, "resigned", "RAL-064", "resigned"),
    Reason(t.CONNECTION_LOST, "connection_lost", "RAL-064", "connection lost"),
    Reason(t.REMOVED, "removed", "RAL-064", "removed from the match"),
)

END_REASONS = (
    Reason(t.BY_CHECKPOINTS, "checkpoints", "RAL-155", "A robot ticked off the last checkpoint."),
    Reason(t.BY_SURVIVAL, "survivor", "RAL-157", "One robot was left."),
    Reason(t.BY_RANKING, "ranking", "RAL-160", "The ranking decided."),
)
