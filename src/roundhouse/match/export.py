"""Records for other tools and for people: lines of JSON with full states, one HTML file that shows the match, and the
record itself with its entries in plain MessagePack."""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ..core.entries import CHANGE, LEAVE, ORDER, TICK, VOID
from ..core.game import EVERYTHING
from ..core.rules_modules import module_of
from .analysis import Analysis
from .frames import Frame, frames
from .plain_record import plain_record
from .record import Record, to_bytes
from .remarks import page as page_of_remarks
from .replay import Replay

WEB = Path(__file__).resolve().parent.parent / "web"  # the web client, if this installation has it
TEMPLATE = Path(__file__).with_name("replay.html")
PLACE = "/*RECORD*/null"
POOLS = {"person": "people", "bot": "bots", "agent": "agents"}

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; "
    "img-src data: blob:; font-src data:"
)
PAGE = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{{title}} \u00b7 Roundhouse</title>
<style>{{style}}</style>
</head>
<body>
<div id="app"></div>
<script type="application/json" id="frames">{{frames}}</script>
<script type="application/json" id="analysis">{{analysis}}</script>
<script type="application/json" id="remarks">{{remarks}}</script>
<script type="application/json" id="record">{{record}}</script>
<script type="application/json" id="rules">{{rules}}</script>
<script type="module">{{script}}</script>
</body>
</html>
"""
TEXT_PAGE = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{{title}} \u00b7 Roundhouse</title>
</head>
<body>
<h1>{{title}}</h1>
<p>{{end}}</p>
{{rounds}}
</body>
</html>
"""


def ndjson(record: Record) -> Iterator[str]:
    """A line for the setup and the first state, one per entry with its events (after a tick with the state), the
    result, one per account of a seat, and one per remark. A record that ends early, or does not agree with the rules,
    ends with a line that says so."""
    replay = Replay(record.game, record.setup)
    looks = EVERYTHING if record.game.secrets and record.result else 0  # a finished match has no secrets
    yield _line(
        {
            "type": "setup",
            "format": "roundhouse/1",
            "game": record.game.key,
            "rules_version": record.game.version,
            "setup": record.setup,
            "round": replay.round,
            "view": replay.view(looks),
        }
    )
    for number, entry in enumerate(record.entries, 1):
        at = replay.round
        if fault := replay.fault(entry):
            yield _line({"type": "broken", "step": number, "round": at, "sentence": fault})
            return
        line: dict[str, Any] = {"type": "step", "step": number, "round": at, "entry": entry.name}
        if record.timed:
            line["at_ms"] = entry.at_ms
        if entry.kind not in (TICK, CHANGE):
            line["seat"] = entry.seat
        if entry.kind in (ORDER, VOID):
            line["action"] = record.game.action_of(entry.row, replay.state)
        if entry.kind == CHANGE and record.game.change_of is not None:
            line["change"] = record.game.change_of(entry.row, replay.state)
        if entry.kind == LEAVE:
            line["reason"] = record.game.leave_reason(entry.row[0]).name
        replay.enter(entry)
        line["events"] = replay.events()
        if entry.kind == TICK:
            line |= {"digest": record.digests[replay.ticks - 1].hex(), "view": replay.view(looks)}
        yield _line(line)
    if record.result is None:
        yield _line({"type": "missing", "sentence": record.missing})
    else:
        yield _line({"type": "result", **msgspec.to_builtins(record.result), "winner": record.result.winner})
    for seat, account in enumerate(record.accounts, 1):
        if account is not None:
            yield _line({"type": "account", "seat": seat, **msgspec.to_builtins(account)})
    for remark in page_of_remarks(record.remarks).remarks:
        yield _line({"type": "remark", **msgspec.to_builtins(remark)})


