"""The server: accounts, matchmaking, the line protocol on TCP, and JSON for the pages."""
