"""Join codes: short enough to type, too many to guess, and a sheet of them to cut out."""

import html
from collections.abc import Callable, Sequence

from msgspec import Struct

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no 0, 1, I, O, which are easily confused
LENGTH = 8
GROUP = 4


class Slip(Struct, frozen=True):
    """A code on the sheet; `team` is the team it is for, or ""; `used`: somebody has joined with it."""

    code: str
    team: str = ""
    used: bool = False


def new(draw: Callable[[int], int]) -> str:
    """A code; `draw(n)` gives an unpredictable number below n."""
    return "".join(ALPHABET[draw(len(ALPHABET))] for _ in range(LENGTH))


def read(typed: str) -> str:
    """The stored form of what somebody typed; empty if it cannot be a code. Case, spaces and dashes do not matter."""
    plain = "".join(letter for letter in typed.upper() if letter not in " -\u2010\u2011\u2013\u2014\t")
    return plain if len(plain) == LENGTH and all(letter in ALPHABET for letter in plain) else ""


def shown(code: str) -> str:
    """With a dash in the middle."""
    return "-".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))


def text_sheet(title: str, address: str, slips: Sequence[Slip]) -> str:
    """One slip after the other, with a line to cut along."""
    cut = "-" * 46
    lines = [cut]
    for slip in slips:
        lines += [title, f"{address}/event/join", f"Code: {shown(slip.code)}"]
        lines += [f"Team: {slip.team}"] if slip.team else []
        lines += ["(in use)"] if slip.used else []
        lines.append(cut)
    return "\n".join(lines) + "\n"


STYLE = """
@page { margin: 10mm }
body { font: 15px/1.4 "Instrument Sans", system-ui, sans-serif; margin: 0; color: #111; background: #fff }
main { display: grid; grid-template-columns: repeat(2, 1fr) }
section { border: 1px dashed #999; padding: 7mm 8mm; break-inside: avoid; min-height: 34mm }
h2 { font-size: 16px; margin: 0 0 2mm }
p { margin: 0 }
b { font: 700 27px/1.5 ui-monospace, "Geist Mono", monospace; letter-spacing: .06em }
small { color: #555 }
.used { opacity: .45 }
"""


def html_sheet(title: str, address: str, slips: Sequence[Slip]) -> str:
    """A page to print: two columns of slips with dashed borders, without other files."""
    said = html.escape
    sections = [
        f"<section{' class=used' if slip.used else ''}><h2>{said(title)}</h2>"
        f"<p>{said(address)}/event/join</p><p><b>{shown(slip.code)}</b></p>"
        f"<p>{said(slip.team)}{' ' if slip.team and slip.used else ''}{'<small>(in use)</small>' if slip.used else ''}"
        "</p></section>"
        for slip in slips
    ]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{said(title)}: codes</title>\n'
        f"<style>{STYLE}</style></head><body><main>\n" + "\n".join(sections) + "\n</main></body></html>\n"
    )
