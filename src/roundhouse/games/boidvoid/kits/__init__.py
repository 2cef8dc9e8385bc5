"""Programs to begin with, as text: they are copied and shown, never imported."""

PITFALL = "Orders come as one list for the turn, and `done` ends it."
