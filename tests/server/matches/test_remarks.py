"""What seats say about their turns on a server: kept, timed, secret while the match runs, in the record afterwards."""

import json
import time

import msgspec
import pytest
from tests.server.manual_arena import ArenaClient, ManualArena, options
from tests.server.manual_match import act
from tests.server.protocol_clients import BotAccount, JsonLinesClient, open_table
from tests.server.threaded_site import ThreadedSite

from roundhouse.match.record import from_bytes, remarks_in
from roundhouse.match.remarks import Note, Remark
from roundhouse.match.verification import verify
from roundhouse.protocol.messages import Act
from roundhouse.server.http.remarks import BYTES_MAX, page
from roundhouse.server.rendering.archive import Archive
from roundhouse.store import matches, remarks

NOP = {"type": "nop"}
PATIENCE_S = 30


@pytest.fixture
def manual(database):
    with ManualArena(database) as manual:
        yield manual


def begin(manual, **how):
    guests = [ArenaClient(manual.player(name, "bot")) for name in ("b1", "b2")]
    chosen = options(clock="bot", **how)
    seated = dict(enumerate(guests, 1))
    players = [guest.player for guest in guests]
    return manual.do(manual.arena.matches.start(chosen, players, rated=chosen.rated, clients=seated)), guests


def say(manual, playing, seat, log="", notes=(), *actions):
    answers = []
    message = act(*(actions or (NOP,)))
    playing.act(seat, msgspec.structs.replace(message, log=log, notes=list(notes)), answers.append)
    manual.settle()
    return answers


def kept(manual, playing):
    manual.call(manual.arena.matches.remarks.flush)
    with manual.database.engine.connect() as connection:
        return remarks.of_match(connection, playing.id)


# Keeping


def test_every_turn_is_kept_with_what_it_cost_and_what_was_said(manual):
    playing, _ = begin(manual)
    manual.advance(0.5)
    say(manual, playing, 1, "hm", [Note("cell", 3)])
    manual.advance(0.25)
    say(manual, playing, 2)
    manual.advance(0.1)
    say(manual, playing, 1, "again")

    assert kept(manual, playing) == [
        Remark(1, 0, 0, 500, "hm", [Note("cell", 3)]),
        Remark(2, 0, 0, 750),
        Remark(1, 3, 1, 100, "again"),
    ]


def test_a_turn_that_was_missed_has_its_cost_too(manual):
    playing, _ = begin(manual, settings={"deadline_s": 2.0})
    say(manual, playing, 1)
    manual.advance(3)

    assert playing.match.result is not None
    assert [(one.seat, one.ms) for one in kept(manual, playing)][1] == (2, 2001)


def test_what_comes_with_an_answer_that_is_refused_is_not_lost(manual):
    """The action makes no sense, the words about it may; the turn goes on."""
    playing, _ = begin(manual)
    say(manual, playing, 1, "first try", [], {"type": "send", "source": "x", "target": 0, "ships": [0, 0, 0]})
    say(manual, playing, 1, "second try")

    assert [one.log for one in kept(manual, playing)] == ["first try\nsecond try"]


def test_what_answers_an_old_turn_is_not_kept(manual):
    playing, _ = begin(manual)
    answers = []
    playing.act(1, Act([], step=77, log="old"), answers.append)

    assert answers[0].code == "stale"
    assert kept(manual, playing) == []


def test_remarks_that_cannot_be_written_hurt_nobody(manual, monkeypatch, caplog):
    def broken(connection, rows):
        raise RuntimeError("no room")

    monkeypatch.setattr(remarks, "add", broken)
    playing, _ = begin(manual)
    (answer,) = say(manual, playing, 1, "lost")
    manual.call(manual.arena.matches.remarks.flush)
    manual.settle()

    assert answer.verdicts[0].verdict == "accepted"
    assert playing.state == "running"
    assert not manual.failures
    assert "remarks could not be kept: no room" in caplog.text


def test_a_seat_has_room_for_a_megabyte(manual):
    playing, _ = begin(manual)
    for _ in range(300):
        say(manual, playing, 1, "x" * 4000)
        say(manual, playing, 2)
        if playing.match.result is not None:
            break
    said = [one for one in kept(manual, playing) if one.seat == 1]

    assert sum(len(one.log) for one in said) <= (1 << 20) + 100
    assert len([one for one in said if one.ms is not None]) == len(said) > 262
    assert "left out" in said[263].log or "left out" in said[262].log


# The record


def test_the_record_of_a_finished_match_has_them_and_the_rows_are_gone(manual):
    playing, _ = begin(manual, settings={"max_rounds": 2})
    for _ in range(2):
        say(manual, playing, 1, "I think")
        say(manual, playing, 2)
    manual.settle()
    archive = Archive(manual.database)
    archive.keep(playing.id)
    archive.close()
    with manual.database.engine.connect() as connection:
        data = matches.record_of(connection, playing.id)
        assert remarks.of_match(connection, playing.id) == []

    record = from_bytes(data)
    assert verify(record).ok
    assert list(record.remarks) == remarks_in(data)
    assert [(one.seat, one.round, one.log) for one in record.remarks] == [
        (1, 0, "I think"), (1, 1, "I think"), (2, 0, ""), (2, 1, ""),
    ]  # fmt: skip


