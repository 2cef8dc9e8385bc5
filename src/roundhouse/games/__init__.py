"""The games of the platform."""
