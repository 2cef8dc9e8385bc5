"""Programs to begin with, as text: they are copied and shown, never imported."""

PITFALL = "An action is answered before the next one: look at its `answer`, and end the turn with `end_turn`."
