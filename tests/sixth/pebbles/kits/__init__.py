"""Programs from which a bot of one's own begins; they are read and copied, never imported."""

PITFALL = "Take at least one pebble, and never more than `most` or than there are."