def test_a_match_that_was_broken_off_keeps_its_rows(manual):
    playing, _ = begin(manual)
    say(manual, playing, 1, "so far")
    manual.call(playing.break_off, "A test.")
    manual.settle()
    kept(manual, playing)
    archive = Archive(manual.database)
    archive.keep(playing.id)
    archive.close()

    assert [one.log for one in kept(manual, playing)] == ["so far"]


def test_long_answers_come_in_parts_of_whole_steps():
    made = [Remark(seat, step, step, 1, "x" * 4000) for step in range(400) for seat in (1, 2)]
    first = page("k", True, made)

    assert first.more
    assert len(first.remarks) % 2 == 0
    assert sum(len(one.log) for one in first.remarks) <= BYTES_MAX + 8000
    rest = page("k", True, [one for one in made if one.step > first.remarks[-1].step])
    assert first.remarks + rest.remarks == made or rest.more


# Over the wire


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with ThreadedSite(tmp_path_factory.mktemp("remarks")) as site:
        yield site


def bearer(browser, bot, key, query="", status=200):
    return browser.get(
        f"/api/matches/{key}/remarks{query}", status=status, headers={"authorization": f"Bearer {bot.token}"}
    )


def sit_down(site, table, *bots):
    """Their lines, by seat: each says hello when the one before it is seated."""
    lines = []
    for bot in bots:
        lines.append(JsonLinesClient(site).hello(token=bot.token, table=table))
        lines[-1].until("welcome")
    return lines


@pytest.mark.slow
def test_a_seat_sees_its_own_remarks_and_everybody_all_when_it_is_over(site):
    one, two, browser = BotAccount(site, "say-one"), BotAccount(site, "say-two"), site.browser()
    table = open_table(site, one, rounds=2)
    lines = sit_down(site, table, one, two)
    key, _ = [line.until("start")["match"] for line in lines]
    seats = {bot.name: line for bot, line in zip((one, two), lines, strict=True)}
    for name, line in seats.items():
        step = line.until("turn")["step"]
        line.say(type="act", step=step, actions=[NOP], log=f"{name} thinks", notes=[{"kind": "cell", "at": 1}] * 250)
        assert line.until("verdicts")["verdicts"][0]["verdict"] == "accepted"

    mine = bearer(browser, one, key)
    assert [(said["seat"], said["log"]) for said in mine["remarks"]] == [
        (1, "say-one thinks\n[Some notes are left out: a turn has at most 200.]")
    ]
    assert mine["remarks"][0]["ms"] >= 0
    assert mine["over"] is False
    assert bearer(browser, one, key, "?seat=2", status=409)["code"] == "running"
    assert browser.get(f"/api/matches/{key}/remarks")["remarks"] == []
    assert browser.get(f"/api/matches/{key}/remarks?seat=1", status=409)["code"] == "running"

    for line in lines:
        line.until("turn")
        line.say(type="act", actions=[NOP])
    for line in lines:
        line.until("over")
    everything = browser.get(f"/api/matches/{key}/remarks")
    assert everything["over"] is True
    assert [(said["seat"], said["round"]) for said in everything["remarks"]] == [(1, 0), (2, 0), (1, 1), (2, 1)]
    second = [said["seat"] for said in browser.get(f"/api/matches/{key}/remarks?seat=2&since=0")["remarks"]]
    assert second == [2]
    assert browser.get(f"/api/matches/{key}/remarks?seat=3", status=404)["code"] == "no_seat"
    assert_in_the_record(browser, key)
    assert json.dumps(everything["remarks"][0]["log"]) in browser.get(f"/api/matches/{key}/html")
    for line in lines:
        line.close()


def assert_in_the_record(browser, key):
    """Also after it was archived, when the rows are gone."""
    before = browser.get(f"/api/matches/{key}/remarks")["remarks"]
    deadline = time.monotonic() + PATIENCE_S
    while not remarks_gone(browser.site, key):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert browser.get(f"/api/matches/{key}/remarks")["remarks"] == before
    record = from_bytes(browser.ask("GET", f"/api/matches/{key}/record", status=200).content)
    assert len(record.remarks) == len(before)
    assert verify(record).ok


def remarks_gone(site, key):
    def look(connection):
        stored = matches.by_key(connection, key)
        return matches.record_of(connection, stored.id) is not None

    return site.read(look)


@pytest.mark.slow
def test_http_takes_them_too_and_bad_ones_cost_nothing(site):
    one, two, browser = BotAccount(site, "web-one"), BotAccount(site, "web-two"), site.browser()
    table = open_table(site, one, rounds=1)
    lines = sit_down(site, table, one, two)
    key = lines[0].until("start")["match"]
    step = lines[0].until("turn")["step"]
    answer = browser.request(
        "POST",
        f"/api/play/{key}/act",
        headers={"authorization": f"Bearer {one.token}"},
        json={"type": "act", "step": step, "actions": [NOP], "log": {"no": "text"}, "notes": "none"},
    )
    assert answer.status_code == 200, answer.text
    assert answer.json()["verdicts"][0]["verdict"] == "accepted"
    assert bearer(browser, one, key)["remarks"][0]["log"] == "[The log is left out: it is no text.]"
    for line in lines:
        line.close()
