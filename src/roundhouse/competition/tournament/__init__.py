"""Competitions between many: who meets whom on which ground, standings, and reports to hand out."""
