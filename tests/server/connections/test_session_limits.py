"""What a connection may send, and what becomes of those who send too much, nonsense, or do not read."""

import json

import pytest
from tests.server.connections.manual_session import ManualSessions, SessionMatch

from roundhouse.server.connections.http_stream import StreamTransport


@pytest.fixture
def manual():
    with ManualSessions() as made:
        yield made


@pytest.mark.parametrize(
    ("raw", "field", "sentence"),
    [
        (b"{", "", "not a JSON object"),
        (b"nonsense", "", "not a JSON object"),
        (b"[]", "", "Expected `object`, got `array`."),
        (b"null", "", "Expected `object`, got `null`."),
        (b"{}", "type", "one of `hello`, `act`, `ask`, `leave`, `say`"),
        (b'{"type":"fly"}', "type", "one of `hello`, `act`, `ask`, `leave`, `say`"),
        (b'{"type":"hello"}', "version", "missing required field"),
        (b'{"type":"hello","version":"1"}', "version", "Expected `int`, got `str`."),
        (b'{"type":"hello","version":1,"matches":-1}', "matches", "Expected `int` >= 0."),
        (b'{"type":"hello","version":1,"since":1.5}', "since", "Expected `int | null`, got `float`."),
        (b'{"type":"act","actions":5}', "actions", "Expected `array`, got `int`."),
        (b'{"type":"act","actions":[],"seq":1e400}', "seq", "Number out of range."),
        (b'{"type":"act","actions":[],"seq":99999999999999999999}', "seq", "Expected `int` <= 9007199254740992."),
        (b'{"type":"act"}', "actions", "missing required field"),
        (b'{"type":"act","actions":[],"row":[0]}', "row", "`actions` or `row`, not both"),
        (b'{"type":"act","row":[0,"1"]}', "row[1]", "Expected `int`, got `str`."),
        (b'{"type":"act","row":[0,1.5]}', "row[1]", "Expected `int`, got `float`."),
        (b'{"type":"act","row":{}}', "row", "Expected `array`, got `object`."),
        (b'{"type":"act","row":[' + b"0," * 64 + b"0]}", "row", "Expected `array` of length <= 64."),
        (b'{"type":"hello","version":1,"want":"belief"}', "want", "Expected `array`, got `str`."),
        (b'{"type":"say","text":""}', "text", "Expected `str` of length >= 1."),
        (b'{"type":"hello","version":1,"token":"\xff"}', "", "This is not UTF-8."),
        (b'{"type":"act","actions":[' + b"[" * 30_000, "", "This is nested too deeply."),
    ],
)
def test_a_message_that_cannot_be_read_is_answered_with_the_field(manual, raw, field, sentence):
    wire = manual.connect().say(raw)
    (error,) = wire.heard()
    assert error["code"] == "bad_message"
    assert error.get("field", "") == field
    assert sentence in error["sentence"]
    assert len(error["sentence"]) <= 201


def test_the_connection_stays_after_bad_messages_and_unknown_fields_are_ignored(manual):
    wire = manual.connect().say(b"{")
    wire.hello(token="rh_ann", game="spacegoo", colour="green", speed={"of": "light"})  # noqa: S106
    assert wire.types() == ["bad_message", "welcome"]


def test_too_many_bad_messages_in_a_row_end_the_connection(manual):
    wire = manual.connect()
    wire.say(*[b"{"] * 19).hello().say(*[b"{"] * 19)
    assert wire.closed is None
    wire.heard()
    wire.say(b"{")
    assert wire.types() == ["too_many"]
    assert wire.closed == "too_many"


def test_a_message_that_is_too_long_ends_the_connection(manual):
    text = json.dumps({"type": "hello", "version": 1, "token": "x" * 65_536}).encode()
    wire = manual.connect().say(text)
    assert wire.types() == ["too_long"]
    assert wire.closed == "too_long"


def test_empty_messages_mean_nothing(manual):
    wire = manual.connect().say(b"", b"")
    assert wire.heard() == []


def test_who_sends_too_much_is_not_read_for_a_while():
    with ManualSessions(messages_per_s=10.0, messages_burst=5) as manual:
        wire = manual.connect().hello()
        wire.say(*[{"type": "say", "text": "x"}] * 5)
        assert wire.paused
        wire.heard()
        wire.say(type="say", text="x")
        assert wire.heard() == []
        manual.advance(0.3)
        assert wire.types() == ["not_playing"]
        assert not wire.paused


