"""The quick built-in bots: `easy` looks at a few programs, `normal` at all of them. RAL-307 to RAL-309, RAL-321"""

from secrets import randbits

from ....core.rules import stream
from ....protocol.messages import Start, Turn
from ....sdk.bot import Bot
from ..actions import Action, Redeal, action_of
from ..maps.transitions import chart_of
from ..rules.state import State
from ..rules.tables import DRAW_AI, PROGRAM, TYPE, WIDTH
from ..search.lone_robot import Mind
from ..search.policy import advise, bored, draw_program, glance
from ..state_from_view import mind_of, seen, state_from_view
from ..view import View


class Seated(Bot):
    """A bot that rebuilds the state behind each of its views. Without a seed it is a live one; then `draws` is what it
    draws by."""

    def __init__(self, *, seed: int | None = None, draws: int | None = None) -> None:
        self.seed = seed
        self.draws = draws if seed is None else seed

    def start(self, start: Start) -> None:
        self.setup = start.setup
        self.seat = start.seat
        self.key = stream(randbits(64) if self.draws is None else self.draws, DRAW_AI)

    def act(self, turn: Turn) -> Action:
        view = seen(turn.view)
        return self.choose(view, state_from_view(view, self.setup))

    def choose(self, view: View, state: State) -> Action:
        """The action to take."""
        raise NotImplementedError

    def first(self, view: View) -> int:
        """The number of the first draw of this round and seat. RAL-316"""
        return (view.round * 16 + self.seat) << 20


class Random(Seated):
    """A uniformly random legal program: a measure for other bots, which no table offers. RAL-321"""

    name = "random"

    def choose(self, view: View, state: State) -> Action:
        row = [0] * WIDTH
        row[TYPE] = PROGRAM
        draw_program(state, self.seat, self.key, self.first(view), row)
        return action_of(row)


class Charted(Seated):
    """A bot that knows where a program leads a robot alone on the board."""

    def start(self, start: Start) -> None:
        super().start(start)
        self._mind: Mind | None = None

    def mind(self, view: View) -> Mind:
        if self._mind is None:
            self._mind = mind_of(chart_of(view.board.grid, view.board.checkpoints))
        return self._mind


class Easy(Charted):
    """Looks where a few programs lead, and takes the best of them. RAL-308"""

    name = "easy"

    def choose(self, view: View, state: State) -> Action:
        row = [0] * WIDTH
        glance(state, self.mind(view), self.seat, self.key, self.first(view), row)
        return action_of(row)


class Normal(Charted):
    """Asks the policy: the program that a robot alone would do best with. RAL-309"""

    name = "normal"

    def choose(self, view: View, state: State) -> Action:
        mind = self.mind(view)
        row = [0] * WIDTH
        worth = advise(state, mind, self.seat, self.key, self.first(view), row)
        return Redeal() if bored(state, mind, self.seat, worth) else action_of(row)
