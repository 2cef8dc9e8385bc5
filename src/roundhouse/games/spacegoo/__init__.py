"""Rocket Paper Spacegoo."""
