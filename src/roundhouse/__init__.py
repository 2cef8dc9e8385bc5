"""Roundhouse: programs, people and AI agents play turn-based strategy games against each other."""

__version__ = "0.1.0"
