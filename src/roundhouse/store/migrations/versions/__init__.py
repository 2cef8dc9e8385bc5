"""Revisions, oldest first by their numbers. A released one is never changed."""
