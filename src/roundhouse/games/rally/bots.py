"""The quick built-in bots: `easy` programs anything, `normal` what brings it nearest to its goal. RAL-307 to RAL-309"""

from secrets import randbits

from ...core.rules import below, draw, stream
from ...protocol.messages import Start, Turn
from ...sdk.bot import Bot
from .actions import Action, Redeal, action_of
from .chart import chart_of
from .forecast import Mind
from .imagine import mind_of, seen, state_of
from .policy import advise, bored
from .state import State
from .tables import DRAW_AI, LAZY, PAUSE, PROGRAM, SLOT, SLOTS, TYPE, WIDTH
from .view import View


class Seated(Bot):
    """A bot that rebuilds the state behind each of its views. Without a seed it is a live one."""

    def __init__(self, *, seed: int | None = None) -> None:
        self.seed = seed

    def start(self, start: Start) -> None:
        self.setup = start.setup
        self.seat = start.seat
        self.key = stream(randbits(64) if self.seed is None else self.seed, DRAW_AI)

    def act(self, turn: Turn) -> Action:
        view = seen(turn.view)
        return self.choose(view, state_of(view, self.setup))

    def choose(self, view: View, state: State) -> Action:
        """The action to take."""
        raise NotImplementedError

    def first(self, view: View) -> int:
        """The number of the first draw of this round and seat. RAL-316"""
        return (view.round * 16 + self.seat) << 20


class Easy(Seated):
    """A uniformly random legal program. RAL-308"""

    name = "easy"

    def choose(self, view: View, state: State) -> Action:
        robot = state.robots[self.seat]
        cards = robot.hand[: robot.hand_count]
        if robot.model == LAZY and PAUSE not in robot.slots:
            cards.append(PAUSE)  # as likely as any other card: so all programs are equally likely
        row = [0] * WIDTH
        row[TYPE] = PROGRAM
        for slot in range(SLOTS - robot.locked):
            row[SLOT + slot] = cards.pop(below(draw(self.key, self.first(view) + slot), len(cards)))
        return action_of(row)


class Normal(Seated):
    """Asks the policy: the program that a robot alone would do best with. RAL-309"""

    name = "normal"

    def start(self, start: Start) -> None:
        super().start(start)
        self.mind: Mind | None = None

    def choose(self, view: View, state: State) -> Action:
        if self.mind is None:
            self.mind = mind_of(chart_of(view.board.grid, view.board.checkpoints))
        row = [0] * WIDTH
        worth = advise(state, self.mind, self.seat, self.key, self.first(view), row)
        return Redeal() if bored(state, self.mind, self.seat, worth) else action_of(row)
