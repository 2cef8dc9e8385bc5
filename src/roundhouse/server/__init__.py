"""The server: accounts, tables, matches, matchmaking, connections, HTTP for the pages, and the cluster."""
