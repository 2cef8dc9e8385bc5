"""A contest on the server: its phases, how players join it, and its finals."""
