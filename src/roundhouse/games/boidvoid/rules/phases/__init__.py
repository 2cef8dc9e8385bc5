"""The rules of a turn, one function each; `..rules` has their order."""
