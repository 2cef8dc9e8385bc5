"""The database: accounts, ratings, matches and their entries, in SQLite or PostgreSQL."""
