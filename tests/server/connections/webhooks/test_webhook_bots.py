"""Bots that the server calls: they play like connected ones, fail like them, and reach nothing they may not."""

import asyncio
import contextlib
import ipaddress
import socket
import threading
import time

import httpcore
import pytest
from tests.sdk.listening_bots import nop, web_bot
from tests.server.protocol_clients import BotAccount, JsonLinesClient, open_table
from tests.server.threaded_site import ThreadedSite

from roundhouse.sdk.players.addresses import AddressError
from roundhouse.server.connections.webhooks.guarded_client import (
    Guarded,
    GuardedCaller,
    GuardedCallError,
    allowed,
    checked,
)
from roundhouse.server.connections.webhooks.webhook_connection import refuse_other
from roundhouse.store import matches, players, webhooks

PATIENCE_S = 60


# Where calls may go

PUBLIC = ["93.184.216.34", "2606:2800:220:1::1"]
INNER = ["127.0.0.1", "10.1.2.3", "192.168.0.9", "172.16.0.1", "::1", "fd00::1", "::ffff:10.0.0.1"]
NOWHERE = [
    "169.254.169.254", "fe80::1", "0.0.0.0", "::", "224.0.0.1", "ff02::1", "255.255.255.255",  # noqa: S104
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1", "64:ff9b:1::7f00:1", "2002:7f00:1::", "::7f00:1", "240.0.0.1", "100.64.0.1",
]  # fmt: skip


@pytest.mark.parametrize("text", PUBLIC + INNER + NOWHERE)
def test_an_address_is_reached_where_the_setting_says_so(text):
    ip = ipaddress.ip_address(text)

    assert not allowed(ip, "off")
    assert allowed(ip, "public") == (text in PUBLIC)
    assert allowed(ip, "local") == (text in PUBLIC + INNER)


@pytest.mark.parametrize("url", ["tcp://127.0.0.1:1", "ws://127.0.0.1/", "file:///etc/passwd", "http://169.254.169.254/",
                                 "http://127.0.0.1/", "http://[::1]:80/", "http://user@host/", "https://"])  # fmt: skip
def test_what_is_no_public_web_address_is_refused(url):
    with pytest.raises(AddressError):
        checked(url, "public")


def test_a_name_is_checked_by_what_it_means():
    """`localhost` is a name like any other; what counts is where it leads."""

    async def connect():
        await Guarded("public").connect_tcp("localhost", 9, timeout=5)

    with pytest.raises(httpcore.ConnectError, match="no address of this kind"):
        asyncio.run(connect())


def test_calls_are_bounded_in_time_size_and_number():
    asked, release = threading.Semaphore(0), threading.Event()

    def answer(path, message, headers):
        if path.endswith("/slow"):
            asked.release()
            release.wait(60)
        return b"x" * 5000 if path.endswith("/huge") else 200

    async def calls(address):
        caller = GuardedCaller("local", calls_max=1, body_max=1000)
        with pytest.raises(GuardedCallError, match="more than 1000 bytes"):
            await caller.call(address, "POST", "/huge", b"{}", {}, 20)
        with pytest.raises(GuardedCallError, match="does not answer in time"):
            await caller.call(address, "POST", "/slow", b"{}", {}, 0.3)
        held = asyncio.create_task(caller.call(address, "POST", "/slow", b"{}", {}, 60))
        for _ in range(2):  # the one that was given up, and this one
            assert await asyncio.to_thread(asked.acquire, timeout=60)
        with pytest.raises(GuardedCallError, match="does not answer in time"):
            await caller.call(address, "POST", "/", b"{}", {}, 0.2)  # the other one has the only place
        release.set()
        assert (await held)[0] == 200
        await caller.close()

    with web_bot(answer) as url:
        asyncio.run(calls(checked(url, "local")))


class Raw:
    """A service that answers every connection with these bytes, some of them slowly, and counts them."""

    def __init__(self, *pieces, pause_s=0.0):
        self.asked = 0
        self._pieces, self._pause_s = pieces, pause_s
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self):
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            self.asked += 1
            with connection, contextlib.suppress(OSError):
                connection.recv(65536)
                for piece in self._pieces:
                    connection.sendall(piece)
                    time.sleep(self._pause_s)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(PATIENCE_S)


def answer_of(url, seconds=20.0):
    async def call():
        caller = GuardedCaller("local", calls_max=1, body_max=1000)
        try:
            return await caller.call(checked(url, "local"), "POST", "/turn", b"{}", {}, seconds)
        finally:
            await caller.close()

    return asyncio.run(call())


