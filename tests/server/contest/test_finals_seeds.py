"""The seeds of finals: the record of one match tells nothing that is hidden in another."""

import pytest

from roundhouse.competition.contest.config import read
from roundhouse.competition.contest.finals import due, format_of
from roundhouse.games import GAMES
from roundhouse.server.contest.finals_runner import FinalsStage, seed_for
from roundhouse.store.contest.finals import VOID, EndedFinal, Try

SECRET = b"secret"
FIRST = due(format_of(read('title = "Day"\ngame = "rally"')), 2, [], ())[0].number


def seeds(game, tries=()):
    """Of the first two matches of a meeting, with their setups."""
    event = read(f'title = "Day"\ngame = "{game}"\n[finals]\nformat = "single-elimination"\nbest_of = 2')
    format = format_of(event)
    stage = FinalsStage(event, 1, format, [11, 12], list(tries))
    return [setup(game, seed_for(SECRET, stage, one, lambda seed: setup(game, seed))) for one in due(format, 2, [], ())]


def setup(game, seed):
    return GAMES[game].setup(["a", "b"], seed=seed)


@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if 2 in game.seat_counts])
def test_matches_of_a_meeting_share_a_seed_only_where_nothing_is_hidden(game):
    first, second = seeds(game)
    assert (first.seed == second.seed) is not GAMES[game].secrets
    assert GAMES[game].paired(first, second)
    assert [one.seed for one in seeds(game)] == [first.seed, second.seed], "a restart changes nothing"


@pytest.mark.parametrize(("game", "same"), [("spacegoo", True), ("rally", False)])
def test_what_is_played_again_has_another_seed_where_something_is_hidden(game, same):
    first, second = seeds(game)
    broken = Try(1, 1, FIRST, 1, 7, VOID, EndedFinal(), "played again", 0, "key", "abandoned")
    again, other = seeds(game, [broken])
    assert (again.seed == first.seed) is same
    assert other.seed == second.seed
    assert GAMES[game].paired(again, other)
