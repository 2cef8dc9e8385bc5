"""Bots for the Python SDK, one for every game: what `roundhouse bot new python GAME` begins with."""
