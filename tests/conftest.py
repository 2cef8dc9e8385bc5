"""Settings of the whole test run. Being here also makes `tests` importable by its name."""

from hypothesis import settings

# The same examples in every run, however slow the machine is; no folder is left behind.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")
