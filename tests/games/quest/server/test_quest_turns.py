"""Turns of Quest on a server: one after the other, each with a clock of its own, every request answered at once."""

import pytest
from tests.games.quest.server.manual_quest import END, QUEST, RESIGN, ManualQuest, ends, events, look, move, quest_setup
from tests.server.manual_match import SlowLog, verdicts

from roundhouse.core.entries import ORDER, TICK, VOID
from roundhouse.core.game import SeatSetup
from roundhouse.match.frames import frames
from roundhouse.protocol.messages import encode
from roundhouse.server.matches.time_controls import checked_clock, clock_for, clock_of, clocks_of
from roundhouse.server.rendering.render_jobs import record_of

BUILT_IN = [SeatSetup(name, "bot", builtin=True) for name in ("ann", "bob")]


# The clock


@pytest.mark.rule("QST-120", "QST-138")
def test_a_turn_lasts_as_long_as_its_clock_and_then_passes():
    made = ManualQuest(settings={"turn_ms": 1000})
    one, two = made.joined()
    assert two.last("turn") is None
    made.timers.advance(0.9)
    assert verdicts(made.act(1, move(100, 3, 3))) == ["accepted"]
    made.timers.advance(0.09)
    assert made.turn_of == 1
    made.timers.advance(0.02)
    [turn] = two.heard()
    assert (turn["type"], turn["clock"]["window_ms"], turn["clock"]["left_ms"]) == ("turn", 1000, 1000)
    assert ends([turn]) == [(1, "time")]
    assert verdicts(made.act(1, move(100, 4, 4))) == ["not_your_turn"]
    assert one.heard() == []
    assert (made.match.state.units[0].x, made.match.state.units[0].y) == (3, 3), "what came in time counts"


@pytest.mark.rule("QST-120")
def test_who_is_late_may_play_its_next_turn_as_if_nothing_had_happened():
    made = ManualQuest(settings={"turn_ms": 1000})
    one, _ = made.joined()
    for _ in range(3):
        made.timers.advance(1.01)
        made.act(2, END)
    assert made.match.state.players[1].timed_out == 3
    assert one.heard()[-1]["clock"]["left_ms"] == 1000, "there is no bank to lose"
    assert verdicts(made.act(1, look(100))) == ["accepted"]
    assert made.match.result is None


@pytest.mark.rule("QST-120")
def test_the_clock_counts_from_the_sending_of_the_turn():
    made = ManualQuest(settings={"turn_ms": 1000}, match_log=SlowLog())
    _, two = made.joined()
    made.act(1, END)
    made.match_log.write(1)  # the tick is entered, and the disk takes its time
    made.timers.advance(5)
    assert two.heard() == []
    made.write()
    assert two.heard()[-1]["clock"]["left_ms"] == 1000
    made.timers.advance(0.99)
    assert made.turn_of == 2


@pytest.mark.rule("QST-120")
def test_requests_do_not_prolong_a_turn():
    made = ManualQuest(settings={"turn_ms": 1000})
    made.joined()
    for _ in range(9):
        made.timers.advance(0.1)
        made.act(1, look(100))
    made.timers.advance(0.11)
    assert made.turn_of == 2


@pytest.mark.rule("QST-120")
def test_bots_and_people_have_the_clock_that_the_settings_say():
    standard, skirmish = QUEST.setup(), QUEST.setup(preset="skirmish")
    assert [(one.key, one.window_ms) for one in clocks_of(QUEST, 600)] == [("own", 1000)]
    for key in ("own", "bot"):
        assert clock_of(QUEST, standard, key, 600).window_ms == 1000
        assert clock_of(QUEST, skirmish, key, 600).window_ms == 60_000
        assert checked_clock(QUEST, key) == "own"
    assert clock_for(QUEST, ["bot", "bot"]) == clock_for(QUEST, ["person", "bot"]) == "own"
    assert clock_of(QUEST, QUEST.setup(settings={"turn_ms": 0}), "own", 600).window_ms is None


# Requests


@pytest.mark.rule("QST-121")
def test_while_others_play_requests_are_refused_and_nobody_is_asked():
    made = ManualQuest(match_log=SlowLog())
    one, two = made.joined()
    answers = made.act(2, move(200, 12, 12), look(201), END, {"type": "fly"})
    assert verdicts(answers) == ["not_your_turn"] * 4
    assert answers[0].verdicts[0].rule == "QST-121"
    assert made.match_log.entered == [], "and do not count"
    assert two.heard() == []
    made.act(1, END)
    made.write()
    assert two.types() == ["turn"]
    assert one.heard() == []
    assert verdicts(made.act(2, look(200)) or made.write() or made.answers[-1]) == ["accepted"]


