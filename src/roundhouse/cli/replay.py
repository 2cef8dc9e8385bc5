"""`roundhouse replay` and `roundhouse verify`."""

import sys
from pathlib import Path
from typing import Any

import msgspec

from ..core.entries import CHANGE, LEAVE, ORDER, TICK, VOID, Entry
from ..core.game import Game
from ..core.registry import part
from ..match import export as exports
from ..match.record import Record, read
from ..match.remarks import Note, Remark, page
from ..match.replay import Replay
from ..match.verification import verify
from .output import BAD_REQUEST, FINE, NOT_PROVEN, Problem, note, print_json
from .terminal_board import board_of_game

BAR = 30  # characters for the chance of seat 1


def prove(path: Path, json: bool) -> int:
    record = read(path)
    proof = verify(record)
    if json:
        print_json({"file": str(path), **msgspec.to_builtins(proof), **about(record)})
    elif proof.ok:
        sys.stdout.write(f"{path} is proven: {proof.sentence} {outcome(record)}\n")
    else:
        sys.stderr.write(f"{path} is not proven: {proof.sentence}\n")
    return FINE if proof.ok else NOT_PROVEN


def about(record: Record) -> dict[str, Any]:
    return {
        "game": record.game.key,
        "seats": [seat.name for seat in record.setup.seats],
        "seed": record.setup.seed,
        "preset": record.setup.preset,
        "result": record.result,
        "missing": record.missing,
    }


def outcome(record: Record) -> str:
    if record.result is None:
        return record.missing
    winner = record.result.winner
    return f"{record.setup.seats[winner - 1].name} won." if winner else "A draw."


def run(
    path: Path,
    *,
    export: str,
    out: Path | None,
    watch: bool,
    speed: float,
    at: int | None,
    analyse: bool,
    json: bool,
    remarks: bool = False,
) -> None:
    if export not in ("", *exports.FORMATS):
        known = " or ".join(exports.FORMATS)
        raise Problem("usage", f"{export!r} is no format; there are {known}.", field="--export", status=BAD_REQUEST)
    if export and (watch or at is not None or analyse):
        raise Problem("usage", "--export writes the whole match; leave out --watch, --round and --analyse.")
    if analyse and (watch or at is not None):
        raise Problem("usage", "--analyse looks at the whole match; leave out --watch and --round.")
    if remarks and (export or watch or analyse):
        raise Problem("usage", "--remarks lists what was said; leave out --export, --watch and --analyse.")
    record = read(path)
    if record.missing:
        note(f"{path}: {record.missing}")
    if remarks:
        show_remarks(record, at, json)
    elif export:
        write_export(record, export, out, json)
    elif analyse:
        show_chances(record, json)
    elif watch:
        watch_it(record, speed, json)
    elif at is not None:
        show_round(record, at, json)
    elif json:
        steps = [msgspec.json.decode(line) for line in exports.ndjson(record)]
        print_json({"file": str(path), **about(record), "lines": steps})
    else:
        for line in text_of(record):
            sys.stdout.write(line + "\n")


def write_export(record: Record, export: str, out: Path | None, json: bool) -> None:
    content = exports.FORMATS[export](record)
    if out is None:
        if json:
            raise Problem("usage", "--export with --json needs --out.")
        sys.stdout.buffer.write(content)
        return
    out.write_bytes(content)
    if json:
        print_json({"export": export, "out": str(out), "bytes": len(content)})
    else:
        sys.stdout.write(f"wrote {out}\n")


def watch_it(record: Record, speed: float, json: bool) -> None:
    from ..match.match import Step
    from .watch import Watcher

    with Watcher(record.game, record.setup, speed=speed, on_stderr=json) as watcher:
        for number, entry in enumerate(record.entries, 1):
            watcher.follow(Step(number, entry, []))
    if json:
        print_json(about(record))


def show_remarks(record: Record, at: int | None, json: bool) -> None:
    """What the players said and drew, and what their turns cost; of one round or of all."""
    found = page([one for one in record.remarks if at in (None, one.round)])
    if json:
        print_json(found)
        return
    names = [seat.name for seat in record.setup.seats]
    lines = [line for remark in found.remarks for line in remark_lines(remark, names)]
    sys.stdout.write("\n".join(lines or ["Nobody remarked anything."]) + "\n")


def remark_lines(remark: Remark, names: list[str]) -> list[str]:
    who = names[remark.seat - 1] if 1 <= remark.seat <= len(names) else f"seat {remark.seat}"
    cost = "" if remark.ms is None else f", {remark.ms} ms"
    return [f"round {remark.round}, {who}{cost}", *(f"    {line}" for line in said(remark))]


