"""The bots that the platform plays itself, in a process of their own."""
