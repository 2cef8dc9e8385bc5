"""What a seat may ask: drafts, programs, confirming, redeals, resigning; and what is refused."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.rally.text_states import Floor, named, owing, start, tag

from roundhouse.core.schema import canonical
from roundhouse.games.rally import GAME
from roundhouse.games.rally.actions import Action, Draft, Program, action_of, row_of
from roundhouse.games.rally.cards import names_of
from roundhouse.games.rally.event_decoder import events_of
from roundhouse.games.rally.rules.contract import leave, tick
from roundhouse.match.match import Match

ROW = "+  +  +  +  +  +\n .. .. .. .. ..\n+  +  +  +  +  +\n"
HAND = "hand U@10 L@70 R@80 1@490 2@670 3@790 B@430 L@90 R@100"
TWO = ROW + f"1 tanky 0,0 N {HAND}\n2 lazy 4,0 N hand R@120 R@140 R@160 R@180 R@200 R@220 R@240 R@260 R@280"


def verdict(g, seat, row):
    code = GAME.rules.check(g, seat, row)
    return GAME.refusal(code).name if code else "ok"


@pytest.mark.rule("RAL-051", "RAL-082")
@pytest.mark.parametrize("mark", ["down", "dead 1", "out 1"])
@pytest.mark.parametrize("action", ["draft - - - - -", "confirm", "program U@10 L@70 R@80 1@490 2@670", "redeal"])
def test_a_robot_that_cannot_be_programmed_is_refused(mark, action):
    place = "0,0" if mark == "down" else "-"
    play = Floor(ROW + f"1 albot {place} N {mark}\n2 lazy 4,0 N {HAND}\n3 lazy 3,0 N")
    assert play.give(1, action) == "wrong_phase"
    assert owing(play.g) == [2]


@pytest.mark.rule("RAL-051", "RAL-064")
def test_nothing_is_accepted_after_the_end():
    play = Floor(TWO)
    play.g.reason = 1
    for action in ("draft - - - - -", "confirm", "resign", "redeal"):
        assert play.give(1, action) == "wrong_phase"


@pytest.mark.rule("RAL-052")
def test_after_confirming_only_resigning_is_left():
    play = Floor(TWO + "\n3 lazy 2,0 N")
    assert play.give(1, "program U@10 L@70 R@80 1@490 2@670") == "ok"
    for action in ("draft - - - - -", "confirm", "program U@10 L@70 R@80 1@490 2@670", "redeal"):
        assert play.give(1, action) == "already_confirmed"
    assert play.give(1, "resign") == "ok"


@pytest.mark.rule("RAL-053", "RAL-061")
def test_a_draft_replaces_the_whole_draft_before():
    play = Floor(TWO)
    assert play.give(1, "draft U@10 - - - L@70 down") == "ok"
    assert named(events_of(play.g), "draft_saved") == ["draft_saved 1 U@10,-,-,-,L@70 True"]
    assert play.give(1, "draft - 3@790 - - -") == "ok"
    robot = play.g.robots[1]
    assert (robot.draft, robot.announced, robot.confirmed) == ([0, 79, 0, 0, 0], 0, 0)
    assert owing(play.g) == [1, 2]


@pytest.mark.rule("RAL-054")
@pytest.mark.parametrize(
    "slots",
    [
        [],
        ["U@10"] * 4,
        ["U@10"] * 6,
        ["4@10", None, None, None, None],
        ["u@10", *[None] * 4],
        ["U@20", "", *[None] * 3],
    ],
)
def test_slots_have_five_entries_that_are_commands(slots):
    play = Floor(TWO)
    for kind in (Draft, Program):
        assert verdict(play.g, 1, row_of(kind(slots))) == "bad_field"


@pytest.mark.rule("RAL-055")
def test_a_burned_in_slot_keeps_its_command():
    play = Floor(ROW + "1 tanky 0,0 N damage 6 hand U@10 L@70 R@80 slots - - - B@430 3@790 locked 2\n2 lazy 4,0 N")
    assert play.give(1, "draft - - - U@10 -") == "slot_locked"
    assert play.give(1, "draft - - - 3@790 -") == "slot_locked"
    assert play.give(1, "draft U@10 - - B@430 3@790") == "ok"
    assert play.give(1, "program U@10 L@70 R@80 - -") == "ok"
    assert play.g.robots[1].draft == [1, 7, 8, 0, 0]


@pytest.mark.rule("RAL-056", "RAL-057")
def test_cards_come_from_the_own_hand_and_stand_once():
    play = Floor(TWO)
    assert play.give(1, "draft R@120 - - - -") == "not_your_card"
    assert play.give(1, "draft U@10 - - - U@10") == "card_twice"
    assert play.give(1, "draft R@120 U@10 U@10 - -") == "not_your_card"  # checks run in the order of the rules


@pytest.mark.rule("RAL-058")
def test_only_lazybot_pauses():
    play = Floor(TWO)
    assert play.give(1, "draft P - - - -") == "pause_not_allowed"
    assert play.give(2, "draft P - - - P") == "pause_not_allowed"
    assert play.give(2, "draft P - - - -") == "ok"


@pytest.mark.rule("RAL-059", "RAL-081")
def test_confirming_needs_a_command_in_every_slot():
    play = Floor(TWO)
    assert play.give(1, "confirm") == "slot_empty"
    assert play.give(1, "draft U@10 L@70 R@80 1@490 -") == "ok"
    assert play.give(1, "confirm") == "slot_empty"
    assert play.give(1, "draft U@10 L@70 R@80 1@490 2@670") == "ok"
    assert play.give(1, "confirm") == "ok"
    assert named(events_of(play.g), "confirmed") == ["confirmed 1"]
    assert owing(play.g) == [2]


@pytest.mark.rule("RAL-060", "RAL-305")
def test_a_program_is_draft_and_confirm_all_or_nothing():
    play = Floor(TWO)
    before = canonical(play.g)
    assert play.give(1, "program U@10 L@70 R@80 1@490 -") == "slot_empty"
    assert canonical(play.g) == before
    assert play.give(1, "program U@10 L@70 R@80 1@490 2@670 down") == "ok"
    assert (play.g.robots[1].confirmed, play.g.robots[1].announced) == (1, 1)
    assert [tag(event) for event in events_of(play.g)] == ["draft_saved", "confirmed"]


@pytest.mark.rule("RAL-061")
@pytest.mark.parametrize("damage", [0, 1, 4])
def test_a_power_down_may_be_announced_with_any_damage_and_taken_back(damage):
    play = Floor(TWO)
    play.g.robots[1].damage = damage
    assert play.give(1, "draft - - - - - down") == "ok"
    assert play.g.robots[1].announced == 1
    assert play.give(1, "draft - - - - -") == "ok"
    assert play.g.robots[1].announced == 0


@pytest.mark.rule("RAL-064")
def test_who_resigns_runs_the_round_with_the_draft_and_is_out_in_the_next():
    play = Floor(TWO + "\n3 tanky 2,0 N hand R@300 R@320 R@340 R@360 R@380")
    assert play.give(1, "draft R@80 - - - -") == "ok"
    assert play.give(1, "resign") == "ok"
    assert owing(play.g) == [2, 3]
    assert play.give(1, "resign") == "wrong_phase"
    assert play.give(1, "draft - - - - -") == "already_confirmed"
    tick(play.g)
    events = events_of(play.g)
    assert next(event.command for event in events if tag(event) == "executing" and event.seat == 1) == "R@80"
    out = next(event for event in events if tag(event) == "eliminated")
    assert (out.seat, out.round, out.step) == (1, 2, 0)
    assert play.give(1, "resign") == "wrong_phase"


@pytest.mark.rule("RAL-064")
def test_the_last_seat_left_wins_at_once():
    play = Floor(TWO)
    assert play.give(2, "resign") == "ok"
    over = events_of(play.g)[-1]
    assert (over.winner, over.reason, play.g.steps) == (1, "survivor", 0)


@pytest.mark.rule("RAL-064")
@pytest.mark.parametrize("reason", [1, 2, 3])
def test_leaving_for_any_reason_is_resigning(reason):
    one, two = (start("tanky", "lazy", "albot") for _ in range(2))
    leave(one, 2, reason)
    Floor.give(type("Given", (), {"g": two})(), 2, "resign")
    assert canonical(one) == canonical(two)
    leave(one, 2, reason)  # a second time changes nothing
    assert canonical(one) == canonical(two)


@pytest.mark.rule("RAL-065", "RAL-089", "RAL-090")
def test_without_confirming_the_last_draft_counts_and_is_filled_up():
    play = Floor(TWO)
    assert play.give(1, "draft - U@10 - - - down") == "ok"
    tick(play.g)
    events = events_of(play.g)
    commands = [event.commands["1"] for event in events if tag(event) == "revealed"]
    assert commands[1] == "U@10"
    hand = {"L@70", "R@80", "1@490", "2@670", "3@790", "B@430", "L@90", "R@100"}
    filled = next(event for event in events if tag(event) == "filled" and event.seat == 1)
    assert set(filled.slots) == {"1", "3", "4", "5"}
    assert set(filled.slots.values()) <= hand
    assert named(events, "move_phase_started") == ["move_phase_started 1"]


@pytest.mark.rule("RAL-083", "RAL-086", "RAL-088")
def test_a_round_waits_for_every_robot_that_can_be_programmed():
    play = Floor(ROW + f"1 tanky 0,0 N {HAND}\n2 lazy 4,0 N down\n3 lazy - N out 1\n4 lazy 2,0 N hand R@120 confirmed")
    assert owing(play.g) == [1]
    assert play.give(1, "program U@10 L@70 R@80 1@490 2@670") == "ok"
    assert owing(play.g) == []


@pytest.mark.rule("RAL-062")
def test_redeals_tell_the_new_hand_to_the_seat_and_only_that_it_happened_to_others():
    play = Floor(ROW + f"1 albot 0,0 N {HAND}\n2 lazy 4,0 N")
    assert play.give(1, "redeal") == "ok"
    event = events_of(play.g)[0]
    assert event.hand == names_of(play.g.robots[1].hand)
    assert GAME.of_event(play.g, event, 1) == event
    for seat in (0, 2):
        assert msgspec.to_builtins(GAME.of_event(play.g, event, seat)) == {
            "type": "redealt", "round": 1, "step": 0, "phase": 0, "n": 1, "seat": 1,
        }  # fmt: skip


@pytest.mark.rule("RAL-304", "RAL-306")
def test_actions_are_objects_with_a_type_and_answers_have_a_code_and_a_sentence():
    raw = b'{"type": "program", "slots": ["2@670", "R@80", "1@490", null, null], "power_down": true}'
    action = msgspec.json.decode(raw, type=Action)
    assert row_of(action) == [3, 67, 8, 49, 0, 0, 1]
    assert action_of(row_of(action)) == action
    match = Match(GAME, GAME.setup(seed=1))
    answer = match.act(1, [2, 0, 0, 0, 0, 0, 0])
    assert (answer.verdict, answer.code, answer.rule) == ("refused", "slot_empty", "RAL-059")
    assert answer.sentence
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"type": "jump"}', type=Action)


@pytest.mark.rule("RAL-318")
@pytest.mark.parametrize(
    ("text", "row"),
    [("draft - P - - -", [1, 0, 85, 0, 0, 0, 0]), ("confirm", [2, 0, 0, 0, 0, 0, 0]),
     ("program U@10 L@70 R@80 3@840 1@490 down", [3, 1, 7, 8, 84, 49, 1]), ("redeal", [4, 0, 0, 0, 0, 0, 0]),
     ("resign", [5, 0, 0, 0, 0, 0, 0])],
)  # fmt: skip
def test_an_action_is_a_row_of_seven_numbers(text, row):
    from roundhouse.games.rally.notation import read_action, write_action

    assert row_of(read_action(text)) == row
    assert write_action(action_of(row)) == text


@pytest.mark.rule("RAL-054", "RAL-318")
@settings(max_examples=300)
@given(
    row=st.lists(st.one_of(st.integers(-2, 90), st.integers(-(2**70), 2**70)), min_size=7, max_size=7),
    seat=st.integers(1, 3),
)
def test_rows_with_any_numbers_never_raise_and_refused_ones_change_nothing(row, seat):
    g = start("albot", "lazy", "tanky", seed=1)
    before = canonical(g)
    code = GAME.rules.check(g, seat, row)
    assert canonical(g) == before
    GAME.action_of(row, None)
    if code == 0:
        GAME.rules.act(g, seat, row)
        tick(g)
    else:
        assert GAME.refusal(code).sentence
