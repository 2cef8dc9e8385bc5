"""Orders as rows of numbers: the same as the messages they stand for, in the numbers of a belief."""

from random import Random

import pytest
from msgspec import Raw
from tests.contract.random_play import legal_row, setups

from roundhouse.core.schema import canonical, clone
from roundhouse.games import GAMES
from roundhouse.match.match import Match
from roundhouse.protocol.actions import enter_all
from roundhouse.protocol.messages import decode_from_client, encode

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def numbers(row):
    """An `act` of a row, as it is decoded."""
    return decode_from_client(encode({"type": "act", "row": list(row)})).actions


def twins(game, setup):
    """A match and one that is in the same state."""
    match = Match(game, setup)
    return match, Match(game, setup, state=clone(match.state))


@every_game
def test_a_row_does_what_its_message_does(game):
    rng = Random(4)
    for setup in setups(game, 4):
        one, other = twins(game, setup)
        for _ in range(6):
            for seat in one.waited_for():
                view = one.view(seat)
                belief = game.state_from_view(view, setup)
                row = legal_row(game, belief, seat, rng)
                believed = game.believed_action
                action = believed(row, view, setup) if believed else game.action_of(row, one.state)
                assert enter_all(one, seat, numbers(row), 0) == enter_all(other, seat, [Raw(encode(action))], 0)
            if one.result is None:
                one.tick(), other.tick()
            assert canonical(one.state) == canonical(other.state)


@every_game
@pytest.mark.parametrize("wrong", ["short", "long", "huge", "unknown"])
def test_a_row_that_is_no_action_is_refused_with_its_field(game, wrong):
    match = Match(game, next(setups(game, 1)))
    seat = match.waited_for()[0]
    row = {
        "short": [0] * (game.width - 1),
        "long": [0] * (game.width + 1),
        "huge": [99] + [2**62] * (game.width - 1),
        "unknown": [-7] * game.width,
    }[wrong]
    before = canonical(match.state) if game.unreadable is None else b""
    (verdict,) = enter_all(match, seat, numbers(row), 0)
    assert verdict.field == "row"
    assert verdict.sentence
    assert verdict.verdict == ("refused" if game.unreadable is None else game.refusal(game.unreadable[0]).verdict)
    if before:
        assert verdict.code == "bad_action"
        assert canonical(match.state) == before


def test_a_row_of_the_dungeon_can_only_name_what_the_seat_knows():
    """With the match's own numbers a seat could name planets and robots that it has never heard of, and be told ids."""
    game = GAMES["dungeon"]
    match = Match(game, next(setups(game, 1, seed=1)))  # four players with six robots each
    known = {planet.id for planet in match.view(1).planets}
    unknown = [n for n in range(match.state.side**2) if not match.state.planets[n].known[1]]
    numbered = len(match.view(1).you.robots) + len(match.view(1).sightings)
    assert unknown
    assert match.state.serials > numbered
    for row in ([1, 1, unknown[0], -1, -1], [2, 1, numbered + 1, -1, -1], [1, numbered + 1, 0, -1, -1]):
        (verdict,) = enter_all(match, 1, numbers(row), 0)
        assert (verdict.code, verdict.field) == ("bad_action", "row")
    assert {planet.id for planet in match.view(1).planets} == known
    assert all(robot.command is None for robot in match.view(1).you.robots)
