"""One connection, whatever its transport: its player, what it plays or watches, and how each message is handled."""

import logging
from typing import TYPE_CHECKING, Any, Literal

from ...match import table as tables
from ...protocol import messages
from ...protocol.messages import Act, Ask, Error, FromClient, Hello, Leave, Say, Seen, Verdicts, encode
from ..context import ServerContext
from ..errors import Refused
from ..rate_limits import address_key
from .handshake import Handshake, SessionState
from .message_reader import MessageReader, Transport
from .turn_beliefs import TurnBeliefs

if TYPE_CHECKING:
    from ...store.players import Player
    from ..cluster.leader_requests import RemoteTable
    from ..cluster.remote_match import RemoteMatch
    from ..matches.live_match import LiveMatch
    from ..tables.open_tables import Table

log = logging.getLogger("roundhouse.sessions")

NO_DEBUGGER = "This match waits for no debugger: your clock runs as usual."

# Codes of refusals that close the connection. After the last two, a new connection may reach another process.
FINAL = ("version", "unauthorised", "too_many", "too_long", "unreachable", "no_leader")
TURN, TURN_AT = b"turn", slice(len(b'{"type":"'), len(b'{"type":"turn'))  # where an encoded message says its type


class Session(Handshake):
    """One connection, from its first message to its end. A match seats it as a client or counts it as a subscriber."""

    def __init__(
        self, context: ServerContext, transport: Transport, *, address: str, player: "Player | None" = None
    ) -> None:
        super().__init__(context, transport, player)
        self.address = address_key(address)
        self.since = context.timers.time()
        self._reader = MessageReader(context, transport)
        self._live: LiveMatch | RemoteMatch | None = None
        self._seat = 0
        self._requests = 1  # messages that may answer one turn
        self._behind = False  # the client does not read what is sent
        self._beliefs: TurnBeliefs | None = None  # of who wants them
        self._missed = b""  # the newest message that was not sent because of that
        self._timer: Any = None
        context.sessions.add(self)
        context.metrics.connected(transport.kind)
        if context.settings.login_timeout_s:
            self._timer = context.timers.call_later(context.settings.login_timeout_s, self._no_hello)

    # Incoming messages

    def receive(self, raw: bytes | str) -> None:
        """Handle one raw message. Called by the transport."""
        if self.gone:
            return
        message = self._reader.read(raw, greeted=self.state is not SessionState.NEW)
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
        """Called by the transport when a message is larger than it accepts."""
        self.refuse(self._reader.too_long())

    # Hello

    def _greet(self, hello: Hello) -> None:
        if self.state is not SessionState.NEW:
            raise Refused("hello_again", "This connection has said hello already; open another one.")
        self._reader.hold()  # later messages are read when the hello is decided
        self.context.run(self._decide(hello))

    async def _decide(self, hello: Hello) -> None:
        try:
            await self.admit(hello)
        except Refused as refused:
            self.refuse(refused)
        except Exception:
            self._mistake("hello")
        self._reader.release()

    async def admit(self, hello: Hello) -> None:
        await super().admit(hello)
        self._stop_timer()

    # A match

    def seated(self, live: "LiveMatch | RemoteMatch", seat: int) -> None:
        """A match begins for which this connection waited; called by the table, the queue or the leader."""
        if not self.gone:
            self._table = None
            self._take_seat(live, seat, None)

    def turned_away(self, refused: Refused) -> None:
        """The queue or table refuses this connection. Another hello may come, unless it has played already."""
        if self.gone or self.state is not SessionState.WAITING:
            return
        self._table = None
        if self._left + 1 == self._hello.matches:
            self.state = SessionState.NEW
            self.refuse(refused)
        else:
            self._end_with(refused)

    def waits_at(self, table: "Table | RemoteTable | None") -> None:
        """Replace the table, because another process leads now and keeps the tables."""
        self._table = table

    @property
    def wish(self) -> tuple[str, str, str]:
        """Game, preset and choice that were asked for."""
        return self._hello.game, self._hello.preset, self._hello.choice

    def _take_seat(self, live: "LiveMatch | RemoteMatch", seat: int, since: int | None) -> None:
        self.state = SessionState.PLAYING
        self._live, self._seat = live, seat
        self._requests = live.requests
        self.send = self._send_to_seat
        if "belief" in self._hello.want:
            self._beliefs = TurnBeliefs(self._send_to_seat, self.context.run)
            self.send = self._beliefs.send
        live.join(seat, self, follow=self._hello.follow, since=since)
        if self._hello.debugger and not live.debug(seat, True):
            self.transport.send(encode(Error("no_debugger", NO_DEBUGGER)))

    def _send_to_seat(self, message: bytes) -> None:
        if message[TURN_AT] == TURN:
            self._reader.asked(self._requests)
        self.transport.send(message)

    def dismissed(self, reason: Literal["over", "replaced", "moved"], *, expected: bool = False) -> None:
        """The last call of a match to this connection. `expected`: another process begins the return match at once."""
        if self.gone:
            return
        played = self._live is not None
        self._close_beliefs()
        self._live = self._watched = None
        self._seat = 0
        if not self._behind:
            self.send = self.transport.send
        if reason == "replaced":
            self.end("replaced", "You are connected anew elsewhere; that connection plays on.")
        elif reason == "moved":
            self.end("moved", "The match goes on in another process; come back with hello, `match` and `since`.")
        elif (expected and self.context.cluster is not None) or (played and self.context.matchmaker.expects(self)):
            self.state = SessionState.WAITING
        elif played:
            self.released()
        else:
            self._rest()

    def released(self) -> None:
        """The match is over, and no return match follows."""
        if self._hello.game and self._left != 0:
            self._left = max(self._left - 1, -1)
            self._next()
        else:
            self._rest()

    def _rest(self) -> None:
        """Go idle: all matches that were asked for are played."""
        if self._hello.role == "bot":
            self.end()
        else:
            self.state = SessionState.IDLE

    def _next(self) -> None:
        try:
            self._wait()
        except Refused as refused:
            self._end_with(refused)

    # Messages of a seat

    def _match(self) -> "LiveMatch | RemoteMatch":
        if self._live is None:
            raise self._not_playing()
        return self._live

    def _answer(self, reply: Any) -> None:
        if self.gone:
            return
        if isinstance(reply, Error):
            self.context.metrics.refused(reply.code)
        elif isinstance(reply, Verdicts):
            accepted = sum(verdict.verdict == "accepted" for verdict in reply.verdicts)
            self.context.metrics.order(self.transport.kind, accepted)
        self.send(encode(reply))

    def _chat(self, message: Say) -> None:
        watchable = self._live or self._watched
        if watchable is None:
            raise self._not_playing()
        if self._player is None:
            raise Refused("sign_in_first", "To talk you must be signed in.", status=401)
        watchable.say(self._seat, self._player.name, message.text)

    def _leave(self) -> None:
        """Resign, stop waiting, or stop watching."""
        if self.state is SessionState.NEW:
            raise self._not_playing()
        self._left = 0
        if self._live is not None:
            self._live.resign(self._seat)  # the rest follows when the match sends `over`
            return
        self._let_go()
        self.state = SessionState.IDLE
        if self._hello.role == "bot":
            self.end()

    def _not_playing(self) -> Refused:
        if self.state is SessionState.NEW:
            return Refused("hello_first", 'Say hello first: {"type":"hello","version":1,...}.')
        if self.state is SessionState.WATCHING:
            return Refused("not_seated", "You watch this match; only its players can do this.")
        return Refused("not_playing", "You are in no match now.")

    # Clients that read too slowly

    def overrun(self) -> None:
        """Called by the transport when too much is unread: stop sending until `drained`."""
        if self.gone or self._behind:
            return
        if self._watched is not None or self._news:
            self._behind = True
            self.send = self._leave_out
        else:
            self.end("too_slow", "You do not read what you are sent; come back with hello, `match` and `since`.")

    def _leave_out(self, message: bytes) -> None:
        self._missed = message

    def drained(self) -> None:
        """Called by the transport when everything is read again: send the current view instead of what was missed."""
        if self.gone or not self._behind:
            return
        missed, self._missed, self._behind = self._missed, b"", False
        self.send = self.transport.send
        if not missed:
            return  # nothing was left out
        if self._news:
            self.transport.send(encode(messages.News(["tables", "matches", "me", "event"])))
        elif self._watched is not None:
            self._watched.fresh(self)
        else:
            self.transport.send(missed)  # the message about the end of the match

    # The end

    def refuse(self, refused: Refused, seq: int | None = None) -> None:
        """Send a refusal; nothing has changed. Some codes close the connection."""
        if refused.problem.code in FINAL:
            self._end_with(refused)
        elif not self.gone:
            self.context.metrics.refused(refused.problem.code)
            self.transport.send(encode(refused.message(seq)))

    def end(self, code: str = "", sentence: str = "") -> None:
        """Send the reason, if there is one, and close. The seat can be resumed."""
        if code == "replaced":
            self._table = None  # the newer connection has the seat
        self._end_with(Refused(code, sentence) if code else None)

    def _end_with(self, refused: Refused | None) -> None:
        if self.gone:
            return
        self._close_beliefs()
        if refused is not None:
            self.context.metrics.refused(refused.problem.code)
            self.transport.send(encode(refused.message()))
        self.lost()
        self.transport.close(refused.problem.code if refused is not None else "")

    def lost(self) -> None:
        """Called by the transport when the connection is closed, by either side: leave everything."""
        if self.gone:
            return
        self.gone = self._reader.closed = True
        self.send = nowhere
        self._stop_timer()
        self._let_go()
        self.state = SessionState.CLOSED
        self.context.sessions.discard(self)
        self.context.metrics.parted(self.transport.kind)

    def _let_go(self) -> None:
        """Leave the match, table, queue and news subscription that this connection is in."""
        watchable = self._live or self._watched
        table, news, waiting = self._table, self._news, self.state is SessionState.WAITING
        self._live = self._watched = self._table = None
        self._news = False
        if watchable is not None:
            watchable.part(self)
        if news:
            self.context.news.unsubscribe(self)
        if isinstance(table, tables.Table):
            self.context.arena.seating.stand(table, self.player)
        elif waiting:
            self.context.matchmaker.unwait(self)

    # Helpers

    def _close_beliefs(self) -> None:
        if self._beliefs is not None:
            self._beliefs.close()
            self._beliefs = None

    @property
    def unknown(self) -> bool:
        """Whether there is no accepted hello yet."""
        return self._player is None

    @property
    def silent(self) -> bool:
        return self.unknown and self.state is SessionState.NEW

    def _no_hello(self) -> None:
        self._timer = None
        if self.state is SessionState.NEW:
            self.end("hello_first", "Nothing was asked for in time; say hello when you connect.")

    def _mistake(self, what: str) -> None:
        """Close after an unexpected exception; other connections go on, and this player may reconnect."""
        log.exception("a mistake of the server at %s of %s", what, self.address)
        self.end("mistake", "The server made a mistake; it was noted. You can connect again.")

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def nowhere(message: bytes) -> None:
    """A `send` that drops its message, for closed connections."""
