"""What `Game.of` finds in a game's package by the names of files and of what is in them.

A module is a file of the package or a folder of that name. These every game has:

    rules.state      State
    rules.tables     SEATS_MAX, WIDTH (numbers in an action's row)
    settings         Settings, PRESETS, window_ms
    setup            start
    actions          Action, row_of, action_of
    reasons          REFUSALS, LEAVE_REASONS, END_REASONS
    event_decoder    events_of
    view             view
    state_from_view  state_from_view

These a game may have; without the module, or without the name in it, the field of `Game` keeps its default:

    rules.tables     CHANGE_WIDTH (numbers in a change's row)
    settings         check_setup, pace, expand, seats_of, sized, announced, in_season
    setup            form_of, paired
    changes          Change, change_row_of, change_of
    event_decoder    of_event
    ids              receipt
    answers          answer
    teams            crew_of
    state_from_view  believed_action
    usual_orders     usual
    maps             MAPS
    forecast         forecast
    chances          chances
    figures          FIGURES, figures_of, ACHIEVEMENTS, AWARDS, LEADERBOARDS
    history          history_of, of_history, commands_of

What each of them is, the fields of `Game` say. Other parts of the platform look for `terminal`, `agent`, `notation`,
`learning`, `kits` and `server` themselves, by `registry.part`.
"""

import importlib
import importlib.util
from functools import cache
from types import ModuleType
from typing import Any

# The fields of `Game`: the module and the name
REQUIRED = {
    "state": ("rules.state", "State"),
    "seats_max": ("rules.tables", "SEATS_MAX"),
    "width": ("rules.tables", "WIDTH"),
    "settings": ("settings", "Settings"),
    "presets": ("settings", "PRESETS"),
    "window_ms": ("settings", "window_ms"),
    "make_start": ("setup", "start"),
    "actions": ("actions", "Action"),
    "row_of": ("actions", "row_of"),
    "action_of": ("actions", "action_of"),
    "refusals": ("reasons", "REFUSALS"),
    "leave_reasons": ("reasons", "LEAVE_REASONS"),
    "end_reasons": ("reasons", "END_REASONS"),
    "events": ("event_decoder", "events_of"),
    "view": ("view", "view"),
    "state_from_view": ("state_from_view", "state_from_view"),
}
OPTIONAL = {
    "change_width": ("rules.tables", "CHANGE_WIDTH"),
    "check_setup": ("settings", "check_setup"),
    "pace": ("settings", "pace"),
    "settings_of_map": ("settings", "expand"),
    "seats_of": ("settings", "seats_of"),
    "settings_for_seats": ("settings", "sized"),
    "announced": ("settings", "announced"),
    "in_season": ("settings", "in_season"),
    "form_of": ("setup", "form_of"),
    "paired": ("setup", "paired"),
    "changes": ("changes", "Change"),
    "change_row_of": ("changes", "change_row_of"),
    "change_of": ("changes", "change_of"),
    "of_event": ("event_decoder", "of_event"),
    "receipt": ("ids", "receipt"),
    "answer": ("answers", "answer"),
    "team_of": ("teams", "crew_of"),
    "believed_action": ("state_from_view", "believed_action"),
    "usual_row": ("usual_orders", "usual"),
    "maps": ("maps", "MAPS"),
    "forecast": ("forecast", "forecast"),
    "chances": ("chances", "chances"),
    "figures": ("figures", "FIGURES"),
    "figures_of": ("figures", "figures_of"),
    "achievements": ("figures", "ACHIEVEMENTS"),
    "awards": ("figures", "AWARDS"),
    "leaderboards": ("figures", "LEADERBOARDS"),
    "history": ("history", "history_of"),
    "of_history": ("history", "of_history"),
    "commands": ("history", "commands_of"),
}


def fields_of(package: str) -> dict[str, Any]:
    """The fields of `Game` that a package's modules provide. Raises ImportError if a required module or one of its
    names is missing."""
    found: dict[str, Any] = {}
    for field, (name, what) in REQUIRED.items():
        module = importlib.import_module(f"{package}.{name}")
        if not hasattr(module, what):
            raise ImportError(f"{package}.{name} has no {what}")
        found[field] = getattr(module, what)
    for field, (name, what) in OPTIONAL.items():
        there = module_of(package, name)
        if there is not None and hasattr(there, what):
            found[field] = getattr(there, what)
    return found


@cache
def module_of(package: str, name: str) -> ModuleType | None:
    """A module of a package; None if there is none of this name."""
    full = f"{package}.{name}"
    try:
        there = importlib.util.find_spec(full) is not None
    except ModuleNotFoundError:  # the folder of that module is missing
        return None
    return importlib.import_module(full) if there else None