def test_a_paused_connection_loses_nothing():
    with ManualSessions(messages_per_s=10.0, messages_burst=4) as manual:
        playing = manual.arena.add(SessionMatch("m1", 1))
        wire = manual.connect().hello(token="rh_ann", match="m1")  # noqa: S106
        wire.say(*[{"type": "act", "actions": [{}], "seq": n} for n in range(20)])
        answered = len([one for one in wire.heard() if one["type"] == "verdicts"])
        assert 3 <= answered < 20
        manual.advance(3)
        assert answered + len(wire.heard()) == 20
        assert len([call for call in playing.calls if call[0] == "act"]) == 20
        assert wire.closed is None


def test_who_answers_turns_is_never_too_fast():
    with ManualSessions(messages_per_s=1.0, messages_burst=2) as manual:
        playing = manual.arena.add(SessionMatch("m1", 1))
        wire = manual.connect().hello(token="rh_ann", match="m1")  # noqa: S106
        for _ in range(100):
            wire.say(type="act", actions=[{}])
            playing.turn(1)
        assert not wire.paused


def test_a_flood_without_end_is_sent_away():
    with ManualSessions(messages_per_s=100.0, messages_burst=10) as manual:
        wire = manual.connect().hello()
        for _ in range(200):
            if wire.closed is not None:
                break
            wire.say(*[{"type": "say", "text": "x"}] * 60)
            manual.advance(0.3)
        assert wire.closed == "too_many"


# Readers that are too slow


def test_a_spectator_that_is_behind_sees_the_match_as_it_is_when_it_has_caught_up(manual):
    playing = manual.arena.add(SessionMatch("m1", 1, 2))
    wire = manual.connect().hello(role="spectator", match="m1")
    wire.session.overrun()
    playing.show(b'{"type":"step","step":1}')
    wire.heard()
    wire.session.drained()
    assert [message["step"] for message in wire.heard()] == [9]
    playing.show(b'{"type":"step","step":10}')
    assert [message["step"] for message in wire.heard()] == [10]
    assert wire.closed is None


def test_a_spectator_that_has_missed_nothing_is_told_nothing_again(manual):
    manual.arena.add(SessionMatch("m1", 1, 2))
    wire = manual.connect().hello(role="spectator", match="m1")
    wire.heard()
    wire.session.overrun()
    wire.session.drained()
    assert wire.heard() == []


def test_one_large_message_does_not_make_a_reader_slow(manual):
    transport = StreamTransport(manual.context, address="", player=None)
    large = b"x" * 2 * manual.context.settings.unread_max
    for _ in range(4):
        transport.send(large)
    assert not transport.session.gone
    transport.send(large)
    assert transport.session.gone


def test_a_spectator_that_is_behind_at_the_end_still_hears_it(manual):
    playing = manual.arena.add(SessionMatch("m1", 1, 2))
    wire = manual.connect().hello(role="spectator", match="m1")
    wire.heard()
    wire.session.overrun()
    playing.show(b'{"type":"step","step":1}')
    playing.show(b'{"type":"over"}')
    playing.over()
    wire.session.drained()
    assert wire.types() == ["over"]


def test_a_spectator_may_go_while_it_is_behind(manual):
    playing = manual.arena.add(SessionMatch("m1", 1, 2))
    wire = manual.connect().hello(role="spectator", match="m1")
    wire.session.overrun()
    wire.session.lost()
    wire.session.drained()
    assert playing.audience == []


def test_news_that_were_missed_are_told_at_once(manual):
    wire = manual.connect().hello()
    wire.session.overrun()
    manual.context.news.tell("tables")
    manual.advance(0.1)
    assert wire.types() == ["welcome"]
    wire.session.drained()
    assert wire.heard() == [{"type": "news", "topics": ["tables", "matches", "me", "event"]}]


def test_a_seat_that_does_not_read_is_closed_and_can_come_back(manual):
    playing, ann, _ = manual.match("ann", "bob")
    ann.session.overrun()
    assert ann.types() == ["too_slow"]
    assert ann.closed == "too_slow"
    assert ("resign", 1) not in playing.calls
    again = manual.connect().hello(token="rh_ann", match="m1", since=0)  # noqa: S106
    assert again.types() == ["welcome", "start", "turn"]


def test_what_is_sent_to_somebody_who_is_gone_goes_nowhere(manual):
    playing, ann, _ = manual.match("ann", "bob")
    session = ann.session
    session.end("stopping", "Bye.")
    session.send(b"{}")
    session.dismissed("over")
    session.seated(playing, 1)
    session.overrun()
    assert ann.types() == ["stopping"]


def test_connections_are_counted(manual):
    wires = [manual.connect() for _ in range(3)]
    assert manual.context.metrics.connections() == 3
    wires[0].session.lost()
    wires[0].session.lost()
    wires[1].session.end()
    assert manual.context.metrics.connections() == 1
