"""A connection without its socket: who is there, what it plays or watches, and what becomes of each message."""

import logging
from typing import TYPE_CHECKING, Any, Literal

from ...match import table as tables
from ...protocol import messages as say
from ...protocol.messages import Act, Ask, Error, FromClient, Hello, Leave, Say, Seen, Verdicts, encode
from .handshake import Entrance, State
from ..context import Hall
from ..http.rate_limits import address_key
from .message_reader import Intake, Wire
from ..errors import Refused

if TYPE_CHECKING:
    from ..cluster.leader_requests import FarTable
    from ..cluster.remote_match import FarMatch
    from ...store.players import Player
    from ..matches.live_match import Playing
    from ..tables.open_tables import Table

log = logging.getLogger("roundhouse.sessions")

NO_DEBUGGER = "This match waits for no debugger: your clock runs as usual."

# Refusals after which a connection is closed. After the last two, whoever comes again may find another process.
FINAL = ("version", "unauthorised", "too_many", "too_long", "unreachable", "no_leader")
TURN, TURN_AT = b"turn", slice(len(b'{"type":"'), len(b'{"type":"turn'))  # how to see that a message is one


class Session(Entrance):
    """One connection, from its first message to its end. It is the guest of a match, and an audience."""

    def __init__(self, hall: Hall, wire: Wire, *, address: str, player: "Player | None" = None) -> None:
        super().__init__(hall, wire, player)
        self.address = address_key(address)
        self.since = hall.timers.time()
        self._intake = Intake(hall, wire)
        self._playing: Playing | FarMatch | None = None
        self._seat = 0
        self._requests = 1  # of a turn, as messages of their own
        self._behind = False  # what is sent is not read
        self._missed = b""  # the newest message that was left out for it
        self._timer: Any = None
        hall.sessions.add(self)
        hall.metrics.connected(wire.kind)
        if hall.settings.login_timeout_s:
            self._timer = hall.timers.call_later(hall.settings.login_timeout_s, self._no_hello)

    # What arrives

    def receive(self, raw: bytes | str) -> None:
        """One message, as it came."""
        if self.gone:
            return
        message = self._intake.read(raw, greeted=self.state is not State.NEW)
        try:
            self._take(message)
        except Refused as refused:
            self.refuse(refused, message.seq if isinstance(message, Act | Ask) else None)
        except Exception:
            self._mistake("a message")

    def _take(self, message: FromClient | Refused | None) -> None:
        if isinstance(message, Act):
            self._match().act(self._seat, message, self._answer)
        elif isinstance(message, Hello):
            self._greet(message)
        elif isinstance(message, Ask):
            self._match().ask(self._seat, message, self._answer)
        elif isinstance(message, Say):
            self._chat(message)
        elif isinstance(message, Seen):
            self._match().seen(self._seat, message.step)
        elif isinstance(message, Leave):
            self._leave()
        elif message is not None:
            raise message

    def too_long(self) -> None:
        """What arrives has no end."""
        self.refuse(self._intake.too_long())

    # Hello

    def _greet(self, hello: Hello) -> None:
        if self.state is not State.NEW:
            raise Refused("hello_again", "This connection has said hello already; open another one.")
        self._intake.hold()  # what comes after it is read when it is decided
        self.hall.run(self._decide(hello))

    async def _decide(self, hello: Hello) -> None:
        try:
            await self.admit(hello)
        except Refused as refused:
            self.refuse(refused)
        except Exception:
            self._mistake("hello")
        self._intake.release()

    async def admit(self, hello: Hello) -> None:
        await super().admit(hello)
        self._stop_timer()

    # A match

    def seated(self, playing: "Playing | FarMatch", seat: int) -> None:
        """A match begins, for which this connection waited."""
        if not self.gone:
            self._table = None
            self._take_seat(playing, seat, None)

    def turned_away(self, refused: Refused) -> None:
        """It cannot wait after all; another hello may come, unless it has played already."""
        if self.gone or self.state is not State.WAITING:
            return
        self._table = None
        if self._left + 1 == self._hello.matches:
            self.state = State.NEW
            self.refuse(refused)
        else:
            self._end_with(refused)

    def waits_at(self, table: "Table | FarTable | None") -> None:
        """The tables are kept by another process than before."""
        self._table = table

    @property
    def wish(self) -> tuple[str, str, str]:
        """Game, preset and choice that were asked for."""
        return self._hello.game, self._hello.preset, self._hello.choice

    def _take_seat(self, playing: "Playing | FarMatch", seat: int, since: int | None) -> None:
        self.state = State.PLAYING
        self._playing, self._seat = playing, seat
        self._requests = playing.requests
        self.send = self._send_to_seat
        playing.join(seat, self, follow=self._hello.follow, since=since)
        if self._hello.debugger and not playing.debug(seat, True):
            self.wire.send(encode(Error("no_debugger", NO_DEBUGGER)))

    def _send_to_seat(self, message: bytes) -> None:
        if message[TURN_AT] == TURN:
            self._intake.asked(self._requests)
        self.wire.send(message)

    def dismissed(self, reason: Literal["over", "replaced", "moved"], *, expected: bool = False) -> None:
        """The match has nothing more for us. `expected`: another process begins a return match at once."""
        if self.gone:
            return
        played = self._playing is not None
        self._playing = self._spectacle = None
        self._seat = 0
        if not self._behind:
            self.send = self.wire.send
        if reason == "replaced":
            self.end("replaced", "You are connected anew elsewhere; that connection plays on.")
        elif reason == "moved":
            self.end("moved", "The match goes on in another process; come back with hello, `match` and `since`.")
        elif (expected and self.hall.cluster is not None) or (played and self.hall.matchmaker.expects(self)):
            self.state = State.WAITING
        elif played:
            self.released()
        else:
            self._rest()

    def released(self) -> None:
        """A match is over, and so is the one that might have followed it by itself."""
        if self._hello.game and self._left != 0:
            self._left = max(self._left - 1, -1)
            self._next()
        else:
            self._rest()

    def _rest(self) -> None:
        """Nothing more was asked for."""
        if self._hello.role == "bot":
            self.end()
        else:
            self.state = State.IDLE

    def _next(self) -> None:
        try:
            self._wait()
        except Refused as refused:
            self._end_with(refused)

    # Messages of a seat

    def _match(self) -> "Playing | FarMatch":
        if self._playing is None:
            raise self._not_playing()
        return self._playing

    def _answer(self, reply: Any) -> None:
        if self.gone:
            return
        if isinstance(reply, Error):
            self.hall.metrics.refused(reply.code)
        elif isinstance(reply, Verdicts):
            accepted = sum(verdict.verdict == "accepted" for verdict in reply.verdicts)
            self.hall.metrics.order(self.wire.kind, accepted)
        self.send(encode(reply))

    def _chat(self, message: Say) -> None:
        stage = self._playing or self._spectacle
        if stage is None:
            raise self._not_playing()
        if self._player is None:
            raise Refused("sign_in_first", "To talk you must be signed in.", status=401)
        stage.say(self._seat, self._player.name, message.text)

    def _leave(self) -> None:
        """Resign, stop waiting, or stop watching."""
        if self.state is State.NEW:
            raise self._not_playing()
        self._left = 0
        if self._playing is not None:
            self._playing.resign(self._seat)  # the rest comes with `over`
            return
        self._let_go()
        self.state = State.IDLE
        if self._hello.role == "bot":
            self.end()

    def _not_playing(self) -> Refused:
        if self.state is State.NEW:
            return Refused("hello_first", 'Say hello first: {"type":"hello","version":1,...}.')
        if self.state is State.WATCHING:
            return Refused("not_seated", "You watch this match; only its players can do this.")
        return Refused("not_playing", "You are in no match now.")

    # Readers that are too slow

    def overrun(self) -> None:
        """More waits to be read than we keep for anybody."""
        if self.gone or self._behind:
            return
        if self._spectacle is not None or self._news:
            self._behind = True
            self.send = self._leave_out
        else:
            self.end("too_slow", "You do not read what you are sent; come back with hello, `match` and `since`.")

    def _leave_out(self, message: bytes) -> None:
        self._missed = message

    def drained(self) -> None:
        """It has caught up, and is told how things stand."""
        if self.gone or not self._behind:
            return
        missed, self._missed, self._behind = self._missed, b"", False
        self.send = self.wire.send
        if not missed:
            return  # it was much, but that was all
        if self._news:
            self.wire.send(encode(say.News(["tables", "matches", "me", "event"])))
        elif self._spectacle is not None:
            self._spectacle.fresh(self)
        else:
            self.wire.send(missed)  # how the match ended

    # The end

    def refuse(self, refused: Refused, seq: int | None = None) -> None:
        """Say what was wrong; nothing has changed. After some refusals nothing more can come."""
        if refused.problem.code in FINAL:
            self._end_with(refused)
        elif not self.gone:
            self.hall.metrics.refused(refused.problem.code)
            self.wire.send(encode(refused.message(seq)))

    def end(self, code: str = "", sentence: str = "") -> None:
        """Say why, if there is a reason, and close. A seat can be taken up again."""
        if code == "replaced":
            self._table = None  # the newer connection has the seat
        self._end_with(Refused(code, sentence) if code else None)

    def _end_with(self, refused: Refused | None) -> None:
        if self.gone:
            return
        if refused is not None:
            self.hall.metrics.refused(refused.problem.code)
            self.wire.send(encode(refused.message()))
        self.lost()
        self.wire.close(refused.problem.code if refused is not None else "")

    def lost(self) -> None:
        """The connection is gone, whoever ended it: from here on it is no part of anything."""
        if self.gone:
            return
        self.gone = self._intake.closed = True
        self.send = nowhere
        self._stop_timer()
        self._let_go()
        self.state = State.CLOSED
        self.hall.sessions.discard(self)
        self.hall.metrics.parted(self.wire.kind)

    def _let_go(self) -> None:
        """Leave the match, the table, the queue and the news, as far as we are there."""
        stage = self._playing or self._spectacle
        table, news, waiting = self._table, self._news, self.state is State.WAITING
        self._playing = self._spectacle = self._table = None
        self._news = False
        if stage is not None:
            stage.part(self)
        if news:
            self.hall.news.unsubscribe(self)
        if isinstance(table, tables.Table):
            self.hall.arena.stand(table, self.player)
        elif waiting:
            self.hall.matchmaker.unwait(self)

    # Small things

    @property
    def unknown(self) -> bool:
        """Nobody has said who this is."""
        return self._player is None

    @property
    def silent(self) -> bool:
        return self.unknown and self.state is State.NEW

    def _no_hello(self) -> None:
        self._timer = None
        if self.state is State.NEW:
            self.end("hello_first", "Nothing was asked for in time; say hello when you connect.")

    def _mistake(self, what: str) -> None:
        """We made a mistake: the others play on, and this one may come back."""
        log.exception("a mistake of the server at %s of %s", what, self.address)
        self.end("mistake", "The server made a mistake; it was noted. You can connect again.")

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def nowhere(message: bytes) -> None:
    """Takes what is said to somebody who is gone."""
