"""Notices that are handed on to a service of the organiser's own, and turn notices for people who are away."""

import asyncio
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue

import msgspec
import pytest

from roundhouse.server.notices.notice_webhook import NoticeWebhook
from roundhouse.server.settings import checked
from roundhouse.store import notices, players

PATIENCE_S = 30


@pytest.fixture
def service():
    """A service on loopback: what it was told, and the statuses it answers with before it behaves."""
    told, stumbles = Queue(), []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            status = stumbles.pop(0) if stumbles else 204
            self.send_response(status)
            self.end_headers()
            if status < 300:
                told.put((self.headers.get("authorization"), msgspec.json.decode(body)))

        def log_message(self, *_): ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/notices", told, stumbles
    server.shutdown()
    server.server_close()


def tell(messenger, told, *, until):
    async def run():
        for n in range(2):
            messenger.tell("ada", "turn_started", {"match": "m", "n": n}, 5)
        async with asyncio.timeout(PATIENCE_S):
            while not until():  # noqa: ASYNC110 - the service is in another thread
                await asyncio.sleep(0.01)
        await messenger.stop()

    asyncio.run(run())


def test_a_notice_is_posted_with_its_token_and_in_order(service):
    address, told, _ = service
    tell(NoticeWebhook(address, token="secret"), told, until=lambda: told.qsize() == 2)  # noqa: S106
    first, second = told.get(), told.get()
    assert first == (
        "Bearer secret",
        {"player": "ada", "code": "turn_started", "data": {"match": "m", "n": 0}, "at_ms": 5},
    )
    assert second[1]["data"]["n"] == 1


def test_a_service_that_stumbles_is_told_again_and_one_that_fails_is_left_alone(service, caplog):
    address, told, stumbles = service
    stumbles += [500, 503, 204, 500, 500, 500]
    notice_webhook = NoticeWebhook(address, pause_s=0.01)
    tell(notice_webhook, told, until=lambda: notice_webhook.dropped == 1 and told.qsize() == 1)
    assert told.get()[1]["data"]["n"] == 0
    assert "was not handed on" in caplog.text


def test_without_an_address_nothing_is_handed_on():
    notice_webhook = NoticeWebhook("")
    notice_webhook.tell("ada", "turn_started", {}, 1)
    assert notice_webhook._task is None


def test_an_address_must_be_one():
    with pytest.raises(ValueError, match="http://"):
        checked({"notice_url": "mailto:ada"})


def test_who_has_not_read_a_reminder_gets_no_second_one(site):
    site.browser("reminded")

    def twice(connection):
        ada = players.find(connection, "reminded")
        for now in (1, 2):
            notices.renew(connection, [ada.id], "turn_started", {"match": "m"}, now)
        first = notices.of(connection, ada.id)
        notices.read_all(connection, ada.id)
        notices.renew(connection, [ada.id], "turn_started", {"match": "m"}, 3)
        return first, notices.of(connection, ada.id)

    first, later = site.database.submit(twice).result()
    assert [notice.at_ms for notice in first] == [2]
    assert [(notice.at_ms, notice.read) for notice in later] == [(3, False), (2, True)]
