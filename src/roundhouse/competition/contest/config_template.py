"""The event.toml of a new contest: every key, with a sentence and its usual value."""

import json

TEMPLATE = """\
# An event of Roundhouse. `roundhouse event run FOLDER` reads this file whenever it starts.

title = {title}

# The game: spacegoo, rally, dungeon, quest or boidvoid. Matches are between two.
game = {game}
# preset = "standard"
# settings = {{ max_rounds = 300 }}      # what differs from the preset; `roundhouse games GAME` lists all settings

# Several games instead of one: finals take turns between them, and the ladders are summed up.
# games = ["spacegoo", "rally"]
# [grounds.spacegoo]                   # tables stand at the end of the file
# settings = {{ max_rounds = 300 }}

# Who takes part: one code for each name, and `codes` more for whoever comes.
codes = {codes}
teams = {teams}

ladder = true            # false: no ladder, finals are seeded in the order of joining
house_bots = true        # built-in bots play with whoever finds no opponent; they are in no table of the event
guests = true            # visitors may play unrated without an account

# Where the server listens. 0.0.0.0 is every network of this machine; `address` is what is printed on the codes.
host = "0.0.0.0"
port = {port}
# address = "http://192.168.1.20:8000"

# The name of the organiser's account; its password is in organiser.txt after the first start.
organiser = "organiser"

# Phases begin by themselves at a moment ("10:00" of the `day`, or 2026-11-20T10:00), or so long after the phase before
# them began ("+90m", "+2h"). What is left out begins by hand: `roundhouse event start`, `freeze`, `finals`, `close`,
# or on the organiser's page.
# day = 2026-11-20

[schedule]
# warm_up = "09:30"      # unrated matches; until then people only register
# ladder = "10:00"       # rated matches
# freeze = "15:00"       # no more codes, bots, tokens and rated matches; those that run are played to their end
# finals = "+15m"        # the best play for the title
# closed = "+2h"         # the report

[finals]
format = "double-elimination"   # or single-elimination, swiss, round-robin
size = 8                 # the best so many of the frozen ladder; 0 is everybody
best_of = 4              # matches of a meeting, in pairs on the same seed with the seats swapped
# rounds = 0             # of swiss; 0 takes as many as are needed
grace_s = 60             # so long a bot that is not connected is waited for; then it loses by absence
at_once = 4              # matches at the same time
"""


def template(title: str, game: str, *, codes: int = 20, teams: tuple[str, ...] = (), port: int = 8000) -> str:
    return TEMPLATE.format(
        title=quoted(title), game=quoted(game), codes=codes, teams=f"[{', '.join(map(quoted, teams))}]", port=port
    )


def quoted(text: str) -> str:
    """A string of TOML; JSON strings are valid there."""
    return json.dumps(text, ensure_ascii=False)