def said(remark: Remark) -> list[str]:
    """The words of a remark. Whatever a bot wrote, a terminal only gets text of it."""
    lines = [*remark.log.splitlines(), *map(note_line, remark.notes)]
    return [
        "".join(char if char.isprintable() or char == "\t" else "\N{REPLACEMENT CHARACTER}" for char in line)
        for line in lines
    ]


def note_line(drawn: Note) -> str:
    to = "" if drawn.to is None else f" to {place(drawn.to)}"
    text = f": {drawn.text}" if drawn.text else ""
    return f"({drawn.kind} at {place(drawn.at)}{to}{text})"


def place(spot: Any) -> str:
    return " ".join(f"{number:g}" for number in spot) if isinstance(spot, list) else str(spot)


def show_round(record: Record, at: int, json: bool) -> None:
    replay = Replay(record.game, record.setup)
    first = replay.round
    for entry in record.entries:
        if replay.round >= at or replay.fault(entry):
            break
        replay.enter(entry)
    if replay.round != at:
        raise Problem("no_such_round", f"the record has the rounds {first} to {replay.round}.", field="--round")
    from .watch import looks, picture

    view = replay.view(looks(record.game))
    if json:
        print_json(view)
        return
    picture(record.game, view, [seat.name for seat in record.setup.seats])


def show_chances(record: Record, json: bool) -> None:
    """How the chances to win moved, as a curve of text, and where they moved most."""
    from ..match.analysis import analyse
    from ..match.frames import walk

    made = analyse(record)
    if json:
        print_json({**about(record), "analysis": made})
        return
    names = [seat.name for seat in record.setup.seats]
    rounds = [stop.replay.round for stop in walk(record)]
    lines = [f"Chance to win, by {made.rollouts} matches played on from each of {len(made.frames)} positions"]
    for frame, chances in zip(made.frames, made.chances, strict=True):
        shares = "  ".join(f"{name} {chance:4.0%}" for name, chance in zip(names, chances, strict=True))
        lines.append(f"round {rounds[frame]:>4}  {'#' * round(BAR * chances[0]):{BAR}}|  {shares}")
    for moment in made.moments:
        lines.append(f"Key moment in round {moment.round}: {names[moment.seat - 1]} gained {moment.swing:.0%}.")
    if not made.moments:
        lines.append("There is no key moment: no chance changed much at once.")
    sys.stdout.write("\n".join([*lines, outcome(record)]) + "\n")


def text_of(record: Record) -> Any:
    """A match as text: what every seat did in every round, and what came of it."""
    game, names = record.game, [seat.name for seat in record.setup.seats]
    yield f"{game.name}, preset {record.setup.preset}, seed {record.setup.seed}: {' against '.join(names)}"
    replay = Replay(game, record.setup)
    said: list[str] = []
    for entry in record.entries:
        at = replay.round
        if fault := replay.fault(entry):
            yield f"round {at}: {fault}; the rest cannot be shown"
            return
        replay.enter(entry)
        if entry.kind == TICK:
            yield f"round {at}: " + ("; ".join(said) or "nobody did anything")
            said = []
            for event in replay.events():
                if (line := board_of_game(game).event_line(event, names)) is not None:
                    yield "    " + short(game, line, replay.state)
        else:
            said.append(entry_line(game, entry, names, replay.state))
    yield from said
    yield outcome(record) + (f" {record.result.sentence}" if record.result else "")


def entry_line(game: Game, entry: Entry, names: list[str], state: Any) -> str:
    who = names[entry.seat - 1] if 1 <= entry.seat <= len(names) else f"seat {entry.seat}"
    if entry.kind == LEAVE:
        return f"{who} is out ({game.leave_reason(entry.row[0]).sentence})"
    if entry.kind in (ORDER, VOID):
        action, text = game.action_of(entry.row, state), part(game, "notation")
        words = change_words(action) if text is None else text.write_action(action)
        return f"{who} {short(game, words, state)}" + (" (did nothing)" if entry.kind == VOID else "")
    if entry.kind == CHANGE and game.change_of is not None:
        return f"the organiser changes {change_words(game.change_of(entry.row, state))}"
    return f"{entry.name} {list(entry.row)}"


def short(game: Game, words: str, state: Any) -> str:
    """Ids as short names, in games that have both."""
    text = part(game, "notation")
    return str(text.short(words, state)) if text is not None and hasattr(text, "short") else words


def change_words(change: Any) -> str:
    """A change or an action as it would be sent, in one breath: its type and what it says."""
    told = msgspec.to_builtins(change)
    return " ".join([told.pop("type"), *(f"{value}" for value in told.values())])
