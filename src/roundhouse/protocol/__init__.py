"""The messages between a match and those who play or watch it, and the structs of the HTTP interface."""
