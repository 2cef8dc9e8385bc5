"""The command `roundhouse`."""
