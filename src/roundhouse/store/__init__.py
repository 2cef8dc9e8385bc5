"""What outlives the process: accounts, ratings, matches and their entries, in one SQLite file."""
