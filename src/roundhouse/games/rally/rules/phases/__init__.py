"""The rules of a round of Rally, one function each, a file for each part of the round."""
