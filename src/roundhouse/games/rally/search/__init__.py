"""Native search, for bots and win chances."""
