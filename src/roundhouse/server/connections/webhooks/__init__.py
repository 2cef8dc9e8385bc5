"""Bots that the server calls at their web addresses."""