HEAD = b"HTTP/1.1 200 OK\r\n"


def test_a_redirect_is_an_answer_and_not_followed():
    with Raw(HEAD + b"Content-Length: 2\r\n\r\n{}") as secret:
        moved = f"HTTP/1.1 307 Moved\r\nLocation: {secret.url}/turn\r\nContent-Length: 0\r\n\r\n".encode()
        with Raw(moved) as service:
            assert answer_of(service.url) == (307, b"")
        assert secret.asked == 0


@pytest.mark.parametrize(
    ("pieces", "pause_s", "why"),
    [
        ((HEAD + b"Content-Length: 500\r\n\r\n", *[b"x"] * 100), 0.05, "does not answer in time"),
        ((HEAD, *[b"X-Drip: 1\r\n"] * 100), 0.05, "does not answer in time"),
        ((HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"800\r\n" + b"x" * 2048), 0.0, "more than 1000 bytes"),
        ((HEAD + b"Content-Length: 900000000000\r\n\r\n", b"x" * 2000), 0.0, "more than 1000 bytes"),
        ((HEAD + b"X-Long: " + b"x" * 500_000,), 0.0, "cannot be reached"),
        ((HEAD + b"Content-Length: 50\r\n\r\nshort",), 0.0, "cannot be reached"),
        ((b"220 mail.example ESMTP\r\n",), 0.0, "cannot be reached"),
        ((b"",), 0.0, "cannot be reached"),
    ],
)  # fmt: skip
def test_a_service_that_drips_floods_or_talks_something_else_is_told(pieces, pause_s, why):
    with Raw(*pieces, pause_s=pause_s) as service, pytest.raises(GuardedCallError, match=why):
        answer_of(service.url, seconds=0.6 if pause_s else 20)


@pytest.mark.parametrize("body", [b"", b"no json", b"[]", b'{"type":"hello","version":1}', b'{"type":"act"}', b"\xff",
                                  b"[" * 100_000])  # fmt: skip
def test_only_an_act_answers_a_turn(body):
    with pytest.raises(GuardedCallError, match="no act"):
        refuse_other(body)


def test_an_act_answers_a_turn():
    refuse_other(b'{"type":"act","actions":[{"type":"nop"}],"log":{"no":"text"}}')


# On a server


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with ThreadedSite(
        tmp_path_factory.mktemp("webhooks"), webhooks="local", house_after_s=0.2, match_interval_s=0.1
    ) as site:
        yield site


def api(site, bot, method, data=None, status=200, query=""):
    browser = site.browser()
    headers = {"authorization": f"Bearer {bot.token}"}
    answer = browser.request(method, f"/api/me/webhook{query}", headers=headers, json=data)
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def until(condition, what):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.05)


def of_player(site, bot, **how):
    return site.read(lambda connection: matches.page(connection, player=bot.player.id, **how))


@pytest.mark.slow
def test_a_bot_is_called_for_its_seat_at_a_table(site):
    heard = []

    def answer(path, message, headers):
        heard.append((path, headers["roundhouse-match"]))
        return nop(message, log="called") if path.endswith("/turn") else 404

    called, other = BotAccount(site, "called-one"), BotAccount(site, "caller-two")
    with web_bot(answer) as url:
        assert api(site, called, "PUT", {"url": url})["url"] == url
        table = open_table(site, other, rounds=3)
        browser = site.browser()
        line = JsonLinesClient(site).hello(token=other.token, table=table)
        line.until("welcome")  # it sits, so the other seat is the second
        sat = browser.request(
            "POST", f"/api/tables/{table}/sit", headers={"authorization": f"Bearer {called.token}"}, json={"seat": 2}
        )
        assert sat.status_code == 200, sat.text
        key = line.until("start")["match"]
        for _ in range(3):
            step = line.until("turn")["step"]
            line.say(type="act", step=step, actions=[{"type": "nop"}])
        line.until("over")
        line.close()
        until(lambda: ("/bot/over", key) in heard, "the end to be told")

    assert [path for path, _ in heard].count("/bot/turn") == 3
    assert [path for path, _ in heard].count("/bot/verdicts") == 1, "it does not want them"
    said = browser.get(f"/api/matches/{key}/remarks?seat=2")["remarks"]
    assert [one["log"] for one in said] == ["called"] * 3
    api(site, called, "DELETE", status=204)
    assert api(site, called, "GET") is None


