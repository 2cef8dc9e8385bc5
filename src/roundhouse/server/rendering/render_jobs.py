"""The jobs of rendering processes: bytes in, bytes out, without a database and without the server."""

import contextlib
import os
import signal
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

import msgspec
from msgspec import Struct

from ...core.entries import Entry
from ...core.game import Setup
from ...core.registry import GAMES
from ...match.analysis import Analysis, analyse
from ...match.export import html
from ...match.frames import each_frame
from ...match.map_check import examine
from ...match.match import Match
from ...match.plain_record import plain_record
from ...match.record import Record, RecordError, from_bytes, to_bytes
from ...match.recorder import Recorder
from ...match.remarks import Remark
from ...match.seat_account import SeatAccount
from ..matches.round_history import executed, history

ROUNDS_MAX = 5000  # the longest match that is shown; most have a few hundred rounds


class Log(Struct, frozen=True):
    """A match that has no record yet, or is still running. `everything`: spectators may see everything in it."""

    setup: Setup
    entries: list[Entry]
    everything: bool = False
    remarks: list[Remark] = []  # of a match that is over
    accounts: list[SeatAccount | None] = []  # the same


Source = bytes | Log  # a stored record, or what it would be made from


def record_of(setup: Setup, entries: Sequence[Entry]) -> Record:
    """The record of a match made from its log; of a running one up to now."""
    match = Match(GAMES[setup.game], setup)
    recorder = Recorder(match)
    match.restore(entries)
    return recorder.record()


def opened(source: Source) -> Record:
    if isinstance(source, bytes):
        return from_bytes(source)
    record = record_of(source.setup, source.entries)
    said = tuple(sorted(source.remarks, key=lambda remark: remark.seat))
    return replace(record, remarks=said, accounts=tuple(source.accounts))


def shown(source: Source) -> Record:
    """The record to show. Raises Refused if it is too long for a browser."""
    record = opened(source)
    if record.rounds > ROUNDS_MAX:
        sentence = f"This match has {record.rounds} rounds; more than {ROUNDS_MAX} are not shown. Its record has them."
        raise RecordError("too_long", sentence)
    return record


def make_frames(source: Source, seat: int, veiled: bool = False) -> bytes:
    """The frames as a JSON list."""
    everything = isinstance(source, Log) and source.everything
    made = each_frame(shown(source), seat, veiled=veiled, everything=everything)
    return listed(made)


def make_history(source: Source) -> bytes:
    """What every round added to the history, as a JSON list."""
    return listed(history(opened(source)))


def make_commands(source: Source, block: int) -> bytes:
    """The commands of a block of rounds, as a list by round."""
    return msgspec.msgpack.encode(executed(opened(source), block))


def listed(values: Iterable[Any]) -> bytes:
    """A JSON list, encoded item by item."""
    return b"[" + b",".join(map(msgspec.json.encode, values)) + b"]"


def make_record(source: Source) -> bytes:
    return to_bytes(opened(source))


def make_entries(source: Source) -> bytes:
    """The record as JSON that a page can prove."""
    return msgspec.json.encode(plain_record(opened(source)))


def make_html(source: Source, facts: dict[str, Any], analysis: bytes | None) -> bytes:
    known = None if analysis is None else msgspec.msgpack.decode(analysis, type=Analysis)
    return html(shown(source), facts, known if known and known.state == "ready" else None).encode()


def make_analysis(source: Source, rollouts: int) -> bytes:
    return msgspec.msgpack.encode(analyse(opened(source), rollouts=rollouts))


def make_map_check(game: str, text: str) -> bytes:
    return msgspec.msgpack.encode(examine(GAMES[game], text))


CRAFTS: dict[str, Callable[..., bytes]] = {
    "frames": make_frames,
    "history": make_history,
    "commands": make_commands,
    "record": make_record,
    "entries": make_entries,
    "html": make_html,
    "analysis": make_analysis,
    "map_check": make_map_check,
}


def serve(connection: Connection, niceness: int) -> None:
    """The main loop of a child process: jobs in, answers out, until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it too, and decides
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if niceness:
        os.nice(niceness)
    with contextlib.suppress(EOFError, OSError):
        while True:
            craft, arguments = connection.recv()
            connection.send(answered(craft, arguments))


def answered(craft: str, arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    """The result, or a refusal as code and sentence."""
    try:
        return True, CRAFTS[craft](*arguments)
    except RecordError as error:
        return False, (error.code, error.sentence)
    except Exception as error:
        return False, ("", f"{type(error).__name__}: {error}")
