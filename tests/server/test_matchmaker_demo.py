"""Matches between built-in bots that are always there to be watched."""

import pytest
from rallies import act, program
from tests.server.matchroom import MatchRoom, names_of

from roundhouse.games import GAMES
from roundhouse.server.matchmaking import demo_matches
from roundhouse.store import matches

PAIRS = [{"greedy", "master"}, {"greedy", "random"}, {"master", "random"}]


def by_name(pairs):
    return sorted(pairs, key=sorted)


@pytest.fixture(autouse=True)
def one_game(monkeypatch):
    """The pairs of one game, unless a test says otherwise."""
    monkeypatch.setattr(demo_matches, "GAMES", {"spacegoo": GAMES["spacegoo"]})


@pytest.fixture
def room(database):
    with MatchRoom(database, demo_matches=3) as room:
        room.advance(1)
        yield room


def test_as_many_as_wanted_run_with_different_pairs(room):
    assert by_name(room.playing) == by_name(PAIRS)
    stored = room.read(lambda connection: matches.running(connection, line=False))
    assert all(one.rated and one.listed and one.pool == "bots" for one in stored)
    assert len({one.setup.seed for one in stored}) == 3
    assert [playing.clock.pace_ms for playing in room.arena.playing.values()] == [700] * 3


def test_without_the_setting_there_are_none(database):
    with MatchRoom(database) as room:
        room.advance(10)
        assert room.playing == []


def test_one_that_is_over_is_replaced_after_its_end_was_seen(room):
    over = room.end("greedy")
    room.advance(3)
    assert len(room.playing) == 2
    room.advance(2)

    assert by_name(room.playing) == by_name(PAIRS), "the pair that does not play"
    assert over.key not in room.arena.playing


def test_one_that_was_broken_off_is_replaced_too(room):
    playing = room.match_of("greedy")
    room.run(room.call(playing.break_off, "An organiser closed it."))
    room.settle()
    assert playing.key not in room.arena.playing
    room.advance(5)

    assert len(room.playing) == 3


def test_more_than_there_are_pairs(database):
    with MatchRoom(database, demo_matches=7) as room:
        room.advance(1)
        counts = sorted(room.playing.count(pair) for pair in PAIRS)
        assert counts == [2, 2, 3]


def test_both_seats_are_played(database):
    with MatchRoom(database, demo_matches=1) as room:
        first = []
        for _ in range(12):
            room.advance(5)
            (playing,) = room.arena.playing.values()
            first.append(playing.setup.seats[0].name)
            room.end(first[-1])
        assert len(set(first)) == 3
        assert max(first.count(name) for name in first) < 12


def test_pairs_take_turns(database):
    with MatchRoom(database, demo_matches=1) as room:
        seen = []
        for _ in range(6):
            room.advance(5)
            seen.append(room.playing[0])
            room.end(min(room.playing[0]))
        assert by_name(seen) == by_name(PAIRS * 2)


def test_after_a_restart_those_that_go_on_are_counted(database):
    with MatchRoom(database, demo_matches=2) as room:
        room.advance(1)
        before = set(room.arena.playing)
        for playing in room.arena.playing.values():
            playing.stop()
    with MatchRoom(database, demo_matches=3) as room:
        room.advance(2)
        assert len(room.arena.playing) == 3
        assert before < set(room.arena.playing)


def test_one_that_cannot_begin_is_tried_again(database, monkeypatch):
    with MatchRoom(database, demo_matches=1) as room:

        async def start(*arguments, **named):
            raise OSError("no room")

        with monkeypatch.context() as patch:
            patch.setattr(room.arena, "start", start)
            room.advance(3)
            assert room.playing == []
        room.advance(5)
        assert len(room.playing) == 1


def test_they_move_the_ladder(room):
    loser = room.match_of("greedy")
    names = names_of(loser)
    room.end("greedy")
    ratings = room.matchmaker.rating_of
    winner = (names - {"greedy"}).pop()

    assert ratings(room.player("greedy").id, "spacegoo", "") < 1500 < ratings(room.player(winner).id, "spacegoo", "")


def test_all_games_are_shown_alike(database, monkeypatch):
    monkeypatch.setattr(demo_matches, "GAMES", GAMES)
    with MatchRoom(database, demo_matches=2 * len(GAMES)) as room:
        room.advance(3)
        shown = [playing.game.key for playing in room.arena.playing.values()]
        assert sorted(shown) == sorted(2 * list(GAMES))
        rallies = [playing for playing in room.arena.playing.values() if playing.game.key == "rally"]
        for playing in rallies:
            names = [seat.name for seat in playing.setup.seats]
            assert sorted(names) == ["hard", "hard 2", "normal", "normal 2"]
            assert len({seat.choice for seat in playing.setup.seats}) == 4
            assert (playing.clock.key, playing.terms.rated) == ("own", False)
        assert rallies[0].setup.seed != rallies[1].setup.seed


def test_a_round_of_rally_is_there_long_enough_to_be_watched(database, monkeypatch):
    monkeypatch.setattr(demo_matches, "GAMES", {"rally": GAMES["rally"]})
    with MatchRoom(database, demo_matches=1) as room:
        room.advance(1)
        (playing,) = room.arena.playing.values()
        for seat in range(1, 5):
            playing.act(seat, act(program(playing.match, seat)), lambda answer: None)
        room.advance(8)
        assert playing.round == 1, "all have confirmed"
        room.advance(3)
        assert playing.round == 2
