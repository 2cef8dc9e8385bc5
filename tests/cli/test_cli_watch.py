"""The board in the terminal."""

import io

from rich.console import Console
from tests.match.recorded import GAME, duel, random_match

from roundhouse.cli.watch import COLOURS, MARKS, Watcher, board_of
from roundhouse.match.match import Step
from roundhouse.match.replay import Replay


def text_of(view: object, names: list[str], width: int = 80, height: int = 24) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    console.print(board_of(view, names, width, height))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_board_shows_owners_by_shape_and_ships_by_number() -> None:
    record = duel()
    replay = Replay(GAME, record.setup)
    for entry in record.entries[:6]:
        replay.enter(entry)

    text = text_of(replay.view(), ["ann", "bob"])

    for shown in ("round 2 of 500", "○50", "●2", "▲2", "←5", "→40", "● ann", "▲ bob"):
        assert shown in text


def test_the_end_is_shown() -> None:
    record = duel()
    replay = Replay(GAME, record.setup)
    for entry in record.entries:
        replay.enter(entry)

    assert "bob won" in text_of(replay.view(), ["ann", "bob"])


def test_every_seat_has_a_shape_and_a_colour_of_its_own() -> None:
    assert len(set(MARKS)) == len(set(COLOURS)) == GAME.seats_max + 1


def test_a_terminal_gets_a_moving_board_at_the_asked_pace() -> None:
    record = random_match(3, players=4).record()
    console = Console(file=io.StringIO(), force_terminal=True, width=90, height=30)
    pauses: list[float] = []

    with Watcher(GAME, record.setup, speed=20, console=console, sleep=pauses.append) as watcher:
        for number, entry in enumerate(record.entries, 1):
            watcher.follow(Step(number, entry, []))

    assert pauses == [1 / 20] * (record.rounds + 1)
    assert isinstance(console.file, io.StringIO)
    assert f"round {record.rounds} of" in console.file.getvalue()


def test_a_small_terminal_is_enough() -> None:
    replay = Replay(GAME, random_match(3, players=4).record().setup)

    lines = text_of(replay.view(), ["a", "b", "c", "d"], width=40, height=10).splitlines()

    assert max(map(len, lines)) <= 40
