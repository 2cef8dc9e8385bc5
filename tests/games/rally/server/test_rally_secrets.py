"""Rally on the wire: nobody gets a byte that depends on what only another seat may know. RAL-043 to RAL-050"""

import json

import pytest
from msgspec import Raw
from tests.games.rally.server.manual_rally import CONFIRM, REDEAL, ManualRally, draft, program
from tests.server.manual_match import SlowLog

from roundhouse.core.game import SeatSetup
from roundhouse.match.frames import frames
from roundhouse.match.record import from_bytes, to_bytes
from roundhouse.protocol.messages import Ask, encode
from roundhouse.server.rendering.render_jobs import Log, make_frames, record_of

SETTINGS = {"timer_seconds": 60, "step_seconds": 0}
SEATS = (SeatSetup("ann", "person", "albot"), SeatSetup("bob", "person"), SeatSetup("cid", "bot"))


def manual(**how):
    return ManualRally(*SEATS, settings=SETTINGS, **how)


def overheard(first):
    """Every byte that the others and spectators get in a round in which seat 1 does something before it confirms."""
    made = manual()
    listeners = [made.join(2, follow=True), made.join(3), made.watch()]
    made.timers.advance(1)
    first(made)
    listeners += [made.watch(since=0), made.join(2, follow=True, since=0), made.join(3, since=0)]
    made.timers.advance(1)
    answers = made.act(2, draft(made.match, 2), seq=5) + made.act(3, {"type": "nonsense"}, seq=6)
    listeners.append(made.watch(since=1))
    picture = encode(made.live.view)
    made.act(1, program(made.match, 1, turn=0))
    made.program(2, 3)
    assert made.live.round == 2
    listeners += [made.watch(since=2), made.watch()]
    return [listener.raw for listener in listeners], [repr(answer) for answer in answers], picture


@pytest.mark.rule("RAL-044", "RAL-045", "RAL-050")
def test_drafts_change_no_byte_of_what_others_get():
    def busy(made):
        for turn in range(4):
            made.act(1, draft(made.match, 1, turn, power_down=turn % 2 == 0))
        made.act(1, draft(made.match, 1, 0))

    nothing = overheard(lambda made: None)
    assert overheard(lambda made: made.act(1, draft(made.match, 1, 3))) == nothing
    assert overheard(busy) == nothing
    assert overheard(lambda made: made.act(1, CONFIRM)) == nothing, "what is refused neither"


@pytest.mark.rule("RAL-044", "RAL-045")
def test_a_redeal_is_noticed_but_the_new_hand_is_not_seen():
    made = manual()
    listener, watcher, mine = made.join(2, follow=True), made.watch(), made.join(1, follow=True)
    before = made.match.view(1).you.hand
    for one in (listener, watcher, mine):
        one.heard()
    made.act(1, REDEAL)
    assert made.match.view(1).you.hand != before
    for one in (listener, watcher):
        [told] = one.heard()
        assert [event["type"] for event in told["events"]] == ["redealt"]
        assert "hand" not in told["events"][0]
    step, turn = mine.heard()
    assert step["events"][0]["hand"] == step["view"]["you"]["hand"] == turn["view"]["you"]["hand"]


@pytest.mark.rule("RAL-044", "RAL-045", "RAL-048", "RAL-049")
def test_no_message_of_a_whole_match_holds_what_is_not_ones_own():
    made = manual()
    listeners = {seat: made.join(seat, follow=True) for seat in (1, 2, 3)}
    listeners[0] = made.watch()
    for turn in range(6):
        if made.match.result is not None:
            break
        for seat in made.match.waited_for():
            made.act(seat, draft(made.match, seat, turn, power_down=turn == 2))
        made.act(1, REDEAL)
        made.program(turn=turn)
        made.timers.advance(0.1)
    for seat, listener in listeners.items():
        for message in listener.heard():
            view = message.get("view")
            if view is None:
                continue
            assert "all" not in view
            assert view.get("you", {}).get("seat", 0) == seat
            for event in message["events"]:
                whose = event.get("seat")
                if event["type"] in ("dealt", "draft_saved"):
                    assert whose == seat
                if event["type"] == "redealt":
                    assert ("hand" in event) == (whose == seat)
                if event["type"] == "filled":
                    assert ("slots" in event) == (whose == seat)


@pytest.mark.rule("RAL-043", "RAL-045")
def test_steps_count_only_what_each_may_know_of():
    made = manual()
    one, two, watcher = made.join(1, follow=True), made.join(2, follow=True), made.watch()
    for turn in range(7):
        made.act(1, draft(made.match, 1, turn))
    made.act(1, CONFIRM)
    steps = [
        [message["step"] for message in listener.heard() if message["type"] == "step"]
        for listener in (one, two, watcher)
    ]
    assert steps == [[0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 1], [0, 1]]
    [answer] = made.act(2, draft(made.match, 2))
    assert answer.step == 2
    [told] = [message for message in two.heard() if message["type"] == "step"]
    assert told["step"] == 2
    made.program(2, 3)
    assert watcher.heard()[-1]["step"] == 4, "two confirmations and a tick"
    assert two.last("turn")["step"] == 5
    assert made.act(2, draft(made.match, 2), step=5)[0].verdicts[0].verdict == "accepted"


