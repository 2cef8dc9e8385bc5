"""What travels between a match and those who play or watch it."""
