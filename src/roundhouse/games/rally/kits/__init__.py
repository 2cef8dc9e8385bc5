"""Programs to begin with, as text: they are copied and shown, never imported."""

PITFALL = "A program is whole or refused: five slots, only cards of the hand, `null` where a command is burned in."