@pytest.mark.rule("QST-121")
def test_an_answer_to_an_older_turn_is_stale():
    made = ManualQuest()
    one, _ = made.joined()
    first = one.last("turn")["step"]
    made.turns(2)
    newest = one.heard()[-1]["step"]
    assert newest > first
    [answer] = made.act(1, look(100), step=first, seq=7)
    assert (answer.code, answer.seq) == ("stale", 7)
    assert verdicts(made.act(1, look(100), step=newest)) == ["accepted"]
    assert verdicts(made.act(1, look(100), step=newest)) == ["accepted"], "all requests of a turn answer the same turn"


@pytest.mark.rule("QST-049", "QST-114")
def test_a_turn_has_as_many_requests_as_wanted_or_none():
    made = ManualQuest()
    one, two = made.joined()
    for n in range(100):
        [answer] = made.act(1, look(100, view=False), seq=n)
        assert (answer.seq, answer.verdicts[0].verdict) == (n, "accepted")
    assert one.heard() == [], "nobody is asked anew in its turn"
    assert made.turn_of == 1
    made.act(1, END)
    assert made.turn_of == 2
    made.act(2, END)
    assert made.turn_of == 1
    assert ends(two.heard()) == [(1, "end_turn")]


@pytest.mark.rule("QST-050")
def test_every_request_is_answered_with_the_unit_and_what_it_sees():
    made = ManualQuest()
    made.joined()
    [answer] = made.act(1, move(100, 3, 3))
    told = answer.verdicts[0].answer
    assert (told.unit.id, told.unit.x, told.unit.y, told.unit.energy) == (100, 3, 3, 180)
    assert {(cell.x, cell.y) for cell in told.cells} == {(x, y) for x in range(9) for y in range(9)}
    [answer] = made.act(1, move(100, 4, 4, view=False))
    assert b'"cells"' not in encode(answer)
    assert answer.verdicts[0].answer.unit.x == 4
    [answer] = made.act(1, move(100, 9, 9))
    refused = answer.verdicts[0]
    assert (refused.verdict, refused.code, refused.field, refused.rule) == ("void", "bad_target", "to", "QST-057")
    assert refused.answer.unit.x == 4, "what is refused is answered too"


@pytest.mark.rule("QST-050")
def test_answers_come_at_once_but_never_before_what_they_tell_of_is_durable():
    made = ManualQuest(match_log=SlowLog())
    made.joined()
    first, second = made.act(1, move(100, 3, 3), seq=1), made.act(1, move(100, 4, 4), seq=2)
    assert (first, second) == ([], [])
    made.match_log.write(1)
    assert (len(first), len(second)) == (1, 0)
    assert first[0].verdicts[0].answer.unit.x == 3, "as it was then"
    made.write()
    assert second[0].verdicts[0].answer.unit.x == 4


@pytest.mark.rule("QST-051")
def test_a_list_is_carried_out_in_order_and_what_became_senseless_is_skipped():
    made = ManualQuest(match_log=SlowLog())
    made.joined()
    answers = made.act(
        1, move(100, 3, 3), move(100, 9, 9), move(100, 4, 4), look(101), {"type": "move", "unit": 101}, look(100)
    )
    made.write()
    assert verdicts(answers) == ["accepted", "bad_target", "skipped", "accepted", "bad_request", "skipped"]
    kinds = [(entry.kind, entry.row[0]) for entry in made.match_log.log]
    assert kinds == [(ORDER, 1), (VOID, 1), (ORDER, 7), (VOID, -1)], "what is skipped is not recorded"
    assert made.match.state.players[1].acted == 4, "and does not count"
    again = made.act(1, move(100, 4, 4))
    made.write()
    assert verdicts(again) == ["accepted"], "a new list begins afresh"
    last = made.act(1, {"type": "move", "unit": 101}, look(101), move(0, 1, 1), END)
    made.write()
    assert verdicts(last) == ["bad_request", "skipped", "no_unit", "accepted"], "the end of the turn is no unit's"


