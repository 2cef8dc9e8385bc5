"""Connections of players and spectators: sessions, and their transports (WebSocket, JSON lines, HTTP, webhooks,
agents)."""
