"""Whether a program runs in a debugger: somebody who steps through a bot must not lose the match by the clock."""

import sys

DEBUG_MAX_MS = 30 * 60_000  # the longest a debugged seat may think about a turn
DEBUGGERS = ("debugpy", "pydevd")


def debugging() -> bool:
    """Whether this process is being debugged: by a trace function, a tool of `sys.monitoring`, or a debugger's module.

    Measuring coverage also sets a trace function, but does not stop the program."""
    trace = sys.gettrace()
    if trace is not None and not _measures(trace):
        return True
    monitoring = getattr(sys, "monitoring", None)  # from Python 3.12 on
    if monitoring is not None and monitoring.get_tool(monitoring.DEBUGGER_ID) is not None:
        return True
    return any(_attached(name) for name in DEBUGGERS)


def _measures(trace: object) -> bool:
    owner = getattr(trace, "__self__", trace)
    return (getattr(trace, "__module__", None) or type(owner).__module__).split(".")[0] == "coverage"


def _attached(name: str) -> bool:
    """Whether a debugger is loaded; debugpy can also say whether somebody is connected."""
    module = sys.modules.get(name)
    if module is None:
        return False
    connected = getattr(module, "is_client_connected", None)
    return bool(connected()) if callable(connected) else True
