"""Programs to begin with, as text: they are copied and shown, never imported."""

WIRES = ("r2", "r1")  # of the original, for which there are players in `wire`
PITFALL = "One command for every robot, then `done`; without it the round lasts its full time."
