"""A connection without its socket: hello, matches one after the other, watching, and coming back."""

import pytest
from tests.server.connections.manual_session import ManualSessions, SessionMatch

from roundhouse.server.connections.handshake import SessionState


@pytest.fixture
def manual():
    with ManualSessions() as made:
        yield made


# Hello


def test_hello_comes_first(manual):
    wire = manual.connect().say(type="act", actions=[]).say(type="leave").say(type="say", text="hi")
    assert wire.types() == ["hello_first"] * 3
    assert wire.closed is None


def test_a_version_we_do_not_speak_is_refused_with_the_one_we_do(manual):
    wire = manual.connect().say(type="hello", version=2)
    (error,) = wire.heard()
    assert error["code"] == "version"
    assert "version 1" in error["sentence"]
    assert error["field"] == "version"
    assert wire.closed == "version"


def test_a_newer_hello_with_other_fields_is_still_told_the_version(manual):
    wire = manual.connect().say({"type": "hello", "version": 3, "matches": "as many as you like"})
    assert wire.types() == ["version"]
    assert wire.closed == "version"


def test_a_wrong_token_is_refused(manual):
    wire = manual.connect().hello(token="rh_nobody", game="spacegoo")  # noqa: S106
    assert wire.types() == ["unauthorised"]
    assert wire.closed == "unauthorised"
    assert manual.context.sessions == set()


@pytest.mark.parametrize("wish", [{"game": "spacegoo"}, {"table": "t1"}])
def test_to_play_one_must_be_known(manual, wish):
    wire = manual.connect().hello(**wish)
    assert wire.types() == ["unauthorised"]
    assert wire.closed == "unauthorised"


def test_a_browser_is_known_by_its_cookie_until_a_token_says_otherwise(manual):
    by_cookie = manual.connect(player=manual.player("ann")).hello()
    by_token = manual.connect(player=manual.player("ann")).hello(token="rh_bob")  # noqa: S106
    assert [wire.heard()[0]["name"] for wire in (by_cookie, by_token)] == ["ann", "bob"]


def test_a_connection_says_hello_once(manual):
    wire = manual.connect().hello().hello()
    assert wire.types() == ["welcome", "hello_again"]
    assert wire.closed is None


def test_one_wish_at_a_time(manual):
    wire = manual.connect().hello(token="rh_ann", game="spacegoo", table="t1")  # noqa: S106
    (error,) = wire.heard()
    assert (error["code"], error["field"]) == ("bad_message", "game")


def test_after_a_wish_that_is_refused_another_hello_may_come(manual):
    wire = manual.connect().hello(token="rh_ann", game="chess")  # noqa: S106
    assert wire.types() == ["welcome", "no_game"]
    wire.hello(token="rh_ann", game="spacegoo")  # noqa: S106
    assert wire.types() == ["welcome"]
    assert manual.matchmaker.waiting == [wire.session]


def test_what_comes_right_after_hello_waits_for_it(manual):
    playing = manual.arena.add(SessionMatch("m1", 1))
    wire = manual.connect()
    wire.session.receive(b'{"type":"hello","version":1,"token":"rh_ann","match":"m1"}')
    assert wire.paused
    wire.say(type="act", actions=[{}])
    assert wire.types() == ["welcome", "start", "turn", "verdicts"]
    assert playing.calls[-1][0] == "act"


def test_who_goes_while_hello_is_decided_is_not_let_in(manual):
    wire = manual.connect()
    wire.session.receive(b'{"type":"hello","version":1,"token":"rh_ann","game":"spacegoo"}')
    wire.session.lost()
    manual.settle()
    assert manual.matchmaker.waiting == []
    assert manual.context.sessions == set()


def test_silence_before_hello_ends_the_connection(manual):
    wire = manual.connect()
    manual.advance(61)
    assert wire.types() == ["hello_first"]
    assert wire.closed == "hello_first"


def test_a_wish_that_was_refused_does_not_stop_the_time(manual):
    wire = manual.connect().hello(match="none")
    manual.advance(61)
    assert wire.types() == ["welcome", "no_match", "hello_first"]


def test_a_store_that_fails_ends_the_connection_with_a_sentence(manual, caplog):
    manual.accounts.fails = True
    wire = manual.connect().hello(token="rh_ann")  # noqa: S106
    assert wire.types() == ["mistake"]
    assert wire.closed == "mistake"
    assert "a mistake of the server" in caplog.text


# Playing


