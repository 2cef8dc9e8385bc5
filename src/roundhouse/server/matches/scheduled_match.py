"""A game of a season: a match whose turns end when the scheduler says so, however long that takes."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec

from ...core.game import SeatSetup, Verdict
from ...protocol.messages import Act, Error, Turn, encode
from .seat_states import Place
from .live_match import ABOUT_TO_END, LOCKED, Answer, Playing
from .attendance import careful

log = logging.getLogger("roundhouse.seasons")

LIVE, AUTO = "live", "auto"
ITEM_WORDS = (b"build", b"boost", b"unstake", b"equip")  # orders that use items

Now = Callable[[], datetime]


def wall() -> datetime:
    return datetime.now(UTC)


class Seasonal(Playing):
    """Nothing in here rings: `close_turn` is called from outside, and so is everything that is waited for. Between two
    calls the only question is how much is left of the turn. BOI-091, BOI-217, BOI-218, BOI-236"""

    now: Now = staticmethod(wall)

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.due: datetime | None = None  # when the turn ends; None while nobody has said it
        self.paused = False
        self.moved: Callable[[], None] = lambda: None  # an order may have used an item
        self._lock_ms = int(self.setup.settings.get("lock_seconds", 0)) * 1000 if self._is_live() else 0

    def _is_live(self) -> bool:
        return self.setup.settings.get("turn_mode", LIVE) in (LIVE, AUTO)

    @careful
    def begin(self, seats: set[int], grace_ms: int) -> None:
        """Nobody is waited for: a turn lasts its time, whoever is there."""
        super().begin(set(), 0)

    # What the scheduler does

    @careful
    def close_turn(self, due: datetime) -> None:
        """The end of a turn and the start of the next, which lasts until `due`. BOI-235, BOI-236"""
        if self.match.result is not None or self.state != "running":
            return
        self.due = due
        self.match.tick(self.time.now_ms())
        self._after()

    def set_time(self, due: datetime | None, *, paused: bool) -> None:
        """How long the turn lasts has changed, or whether it goes on at all; everybody who is there is told."""
        self.due, self.paused = due, paused
        for audience in tuple(self.feed.everybody()):
            self.fresh(audience)

    @property
    def turn_no(self) -> int:
        return int(self.match.state.turn_no)

    def reseat(self, seat: int, player_id: int, who: SeatSetup) -> None:
        """Somebody else has a seat from now on; whoever had it is sent away. BOI-298"""
        place = self.places[seat]
        ids, sitting = list(self.player_ids), list(self.setup.seats)
        ids[seat - 1], sitting[seat - 1] = player_id, who
        self.player_ids = tuple(ids)
        self.setup = self.match.rename(tuple(sitting))
        gone = encode(Error("reseated", f"{who.name} plays in your place now."))
        for audience in (place.audience, place.coming):
            if audience is not None:
                self.part(audience)
                audience.send(gone)
                audience.dismissed("over")

    # What seats do

    @careful
    def act(self, seat: int, message: Act, answer: Answer) -> None:
        refused = self._refused() if self.state == "running" and self.match.result is None else None
        if refused is None:
            before = self.match.step
            super().act(seat, message, answer)
            if self.match.step != before and any(word in bytes(one) for one in message.actions for word in ITEM_WORDS):
                self.moved()
            return
        self._refuse(seat, message, answer, refused)

    def _refused(self) -> Verdict | None:
        """Why nothing is taken now: the game is paused, or the turn is about to end. BOI-218, BOI-237"""
        left_ms = self._left_ms()
        if self.paused or left_ms is None:
            return Verdict("refused", "game_paused", rule="BOI-237", sentence="The game is paused.")
        if left_ms > self._lock_ms or not self._is_live():
            return None
        return self._refusal(LOCKED, ABOUT_TO_END)

    def resign(self, seat: int) -> None:
        """Who leaves a season's game for a while keeps the seat; an administrator can give it to somebody else."""
        audience = self.places[seat].audience
        if audience is not None:
            sentence = (
                "Nobody resigns from a season's game. Automode flies on for you; an administrator can replace you."
            )
            audience.send(encode(Error("in_season", sentence)))

    def _leave(self, seat: int, reason: str) -> None:
        """Nor does anybody fall out of it."""
        log.warning("game %s of a season: seat %d cannot play now: %s", self.key, seat, reason)

    # Time

    def _advance(self) -> None:
        """The turn lasts until the scheduler ends it, whoever is done."""

    def _rearm(self) -> None:
        """No timer: the scheduler has one for all games."""

    def _left_ms(self) -> int | None:
        return None if self.due is None else max(0, round((self.due - self.now()).total_seconds() * 1000))

    def _remaining(self, kind: int, waiting: list[int]) -> tuple[int | None, int]:
        return self._left_ms(), 0

    def _turn(self, place: Place, events: list[Any]) -> bytes:
        budget = msgspec.structs.replace(
            self.match.clock.budget(place.seat), window_ms=self.clock.window_ms, left_ms=self._left_ms()
        )
        return encode(Turn(place.turn_step, self.match.view(place.seat), events, self._may, budget))
