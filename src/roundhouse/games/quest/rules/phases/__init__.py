"""The rules of Quest, one file per part of a turn."""
