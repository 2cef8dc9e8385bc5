"""Running matches: clocks, orders, logs, and the messages to players and spectators."""
