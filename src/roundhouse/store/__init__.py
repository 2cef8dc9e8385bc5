"""What outlives the process: accounts, ratings, matches and their entries, in SQLite or PostgreSQL."""
