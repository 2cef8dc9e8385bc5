"""Programs to begin with, as text: they are copied and shown, never imported."""

PITFALL = "One command for every robot, then `done`; without it the round lasts its full time."
