"""The golden matches of Spacegoo: both editions, four players, every refusal, and the ways to be disqualified."""

from random import Random
from typing import Any

from tests.games.spacegoo.text_matches import random_row
from tests.golden import Play

from roundhouse.games.spacegoo import GAME
from roundhouse.games.spacegoo.actions import row_of
from roundhouse.games.spacegoo.notation import read_action, setup_of
from roundhouse.games.spacegoo.rules import tables as t

LITTLE = """
    0@0,0 0 20,20,20 +1,1,1
    1@8,0 1 40,10,10 +3,0,0 | 2@-8,0 2 40,10,10 +3,0,0
    3@16,0 1 5,0,0 +0,2,0 1 | 4@-16,0 2 5,0,0 +0,2,0 1
"""


def legal(seed: int) -> Play:
    """Everybody sends random legal fleets."""

    def play(match: Any) -> None:
        row = [0] * t.WIDTH
        while match.result is None:
            for seat in match.waited_for():
                GAME.rules.sample(match.state, seat, seed, 5 * match.ticks + seat, row)
                match.act(seat, row)
            match.tick()

    return play


def careless(seed: int) -> Play:
    """Everybody sends fleets, and sometimes something else."""

    def play(match: Any) -> None:
        rng = Random(seed)
        while match.result is None:
            for seat in match.waited_for():
                match.act(seat, random_row(rng, match.state, seat))
            match.tick()

    return play


def script(*rounds: str) -> Play:
    """Rounds of commands, each as `seat: command` separated by `/`, ended by a tick."""

    def play(match: Any) -> None:
        for commands in rounds:
            for command in filter(str.strip, commands.split("/")):
                seat, _, words = command.partition(":")
                match.act(int(seat), row_of(read_action(words)))
            if match.result is None:
                match.tick()

    return play


def silence(match: Any) -> None:
    """Two rounds, then nobody answers any more."""
    script("1: send 1 0 5 5 5 / 2: nop", "1: nop / 2: send 2 0 5 5 5")(match)
    match.leave(1, t.NO_COMMAND)
    match.leave(2, t.NO_COMMAND)
    match.tick()


MATCHES: dict[str, tuple[str, Any, Play]] = {
    "standard": (
        "the standard edition on a drawn map, random senders",
        GAME.setup(["ann", "bob"], seed=7, settings={"max_rounds": 60}),
        legal(7),
    ),
    "classic": (
        "the classic edition, free travel on a small map until one has nothing left",
        GAME.setup(["ann", "bob"], seed=2, preset="classic", settings={"pairs_max": 2, "max_x": 8, "max_y": 8}),
        legal(1),
    ),
    "four": (
        "four players on a drawn map, careless enough to be disqualified",
        GAME.setup(["ann", "bob", "cem", "dee"], seed=19, settings={"players": 4, "max_rounds": 60}),
        careless(0),
    ),
    "refusals": (
        "every kind of refusal on a map made by hand",
        setup_of(LITTLE, off_lane="ignore"),
        script(
            "1: send 1 0 99 5 0 / 2: send 4 2 0 0 1",  # cut to the ships present; no ships of that kind
            "1: send 1 2 1 0 0 / 2: send 1 0 1 0 0",  # no lane; not the owner
            "1: send 9 0 1 0 0 / 2: send 2 0 0 0 0",  # no such planet, so no lane; no ships asked for
            "2: send 2 0 10 0 10 / 1: nop",  # whoever comes first, seat 1 is dealt with first
            *[""] * 7,
            "1: nop / 2: send 2 4 1 1 1 / 1: nop",  # a second command
            "2: nop",  # the match is over
        ),
    ),
    "free_travel": (
        "what free travel ignores, and a negative number of ships",
        setup_of(LITTLE, edition="classic"),
        script(
            "1: send 1 4 9 0 0 / 2: send 2 2 1 0 0",  # across the map; to where it is
            "1: send 1 5 1 0 0 / 2: send -1 0 1 0 0",  # no such planet
            "1: send 3 1 1 0 0 / 2: send 4 2 1 -1 0",  # negative
        ),
    ),
    "both_disqualified": (
        "both leave the lanes in the same round",
        setup_of(LITTLE),
        script("2: nop / 1: send 1 0 5 0 0", "2: send 2 1 1 0 0 / 1: send 1 4 1 0 0"),
    ),
    "silence": ("nobody answers any more", setup_of(LITTLE), silence),
}
