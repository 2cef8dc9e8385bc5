"""The class a bot author subclasses: two methods, of which one must be written."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from msgspec.structs import replace

from ..core.belief import action_of_row, belief_of
from ..core.game import Game, Verdict
from ..core.registry import GAMES
from ..match.remarks import LOG_MAX, NOTES_MAX, Note, Spot, fitting
from ..protocol.messages import Over, Start, Turn, Verdicts


class Bot:
    """A player. A new one is made for every match.

    `act` is called whenever the seat is waited for and returns one action, or a list of them where the game takes
    several. Actions are the game's messages (`roundhouse.games.spacegoo.actions.Send`) or the same as plain
    dictionaries (`{"type": "nop"}`).
    """

    name = ""
    wants: Sequence[str] = ()  # "belief": every turn has `turn.belief`, the text that programs in other languages get
    _asked: "Asked | None" = None  # set while `act` runs
    _enter: Callable[[Any], Verdict] | None = None  # set while `act` runs, in games that answer each action

    def start(self, start: Start) -> None:
        """The match begins; `start.setup` and `start.seat` say what and where you play."""

    def act(self, turn: Turn) -> Any:
        """Your turn. `turn.view` is what you may know, `turn.clock` what your last turn cost and what remains."""
        raise NotImplementedError(f"{type(self).__name__} must define act(turn)")

    @property
    def belief(self) -> Any:
        """A state of the game's rules that is made of this turn's view and of nothing else, to think ahead with: the
        real rules go on with it (`roundhouse.games.spacegoo.GAME.rules`). It is yours to change. Only while `act` is
        called."""
        return self._while_asked("belief").state()

    def action_of(self, row: Sequence[int]) -> Any:
        """The message for a row of numbers, as the rules take them and the belief numbers things. Raises ValueError for
        a row that is no action. Only while `act` is called."""
        return self._while_asked("action_of()").action_of(row)

    def _while_asked(self, what: str) -> "Asked":
        if self._asked is None:
            raise RuntimeError(f"{what} is there only while act() is called")
        return self._asked

    def request(self, action: Any) -> Verdict:
        """One action in the middle of `act`, in games that answer each action at once (Quest): it happens now, and the
        verdict has the answer. What `act` returns in the end comes after it; nothing more is None. QST-123"""
        if self._enter is None:
            raise RuntimeError("request() is for games that answer each action, and only while act() is called")
        return self._enter(action)

    def say(self, *words: object) -> None:
        """Remark something about this turn. It goes with the next answer, is kept with the record and shown in the
        replay; others see it when the match is over. At most 4,000 characters a turn are kept."""
        spoken = self.__dict__.setdefault("_spoken", [])
        if sum(map(len, spoken)) <= LOG_MAX:  # more would be cut anyway
            spoken.append(" ".join(map(str, words)))

    def draw(
        self,
        kind: Literal["text", "line", "cell"],
        at: Spot | tuple[float, float],
        to: Spot | tuple[float, float] | None = None,
        *,
        text: str = "",
        colour: str = "",
    ) -> None:
        """Draw a note on the board for the replay: a `text` at a place, a line from `at` to `to`, or a marked cell.

        Places are named as in the view: an id, or (x, y). `colour` is a name of the design (accent, good, bad, live,
        count, ink, p1 to p8) or #rrggbb. At most 200 notes a turn are kept."""
        drawn = self.__dict__.setdefault("_drawn", [])
        if len(drawn) <= NOTES_MAX:
            drawn.append({"kind": kind, "at": at, "to": to, "text": text, "colour": colour})

    def verdicts(self, verdicts: Verdicts) -> None:
        """What became of your last actions."""

    def over(self, over: Over) -> None:
        """The match is over."""


@dataclass(frozen=True)
class Asked:
    """The turn that a bot is asked for, and the match."""

    start: Start
    turn: Turn

    @property
    def game(self) -> Game:
        return GAMES[self.start.game]

    def state(self) -> Any:
        """A new belief."""
        return self.game.state_from_view(self.turn.view, self.start.setup)

    def action_of(self, row: Sequence[int]) -> Any:
        return action_of_row(self.game, row, self.state(), lambda: self.turn.view, self.start.setup)


def act_of(bot: Bot, turn: Turn, start: Start) -> Any:
    """What a bot answers to a turn. Called by whatever hosts the bot."""
    if "belief" in bot.wants:
        turn = replace(turn, belief=belief_of(GAMES[start.game], turn.view, start.setup))
    bot._asked = Asked(start, turn)
    try:
        return bot.act(turn)
    finally:
        bot._asked = None


def remarks_of(bot: Bot) -> tuple[str, list[Note]]:
    """What a bot has said and drawn since the last call, cut to fit an `act`. Called by whatever hosts the bot."""
    spoken, drawn = bot.__dict__.pop("_spoken", ()), bot.__dict__.pop("_drawn", ())
    return fitting("\n".join(spoken), list(drawn)) if spoken or drawn else ("", [])
