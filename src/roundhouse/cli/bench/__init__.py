"""`roundhouse bench`: speed, nearly all of it as ratios taken inside one run, because machines are shared and noisy."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .measure import RefusedError, Row, Skipped, why

# Row ids with the function that measures them; several rows can come from one measurement.
Measurement = Callable[["BenchOptions"], list[Row]]


class BenchOptions:
    """What a run may be given: the rows to measure, each alone or several with commas, and the original engine by
    path."""

    def __init__(self, *, quick: bool = False, original: Path | None = None, only: tuple[str, ...] = ()) -> None:
        self.quick = quick
        self.original = original
        self.only = tuple(name.strip() for names in only for name in names.split(",") if name.strip())


def measurements() -> dict[str, Measurement]:
    from . import libraries, live, original, rules, tcp

    return {
        "P1 P3": rules.against_interpreted_and_c,
        "P5": rules.rally_against_interpreted,
        "P6": rules.dungeon_against_interpreted,
        "P7": rules.quest_against_interpreted,
        "P7a P7b P7c": rules.quest_by_size,
        "P8": rules.boidvoid_against_interpreted,
        "P9": rules.threads,
        "P12": rules.order_of_rounds,
        "P13": rules.snapshot,
        "P14 U1": libraries.first_call,
        "P15": rules.same_bytes,
        "U2": libraries.one_call,
        "B1": libraries.build_time,
        "W1": libraries.in_webassembly,
        "T1": tcp.without_store,
        "T2": tcp.with_store,
        "F1": live.fan_out,
        "M1": live.many_matches,
        "P2 P4": original.original_engine,
    }


def run(*, as_json: bool = False, options: BenchOptions | None = None) -> int:
    """Measure everything and print it. Returns 1 if a ratio misses its requirement or could not be taken, else 0."""
    options = options or BenchOptions()
    progress = Console(stderr=True)
    rows: list[Row] = []
    all_of_them = measurements()
    known = [name for ids in all_of_them for name in ids.split()]
    if unknown := [name for name in options.only if name not in known]:
        raise RefusedError(f"There is no row {unknown[0]}; there are {', '.join(known)}.")
    for ids, measure in all_of_them.items():
        if options.only and not set(options.only) & set(ids.split()):
            continue
        with progress.status(f"measuring {ids} ..."):
            try:
                new = measure(options)
            except Skipped as reason:
                new = [Row(name, skipped=str(reason)) for name in ids.split()]
            except Exception as error:  # the other rows are measured all the same
                new = [Row(name, failed=why(error)) for name in ids.split()]
        rows += new
        for row in new:
            progress.print(row.line(), highlight=False, markup=False)
    if as_json:
        sys.stdout.write(json.dumps({row.id: row.as_dict() for row in rows}, indent=2) + "\n")
    else:
        Console().print(table_of(rows))
    return 1 if any(row.ok is False for row in rows) else 0


def run_peers(
    python: str, *, docs: Path | None = None, as_json: bool = False, options: BenchOptions | None = None
) -> int:
    """Measure our environments beside those of others. Returns 1 if a ratio misses its requirement or
    Spacegoo, which all are compared with, could not be measured, else 0."""
    from . import peers, report

    options = options or BenchOptions()
    if docs is not None:
        report.checked(docs)
    findings = peers.measured(python, quick=options.quick, only=options.only)
    own = findings.lines["spacegoo"]
    if docs is not None and own.missing:
        Console(stderr=True).print(f"{docs / report.PAGE} stays as it is: Spacegoo was not measured.", markup=False)
    elif docs is not None:
        report.written(findings, docs)
    if as_json:
        sys.stdout.write(json.dumps(report.as_dict(findings), indent=2) + "\n")
    else:
        for table in report.terminal(findings):
            Console().print(table)
    return 1 if findings.missed or own.missing else 0


def table_of(rows: list[Row]) -> Table:
    table = Table(title="Roundhouse benchmark (ratios inside one run)")
    for name, side in (("id", "left"), ("what", "left"), ("ratio", "right"), ("required", "right"), ("", "left")):
        table.add_column(name, justify=side, overflow="fold")  # type: ignore[arg-type]
    for row in rows:
        cells = (row.id, row.what or "-", row.ratio_text(), row.required_text(), row.mark())
        table.add_row(*map(escape, cells))
    return table
