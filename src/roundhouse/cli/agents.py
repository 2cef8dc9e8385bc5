"""`roundhouse agents`: how agents did in matches, with forfeits told apart, from the records."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from ..match.record import Record, read
from ..match.seat_account import SeatAccount
from .output import Problem, note, print_json

# How a match can end for a seat, as the columns of the table
ENDS = {
    "won": "won",
    "drawn": "drawn",
    "lost": "lost",
    "forfeit_parse": "parse",
    "forfeit_illegal": "illegal",
    "timeout": "timeout",
    "resigned": "resigned",
    "crashed": "gone",
    "removed": "gone",
}
COLUMNS = tuple(dict.fromkeys(ENDS.values()))


class AgentLine(Struct):
    """One agent in one game at one assist level, over all its matches."""

    agent: str
    game: str
    assist: str
    matches: int = 0
    ends: dict[str, int] = {}
    answers: int = 0
    unreadable: int = 0
    illegal: int = 0
    late: int = 0
    time_ms: int = 0
    tool_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def add(self, account: SeatAccount) -> None:
        self.matches += 1
        end = ENDS.get(account.end, "gone")
        self.ends[end] = self.ends.get(end, 0) + 1
        for name in ("answers", "unreadable", "illegal", "late", "time_ms", "tool_calls"):
            setattr(self, name, getattr(self, name) + getattr(account, name))
        self.input_tokens += account.input_tokens
        self.output_tokens += account.output_tokens


def run(paths: Sequence[Path], json: bool) -> None:
    lines = summed(readable(files_of(paths)))
    if json:
        print_json({"agents": lines})
    elif lines:
        sys.stdout.write("\n".join(table_of(lines)) + "\n")
    else:
        sys.stdout.write("No agent has an account in these records.\n")


def files_of(paths: Sequence[Path]) -> list[Path]:
    """Records, and those in folders. Raises Problem where there is none."""
    found = [one for path in paths for one in (sorted(path.rglob("*.rhr")) if path.is_dir() else [path])]
    if not found:
        raise Problem("no_records", f"There are no records in {', '.join(map(str, paths))}.", field="records")
    return found


def readable(files: Sequence[Path]) -> Iterator[Record]:
    for file in files:
        record = read(file)
        if record.missing or record.damage:
            note(f"{file} is left out: {record.missing or record.damage}")
        else:
            yield record


def summed(records: Iterator[Record]) -> list[AgentLine]:
    """By agent, game and level, in this order."""
    made: dict[tuple[str, str, str], AgentLine] = {}
    for record in records:
        for seat, account in zip(record.setup.seats, record.accounts, strict=False):
            if seat.kind == "agent" and account is not None:
                key = (seat.name, record.game.key, str(seat.assist))
                made.setdefault(key, AgentLine(*key)).add(account)
    return [made[key] for key in sorted(made)]


def table_of(lines: Sequence[AgentLine]) -> Iterator[str]:
    head = ["agent", "game", "assist", "matches", *COLUMNS, "answers", "unreadable", "illegal", "late", "s/answer"]
    rows = [head]
    for line in lines:
        pace = f"{line.time_ms / 1000 / line.answers:.1f}" if line.answers else "-"
        ends = [line.ends.get(end, 0) for end in COLUMNS]
        counts = [line.matches, *ends, line.answers, line.unreadable, line.illegal, line.late]
        rows.append([line.agent, line.game, line.assist or "-", *map(str, counts), pace])
    widths = [max(len(row[n]) for row in rows) for n in range(len(head))]
    for row in rows:
        cells = zip(row, widths, strict=True)
        words = [one.ljust(width) if n < 3 else one.rjust(width) for n, (one, width) in enumerate(cells)]
        yield "  ".join(words)
