"""Tournaments: who meets whom in which game, standings, and reports to hand out."""