def test_a_bot_waits_plays_and_is_sent_away_after_the_last_match(manual):
    playing, ann, bob = manual.match("ann", "bob")
    ann.say(type="act", seq=5, actions=[{"type": "nop"}])
    assert ann.heard() == [{"type": "verdicts", "seq": 5, "step": 1, "verdicts": [{"verdict": "accepted"}]}]

    playing.over()

    assert (ann.closed, bob.closed) == ("", "")
    assert ann.heard() == []


def test_welcome_names_what_is_running(manual):
    manual.arena.add(SessionMatch("m7", 1, game="other"))
    wire = manual.connect().hello(token="rh_ann", game="spacegoo")  # noqa: S106
    (welcome,) = wire.heard()
    assert (welcome["name"], welcome["playing"], welcome["version"]) == ("ann", ["m7"], 1)


def test_matches_follow_one_another_as_often_as_was_asked(manual):
    playing, ann, _ = manual.match("ann", "bob", matches=2)
    playing.over()
    assert ann.session.state is SessionState.WAITING
    manual.matchmaker.pair(manual.arena.add(SessionMatch("m2", 1, 2))).over()
    assert ann.closed == ""
    assert manual.matchmaker.waiting == []


def test_zero_matches_are_without_end(manual):
    playing, ann, _ = manual.match("ann", "bob", matches=0)
    for number in range(5):
        playing.over()
        assert ann.closed is None
        playing = manual.matchmaker.pair(SessionMatch(f"n{number}", 1, 2))


def test_who_is_rested_meanwhile_is_told_so(manual):
    playing, ann, _ = manual.match("ann", "bob", matches=0)
    manual.matchmaker.rested.add(1)
    playing.over()
    assert ann.types() == ["rested"]
    assert ann.closed == "rested"


def test_acting_without_a_match(manual):
    wire = manual.bot("ann").say(type="act", actions=[], seq=9)
    (error,) = wire.heard()
    assert (error["code"], error["seq"]) == ("not_playing", 9)


def test_an_answer_to_an_old_turn_is_stale(manual):
    _, ann, _ = manual.match("ann", "bob")
    ann.say(type="act", actions=[], step=99, seq=3)
    (error,) = ann.heard()
    assert (error["code"], error["seq"], error["field"]) == ("stale", 3, "step")


def test_a_forecast_is_the_matchs_to_give(manual):
    _, ann, _ = manual.match("ann", "bob")
    ann.say(type="ask", action={"type": "nop"}, seq=4)
    (error,) = ann.heard()
    assert (error["code"], error["seq"]) == ("no_forecast", 4)


def test_a_mistake_of_ours_costs_the_connection_and_not_the_match(manual, caplog):
    playing, ann, bob = manual.match("ann", "bob")
    ann.say(type="act", actions=[], step=500)
    assert ann.types() == ["mistake"]
    assert ann.closed == "mistake"
    assert "ZeroDivisionError" in caplog.text
    bob.say(type="act", actions=[])
    assert bob.types() == ["verdicts"]
    assert playing.seats.keys() == {2}


def test_leave_resigns_and_ends_the_matches_to_come(manual):
    playing, ann, _ = manual.match("ann", "bob", matches=0)
    ann.say(type="leave")
    assert ("resign", 1) in playing.calls
    assert ann.closed == ""


def test_leave_stops_waiting(manual):
    wire = manual.bot("ann").say(type="leave")
    assert manual.matchmaker.waiting == []
    assert wire.closed == ""


def test_a_lost_connection_stops_waiting_and_leaves_the_match_to_its_clock(manual):
    waiting = manual.bot("cleo")
    waiting.session.lost()
    assert manual.matchmaker.waiting == []

    playing, ann, _ = manual.match("ann", "bob")
    ann.session.lost()
    assert ("resign", 1) not in playing.calls
    assert playing.seats.keys() == {2}


# Tables


def test_a_bot_sits_down_at_a_table_and_stands_up_when_it_goes(manual):
    wire = manual.bot("ann", game="", table="t1")
    assert manual.arena.tables.by_key["t1"].sitting == {1: wire.session}
    wire.session.lost()
    assert manual.arena.tables.by_key["t1"].sitting == {}


def test_a_table_that_is_full_or_not_there(manual):
    manual.bot("ann", game="", table="t1"), manual.bot("bob", game="", table="t1")
    late = manual.connect().hello(token="rh_cleo", table="t1")  # noqa: S106
    nowhere = manual.connect().hello(token="rh_cleo", table="t9")  # noqa: S106
    assert (late.types(), nowhere.types()) == (["welcome", "table_full"], ["welcome", "no_table"])
    assert len(manual.arena.tables.by_key["t1"].sitting) == 2


