"""The rules of a round, one function each; `..rules` has their order."""
