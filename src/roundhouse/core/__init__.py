"""The engine: knows no game, no network, no clock and no disk."""
