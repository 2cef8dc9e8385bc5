"""Records for other tools and for people: lines of JSON with full states, one HTML file that shows the match, and the
record itself with its entries in plain MessagePack."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ..core.entries import LEAVE, ORDER, TICK, VOID
from .record import Record, to_bytes
from .replay import Replay

TEMPLATE = Path(__file__).with_name("replay.html")
PLACE = "/*RECORD*/null"


def ndjson(record: Record) -> Iterator[str]:
    """A line for the setup and the first state, one per entry with its events (after a tick with the state), and the
    result. A record that ends early, or does not agree with the rules, ends with a line that says so."""
    replay = Replay(record.game, record.setup)
    yield _line(
        {
            "type": "setup",
            "format": "roundhouse/1",
            "game": record.game.key,
            "rules_version": record.game.version,
            "setup": record.setup,
            "round": replay.round,
            "view": replay.view(),
        }
    )
    for number, entry in enumerate(record.entries, 1):
        at = replay.round
        if fault := replay.fault(entry):
            yield _line({"type": "broken", "step": number, "round": at, "sentence": fault})
            return
        replay.enter(entry)
        line: dict[str, Any] = {"type": "step", "step": number, "round": at, "entry": entry.name}
        if record.timed:
            line["at_ms"] = entry.at_ms
        if entry.kind != TICK:
            line["seat"] = entry.seat
        if entry.kind in (ORDER, VOID):
            line["action"] = record.game.action_of(entry.row)
        if entry.kind == LEAVE:
            line["reason"] = record.game.leave_reason(entry.row[0]).name
        line["events"] = replay.events()
        if entry.kind == TICK:
            line |= {"digest": record.digests[replay.ticks - 1].hex(), "view": replay.view()}
        yield _line(line)
    if record.result is None:
        yield _line({"type": "missing", "sentence": record.missing})
    else:
        yield _line({"type": "result", **msgspec.to_builtins(record.result), "winner": record.result.winner})


def _line(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def html(record: Record) -> str:
    """One file with everything in it: no network, no other files."""
    replay = Replay(record.game, record.setup)
    first = msgspec.to_builtins(replay.view())
    frames = [_frame(first)]
    for entry in record.entries:
        if replay.fault(entry):
            break
        replay.enter(entry)
        if entry.kind == TICK:
            frames.append(_frame(msgspec.to_builtins(replay.view())) | {"events": _shown(replay.events())})
    shown = {
        "game": record.game.name,
        "preset": record.setup.preset,
        "seed": record.setup.seed,
        "names": [seat.name for seat in record.setup.seats],
        "planets": [{key: planet[key] for key in ("id", "x", "y", "production")} for planet in first["planets"]],
        "lanes": [pair for pair in first.get("hyperlanes", []) if pair[0] < pair[1]],
        "max_rounds": first["max_rounds"],
        "frames": frames,
        "result": None if record.result is None else msgspec.to_builtins(record.result),
        "winner": 0 if record.result is None else record.result.winner,
        "missing": record.missing,
    }
    # Inside a script element only "<" can end it; names may contain anything.
    text = json.dumps(shown, separators=(",", ":")).replace("<", "\\u003c")
    return TEMPLATE.read_text(encoding="utf-8").replace(PLACE, text)


def _frame(view: dict[str, Any]) -> dict[str, Any]:
    """What changes from round to round, as short lists."""
    return {
        "round": view["round"],
        "planets": [[p["owner_id"], *p["ships"], p.get("production_rounds_left", -1)] for p in view["planets"]],
        "fleets": [[f["id"], f["owner_id"], *f["ships"], f["origin"], f["target"], f["eta"]] for f in view["fleets"]],
    }


def _shown(events: list[Any]) -> list[Any]:
    told = ("battle", "planet_taken", "player_eliminated", "disqualified", "game_over")
    return [plain for event in events if (plain := msgspec.to_builtins(event))["type"] in told]


def plain(record: Record) -> bytes:
    """The same record, larger: every entry stands for itself, so that it can be read without the rules."""
    return to_bytes(record, packed=False)


FORMATS: dict[str, Callable[[Record], bytes]] = {
    "ndjson": lambda record: "".join(line + "\n" for line in ndjson(record)).encode(),
    "html": lambda record: html(record).encode(),
    "plain": plain,
}
