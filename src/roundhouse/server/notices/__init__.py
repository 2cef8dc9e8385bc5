"""Notices outside a match: to players, to their pages, and to a service of the operator."""
