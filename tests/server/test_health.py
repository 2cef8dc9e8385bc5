"""Operations: health, metrics, and a stop that tells everybody and loses nothing."""

import contextlib
import json
import socket
import threading

import httpx
import pytest
from tests.server.threaded_site import ThreadedSite
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from roundhouse.store.database import Database

PATIENCE_S = 60
SHORT = {"game": "spacegoo", "clock": "day"}


def test_health_asks_the_database(site):
    assert site.browser().get("/health")["status"] == "ok"


def test_health_says_when_the_database_does_not_answer(site, monkeypatch):
    def broken():
        raise OSError("gone")

    monkeypatch.setattr(site.database.engine, "connect", broken)
    answer = httpx.get(site.address + "/health")
    assert (answer.status_code, answer.json()["code"]) == (503, "no_database")
    assert "gone" not in answer.text


def test_metrics_count_what_happens(site):
    browser = site.browser("measured")
    new = {"options": SHORT, "bots": {"2": "random"}, "start": True}
    browser.post("/api/tables", new, status=201)
    browser.ask("GET", "/api/matches/nothing", status=404)
    browser.ask("POST", "/api/guest", status=403)
    text = browser.get("/metrics")
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(values["roundhouse_matches"]) >= 1
    assert float(values['roundhouse_matches_started_total{game="spacegoo"}']) >= 1
    assert float(values['roundhouse_http_requests_total{method="POST",route="/api/tables",status="201"}']) == 1
    missing = 'roundhouse_http_requests_total{method="GET",route="/api/matches/{key}",status="404"}'
    assert float(values[missing]) == 1
    assert float(values['roundhouse_refusals_total{code="csrf"}']) == 1
    assert float(values["roundhouse_store_commit_seconds_count"]) > 0
    assert "measured" not in text


def test_addresses_nobody_knows_do_not_fill_the_metrics(site):
    browser = site.browser()
    for n in range(20):
        browser.ask("GET", f"/nothing-{n}")
        browser.ask("GET", f"/api/nothing-{n}")
    assert "nothing" not in browser.get("/metrics")


def hello(**more):
    return json.dumps({"type": "hello", "version": 1, **more})


def until_closed(socket):
    with contextlib.suppress(ConnectionClosed):
        while True:
            yield socket.recv(timeout=PATIENCE_S)


def test_a_stopping_server_tells_every_connection_and_parks_the_matches(tmp_path):
    closing = contextlib.ExitStack()
    with ThreadedSite(tmp_path) as site:
        browser = site.browser("parked")
        new = {"options": SHORT, "bots": {"2": "random"}, "start": True}
        key = browser.post("/api/tables", new, status=201)["match"]
        token = browser.post("/api/me/tokens", {"name": "x"}, status=201)["token"]
        table = browser.post("/api/tables", {"options": SHORT}, status=201)["key"]
        web = closing.enter_context(connect(site.address.replace("http", "ws") + "/ws"))
        web.send(hello(token=token, match=key))
        lines = socket.create_connection(("127.0.0.1", site.server.ports["json"]), timeout=PATIENCE_S)
        lines.sendall(hello(match=key, role="spectator").encode() + b"\n")
        reading = lines.makefile("r")
        stream = httpx.Client(base_url=site.address, timeout=PATIENCE_S)
        heard = []

        def listen():
            with stream.stream("POST", "/api/play", content=hello(match=key)) as answer:
                heard.extend(answer.iter_lines())

        listening = threading.Thread(target=listen)
        listening.start()
        assert "welcome" in web.recv(timeout=PATIENCE_S)
        assert "welcome" in reading.readline()
        while site.call(lambda: len(site.server.context.sessions)) < 3:
            pass
    # stopped
    told = list(until_closed(web))
    assert json.loads(told[-1])["type"] == "error"
    assert json.loads(reading.readlines()[-1])["type"] == "error"
    listening.join(PATIENCE_S)
    assert json.loads([line for line in heard if line][-1])["type"] == "error"
    for thing in (closing, reading, lines, stream):
        thing.close()

    with ThreadedSite(tmp_path) as again:
        browser = again.browser()
        browser.post("/api/sign-in", {"name": "parked", "password": "correct horse"})
        assert browser.get("/api/me")["playing"] == [key]
        assert browser.get(f"/api/matches/{key}")["state"] == "running"
        assert browser.get(f"/api/tables/{table}")["host"] == "parked"


def test_a_session_lives_through_a_restart(tmp_path):
    with ThreadedSite(tmp_path) as site:
        secret = site.browser("constant").cookies["rh_session"]
    with ThreadedSite(tmp_path) as again:
        browser = again.browser()
        browser.cookies.set("rh_session", secret)
        assert browser.get("/api/me")["player"]["name"] == "constant"


def test_two_servers_do_not_share_a_database(tmp_path):
    with ThreadedSite(tmp_path), pytest.raises(Exception, match="in use by another Roundhouse server"):
        Database(tmp_path / "roundhouse.db", alone=True)