@pytest.mark.rule("QST-051")
def test_an_action_has_a_type_or_says_what_to_do():
    made = ManualQuest()
    made.joined()
    assert verdicts(made.act(1, {"do": "move", "unit": 100, "to": [3, 3]}, {"do": "end_turn"})) == ["accepted"] * 2
    assert made.turn_of == 2


@pytest.mark.rule("QST-052", "QST-138")
def test_the_last_request_that_is_allowed_ends_the_turn():
    made = ManualQuest(settings={"max_actions": 4})
    _, two = made.joined()
    answers = made.act(1, look(100), move(100, 9, 9), look(100), {"type": "fly"}, look(101), move(101, 4, 3), look(101))
    assert verdicts(answers) == [
        "accepted", "bad_target", "skipped", "bad_request", "accepted", "too_many", "too_many",
    ]  # fmt: skip
    [turn] = two.heard()
    assert ends([turn]) == [(1, "max_actions")]
    assert verdicts(made.act(1, look(100))) == ["not_your_turn"]


@pytest.mark.rule("QST-052", "QST-056")
def test_what_cannot_be_read_counts_and_names_the_field():
    made = ManualQuest()
    made.joined()
    [answer] = made.act(1, {"type": "pickup", "unit": 100, "what": {"wood": 0}})
    refused = answer.verdicts[0]
    assert (refused.verdict, refused.code, refused.rule) == ("void", "bad_request", "QST-056")
    assert refused.field.startswith("what")
    assert "1" in refused.sentence
    assert made.match.state.players[1].acted == 1


@pytest.mark.rule("QST-148")
def test_somebody_may_give_up_while_others_play():
    made = ManualQuest(bots=3)
    one, *_ = made.joined(follow=True)
    assert verdicts(made.act(3, RESIGN)) == ["accepted"]
    assert made.match.result is None
    assert made.turn_of == 1
    assert events(one.heard(), "defeated") == [{"type": "defeated", "seat": 3, "why": "resigned"}]
    assert verdicts(made.act(3, RESIGN)) == ["not_your_turn"]
    made.turns(2)
    assert made.turn_of == 1, "who is defeated has no more turns"
    made.live.resign(2)
    assert made.match.result.reason == "last_left"
    assert [place.place for place in made.match.result.places] == [1, 2, 3]
    assert one.heard()[-1]["result"]["reason"] == "last_left"


@pytest.mark.rule("QST-138", "QST-148")
def test_who_gives_up_in_its_own_turn_ends_it():
    made = ManualQuest(bots=3)
    _, two, _ = made.joined()
    made.act(1, look(100), RESIGN)
    assert made.turn_of == 2
    assert ends(two.heard()) == [(1, "resigned")]


# What is told


@pytest.mark.rule("QST-119", "QST-138")
def test_the_first_turns_begin_with_the_start_of_the_match():
    made = ManualQuest()
    one, two = made.join(1), made.join(2)
    [begun] = events(one.heard(), "turn_start")
    assert (begun["seat"], begun["round"], begun["rounds_left"]) == (1, 1, 29)
    assert [unit["id"] for unit in begun["units"]] == [100, 101]
    made.act(1, END)
    [turn] = [message for message in two.heard() if message["type"] == "turn"]
    assert [(event["type"], event["seat"]) for event in turn["events"]] == [
        ("turn_start", 1), ("turn_end", 1), ("turn_start", 2),
    ]  # fmt: skip
    assert "units" not in turn["events"][0], "how the others are is their own business"
    made.act(2, END)
    told = [(event["type"], event["seat"]) for event in one.heard()[-1]["events"]]
    assert told == [("turn_end", 1), ("turn_start", 2), ("turn_end", 2), ("turn_start", 1)]


@pytest.mark.rule("QST-023", "QST-024", "QST-138")
def test_everybody_is_told_all_parameters_but_not_the_map():
    setup = quest_setup("ann", "bob", seed=987654321, blueprints={"sword1": {"ways": [{"wood": 3}], "weight": 2}})
    made = ManualQuest(setup=setup)
    listener = made.join(1)
    assert b"987654321" not in b"".join(listener.raw)
    start, turn = listener.heard()
    settings = start["setup"]["settings"]
    assert (settings["width"], settings["height"], settings["rounds"], settings["units"]) == (16, 16, 30, 2)
    assert settings["scenario"] is None
    assert len(settings["blueprints"]) == 12
    assert settings["blueprints"]["sword1"] == {"ways": [{"wood": 3}], "weight": 2}
    assert settings["blueprints"]["armour3"]["ways"][1] == {"iron": 12, "titanium": 24, "armour2": 1}
    assert settings["blueprints"]["armour3"]["weight"] == 20
    assert settings["blueprints"]["tower1"] == {
        "ways": [{"wood": 30, "stone": 30, "iron": 30}, {"wood": 50, "stone": 50}]
    }
    assert [(unit["id"], unit["x"], unit["y"]) for unit in turn["view"]["units"]] == [(100, 2, 2), (101, 3, 2)]
    assert set("".join(turn["view"]["terrain"])) == {".", "?"}


