"""Boards and actions as text: what is written can be read, and what cannot be read says why."""

from random import Random

import pytest
from tests.games.spacegoo.text_matches import DUEL, BoardMatch, random_row

from roundhouse.core.schema import canonical
from roundhouse.core.settings import SetupError
from roundhouse.games.spacegoo import GAME
from roundhouse.games.spacegoo.actions import Nop, Send
from roundhouse.games.spacegoo.notation import TextError, read, read_action, setup_of, write, write_action
from roundhouse.match.match import Match


def test_a_board_is_written_one_part_per_line():
    board = read("round 3 of 9 | 0@0,-2 0 +1,0,0 | 1@8,0 1 4,5,6 +3,2,1 7 | #4 2 0>1 1,2,3 eta 5 | lanes 0-1 | next 9")

    assert write(board).splitlines() == [
        "round 3 of 9",
        "0@0,-2 0 20,10,10 +1,0,0 100",
        "1@8,0 1 4,5,6 +3,2,1 7",
        "#4 2 0>1 1,2,3 eta 5",
        "next 9",
    ]


def test_lanes_are_written_where_they_are_not_the_usual_ones():
    three = "0@0,0 0 +1,0,0 | 1@8,0 1 +1,0,0 | 2@-8,0 2 +1,0,0"

    assert "lanes" not in write(read(three))
    assert write(read(three + "| lanes 1-2 0-1")).splitlines()[-1] == "lanes 0-1 1-2"
    assert write(read(three + "| lanes")).splitlines()[-1] == "lanes"
    assert "lanes" not in write(read(three, edition="classic"))


@pytest.mark.parametrize("settings", [{}, {"edition": "classic"}, {"players": 4}], ids=str)
def test_a_board_of_any_match_reads_back_to_the_same_board_and_plays_on_the_same(settings):
    rng = Random(9)
    for seed in range(3):
        edition = settings.get("edition", "standard")
        match = Match(GAME, GAME.setup(seed=seed, preset=edition, settings=settings))
        for _ in range(40):
            if match.result is None:
                for seat in match.waited_for():
                    match.act(seat, random_row(rng, match.state, seat))
                match.tick()
        if match.result is not None:
            continue
        board = write(match.state)

        again = read(board, **settings)

        assert write(again) == board
        assert match.view(1) == GAME.view(again, 1, [seat.name for seat in match.setup.seats])
        for _ in range(30):
            GAME.rules.tick(match.state)
            GAME.rules.tick(again)
            assert write(again) == write(match.state)


def test_a_fresh_board_is_the_very_same_state():
    for preset in ("standard", "classic"):
        state = GAME.start(GAME.setup(seed=3, preset=preset))

        assert canonical(read(write(state), edition=preset)) == canonical(state)


def test_who_is_out_and_why_it_is_over_is_written():
    match = BoardMatch(DUEL)
    match.play("send 1 2 1 0 0")

    assert write(match.state).splitlines()[-2:] == ["out 1@0", "over disqualified 2"]
    four = "0@0,0 1 +1,0,0 | 1@9,0 2 +1,0,0 | out 3@0 | out 4@2"
    assert write(read("round 4 |" + four)).splitlines()[-2:] == ["out 3@0", "out 4@2"]


def test_settings_come_by_their_names():
    setup = setup_of(DUEL, off_lane="ignore", max_rounds=9, seed=4)

    assert (setup.settings["off_lane"], setup.settings["max_rounds"], setup.seed) == ("ignore", 9, 4)
    assert setup_of("round 0 of 12 |" + DUEL).settings["max_rounds"] == 12


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ("planet 1", "'planet 1' is no part of a board; there are: id@x,y owner"),
        ("0@0 1", "'0@0 1' is not written like planet: id@x,y owner [a,b,c] +a,b,c [rounds left]"),
        ("#0 1 2", "'#0 1 2' is not written like fleet: #id owner origin>target a,b,c eta round"),
        ("round x", "'round x' is not written like round: round n [of max_rounds]"),
        ("lanes 0", "'lanes 0' is not written like lanes: lanes a-b a-b ..."),
        (DUEL + "| over won 2", "'over won 2': a match that is over cannot be gone on with"),
        (DUEL + "| out 5@1", "'out 5': there is no seat 5"),
        (DUEL + "| #4 1 1>0 1,0,0 eta 5 | next 4", "'next 4': there is a fleet with this or a higher id"),
    ],
)
def test_a_text_that_is_no_board_says_which_part_and_how_it_should_look(board, sentence):
    with pytest.raises(TextError) as wrong:
        read(board)

    assert str(wrong.value).startswith(sentence)


def test_a_board_that_contradicts_its_settings_is_refused():
    with pytest.raises(TextError, match="max_rounds is 5 in the settings"):
        read("round 0 of 12 |" + DUEL, max_rounds=5)


def test_a_board_that_is_no_map_is_refused_like_a_map():
    with pytest.raises(SetupError, match="bad_map: planets: player 2 has neither a planet nor a fleet"):
        read("0@0,0 1 +1,0,0")


@pytest.mark.parametrize(
    ("words", "action"),
    [("nop", Nop()), ("send 1 0 25 0 7", Send(1, 0, (25, 0, 7))), ("send -1 99 0 -3 0", Send(-1, 99, (0, -3, 0)))],
)
def test_actions_are_read_and_written(words, action):
    assert read_action(words) == action
    assert read_action(f"  {words.replace(' ', '   ')} ") == action
    assert write_action(action) == words


@pytest.mark.parametrize("words", ["", "pass", "nop 1", "send", "send 1 2 3 4", "send 1 2 3 4 x", "send 1 2 3 4 5 6"])
def test_a_text_that_is_no_action_is_refused(words):
    with pytest.raises(TextError, match="is no action; there are: nop, send source target a b c"):
        read_action(words)
