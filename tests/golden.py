"""Golden matches: whole matches as readable text. `python -m tests.golden` writes them anew, and the diff says what
changed in the game. It also writes the entry points of every game from the core's template.

A game's matches are told by `tests/games/<key>/golden_matches.py`, as `MATCHES`: name -> (sentence, setup, play), where
`play(scribe)` gives commands with `scribe.act` and `scribe.tick`. The texts stand in the folder `golden` next to it.
"""

import importlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from roundhouse.core.digest import Chain
from roundhouse.core.entries import LEAVE
from roundhouse.core.game import Game, Setup, Verdict
from roundhouse.games import GAMES
from roundhouse.match.match import Match, Step

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "roundhouse"
BOARD_EVERY = 10  # rounds between two boards


class Scribe(Match):
    """A match that writes down what happens."""

    def __init__(self, game: Game, setup: Setup, sentence: str) -> None:
        super().__init__(game, setup)
        self.text: Any = importlib.import_module(f"{game.package}.notation")
        self.lines = [f"{game.key}: {sentence}", f"seed {setup.seed}, preset {setup.preset}{_changed(game, setup)}"]
        self.lines += self._board()
        self._chain = Chain(msgspec.json.encode(setup))
        self._note = ""
        self.listen(self._write)

    def act(self, seat: int, row: Sequence[int], now_ms: int = 0) -> Verdict:
        code = self.game.rules.check(self.state, seat, row)
        asked = self._short(self.text.write_action(self.game.action_of(row, self.state)))
        self._note = asked if code == 0 else f"{asked}   [{self.game.refusal(code).name}]"
        verdict = super().act(seat, row, now_ms)
        if verdict.verdict == "refused":
            self.lines.append(f"  -  refused {seat} {self._note}")
        return verdict

    def change(self, row: Sequence[int], now_ms: int = 0) -> Verdict:
        assert self.game.change_of is not None
        code = self.game.rules.check_change(self.state, row)
        self._note = self._short(_event(self.game.change_of(row, self.state)))
        if code != 0:
            self.lines.append(f"  -  refused change {self._note}   [{self.game.refusal(code).name}]")
        return super().change(row, now_ms)

    def tick(self, now_ms: int = 0) -> None:
        self._note = ""
        super().tick(now_ms)
        if self.ticks % BOARD_EVERY == 0 and self.result is None:
            self.lines += self._board()

    def told(self) -> str:
        """The whole match so far, with the result and the end of its digest chain."""
        end = [*self._board()]
        if self.result is not None:
            places = " ".join(f"{p.seat}:{p.place}({p.points})" for p in self.result.places)
            end.append(f"result: {self.result.reason}, place and points by seat {places}")
        return "\n".join([*self.lines, *end, f"digest {self._chain.link.hex()}", ""])

    def _write(self, step: Step) -> None:
        entry = step.entry
        self._chain.add(entry, self.state)
        what = [f"{step.number:>3}  {entry.name}"]
        if entry.seat:
            what.append(str(entry.seat))
        if entry.kind == LEAVE:
            what.append(self.game.leave_reason(entry.row[0]).name)
        if self._note:
            what.append(self._note)
        self.lines.append(" ".join(what))
        if step.events:
            self.lines += self._short("\n".join(f"       {_event(event)}" for event in step.events)).splitlines()

    def _short(self, line: str) -> str:
        """Ids as short names, in games that have both."""
        return self.text.short(line, self.state) if hasattr(self.text, "short") else line

    def _board(self) -> Iterator[str]:
        yield ""
        yield from (f"     | {line}" for line in self.text.write(self.state).splitlines())
        yield ""


Play = Callable[[Any], None]


def random_orders(game: Game, seed: int, rounds: int | None = None) -> Play:
    """Everybody gives random legal orders to the end, or for so many rounds."""

    def play(match: Any) -> None:
        row = [0] * game.width
        asked = 0
        while match.result is None and (rounds is None or match.ticks < rounds):
            for seat in match.waited_for():
                game.rules.sample(match.state, seat, seed, asked, row)
                match.act(seat, row)
                asked += 1
            if not match.waited_for():
                match.tick()

    return play


def script(orders: Sequence[str], left: int, otherwise: Callable[[Any, str, str], None]) -> Play:
    """`tick` is a tick, `1 leaves` a seat that leaves for this reason; what else an order says, `otherwise` does with
    its first word and the rest."""

    def play(match: Any) -> None:
        for order in orders:
            word, _, rest = order.partition(" ")
            if order == "tick":
                match.tick()
            elif rest == "leaves":
                match.leave(int(word), left)
            else:
                otherwise(match, word, rest)

    return play


def _changed(game: Game, setup: Setup) -> str:
    """The settings that are not the preset's, without a map, which the board shows, and what the seats chose."""
    players = {"players": len(setup.seats)} if "players" in setup.settings else {}
    seats = setup.seats if game.seats_of is None else ()  # elsewhere settings decide how many there are
    usual = game.setup(seats, preset=setup.preset, settings=players).settings
    changed = {key: value for key, value in setup.settings.items() if value != usual[key] and key != "map"}
    for key in ("board", "scenario"):
        if "\n" in str(changed.get(key)) or isinstance(changed.get(key), dict):
            del changed[key]
    if len(setup.seats) != game.seat_counts[0]:
        changed["players"] = len(setup.seats)
    if any(seat.choice for seat in setup.seats):
        changed["seats"] = [seat.choice for seat in setup.seats]
    return "".join(f", {key} {json.dumps(value)}" for key, value in sorted(changed.items()))


def _event(event: Any) -> str:
    fields = msgspec.to_builtins(event)
    kind = fields.pop("type")
    return " ".join([kind, *(f"{key}={_short(value)}" for key, value in fields.items())])


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return "(" + " ".join(f"{key}={_short(item)}" for key, item in value.items()) + ")"
    return ",".join(map(_short, value)) if isinstance(value, list | tuple) else str(value)


def folder(key: str) -> Path:
    return ROOT / "tests" / "games" / key / "golden"


def tell(key: str) -> dict[str, str]:
    """The texts of all golden matches of a game, by name."""
    matches = importlib.import_module(f"tests.games.{key}.golden_matches").MATCHES
    texts = {}
    for name, (sentence, setup, play) in matches.items():
        scribe = Scribe(GAMES[key], setup, sentence)
        play(scribe)
        texts[name] = scribe.told()
    return texts


def main() -> int:
    for key in GAMES:
        texts = tell(key)
        folder(key).mkdir(exist_ok=True)
        for old in folder(key).glob("*.txt"):
            if old.stem not in texts:
                old.unlink()
                _say(f"removed {old.relative_to(ROOT)}")
        for name, text in texts.items():
            _put(folder(key) / f"{name}.txt", text)
    return 0


def _put(path: Path, text: str) -> None:
    """Write a file if that changes it, and say so."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
        _say(f"wrote {path.relative_to(ROOT)}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