@pytest.mark.slow
def test_a_bot_waits_for_rated_opponents_again_and_again(site):
    def answer(path, message, headers):
        return {"type": "act", "actions": [{"type": "nop"}]} if path.endswith("/turn") else 200

    bot = BotAccount(site, "ladder-hook")
    with web_bot(answer) as url:
        api(site, bot, "PUT", {"url": url, "game": "spacegoo", "preset": "classic"})
        until(lambda: of_player(site, bot), "a match")
        assert api(site, bot, "GET")["connected"] is True
        api(site, bot, "DELETE", status=204)
        assert api(site, bot, "GET") is None
    assert of_player(site, bot)[0].rated


@pytest.mark.slow
def test_a_bot_that_does_not_answer_loses_its_match_and_is_rested(site):
    def answer(path, message, headers):
        return 500

    bot = BotAccount(site, "broken-hook")
    with web_bot(answer) as url:
        site.call(setattr, site.server.context.arena.matches, "house", lambda game, preset: {"deadline_s": 0.5})
        try:
            api(site, bot, "PUT", {"url": url, "game": "spacegoo"})
            until(lambda: site.read(lambda c: players.by_id(c, bot.player.id)).rested_ms, "the bot to be rested")
        finally:
            site.call(setattr, site.server.context.arena.matches, "house", lambda game, preset: {})
        told = api(site, bot, "GET")

    assert told["problem"]
    until(lambda: not api(site, bot, "GET")["connected"], "it to be called no more")


def test_an_owner_sets_it_for_a_bot_and_nobody_for_others(site):
    browser = site.browser("hook-owner")
    browser.post("/api/me/bots", {"name": "owned-hook"}, status=201)
    with web_bot(lambda path, message, headers: 200) as url:
        path = "/api/me/webhook?player=owned-hook"
        assert browser.post(path, {"url": url}, method="PUT")["connected"] is False
        assert browser.get(path)["url"] == url
        assert browser.post("/api/me/webhook", {"url": url}, method="PUT", status=403)["code"] == "no_bot"
        assert site.browser("hook-thief").get(path, status=404)["code"] == "no_bot"
        browser.post(path, method="DELETE", status=204)
        assert browser.get(path) is None


@pytest.mark.parametrize(
    ("url", "code", "status"),
    [("http://169.254.169.254/", "bad_address", 400), ("nonsense", "bad_address", 400),
     ("http://127.0.0.1:9/", "no_answer", 409), ("http://no-such-host.invalid/", "no_answer", 409)],
)  # fmt: skip
def test_an_address_where_no_bot_is_is_refused(site, url, code, status):
    bot = BotAccount(site, f"no-{len(url)}-{code}")

    assert api(site, bot, "PUT", {"url": url}, status=status)["code"] == code
    assert api(site, bot, "GET") is None


def test_an_unknown_game_is_refused_before_anybody_is_called(site):
    bot = BotAccount(site, "wrong-game")

    assert api(site, bot, "PUT", {"url": "http://127.0.0.1:9/", "game": "chess"}, status=400)["code"] == "no_such_game"


@pytest.mark.slow
def test_by_default_nobody_is_called(tmp_path):
    with ThreadedSite(tmp_path) as site:
        bot = BotAccount(site, "hopeful")
        assert api(site, bot, "PUT", {"url": "http://127.0.0.1:9/"}, status=409)["code"] == "webhooks_off"
        assert site.server.context.sessions == set()


@pytest.mark.slow
def test_a_match_goes_on_after_a_restart(tmp_path):
    """The seat is called again by the server that takes the match up."""
    answering = threading.Event()

    def answer(path, message, headers):
        if path.endswith("/turn") and not answering.wait(0.2):
            return 500
        return nop(message) if path.endswith("/turn") else 200

    with web_bot(answer) as url:
        with ThreadedSite(tmp_path, webhooks="local") as site:
            bot, other = BotAccount(site, "back-one"), BotAccount(site, "back-two")
            api(site, bot, "PUT", {"url": url})
            table = open_table(site, other, rounds=2)
            headers = {"authorization": f"Bearer {bot.token}"}
            line = JsonLinesClient(site).hello(token=other.token, table=table)
            sat = site.browser().request("POST", f"/api/tables/{table}/sit", headers=headers, json={"seat": 2})
            assert sat.status_code == 200, sat.text
            key = line.until("start")["match"]
            line.close()
        answering.set()
        with ThreadedSite(tmp_path, webhooks="local") as site:
            assert site.read(lambda connection: webhooks.all(connection))[0].url == url
            line = JsonLinesClient(site).hello(token=other.token, match=key)
            for _ in range(2):
                step = line.until("turn")["step"]
                line.say(type="act", step=step, actions=[{"type": "nop"}])
            assert line.until("over")["result"]["reason"]
            line.close()
