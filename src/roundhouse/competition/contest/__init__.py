"""A contest: a day on which teams bring bots, climb a ladder, and meet in finals. No clock, no disk, no network."""
