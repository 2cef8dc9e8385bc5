"""Series: every seed with every order of seats, sums by bot, the same in one process or several."""

from pathlib import Path

import pytest

from roundhouse.core.game import Place, Result
from roundhouse.games import GAMES
from roundhouse.sdk.local_match import Left, Outcome
from roundhouse.sdk.series import Played, SeriesError, elo_difference, pairings, play_pairing, run, total

GAME = GAMES["spacegoo"]
SENDER = '''
from random import Random
from roundhouse.sdk import Bot

class Sender(Bot):
    """Sends a random fleet every round."""
    def __init__(self, seed=None):
        self.draw = Random(seed)
    def act(self, turn):
        view = turn.view
        print("a bot may print")
        own = [p for p in view.planets if p.owner_id == view.player_id and sum(p.ships)]
        if not own:
            return {"type": "nop"}
        home = self.draw.choice(own)
        lanes = [b for a, b in view.hyperlanes if a == home.id]
        ships = [self.draw.randint(0, n) for n in home.ships]
        return {"type": "send", "source": home.id, "target": self.draw.choice(lanes), "ships": ships}
'''
SETTINGS = {"max_rounds": 60}


@pytest.fixture
def sender(tmp_path: Path) -> str:
    path = tmp_path / "sender.py"
    path.write_text(SENDER)
    return str(path)


def test_seats_rotate_over_mirrored_seeds() -> None:
    two = pairings("spacegoo", ["a", "b"], 5, seed=10)
    assert [(one.seed, one.bots) for one in two] == [
        (10, ("a", "b")), (10, ("b", "a")), (11, ("a", "b")), (11, ("b", "a")), (12, ("a", "b")),
    ]  # fmt: skip
    four = pairings("spacegoo", ["a", "b", "c", "d"], 8, seed=0)
    assert [one.seed for one in four] == [0] * 4 + [1] * 4
    assert [one.bots[0] for one in four[:4]] == ["a", "b", "c", "d"]


def outcome(seed: int, places: list[tuple[int, int]], *left: Left) -> Outcome:
    setup = GAME.setup(seed=seed, settings={"players": len(places)})
    listed = tuple(Place(seat, *place) for seat, place in enumerate(places, 1))
    return Outcome(setup, Result("won", "", listed), 10, 30, left)


def test_sums_are_by_bot_and_not_by_seat() -> None:
    won, lost, level = (1, 2), (2, 0), (1, 1)
    played = [
        Played(0, (0, 1), outcome(1, [won, lost])),
        Played(1, (1, 0), outcome(1, [lost, won], Left(1, False, "off_lane", "", 3))),
        Played(2, (0, 1), outcome(2, [level, level])),
        Played(3, (1, 0), outcome(2, [won, lost], Left(2, True, "connection_lost", "", 3))),
    ]

    series = total(["x", "x"], played)

    assert (series.games, series.bots, series.wins, series.draws, series.losses) == (4, ["x", "x 2"], [2, 1], 1, [1, 2])
    assert series.score == [0.625, 0.375]
    assert (series.forfeits, series.crashes) == ([0, 1], [1, 0])
    assert series.seeds == [1, 2]
    assert series.elo_difference == 88.7


def test_among_four_the_score_follows_the_places() -> None:
    series = total(list("abcd"), [Played(0, (1, 2, 3, 0), outcome(1, [(1, 6), (2, 4), (3, 1), (3, 1)]))])

    assert series.wins == [0, 1, 0, 0]
    assert series.score == [0.1667, 1.0, 0.6667, 0.1667]
    assert series.elo_difference is None


def test_who_takes_every_point_has_no_rating_difference() -> None:
    assert elo_difference(1.0) is None
    assert elo_difference(0.0) is None
    assert elo_difference(0.5) == 0


def test_what_a_bot_prints_does_not_reach_standard_output(sender: str, capsys: pytest.CaptureFixture[str]) -> None:
    play_pairing(pairings("spacegoo", [sender, sender], 1, seed=1, settings=SETTINGS)[0])

    assert capsys.readouterr().out == ""


@pytest.mark.slow
def test_several_processes_give_the_same_as_one(sender: str, tmp_path: Path) -> None:
    folders = {jobs: tmp_path / str(jobs) for jobs in (1, 2)}
    results = {}
    for jobs, folder in folders.items():
        folder.mkdir()
        wanted = pairings("spacegoo", [sender, sender], 4, seed=3, settings=SETTINGS, out=folder)
        results[jobs] = run(wanted, jobs=jobs)

    assert results[1] == results[2]
    names = ["001.rhr", "002.rhr", "003.rhr", "004.rhr"]
    for folder in folders.values():
        assert sorted(path.name for path in folder.iterdir()) == names
    for name in names:
        assert (folders[1] / name).read_bytes() == (folders[2] / name).read_bytes()


@pytest.mark.slow
def test_a_bot_that_ends_its_process_loses_its_games_and_the_series_goes_on(sender: str, tmp_path: Path) -> None:
    path = tmp_path / "killer.py"
    path.write_text(SENDER.replace('print("a bot may print")', "__import__('os')._exit(3)"))

    played = run(pairings("spacegoo", [sender, str(path)], 2, seed=3, settings=SETTINGS), jobs=2)

    summed = total(["sender", "killer"], played)
    assert (summed.wins, summed.crashes) == ([2, 0], [0, 2])
    assert summed.failures[1][0].sentence == "its process ended with status 3"


UNDOER = SENDER.replace(
    'print("a bot may print")',
    "import os; os.kill(int(open(f'/proc/{os.getppid()}/stat').read().rpartition(')')[2].split()[1]), 9)",
)


@pytest.mark.slow
def test_a_process_that_is_ended_ends_the_series_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "undoer.py"
    path.write_text(UNDOER)  # not its own process, but the one that plays the match

    with pytest.raises(SeriesError, match="ended in the middle of a match"):
        run(pairings("spacegoo", [str(path)] * 2, 2, seed=3, settings=SETTINGS), jobs=2)
