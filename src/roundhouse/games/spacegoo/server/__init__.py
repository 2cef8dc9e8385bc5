"""Protocols inherited from the original games, without their sockets."""