def _line(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# Pages


def html(record: Record, facts: Mapping[str, Any] | None = None, analysis: Analysis | None = None) -> str:
    """One file with everything in it: no network, no other files. `facts` are what a server knows about the match and
    its record does not, such as its key. Uses the web client's viewer if this installation has it."""
    script = WEB / "viewer.js"
    if not script.exists():
        return _small_page(record)
    style = WEB / "viewer.css"
    data = {
        "frames": msgspec.json.encode(document(record, facts)).decode(),
        "analysis": msgspec.json.encode(analysis).decode(),
        "remarks": _remarks(record, str((facts or {}).get("key", ""))),
        "record": msgspec.json.encode(plain_record(record)).decode(),
        "rules": msgspec.json.encode(_rules(record)).decode(),
    }
    return PAGE.format(
        title=escape(" \u2013 ".join(seat.name for seat in record.setup.seats)),
        style=_within_style(style.read_text(encoding="utf-8")) if style.exists() else "",
        script=_within_script(script.read_text(encoding="utf-8")),
        **{name: _within_data(text) for name, text in data.items()},
    )


class PackedRules(Struct, frozen=True):
    """The rules with which the page proves its record: WebAssembly, as gzip in base64, and its description."""

    code: str
    description: msgspec.Raw


def _rules(record: Record) -> PackedRules | None:
    """None where this installation has none; the page then says so."""
    module = module_of(record.game, record.game.form_of(record.setup))
    if module is None:
        return None
    packed = b64encode(gzip.compress(module.code, 9, mtime=0)).decode()
    return PackedRules(packed, msgspec.Raw(module.description))


def _remarks(record: Record, key: str = "") -> str:
    return msgspec.json.encode(page_of_remarks(record.remarks, match=key)).decode()


def document(record: Record, facts: Mapping[str, Any] | None = None, seat: int = 0) -> dict[str, Any]:
    """The frames of a match with what its record tells about it, in the form in which a server gives them."""
    shown = frames(record, seat)
    left = {entry.seat: record.game.leave_reason(entry.row[0]).name for entry in record.entries if entry.kind == LEAVE}
    places = {place.seat: place for place in record.result.places} if record.result else {}
    accounts = record.accounts or (None,) * len(record.setup.seats)
    seats = [
        {
            "seat": number,
            "player": {"name": one.name, "kind": one.kind, "guest": False, "builtin": one.builtin},
            "rating": None,
            "change": None,
            "place": places[number].place if places else None,
            "points": places[number].points if places else None,
            "left": left.get(number, ""),
            "choice": one.choice,
            "assist": one.assist,
            "account": accounts[number - 1],
            "name": one.name,
        }
        for number, one in enumerate(record.setup.seats, 1)
    ]
    kinds = {one.kind for one in record.setup.seats}
    match = {
        "key": "",
        "number": 0,
        "game": record.game.key,
        "preset": record.setup.preset,
        "seats": seats,
        "state": "finished" if record.result else "abandoned",
        "rated": False,
        "pool": POOLS[kinds.pop()] if len(kinds) == 1 else "mixed",
        "started_ms": 0,
        "ended_ms": shown[-1].at_ms if record.result else None,
        "round": shown[-1].round,
        "watching": 0,
        "result": record.result,
    }
    return {"match": {**match, **(facts or {})}, "seat": seat, "settings": record.setup.settings, "frames": shown}


def _within_data(text: str) -> str:
    """JSON for a script element, which only "<" can end; names may contain anything."""
    return text.replace("<", "\\u003c")


def _within_script(code: str) -> str:
    """Code for a script element: closing tags only occur in its strings, where they can be escaped."""
    return re.sub(r"</(?=script)", r"<\\/", code, flags=re.IGNORECASE).replace("<!--", "\\x3c!--")


def _within_style(rules: str) -> str:
    return re.sub(r"</(?=style)", r"<\\/", rules, flags=re.IGNORECASE)


# The page of an installation without a web client


def _small_page(record: Record) -> str:
    shown = frames(record)
    first = msgspec.to_builtins(shown[0].view)
    if "planets" not in first:
        return _text_page(record, shown)
    content = {
        "game": record.game.name,
        "preset": record.setup.preset,
        "seed": record.setup.seed,
        "names": [seat.name for seat in record.setup.seats],
        "planets": [{key: planet[key] for key in ("id", "x", "y", "production")} for planet in first["planets"]],
        "lanes": [pair for pair in first.get("hyperlanes", []) if pair[0] < pair[1]],
        "max_rounds": first["max_rounds"],
        "frames": [_frame(first)]
        + [_frame(msgspec.to_builtins(one.view)) | {"events": _shown(one.events)} for one in shown[1:]],
        "result": None if record.result is None else msgspec.to_builtins(record.result),
        "winner": 0 if record.result is None else record.result.winner,
        "missing": record.missing,
    }
    text = _within_data(json.dumps(content, separators=(",", ":")))
    return TEMPLATE.read_text(encoding="utf-8").replace(PLACE, text)


def _text_page(record: Record, shown: Sequence[Frame]) -> str:
    """For games that only the web client can draw: a list of events, round by round."""
    names = " \u2013 ".join(seat.name for seat in record.setup.seats)
    rounds = [
        f"<h2>{frame.round}</h2><pre>{escape(chr(10).join(_line(event) for event in frame.events))}</pre>"
        for frame in shown
    ]
    end = record.missing if record.result is None else record.result.sentence
    return TEXT_PAGE.format(title=escape(names), end=escape(end), rounds="\n".join(rounds))


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
    """The same record, larger: every entry is written out, so that it can be read without the rules."""
    return to_bytes(record, packed=False)


FORMATS: dict[str, Callable[[Record], bytes]] = {
    "ndjson": lambda record: "".join(line + "\n" for line in ndjson(record)).encode(),
    "html": lambda record: html(record).encode(),
    "plain": plain,
}
