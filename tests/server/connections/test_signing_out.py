"""Nobody stays who may not: blocked people, their bots, tokens that have ended, passwords that have changed."""

import contextlib
import select
import socket

import pytest
from tests.server.line_socket import PATIENCE_S
from tests.server.protocol_clients import JsonLinesClient
from tests.server.threaded_site import PASSWORD, ThreadedSite
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from roundhouse.server import accounts
from roundhouse.server.accounts import hasher


@pytest.fixture(scope="module")
def admin(one_site):
    browser = one_site.browser("signing-admin", role="admin")
    one_site._browsers.remove(browser)  # it stays for all tests of the file
    yield browser
    browser.close()


def works(site, token):
    answer = site.browser().ask("GET", "/api/me", headers={"authorization": f"Bearer {token}"})
    return answer.status_code == 200


def made_by(site, token, name):
    """A bot that somebody with a token makes."""
    headers = {"authorization": f"Bearer {token}"}
    return site.browser().ask("POST", "/api/me/bots", {"name": name}, status=201, headers=headers).json()["token"]


def greeted(stack, site, token):
    client = stack.enter_context(JsonLinesClient(site))
    assert client.hello(token=token).message()["type"] == "welcome"
    return client


def test_bots_of_bots_of_somebody_who_is_blocked_stay_out_too(site, admin):
    person = site.browser("grand")
    first = person.post("/api/me/bots", {"name": "grand-1"}, status=201)["token"]
    second = made_by(site, first, "grand-2")
    third = made_by(site, second, "grand-3")
    with contextlib.ExitStack() as stack:
        clients = [greeted(stack, site, token) for token in (first, second, third)]
        admin.post("/api/admin/players/grand", {"blocked": True}, method="PATCH")
        assert [client.rest()[-1]["code"] for client in clients] == ["blocked"] * 3
    assert not any(works(site, token) for token in (first, second, third))
    with JsonLinesClient(site) as client:
        assert client.hello(token=third).message()["code"] == "unauthorised"
    admin.post("/api/admin/players/grand", {"blocked": False}, method="PATCH")
    assert works(site, third)


def test_a_player_of_the_line_protocol_who_is_blocked_is_sent_away(site, admin):
    with socket.create_connection(("127.0.0.1", site.server.ports["standard"])) as client:
        client.sendall(b"login liner pw\n")
        with client.makefile() as lines:
            assert next(line for line in lines if line.startswith("your current score"))
            admin.post("/api/admin/players/liner", {"blocked": True}, method="PATCH")
            assert lines.read() == "your account is blocked\nclosing connection. see you next time\n"
    with socket.create_connection(("127.0.0.1", site.server.ports["standard"])) as client:
        client.sendall(b"login liner pw\n")
        with client.makefile() as lines:
            assert "invalid login" in lines.read()


def test_a_token_that_is_deleted_ends_the_connections_that_came_with_it(site):
    person = site.browser("tokener")
    kept = person.post("/api/me/bots", {"name": "tokener-1"}, status=201)["token"]
    made = person.post("/api/me/tokens", {"name": "laptop", "player": "tokener-1"}, status=201)
    with contextlib.ExitStack() as stack:
        other, client = greeted(stack, site, kept), greeted(stack, site, made["token"])
        headers = {"authorization": f"Bearer {made['token']}"}
        stream = stack.enter_context(
            site.browser().stream("POST", "/api/play", json={"type": "hello", "version": 1}, headers=headers)
        )
        lines = stream.iter_lines()
        assert '"welcome"' in next(lines)
        person.post(f"/api/me/tokens/{made['info']['id']}", method="DELETE", status=204)
        assert client.rest()[-1]["code"] == "signed_out"
        assert '"signed_out"' in [line for line in lines if line][-1]
        assert other.send(b"{}\n").message()["type"] == "error", "it is still there"


def test_signing_out_ends_the_connections_of_that_browser(site):
    browser = site.browser("leaver")
    cookie = f"rh_session={browser.cookies['rh_session']}"
    url = site.address.replace("http", "ws") + "/ws"
    with connect(url, origin=site.address, additional_headers={"cookie": cookie}) as client:
        client.send('{"type":"hello","version":1,"role":"person"}')
        assert '"name":"leaver"' in client.recv(timeout=10)
        browser.post("/api/sign-out")
        with pytest.raises(ConnectionClosed, match="signed_out"):
            [client.recv(timeout=10) for _ in range(5)]


@pytest.mark.parametrize("way", ["own", "admin", "command"])
def test_a_new_password_ends_all_tokens_of_the_account_and_its_bots(site, admin, way):
    name = f"changer-{way}"
    person = site.browser(name)
    own = person.post("/api/me/tokens", {"name": "mine"}, status=201)["token"]
    first = person.post("/api/me/bots", {"name": f"{name}-1"}, status=201)["token"]
    second = made_by(site, first, f"{name}-2")
    with contextlib.ExitStack() as stack:
        client = greeted(stack, site, second)
        if way == "own":
            person.post("/api/me/password", {"old": PASSWORD, "new": "another horse"})
        elif way == "admin":
            admin.post(f"/api/admin/players/{name}", {"password": "another horse"}, method="PATCH")
        else:
            site.server.context.accounts.reset(name, "another horse")
        assert [works(site, token) for token in (own, first, second)] == [False] * 3
        if way != "command":
            assert client.rest()[-1]["code"] == "signed_out"


def test_an_owner_sees_and_ends_the_tokens_of_bots_of_their_bots(site):
    person = site.browser("keeper-of-all")
    second = made_by(site, person.post("/api/me/bots", {"name": "koa-1"}, status=201)["token"], "koa-2")
    token = next(one for one in person.get("/api/me/tokens") if one["player"] == "koa-2")
    person.post(f"/api/me/tokens/{token['id']}", method="DELETE", status=204)
    assert not works(site, second)


# Crowds


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "hasher", lambda **_: hasher(time_cost=1, memory_cost=8))
        with ThreadedSite(tmp_path_factory.mktemp("small"), sessions_max=6) as made:
            yield made


def from_address(site, address):
    """A client of the JSON lines that comes from an address of this machine."""
    sock = socket.create_connection(("127.0.0.1", site.server.ports["json"]), source_address=(address, 0))
    client = JsonLinesClient.__new__(JsonLinesClient)
    client.sock, client._lines = sock, sock.makefile("rb")
    sock.settimeout(PATIENCE_S)
    return client


def test_silent_connections_of_one_address_keep_nobody_from_the_protocol(small):
    token = small.browser("quiet").post("/api/me/bots", {"name": "quiet-1"}, status=201)["token"]
    with contextlib.ExitStack() as stack:
        silent = [stack.enter_context(from_address(small, "127.0.0.2")) for _ in range(3)]
        for client in (stack.enter_context(from_address(small, "127.0.0.2")) for _ in range(3)):
            silent.append(client.hello())  # says nothing of itself
            assert client.message()["type"] == "welcome"
        player = stack.enter_context(from_address(small, "127.0.0.3"))
        assert player.hello(token=token).message()["name"] == "quiet-1"
        told, _, _ = select.select([client.sock for client in silent[:3]], [], [], PATIENCE_S)
        dropped = next(client for client in silent if client.sock in told)
        assert [one["code"] for one in dropped.rest()] == ["full"]
        more = stack.enter_context(from_address(small, "127.0.0.2"))
        assert [one["code"] for one in more.rest()] == ["full"], "it has more than its share"
