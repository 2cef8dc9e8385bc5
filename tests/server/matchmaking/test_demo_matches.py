"""Matches between built-in bots that are always there to be watched."""

import pytest
from tests.games.rally.server.manual_rally import act, program
from tests.server.matchmaking.manual_matchmaker import ManualMatchmaker, names_of

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
def manual(database):
    with ManualMatchmaker(database, demo_matches=3) as manual:
        manual.advance(1)
        yield manual


def test_as_many_as_wanted_run_with_different_pairs(manual):
    assert by_name(manual.playing) == by_name(PAIRS)
    stored = manual.read(lambda connection: matches.running(connection, line=False))
    assert all(one.rated and one.listed and one.pool == "bots" for one in stored)
    assert len({one.setup.seed for one in stored}) == 3
    assert [playing.clock.pace_ms for playing in manual.arena.matches.running.values()] == [700] * 3


def test_without_the_setting_there_are_none(database):
    with ManualMatchmaker(database) as manual:
        manual.advance(10)
        assert manual.playing == []


def test_one_that_is_over_is_replaced_after_its_end_was_seen(manual):
    over = manual.end("greedy")
    manual.advance(3)
    assert len(manual.playing) == 2
    manual.advance(2)

    assert by_name(manual.playing) == by_name(PAIRS), "the pair that does not play"
    assert over.key not in manual.arena.matches.running


def test_one_that_was_broken_off_is_replaced_too(manual):
    playing = manual.match_of("greedy")
    manual.run(manual.call(playing.break_off, "An organiser closed it."))
    manual.settle()
    assert playing.key not in manual.arena.matches.running
    manual.advance(5)

    assert len(manual.playing) == 3


def test_more_than_there_are_pairs(database):
    with ManualMatchmaker(database, demo_matches=7) as manual:
        manual.advance(1)
        counts = sorted(manual.playing.count(pair) for pair in PAIRS)
        assert counts == [2, 2, 3]


def test_both_seats_are_played(database):
    with ManualMatchmaker(database, demo_matches=1) as manual:
        first = []
        for _ in range(12):
            manual.advance(5)
            (playing,) = manual.arena.matches.running.values()
            first.append(playing.setup.seats[0].name)
            manual.end(first[-1])
        assert len(set(first)) == 3
        assert max(first.count(name) for name in first) < 12


def test_pairs_take_turns(database):
    with ManualMatchmaker(database, demo_matches=1) as manual:
        seen = []
        for _ in range(6):
            manual.advance(5)
            seen.append(manual.playing[0])
            manual.end(min(manual.playing[0]))
        assert by_name(seen) == by_name(PAIRS * 2)


def test_after_a_restart_those_that_go_on_are_counted(database):
    with ManualMatchmaker(database, demo_matches=2) as manual:
        manual.advance(1)
        before = set(manual.arena.matches.running)
        for playing in manual.arena.matches.running.values():
            playing.stop()
    with ManualMatchmaker(database, demo_matches=3) as manual:
        manual.advance(2)
        assert len(manual.arena.matches.running) == 3
        assert before < set(manual.arena.matches.running)


def test_one_that_cannot_begin_is_tried_again(database, monkeypatch):
    with ManualMatchmaker(database, demo_matches=1) as manual:

        async def start(*arguments, **named):
            raise OSError("no room")

        with monkeypatch.context() as patch:
            patch.setattr(manual.arena.matches, "start", start)
            manual.advance(3)
            assert manual.playing == []
        manual.advance(5)
        assert len(manual.playing) == 1


def test_they_move_the_ladder(manual):
    loser = manual.match_of("greedy")
    names = names_of(loser)
    manual.end("greedy")
    ratings = manual.matchmaker.rating_of
    winner = (names - {"greedy"}).pop()

    assert (
        ratings(manual.player("greedy").id, "spacegoo", "") < 1500 < ratings(manual.player(winner).id, "spacegoo", "")
    )


def test_all_games_are_shown_alike(database, monkeypatch):
    monkeypatch.setattr(demo_matches, "GAMES", GAMES)
    with ManualMatchmaker(database, demo_matches=2 * len(GAMES)) as manual:
        manual.advance(3)
        shown = [playing.game.key for playing in manual.arena.matches.running.values()]
        assert sorted(shown) == sorted(2 * list(GAMES))
        rallies = [playing for playing in manual.arena.matches.running.values() if playing.game.key == "rally"]
        for playing in rallies:
            names = [seat.name for seat in playing.setup.seats]
            assert sorted(names) == ["hard", "hard 2", "normal", "normal 2"]
            assert len({seat.choice for seat in playing.setup.seats}) == 4
            assert (playing.clock.key, playing.terms.rated) == ("own", False)
        assert rallies[0].setup.seed != rallies[1].setup.seed


def test_a_round_of_rally_is_there_long_enough_to_be_watched(database, monkeypatch):
    monkeypatch.setattr(demo_matches, "GAMES", {"rally": GAMES["rally"]})
    with ManualMatchmaker(database, demo_matches=1) as manual:
        manual.advance(1)
        (playing,) = manual.arena.matches.running.values()
        for seat in range(1, 5):
            playing.act(seat, act(program(playing.match, seat)), lambda answer: None)
        manual.advance(8)
        assert playing.round == 1, "all have confirmed"
        manual.advance(3)
        assert playing.round == 2
