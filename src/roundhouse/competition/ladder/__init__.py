"""Ratings and pairing: numbers in, numbers out."""
