"""Programs to begin with, as text: they are copied and shown, never imported."""

PITFALL = "One fleet a round: `send` along a hyperlane, or `nop`. Off the lanes it is disqualified."
