"""An event on the server: its course, who joins it, and its finals."""
