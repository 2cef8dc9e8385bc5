"""What the tests of Spacegoo play with: a match from a board as text, rounds from commands as text."""

from random import Random
from typing import Any

from roundhouse.games.spacegoo import GAME, notation
from roundhouse.games.spacegoo.actions import row_of
from roundhouse.games.spacegoo.events import Event, RoundPlayed
from roundhouse.games.spacegoo.rules.state import State
from roundhouse.games.spacegoo.rules.tables import NOP, SEND
from roundhouse.match.match import Match, Step

# Worked example 5 of the rules: two players, a neutral planet between them
DUEL = """
    0@0,0 0 20,20,20 +1,1,1
    1@8,0 1 40,10,10 +3,0,0
    2@-8,0 2 40,10,10 +3,0,0
"""


class BoardMatch(Match):
    """A match that remembers its steps."""

    def __init__(self, board: str = DUEL, **settings: Any) -> None:
        super().__init__(GAME, notation.setup_of(board, **settings))
        extras = notation.read(board, **settings)  # a board may say more than a setup can
        self.state.next_fleet, self.state.out_round = extras.next_fleet, extras.out_round
        self.steps: list[Step] = []
        self.listen(self.steps.append)

    def give(self, seat: int, command: str) -> str:
        """A seat's command; returns the code of the verdict, or "accepted"."""
        verdict = self.act(seat, row_of(notation.read_action(command)))
        return verdict.code or verdict.verdict

    def play(self, *rounds: str) -> list[Event]:
        """Rounds of commands, separated by `/` in the order of the seats; an empty one is nop. Returns what happened
        besides that rounds were played."""
        before = len(self.steps)
        for commands in rounds:
            given = [command.strip() or "nop" for command in commands.split("/")]
            for seat in self.waited_for():
                self.give(seat, given[seat - 1] if seat <= len(given) else "nop")
            self.tick()
        happened = [event for step in self.steps[before:] for event in step.events]
        return [event for event in happened if not isinstance(event, RoundPlayed)]

    def wait(self, rounds: int) -> list[Event]:
        """Rounds in which everybody passes."""
        return self.play(*[""] * rounds)

    def planet(self, number: int) -> str:
        """A planet as `owner ships`, and its rounds left where these are counted."""
        planet = self.state.planets[number]
        ships = ",".join(map(str, planet.ships))
        return f"{planet.owner} {ships}" + (f" {planet.rounds_left}" if self.state.production_rounds else "")

    def fleets(self) -> list[str]:
        return [part for part in self.board().splitlines() if part.startswith("#")]

    def board(self) -> str:
        return notation.write(self.state)


def random_row(rng: Random, state: State, seat: int) -> list[int]:
    """A command as a careless player gives it: mostly legal, sometimes one of the others."""
    own = [n for n in range(state.planet_count) if state.planets[n].owner == seat]
    if not own or rng.random() < 0.1:
        return [NOP, 0, 0, 0, 0, 0]
    source = rng.choice(own)
    near = [n for n in range(state.planet_count) if state.lane[source, n] or (not state.hyperlanes and n != source)]
    target = rng.choice(near or [source])
    ships = [rng.randrange(state.planets[source].ships[kind] * 2 + 2) for kind in range(3)]
    odd = rng.random()
    if odd < 0.004:
        ships[rng.randrange(3)] = -1
    elif odd < 0.008:
        target = rng.randrange(-1, state.planet_count + 1)
    elif odd < 0.05:
        source = rng.randrange(state.planet_count)
        target = rng.choice([n for n in range(state.planet_count) if state.lane[source, n]] or [target])
    elif odd < 0.08:
        ships = [0, 0, 0]
    return [SEND, source, target, *ships]
