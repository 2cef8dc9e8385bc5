"""The quick built-in bots: Random sends anything anywhere, Greedy takes what pays best."""

from typing import Any

from ....core.schema import new
from ....protocol.messages import Start, Turn
from ....sdk.seeded_bot import SeededBot
from ..actions import Action, action_of
from ..rules.contract import sample
from ..rules.state import State
from ..rules.tables import WIDTH
from ..search.arrivals import CAREFUL, Mind, adopt, chart
from ..search.policy import advise
from ..setup import form_of
from ..state_from_view import refresh, seen, state_from_view


class Seated(SeededBot):
    """A bot that keeps a state of its own, rebuilt from its views."""

    def start(self, start: Start) -> None:
        self.setup = start.setup
        self.seat = start.seat
        self.begin_draws(start.seat)
        self.turns = 0
        self.state: State | None = None

    def act(self, turn: Turn) -> Action:
        view = seen(turn.view)
        if self.state is None:
            self.state = state_from_view(view, self.setup)
            self.arrive(self.state)
        else:
            refresh(self.state, view)
        row = [0] * WIDTH
        self.choose(self.state, row)
        self.turns += 1
        return action_of(row)

    def arrive(self, state: State) -> None:
        """The first turn, before anything is chosen."""

    def choose(self, state: State, row: Any) -> None:
        """Fill the row of the action to take."""
        raise NotImplementedError


class Random(Seated):
    """A random fleet every round."""

    name = "random"

    def choose(self, state: State, row: Any) -> None:
        sample(state, self.seat, self.key, self.turns, row)


class Greedy(Seated):
    """Asks the policy: attacks that pay, help where it is needed, else ships to the front."""

    name = "greedy"

    def arrive(self, state: State) -> None:
        self.mind = new(Mind, form_of(self.setup))
        adopt(self.mind, CAREFUL)
        chart(state, self.mind)

    def choose(self, state: State, row: Any) -> None:
        advise(state, self.mind, self.seat, row)
