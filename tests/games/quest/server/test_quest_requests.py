"""Many requests in one turn of Quest, over real connections: nobody is slowed down, and floods stay bounded."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.games.quest.server.manual_quest import END, QUEST, ends, look, move, scenario
from tests.server.connections.manual_session import ManualSessions, SessionMatch
from tests.server.protocol_clients import BotAccount, JsonLinesClient
from tests.server.threaded_site import ThreadedSite

from roundhouse.core.entries import ORDER, VOID
from roundhouse.protocol.api.platform import NewTable, TableOptions
from roundhouse.server.connections.message_reader import REQUESTS_MAX
from roundhouse.server.tables.options import widths
from roundhouse.store import matches

REQUESTS = 200
# So little that any request of a turn that were counted would be noticed
STRICT = {"messages_per_s": 1.0, "messages_burst": 20}


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    with ThreadedSite(tmp_path_factory.mktemp("strict"), **STRICT) as made:
        yield made


def beginning(site, tag, **settings):
    """Two bots at a table; their connections at the start of the match."""
    host = BotAccount(site, f"host-{tag}", "person")
    chosen = {"scenario": scenario(), "rounds": 30, "turn_ms": 20_000, **settings}
    options = TableOptions(game="quest", settings=chosen)
    key = site.call(site.server.context.arena.seating.open, host.player, NewTable(options, seat=0)).key
    bots = [BotAccount(site, f"{name}-{tag}") for name in ("ann", "bob")]
    lines = [JsonLinesClient(site) for _ in bots]
    for line, bot in zip(lines, bots, strict=True):
        line.hello(token=bot.token, table=key)
        line.until("welcome")
    return bots, lines


def requests(turn, unit):
    """A walk of one unit up and down, one look at a time in between, and something that is refused."""
    for seq in range(REQUESTS - 1):
        action = look(unit) if seq else move(unit, 99, 99)
        yield {"type": "act", "step": turn["step"], "seq": seq, "actions": [action]}
    yield {"type": "act", "step": turn["step"], "seq": REQUESTS - 1, "actions": [END]}


def written(site, key, seat):
    """How many requests of a seat are in the database."""
    playing = site.server.context.arena.matches.running[key]
    entries = site.read(lambda connection: matches.entries_of(connection, playing.id, widths(QUEST)))
    return sum(entry.seat == seat and entry.kind in (ORDER, VOID) for entry in entries)


def play_turns(site, line, count):
    """So many turns of single requests, all sent before the first answer is read: every turn with its answers, and how
    many requests were on the disk when the last of them had come."""
    start, told = line.until("start"), []
    for _ in range(count):
        turn = line.until("turn")
        line.send(b"".join(json.dumps(one).encode() + b"\n" for one in requests(turn, start["seat"] * 100)))
        answers = [line.until("verdicts") for _ in range(REQUESTS)]
        told.append((turn, answers, written(site, start["match"], start["seat"])))
    return told


@pytest.mark.rule("QST-049", "QST-050")
def test_two_hundred_single_requests_are_answered_within_their_turn_again_and_again(strict):
    _, lines = beginning(strict, "many")
    with lines[0], lines[1], ThreadPoolExecutor(2) as threads:
        played = list(threads.map(play_turns, [strict] * 2, lines, [4] * 2))
    for told in played:
        assert [kept for *_, kept in told] == [REQUESTS * n for n in (1, 2, 3, 4)], "nothing is answered before"
        for _, answers, _ in told:
            assert [answer["seq"] for answer in answers] == list(range(REQUESTS))
            codes = [answer["verdicts"][0].get("code", "") for answer in answers]
            assert codes == ["bad_target", *[""] * (REQUESTS - 1)]
            seen = [answer["verdicts"][0]["answer"] for answer in answers[:-1]]
            assert all(len(one["cells"]) > 60 and one["unit"]["id"] % 100 == 0 for one in seen)
    reasons = [why for told in played for turn, *_ in told for _, why in ends([turn])]
    assert reasons == ["end_turn"] * 13, "none was too late"


def test_what_comes_in_the_turn_of_others_is_slowed_down_like_any_flood(strict):
    _, lines = beginning(strict, "flood", max_actions=60)
    with lines[0], lines[1]:
        lines[0].until("turn")
        lines[1].send((json.dumps({"type": "act", "actions": [look(200)]}) + "\n").encode() * 500)
        answers = [lines[1].until("verdicts") for _ in range(10)]
        assert {answer["verdicts"][0]["code"] for answer in answers} == {"not_your_turn"}
        lines[0].say(type="act", seq=1, actions=[look(100)])
        assert lines[0].until("verdicts")["seq"] == 1, "others are answered meanwhile"
        entered = strict.server.context.arena.matches.running
        assert all(playing.seat_states[2].refusals < 60 for playing in entered.values() if playing.requests == 60)


# Without sockets


def room_of(requests, **settings):
    manual = ManualSessions(**settings)
    playing = manual.arena.add(SessionMatch("m1", 1))
    playing.requests = requests
    wire = manual.connect().hello(token="rh_ann", match="m1")  # noqa: S106
    return manual, playing, wire


def acts(playing):
    return sum(call[0] == "act" for call in playing.calls)


def test_a_turn_brings_as_many_messages_as_it_has_requests_and_no_more():
    manual, playing, wire = room_of(100, messages_per_s=1.0, messages_burst=5)
    with manual:
        for _ in range(3):
            before = acts(playing)
            wire.say(*[{"type": "act", "actions": [{}]}] * 100)
            assert acts(playing) - before == 100
            playing.turn(1)
        wire.say(*[{"type": "act", "actions": [{}]}] * 150)
        assert acts(playing) <= 300 + 100 + 5
        assert wire.paused
        playing.turn(1)
        playing.turn(1)
        manual.advance(3)
        assert acts(playing) == 450, "and nothing is lost"


def test_requests_that_were_not_made_are_not_saved_up():
    manual, playing, wire = room_of(50, messages_per_s=1.0, messages_burst=5)
    with manual:
        for _ in range(10):
            playing.turn(1)
        wire.say(*[{"type": "act", "actions": [{}]}] * 200)
        assert acts(playing) <= 55


def test_however_many_requests_a_turn_may_have_there_is_a_limit_for_messages():
    manual, playing, wire = room_of(100_000, messages_per_s=1.0, messages_burst=5)
    with manual:
        assert REQUESTS_MAX < 100_000
        wire.session._reader._requests -= REQUESTS_MAX - 10
        wire.say(*[{"type": "act", "actions": [{}]}] * 100)
        assert acts(playing) <= 15


def test_others_are_heard_between_the_requests_of_a_turn():
    manual, _, wire = room_of(1000)
    with manual:
        raw = json.dumps({"type": "act", "actions": [{}]}).encode()
        taken = 0
        while not wire.paused:
            wire.session.receive(raw)
            taken += 1
            assert taken < 100
        manual.settle()
        assert not wire.paused, "only for a moment"
