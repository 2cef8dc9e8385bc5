"""Where powered stakes come from, and an outside service that hangs, stumbles or talks nonsense."""

import asyncio
import contextlib
import json
import logging
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.rules.phases.stats import battery_max
from roundhouse.games.boidvoid.season import power_source
from roundhouse.games.boidvoid.season.power_source import Http, PowerPlayer, PowerUnavailableError, source_of

ANNA = PowerPlayer(7, "anna", 1)
SHORT_S = 0.3
LONG_S = 60.0


def asked(source, player=ANNA):
    return asyncio.run(source.stake_of(player))


def refused(source, player=ANNA):
    with pytest.raises(PowerUnavailableError) as caught:
        asked(source, player)
    return caught.value


class Service:
    """A power service on loopback; `answer` is called with the handler and what was asked for."""

    def __init__(self, answer):
        self.paths, self.headers = [], []
        self.asked = threading.Event()
        self.released = threading.Event()  # whoever hangs goes on then
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                outer.paths.append(self.path)
                outer.headers.append(dict(self.headers))
                outer.asked.set()
                with contextlib.suppress(OSError):  # whoever asked may be gone
                    answer(outer, self)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.released.set()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def say(handler, body, status=200):
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    handler.send_response(status)
    handler.send_header("content-length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content)


def stake(number):
    return lambda service, handler: say(handler, {"powered_stake": number})


# The three kinds


@pytest.mark.rule("BOI-084")
def test_embedded_gives_everybody_the_same_but_for_those_in_the_settings():
    source = source_of("embedded", default=10_000, stakes=(5, 6))
    assert [asked(source, PowerPlayer(9, "x", number)) for number in (1, 2, 3)] == [5, 6, 10_000]


@pytest.mark.rule("BOI-085")
@pytest.mark.parametrize(("staked", "counted"), [(0, 0), (12_345, 12_345), (1_000_000, 1_000_000), (10**9, 1_000_000)])
def test_ledger_gives_what_is_staked_here_up_to_a_million(staked, counted):
    async def points(player_id):
        assert player_id == ANNA.id
        return staked

    assert asked(source_of("ledger", staked=points)) == counted


@pytest.mark.rule("BOI-086", "BOI-087")
def test_http_asks_an_outside_service_for_a_player():
    with Service(stake(2500)) as service:
        assert asked(source_of("http", address=service.address + "/stake", token="secret", timeout_s=LONG_S)) == 2500  # noqa: S106
        assert asked(Http(service.address + "/of/{player}?x=1", timeout_s=LONG_S), PowerPlayer(1, "a/b c&d", 1)) == 2500
    assert service.paths == ["/stake?player=anna", "/of/a%2Fb%20c%26d?x=1"]
    assert [one.get("authorization") for one in service.headers] == ["Bearer secret", None]


@pytest.mark.rule("BOI-086")
def test_without_a_service_nothing_is_asked(caplog):
    assert refused(source_of("http")).last is None
    assert "power_unavailable: anna: this server has no power_url" in caplog.text


@pytest.mark.rule("BOI-087")
def test_anything_with_the_one_operation_is_a_source():
    class Moon:
        async def stake_of(self, player):
            return 100 * player.number

    source: power_source.PowerSource = Moon()
    assert asked(source, PowerPlayer(1, "x", 3)) == 300


@pytest.mark.rule("BOI-079", "BOI-080")
def test_a_stake_becomes_the_maximum_of_a_battery():
    state = GAME.start(GAME.setup(seed=1, preset="crew", settings={"default_powered_stake": 12_345}))
    assert battery_max(state, 0) == 111 * 100


# How a service fails


def hang(service, handler):
    service.released.wait(30)


def drip(service, handler):
    """Every byte comes in time, the answer never."""
    handler.send_response(200)
    handler.end_headers()
    while not service.released.wait(0.02):
        handler.wfile.write(b" ")
        handler.wfile.flush()


def break_off(service, handler):
    handler.wfile.write(b"HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{")
    handler.close_connection = True


FAILURES = {
    "hangs": hang,
    "drips": drip,
    "breaks off": break_off,
    "error": lambda service, handler: say(handler, {"powered_stake": 5}, 500),
    "not found": lambda service, handler: say(handler, {"powered_stake": 5}, 404),
    "elsewhere": lambda service, handler: say(handler, {"powered_stake": 5}, 302),
    "no json": lambda service, handler: say(handler, b"<html>"),
    "no utf-8": lambda service, handler: say(handler, b'{"powered_stake": "\xff"}'),
    "empty": lambda service, handler: say(handler, b""),
    "a list": lambda service, handler: say(handler, [5]),
    "no number": lambda service, handler: say(handler, {"powered_stake": "5"}),
    "true": lambda service, handler: say(handler, {"powered_stake": True}),
    "half": lambda service, handler: say(handler, {"powered_stake": 0.5}),
    "negative": lambda service, handler: say(handler, {"powered_stake": -1}),
    "too much": lambda service, handler: say(handler, {"powered_stake": 10**13}),
    "missing": lambda service, handler: say(handler, {"stake": 5}),
    "endless": lambda service, handler: say(handler, b" " * 100_000),
}


@pytest.mark.rule("BOI-086")
@pytest.mark.parametrize("how", FAILURES)
def test_whatever_a_service_does_wrong_is_power_unavailable_and_the_newest_answer_is_remembered(how, caplog):
    caplog.set_level(logging.WARNING, "roundhouse.power")
    good = threading.Event()
    good.set()
    with Service(
        lambda service, handler: (stake(400) if good.is_set() else FAILURES[how])(service, handler)
    ) as service:
        waits = how in ("hangs", "drips")
        source = Http(service.address, timeout_s=LONG_S)
        assert asked_in_one_loop(source, good, SHORT_S if waits else LONG_S) == (400, 400)
    assert caplog.text.count("power_unavailable: anna: ") == 1


def asked_in_one_loop(source, good, patience_s):
    """The first answer, and what is remembered when the second does not come."""

    async def twice():
        first = await source.stake_of(ANNA)
        good.clear()
        source._timeout_s = patience_s
        with pytest.raises(PowerUnavailableError) as caught:
            await source.stake_of(ANNA)
        assert caught.value.code == "power_unavailable"
        return first, caught.value.last

    return asyncio.run(twice())


@pytest.mark.rule("BOI-086")
def test_nobody_listens(caplog):
    with Service(stake(1)) as service:
        address = service.address
    assert refused(Http(address, timeout_s=LONG_S)).last is None
    assert "power_unavailable: anna: " in caplog.text


@pytest.mark.rule("BOI-086")
def test_a_service_that_stumbles_once_is_asked_again():
    stumbled = []

    def answer(service, handler):
        if not stumbled:
            stumbled.append(True)
            return say(handler, {}, 503)
        return stake(9)(service, handler)

    with Service(answer) as service:
        assert asked(Http(service.address, timeout_s=LONG_S)) == 9
    assert len(service.paths) == 2


@pytest.mark.rule("BOI-086")
def test_many_players_are_asked_for_a_few_at_a_time():
    inside, most, lock = [0], [0], threading.Lock()

    def answer(service, handler):
        with lock:
            inside[0] += 1
            most[0] = max(most[0], inside[0])
        stake(len(handler.path))(service, handler)
        with lock:
            inside[0] -= 1

    async def everybody(source):
        return await asyncio.gather(*(source.stake_of(PowerPlayer(n, "p" * n, n)) for n in range(1, 41)))

    with Service(answer) as service:
        found = asyncio.run(everybody(Http(service.address, timeout_s=LONG_S)))
    assert found == [len("/?player=") + n for n in range(1, 41)]
    assert most[0] <= power_source.AT_ONCE


@pytest.mark.rule("BOI-086")
def test_a_service_that_stays_silent_is_not_asked_for_everybody():
    """A game may have thousands of players."""

    async def everybody(source):
        asked = (source.stake_of(PowerPlayer(n, f"p{n}", n)) for n in range(100))
        return await asyncio.gather(*asked, return_exceptions=True)

    with Service(hang) as service:
        found = asyncio.run(everybody(Http(service.address, timeout_s=SHORT_S)))
    assert [type(one) for one in found] == [PowerUnavailableError] * 100
    assert len(service.paths) <= 2 * power_source.AT_ONCE


@pytest.mark.rule("BOI-086", "BOI-087")
def test_a_stop_of_the_server_stops_the_question():
    """A question that is cancelled is no answer of the service and must not be taken for one."""

    async def cancelled(source):
        task = asyncio.ensure_future(source.stake_of(ANNA))
        await asyncio.to_thread(service.asked.wait, 30)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with Service(hang) as service:
        asyncio.run(cancelled(Http(service.address, timeout_s=LONG_S)))