@pytest.mark.rule("RAL-044")
def test_who_drafts_is_shown_the_draft_and_may_go_on_from_the_newest_turn():
    made = manual()
    mine = made.join(1, follow=True)
    mine.heard()
    wanted = draft(made.match, 1, 2, power_down=True)
    made.act(1, wanted, step=0)
    step, turn = mine.heard()
    assert (step["type"], turn["type"]) == ("step", "turn")
    assert step["view"]["you"] == turn["view"]["you"]
    assert (turn["view"]["you"]["slots"], turn["view"]["you"]["power_down"]) == (wanted["slots"], True)
    assert made.act(1, wanted, step=0)[0].code == "stale"
    assert made.act(1, wanted, step=turn["step"])[0].verdicts[0].verdict == "accepted"


def test_who_comes_back_gets_what_was_missed_and_not_what_others_did_meanwhile():
    made = manual()
    two = made.join(2, follow=True)
    made.act(2, draft(made.match, 2, 1))
    newest = two.heard()[-1]["step"]
    made.live.part(two)
    made.act(1, draft(made.match, 1))
    made.act(3, program(made.match, 3))
    back = made.join(2, follow=True, since=newest)
    missed = [message for message in back.heard() if message["type"] == "step"]
    assert [(message["step"], message["events"][0]["type"]) for message in missed] == [(newest + 1, "confirmed")]


def test_after_an_outage_everybody_counts_on():
    first = manual(match_log=SlowLog())
    one, two, watcher = first.join(1, follow=True), first.join(2, follow=True), first.watch()
    for turn in range(3):
        first.act(1, draft(first.match, 1, turn))
    first.program()
    first.write()
    for turn in range(5):
        first.act(2, draft(first.match, 2, turn))
    first.write()
    known = [[m["step"] for m in listener.heard() if m["type"] == "step"][-1] for listener in (one, two, watcher)]
    log = first.match_log.log
    back = manual(match_log=SlowLog(log), entries=log)
    again = [back.join(1, follow=True), back.join(2, follow=True), back.watch()]
    assert [[m["step"] for m in listener.heard() if m["type"] == "step"] for listener in again] == [
        [step] for step in known
    ]
    assert [m["type"] for m in back.join(2, follow=True, since=known[1]).heard()] == ["start", "turn"]


@pytest.mark.rule("RAL-045")
def test_a_group_that_nobody_is_in_is_not_forgotten_sooner_because_somebody_drafts():
    def returning(drafts):
        made = manual()
        watcher = made.watch()
        made.live.part(watcher)
        for turn in range(drafts):
            made.act(1, draft(made.match, 1, turn % 9))
        made.act(3, program(made.match, 3))
        return made.watch(since=0).raw

    assert returning(0) == returning(120)


@pytest.mark.rule("RAL-045", "RAL-050")
def test_nobody_is_told_the_seed():
    made = ManualRally(*SEATS, seed=987654321)
    heard = made.join(1, follow=True).raw + made.join(2).raw + made.watch().raw
    assert b"987654321" not in b"".join(heard)


@pytest.mark.rule("RAL-045", "RAL-050")
def test_a_forecast_knows_no_more_than_the_seat():
    """Two matches that differ only in what others have drafted answer alike."""
    said = []
    for secret in (False, True):
        made = manual()
        if secret:
            made.act(1, draft(made.match, 1, 4, power_down=True))
        answers = []
        made.live.ask(2, Ask(Raw(encode(draft(made.match, 2))), 1), answers.append)
        said.append(encode(answers[0]))
    assert said[0] == said[1]
    assert b'"path"' in said[0]


# Replays


def played(drafts, rounds=2):
    """The log of a running match, in which seat 1 drafts so often before each confirmation."""
    made = manual(match_log=SlowLog())
    made.joined()
    for number in range(rounds):
        for turn in range(drafts):
            made.act(1, draft(made.match, 1, (turn + number) % 4))
            made.write()
        made.program()
        made.write()
    if drafts:
        made.act(1, draft(made.match, 1))
        made.write()
    return Log(made.setup, list(made.match_log.log))


@pytest.mark.rule("RAL-045", "RAL-050")
def test_frames_of_a_running_match_are_what_spectators_were_told():
    quiet, busy = (make_frames(played(drafts), 0, True) for drafts in (0, 6))
    assert quiet == busy
    shown = json.loads(quiet)
    assert [frame["step"] for frame in shown] == [0, 4, 8]
    assert all("you" not in frame["view"] and "all" not in frame["view"] for frame in shown)
    assert {event["type"] for frame in shown for event in frame["events"]}.isdisjoint({"dealt", "draft_saved"})


@pytest.mark.rule("RAL-050")
def test_replays_of_what_is_over_show_everything_or_what_a_seat_saw():
    made = manual(match_log=SlowLog())
    made.joined()
    made.act(1, draft(made.match, 1))
    made.program()
    for seat in (1, 2):
        made.live.resign(seat)
        made.write()
    assert made.match.result is not None
    record = record_of(made.setup, made.match_log.log)
    again = from_bytes(to_bytes(record))
    assert [seat.choice for seat in again.setup.seats] == ["albot", "", ""], "a record knows the models"
    everything = frames(again)
    assert all(len(frame.view.all) == 3 for frame in everything)
    assert any(event.__struct_config__.tag == "dealt" for frame in everything for event in frame.events)
    mine = frames(again, 2)
    assert {event.seat for frame in mine for event in frame.events if event.__struct_config__.tag == "dealt"} == {2}
