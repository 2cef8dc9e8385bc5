"""A game of a season: a match whose turns the scheduler ends, after hours or days."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec

from ...core.game import SeatSetup, Verdict
from ...protocol.messages import Act, Error, Turn, encode
from .attendance import careful
from .live_match import ABOUT_TO_END, LOCKED, Answer, LiveMatch
from .seat_states import SeatState

log = logging.getLogger("roundhouse.seasons")

LIVE, AUTO = "live", "auto"
ITEM_WORDS = (b"build", b"boost", b"unstake", b"equip")  # orders that use items

Now = Callable[[], datetime]


def wall() -> datetime:
    return datetime.now(UTC)


class ScheduledMatch(LiveMatch):
    """Has no timer of its own: the scheduler calls `close_turn`. Between two calls only the time left of the turn
    matters. BOI-091, BOI-217, BOI-218, BOI-236"""

    now: Now = staticmethod(wall)

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.due: datetime | None = None  # when the turn ends; None until the scheduler has set it
        self.paused = False
        self.moved: Callable[[], None] = lambda: None  # an order may have used an item
        self._lock_ms = int(self.setup.settings.get("lock_seconds", 0)) * 1000 if self._is_live() else 0

    def _is_live(self) -> bool:
        return self.setup.settings.get("turn_mode", LIVE) in (LIVE, AUTO)

    @careful
    def begin(self, seats: set[int], grace_ms: int) -> None:
        """No seat is waited for: a turn lasts its time, connected or not."""
        super().begin(set(), 0)

    # Called by the scheduler

    @careful
    def close_turn(self, due: datetime) -> None:
        """End the turn and start the next, which lasts until `due`. BOI-235, BOI-236"""
        if self.match.result is not None or self.state != "running":
            return
        self.due = due
        self.match.tick(self.timer.now_ms())
        self._settle()

    def set_time(self, due: datetime | None, *, paused: bool) -> None:
        """Set the end of the turn, or a pause, and send it to everybody."""
        self.due, self.paused = due, paused
        for subscriber in tuple(self.broadcast.everybody()):
            self.fresh(subscriber)

    @property
    def turn_no(self) -> int:
        return int(self.match.state.turn_no)

    def reseat(self, seat: int, player_id: int, who: SeatSetup) -> None:
        """Give a seat to another player; the connection of the previous one is closed. BOI-298"""
        seat_state = self.seat_states[seat]
        ids, sitting = list(self.player_ids), list(self.setup.seats)
        ids[seat - 1], sitting[seat - 1] = player_id, who
        self.player_ids = tuple(ids)
        self.setup = self.match.rename(tuple(sitting))
        gone = encode(Error("reseated", f"{who.name} plays in your place now."))
        for subscriber in (seat_state.subscriber, seat_state.coming):
            if subscriber is not None:
                self.part(subscriber)
                subscriber.send(gone)
                subscriber.dismissed("over")

    # Called for seats

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
        """The refusal while no orders are taken: the game is paused, or the turn is about to end. BOI-218, BOI-237"""
        left_ms = self._left_ms()
        if self.paused or left_ms is None:
            return Verdict("refused", "game_paused", rule="BOI-237", sentence="The game is paused.")
        if left_ms > self._lock_ms or not self._is_live():
            return None
        return self._refusal(LOCKED, ABOUT_TO_END)

    def resign(self, seat: int) -> None:
        """A player who leaves a season's game keeps the seat; an administrator can give it to another."""
        subscriber = self.seat_states[seat].subscriber
        if subscriber is not None:
            sentence = (
                "Nobody resigns from a season's game. Automode flies on for you; an administrator can replace you."
            )
            subscriber.send(encode(Error("in_season", sentence)))

    def _leave(self, seat: int, reason: str) -> None:
        """Seats never leave a season's game."""
        log.warning("game %s of a season: seat %d cannot play now: %s", self.key, seat, reason)

    # Time

    def _advance(self) -> None:
        """Only the scheduler ends a turn."""

    def _rearm(self) -> None:
        """Sets no timer: the scheduler has one for all games."""

    def _left_ms(self) -> int | None:
        return None if self.due is None else max(0, round((self.due - self.now()).total_seconds() * 1000))

    def _remaining(self, kind: int, waiting: list[int]) -> tuple[int | None, int]:
        return self._left_ms(), 0

    def _turn(self, seat_state: SeatState, events: list[Any]) -> bytes:
        budget = msgspec.structs.replace(
            self.match.clock.budget(seat_state.seat), window_ms=self.clock.window_ms, left_ms=self._left_ms()
        )
        return encode(Turn(seat_state.turn_step, self.match.view(seat_state.seat), events, self._may, budget))
