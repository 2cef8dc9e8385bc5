"""The board in the terminal."""

import io

import msgspec
from rich.console import Console
from tests.match.recorded_matches import GAME, duel, random_match

from roundhouse.cli.terminal_board import COLOURS, MARKS, SHAPES, colour_of, mark_of
from roundhouse.cli.watch import Watcher
from roundhouse.core.registry import part
from roundhouse.games import GAMES
from roundhouse.games.rally import events, terminal
from roundhouse.games.rally import notation as rally_text
from roundhouse.games.rally.view import view as rally_view
from roundhouse.games.spacegoo.terminal import board_of
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
    assert len(set(MARKS)) == len(set(COLOURS)) == SHAPES + 1
    assert len({mark_of(seat) for seat in range(1, SHAPES + 1)}) == SHAPES
    assert len({(mark_of(seat), colour_of(seat)) for seat in range(1, SHAPES**2 + 1)}) == SHAPES**2
    assert all(mark_of(seat) and colour_of(seat) for game in GAMES.values() for seat in range(1, game.seats_max + 1))


def test_every_game_has_a_board() -> None:
    assert all(part(game, "terminal") for game in GAMES.values())


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


# Rally

FLOOR = """
+  +  +--+
 .. ~~ c1|
+  +  +  +
}.. () ..
+  +  +  +
1 james 0,0 E damage 4 lives 2
2 lazy - W dead 1
3 peach 1,0 N ticked 1@1 down
"""


def rally_board(text: str, seats: int) -> tuple[object, list[str]]:
    names = ["ann", "bob", "carl"][:seats]
    return rally_view(rally_text.read(text), 0, names), names


def test_rallys_floor_shows_robots_by_shape_and_facing() -> None:
    view, names = rally_board(FLOOR, 3)
    console = Console(file=io.StringIO(), width=90, force_terminal=False)
    console.print(terminal.board_of(view, names, 90, 30))
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert " ●> ■^ c1|" in text
    assert "}.. () .." in text
    rows = {line.split()[1]: line.split()[2:] for line in text.splitlines() if line[:1] in "●▲■" and line[1:2] == " "}
    assert rows["ann"] == ["james", "0", "of", "1", "4", "2"]
    assert rows["bob"][-1] == "dead"
    assert rows["carl"][-2:] == ["powered", "down"]
    line = terminal.line_of(view, names)
    assert "● ann 0 of 1 checkpoints, at 0,0E, damage 4, lives 2" in line
    assert "▲ bob 0 of 1 checkpoints, dead" in line
    assert line.endswith("powered down")


def test_rallys_end_is_shown() -> None:
    view, names = rally_board("+  +  +\n c1 ..\n+  +  +\n1 tanky 0,0 E\n2 tanky 1,0 W", 2)
    over = msgspec.structs.replace(view, phase="over", winner=2)
    console = Console(file=io.StringIO(), width=90, force_terminal=False)
    console.print(terminal.board_of(over, names, 90, 30))
    assert isinstance(console.file, io.StringIO)
    assert "bob won" in console.file.getvalue()


def test_rallys_events_in_words_leave_out_what_is_said_already() -> None:
    when = {"round": 1, "step": 2, "phase": 7, "n": 1}
    names = ["ann", "bob"]

    def line(event: object) -> str | None:
        return terminal.event_line(event, names)

    assert line(events.PhaseStarted(**when)) is None
    assert line(events.Revealed(commands={"1": "2@670", "2": None}, **when)) == "step 2: ann 2@670, bob -"
    beam = {"origin": (1, 0), "to": (2, 0), "direction": "E", "reflected": False}
    assert line(events.Beam(**beam, source=1, hits=[], **when)) is None
    assert line(events.Beam(**beam, source=0, hits=[1, 2], **when)) == "  a field laser hits ann and bob"
    mirrored = events.Beam(**beam | {"reflected": True}, source=2, hits=[1], **when)
    assert line(mirrored) == "  bob hits ann in the mirror"
    died = events.Died(seat=2, cell=(1, 1), cause="hole", by=[1], **when)
    assert line(died) == "  died: seat bob, cell (1, 1), cause hole, by ann"
