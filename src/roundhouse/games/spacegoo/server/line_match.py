"""One match that is played over the line protocol: from the first state to the last, without sockets of its own.

This is the busiest code of the server: per round and player one line comes in and one write goes out. There are no
tasks and no locks, and the one timer of a match is moved only when it fires.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, cast

from ....core.entries import LEAVE, ORDER, VOID, Entry
from ....core.game import ACCEPTED, Result, Setup
from ....match.clock import Clock
from ....match.match import Match
from ....server.timers import MOMENT_S, Timers
from .. import GAME
from ..rules.tables import CONNECTION_LOST
from . import line_messages
from .line_log import LineLog
from .line_states import StateWriter

log = logging.getLogger("roundhouse.match")

BOTH = (1, 2)
NEXT_ROUND = line_messages.RECEIVED + line_messages.CALCULATING


class Client(Protocol):
    """A connection as a match sees it."""

    writelines: Callable[[Iterable[bytes]], Any]

    def match_over(self) -> None: ...


class PlayedMatch(Protocol):
    """A match as a connection and the batch of commands see it."""

    number: int

    def take(self, seat: int, row: Sequence[int]) -> None: ...

    def lost(self, seat: int) -> None: ...

    def resign(self, seat: int) -> None: ...

    def break_off(self) -> None: ...


class LineBatch:
    """Commands and answers of all matches between two looks of the loop at its sockets.

    First everything that has arrived is taken, then everything that came of it is written: a client whose command
    completes a round gets the acknowledgement and the new state in one write, and neither rules nor encoder are
    interrupted by the system calls of sockets, after which a processor has to warm up anew.
    """

    def __init__(self, timers: Timers) -> None:
        self._soon = timers.call_soon
        self._due = False
        self._commands: list[tuple[PlayedMatch, int, Sequence[int]]] = []
        self._untold: list[LineMatch] = []
        self._writes: list[tuple[Client, tuple[bytes, ...]]] = []

    def add_command(self, line_match: PlayedMatch, seat: int, row: Sequence[int]) -> None:
        """A command has arrived."""
        self._commands.append((line_match, seat, row))
        if not self._due:
            self._due = True
            self._soon(self.flush)

    def add_receipt(self, line_match: "LineMatch") -> None:
        """Somebody is to be told that his command counts, unless the round comes first."""
        self._untold.append(line_match)
        if not self._due:
            self._due = True
            self._soon(self.flush)

    def write(self, client: Client, parts: tuple[bytes, ...]) -> None:
        self._writes.append((client, parts))
        if not self._due:
            self._due = True
            self._soon(self.flush)

    def flush(self) -> None:
        commands, self._commands = self._commands, []
        for line_match, seat, row in commands:
            try:
                line_match.take(seat, row)
            except Exception:  # one broken match must not take the others with it
                log.exception("match %d is closed because of a mistake of the server", line_match.number)
                line_match.break_off()
        untold, self._untold = self._untold, []
        for line_match in untold:
            line_match.tell_received()
        letters, self._writes = self._writes, []
        self._due = False
        for client, parts in letters:
            client.writelines(parts)


class LineMatch:
    """One match of two players over TCP. `LineQueue` makes it, connections hand in commands, and `over` is called once:
    when the match ends or is closed."""

    def __init__(
        self,
        match_id: int,
        number: int,
        setup: Setup,
        player_ids: Sequence[int],
        *,
        line_log: LineLog,
        timers: Timers,
        batch: LineBatch,
        address: str,
        over: Callable[["LineMatch"], None],
        entries: Sequence[Entry] = (),
        key: str = "",
    ) -> None:
        self.id = match_id
        self.number = number
        self.key = key
        self.edition = setup.preset
        self.names = [seat.name for seat in setup.seats]
        self.player_ids = tuple(player_ids)
        self.entries: list[Entry] = list(entries)
        self.clients: list[Client | None] = [None, None, None]  # by seat
        self.match = Match(GAME, setup, clock=Clock(2, window_ms=GAME.window_ms(setup)), log=self._append)
        self.match.restore(entries)
        self._writer = StateWriter(self.match.state, self.names)
        self._line_log = line_log
        self._durable = line_log.durable
        self._timers = timers
        self._time = timers.time
        self._timer: Any = None
        self._address = address
        self._over = over
        self.batch = batch
        self._untold = 0  # seats whose command counts but who have not been told yet, one bit each: 1 and 2
        self._late: list[int] = []  # seats that sent something after the end
        self._unanswered = 0  # seats whose command of this round is not acknowledged yet
        self._given = 0  # seats whose command of this round is in, one bit each
        self._ahead: list[tuple[int, Sequence[int]]] = []  # commands for the next round, as they came
        self._own = [b"", *(self._writer.own(seat) + b"\n" + line_messages.YOUR_COMMAND for seat in BOTH)]
        self._acknowledge = [lambda: None, lambda: self._acknowledged(1), lambda: self._acknowledged(2)]
        # Offsets of entries count playing time: an outage in between does not show.
        self._started = timers.time() - (entries[-1].at_ms / 1000 if entries else 0.0)

    # Beginning

    def begin(self) -> None:
        """Tell both players, and wait for their commands. After an outage the same, from the state that was reached."""
        shared = self._writer.shared()
        owing = self.match.waited_for()
        if not owing:  # the crash came between the last command of a round and its tick
            self._unanswered = 0
            for seat in BOTH:
                self._send(seat, line_messages.start_line(self.number, self.names[2 - seat]))
            self._play_round()
        else:
            self._unanswered = len(owing)
            self._given = 3 - sum(owing)
            for seat in BOTH:
                line = line_messages.start_line(self.number, self.names[2 - seat])
                if seat in owing:
                    self._send(seat, line + shared + self._writer.own(seat) + b"\n")
                else:  # his command was acknowledged before the outage; a state would make him send another
                    self._send(seat, line + line_messages.RECEIVED)
            self.match.open_windows(self._now_ms())
        self._watch()

    def settle(self) -> bool:
        """Draw the consequence that a crash kept from being drawn. True: the match was over already."""
        if self.match.result is None and self.entries and self.entries[-1].kind == LEAVE:
            self._end_round()
        elif self.match.result is not None:
            self._finish()
        return self.match.result is not None

    # A round

    def take(self, seat: int, row: Sequence[int]) -> None:
        """A command of a seat. GOO-087: it is acknowledged, once it cannot get lost any more.

        Once both have commanded the round is over, though it is played only when its commands are stored: what a seat
        sends then is for the next one. GOO-061
        """
        if self._given == 3 and self.match.result is None:
            self._ahead.append((seat, row))
            return
        verdict = self.match.act(seat, row, int((self._time() - self._started) * 1000))
        if verdict is ACCEPTED or verdict.verdict == "void":
            self._given |= seat
            if not self._durable:
                self._acknowledged(seat)
        elif verdict.verdict == "forfeit":
            self._end_round()
        else:
            self._late.append(seat)  # answered after the end, which is being stored

    def lost(self, seat: int) -> None:
        """A connection is gone. GOO-061"""
        self.clients[seat] = None
        self.resign(seat)

    def resign(self, seat: int) -> None:
        """The same of somebody who is still there to be told how it ends. GOO-081"""
        if self.match.result is None:
            self.match.leave(seat, CONNECTION_LOST, self._now_ms())
            self._end_round()

    def _acknowledged(self, seat: int) -> None:
        if self.match.result is not None:
            self._send(seat, line_messages.RECEIVED)
            return
        self._unanswered -= 1
        self._untold |= seat
        if self._unanswered:
            self.batch.add_receipt(self)
        else:
            self._play_round()

    def tell_received(self) -> None:
        """Say what is still to be said, before anything else is."""
        untold, self._untold = self._untold, 0
        for seat in BOTH:
            if untold & seat:
                self._send(seat, line_messages.RECEIVED)

    def _play_round(self) -> None:
        """Both commands are in: the rules move on and both get the new state. GOO-088"""
        match = self.match
        now_ms = self._now_ms()
        match.tick(now_ms)
        self._given = 0
        if match.result is not None:
            self.tell_received()
            for seat in BOTH:
                self._send(seat, line_messages.CALCULATING)
            self._finish()
            self._take_ahead()
            return
        self._unanswered = 2
        text = self._writer.shared()
        untold, self._untold = self._untold, 0
        _, one, two = self.clients
        if one is not None:
            self.batch.write(one, (NEXT_ROUND if untold & 1 else line_messages.CALCULATING, text, self._own[1]))
        if two is not None:
            self.batch.write(two, (NEXT_ROUND if untold & 2 else line_messages.CALCULATING, text, self._own[2]))
        match.clock.open(BOTH, now_ms)  # nobody is out between two rounds of a match of two
        if self._ahead:
            self._take_ahead()

    def _take_ahead(self) -> None:
        """What came before the round was played counts now, in the order in which it came. GOO-061"""
        ahead, self._ahead = self._ahead, []
        for seat, row in ahead:
            self.take(seat, row)

    def _end_round(self) -> None:
        """Somebody is disqualified: that ends the match at once. GOO-060, GOO-128"""
        self.match.tick(self._now_ms())
        self._finish()

    # Time

    def _watch(self) -> None:
        """Set the timer to the deadline of this round; later rounds have later ones, so it never fires too late."""
        deadline_ms = self.match.clock.next_deadline_ms()
        if deadline_ms is not None:
            wait_s = deadline_ms / 1000 + self._started - self._timers.time()
            self._timer = self._timers.call_later(max(MOMENT_S, wait_s), self._on_timer)
        elif self.match.clock.window_ms is not None and self.match.result is None:
            # Everybody has answered and the log is being written.
            self._timer = self._timers.call_later(self.match.clock.window_ms / 1000, self._on_timer)

    def _on_timer(self) -> None:
        if self.match.result is not None:
            return
        if self.match.clock.expired(self._now_ms()):
            # What has arrived already is read before anybody is judged, should the server itself have been late.
            self._timer = self._timers.call_later(MOMENT_S, self._expire)
        else:
            self._watch()

    def _expire(self) -> None:
        if self.match.result is not None:
            return
        self.match.expire(self._now_ms())
        if self.match.result is not None:
            self._finish()
        else:
            self._watch()

    def stop(self) -> None:
        """The server stops or the match is closed: no more deadlines."""
        if self._timer is not None:
            self._timer.cancel()

    # The end

    def _finish(self) -> None:
        """The result and the ratings are stored together; then the players are told. GOO-067, GOO-089"""
        self.stop()
        self.tell_received()
        result = cast(Result, self.match.result)
        reason = line_messages.end_reason(self.match.state)
        self._line_log.finish(self.id, result, reason, self.edition, self.player_ids, self._tell_end)

    def _tell_end(self, changes: list[float]) -> None:
        reason = line_messages.end_reason(self.match.state)
        shared = self._writer.shared()
        for seat in BOTH:
            final = shared + self._writer.own(seat) + b"\n"
            self._send(
                seat,
                line_messages.end_line(reason, changes[seat - 1]) + final + line_messages.address_line(self._address),
            )
        for seat in self._late:
            self._send(seat, line_messages.GAME_IS_OVER)
        told = ", ".join(f"{name} {change:+.2f}" for name, change in zip(self.names, changes, strict=True))
        log.info("match %d is over after round %d: %s (%s)", self.number, self.match.state.round_no, reason, told)
        self._leave_clients()

    def break_off(self) -> None:
        """We made a mistake: the match is closed and does not count."""
        self.stop()
        self._line_log.abandon(self.id, "a mistake of the server")
        for seat in BOTH:
            self._send(seat, line_messages.GAME_BROKEN)
        self._leave_clients()

    def _leave_clients(self) -> None:
        self._over(self)
        for client in self.clients:
            if client is not None:
                client.match_over()

    # Small things

    def _append(self, step: int, entry: Entry) -> None:
        self.entries.append(entry)
        if self._durable:
            done = self._acknowledge[entry.seat] if entry.kind in (ORDER, VOID) else None
            self._line_log.append(self.id, step, entry, done)

    def _send(self, seat: int, data: bytes) -> None:
        client = self.clients[seat]
        if client is not None:
            self.batch.write(client, (data,))

    def _now_ms(self) -> int:
        return int((self._timers.time() - self._started) * 1000)