def test_the_match_of_a_table_begins(manual):
    wire = manual.bot("ann", game="", table="t1")
    playing = SessionMatch("m1", 1, 2)
    wire.session.seated(playing, 1)
    assert wire.types() == ["start", "turn"]
    wire.session.lost()
    assert manual.arena.tables.by_key["t1"].sitting == {1: wire.session}  # the table is the arena's by now


# Coming back


def test_a_seat_is_taken_up_again_with_what_was_missed(manual):
    playing, ann, _ = manual.match("ann", "bob")
    ann.session.lost()
    again = manual.connect().hello(token="rh_ann", match="m1", since=17)  # noqa: S106
    assert again.types() == ["welcome", "start", "turn"]
    assert ("join", 1, False, 17) in playing.calls


def test_who_asks_for_a_game_comes_back_to_the_running_match_first(manual):
    playing, ann, _ = manual.match("ann", "bob")
    ann.session.lost()
    again = manual.connect().hello(token="rh_ann", game="spacegoo", matches=2)  # noqa: S106
    assert again.types() == ["welcome", "start", "turn"]
    assert manual.matchmaker.waiting == []
    playing.over()
    assert manual.matchmaker.waiting == [again.session]


def test_a_match_that_another_connection_plays_is_left_to_it(manual):
    _, ann, _ = manual.match("ann", "bob")
    second = manual.connect().hello(token="rh_ann", game="spacegoo")  # noqa: S106
    assert second.types() == ["welcome"]
    assert manual.matchmaker.waiting == [second.session]
    assert ann.closed is None


def test_a_newer_connection_replaces_the_older(manual):
    playing, ann, _ = manual.match("ann", "bob", matches=0)
    newer = manual.connect().hello(token="rh_ann", match="m1")  # noqa: S106
    assert ann.types() == ["replaced"]
    assert ann.closed == "replaced"
    newer.heard()
    newer.say(type="act", actions=[])
    assert newer.types() == ["verdicts"]
    assert playing.seats[1] is newer.session


# Watching and news


def test_anybody_may_watch(manual):
    playing = manual.arena.add(SessionMatch("m1", 1, 2))
    wire = manual.connect().hello(role="spectator", match="m1", since=4)
    assert wire.types() == ["welcome", "start", "step"]
    assert playing.calls == [("watch", 4)]
    wire.say(type="act", actions=[], seq=1).say(type="say", text="well played")
    assert wire.types() == ["not_seated", "sign_in_first"]
    playing.over()
    assert wire.closed is None
    assert wire.session.state is SessionState.IDLE


def test_a_player_may_watch_its_own_match_and_talk(manual):
    playing = manual.arena.add(SessionMatch("m1", 1, 2))
    wire = manual.connect(player=manual.player("ann")).hello(role="spectator", match="m1")
    wire.say(type="say", text="hello")
    assert playing.calls == [("watch", None), ("say", 0, "ann", "hello")]


def test_a_person_follows_from_its_seat_and_stays_after_the_end(manual):
    playing = manual.arena.add(SessionMatch("m1", 1, 2))
    wire = manual.connect(player=manual.player("bob")).hello(role="person", match="m1", follow=True)
    assert playing.calls == [("join", 2, True, None)]
    playing.over()
    assert wire.closed is None


def test_a_match_that_is_not_there(manual):
    wire = manual.connect().hello(match="nothing")
    assert wire.types() == ["welcome", "no_match"]


def test_leave_stops_watching(manual):
    playing = manual.arena.add(SessionMatch("m1", 1, 2))
    wire = manual.connect().hello(role="spectator", match="m1")
    wire.say(type="leave")
    assert playing.audience == []
    assert wire.closed is None


def test_who_asks_for_nothing_hears_news(manual):
    wire, mine = manual.connect().hello(), manual.connect(player=manual.player("ann")).hello()
    wire.heard(), mine.heard()
    manual.context.news.tell("tables")
    manual.context.news.tell("me", player_id=1)
    manual.advance(0.1)
    assert wire.heard() == [{"type": "news", "topics": ["tables"]}]
    assert mine.heard() == [{"type": "news", "topics": ["me", "tables"]}]
    wire.session.lost()
    assert manual.context.news.readers == 1


def test_a_stopping_server_says_so_to_everybody(manual):
    playing, ann, bob = manual.match("ann", "bob")
    manual.loop.run_until_complete(manual.context.close())
    assert ann.types() == bob.types() == ["stopping"]
    assert ("resign", 1) not in playing.calls
    assert manual.context.sessions == set()