def test_a_list_is_told_to_those_who_follow_as_one_step():
    made = ManualQuest()
    one = made.join(1, follow=True)
    two = made.join(2, follow=True)
    for listener in (one, two):
        listener.heard()
    made.act(1, move(100, 3, 3), move(100, 4, 4), move(101, 9, 9), move(101, 4, 2))
    [step] = one.heard()
    assert [(event["type"], event["unit"]) for event in step["events"]] == [("moved", 100)] * 2
    assert [unit["x"] for unit in step["view"]["units"]] == [4, 3]
    assert two.heard() == [], "nothing of it was seen"
    made.act(1, look(100), move(101, 9, 9))
    assert one.heard() == [], "nothing has happened; the verdicts say all"
    back = made.join(1, follow=True, since=step["step"])
    assert [message["type"] for message in back.heard()] == ["start", "turn"]


@pytest.mark.rule("QST-048")
def test_spectators_see_everything_ten_turns_later_and_a_turn_as_a_whole():
    made = ManualQuest()
    watcher, mine = made.watch(), made.join(1, follow=True)
    [start, first] = watcher.heard()
    assert set("".join(first["view"]["terrain"])) == {"?"}
    assert start["seat"] == 0
    made.act(1, move(100, 3, 3), move(100, 4, 4))
    made.turns(9)
    assert made.match.ticks == 9
    assert watcher.heard() == []
    made.turns(1)
    [began] = watcher.heard()
    assert [team["units"][0]["x"] for team in began["view"]["all"]] == [2, 13], "how it began, with everything"
    made.turns(1)
    [turn] = watcher.heard()
    assert [event["type"] for event in turn["events"]][:3] == ["moved", "moved", "turn_end"]
    assert turn["view"]["all"][0]["units"][0]["x"] == 4
    late = made.watch()
    assert late.heard()[-1]["view"] == turn["view"]
    assert all("all" not in message["view"] for message in mine.heard() if "view" in message)


def test_spectators_of_built_in_bots_see_everything_at_once():
    made = ManualQuest(*BUILT_IN)
    watcher = made.watch()
    watcher.heard()
    made.act(1, move(100, 3, 3))
    assert watcher.heard() == []
    made.act(1, END)
    [turn] = watcher.heard()
    assert [event["type"] for event in turn["events"]] == ["moved", "turn_end", "turn_start"]
    assert len(turn["view"]["all"]) == 2


@pytest.mark.rule("QST-119", "QST-124", "QST-138")
def test_replays_begin_with_the_first_turn_and_have_a_moment_for_each():
    made = ManualQuest(match_log=SlowLog(), settings={"rounds": 2})
    made.joined()
    made.act(1, move(100, 3, 3), move(100, 9, 9))
    for _ in range(4):
        made.write()
        made.turns(1)
        made.write()
    assert made.match.result is not None
    record = record_of(made.setup, made.match_log.log)
    kinds = [entry.kind for entry in record.entries]
    assert kinds == [ORDER, VOID, ORDER, TICK, ORDER, TICK, ORDER, TICK, ORDER, TICK], (
        "refused requests stand there too"
    )
    shown = frames(record)
    assert len(shown) == 5
    told = [[type(event).__struct_config__.tag for event in frame.events] for frame in shown]
    assert told[0] == ["turn_start"]
    assert told[1] == ["moved", "turn_end", "turn_start"]
    assert told[-1][-1] == "game_over"
    mine = frames(record, 2)
    assert [type(event).__struct_config__.tag for event in mine[1].events] == ["turn_end", "turn_start"]


def test_matches_to_watch_take_their_time():
    made = ManualQuest(*BUILT_IN, pace_ms=700, settings={"turn_ms": 3000})
    made.act(1, END)
    assert made.turn_of == 1
    made.timers.advance(0.69)
    assert made.turn_of == 1
    made.timers.advance(0.02)
    assert made.turn_of == 2
