"""What the gate lets through and what not: forgery, foreign pages, too much, too large, and what browsers are told."""

import socket

import httpx
import pytest
from argon2 import PasswordHasher, Type, extract_parameters
from tests.server.threaded_site import PASSWORD, ThreadedSite

from roundhouse.server import accounts
from roundhouse.server.accounts import hasher

SIGN_IN = {"name": "nobody", "password": "whatever"}


def problem(answer, status, code):
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    found = answer.json()
    assert found["code"] == code
    assert set(found) <= {"code", "sentence", "field", "rule"}
    assert found["sentence"].endswith(".")
    return found


# Forgery


@pytest.mark.parametrize("path", ["/api/sign-in", "/api/sign-up", "/api/guest", "/api/sign-out", "/api/tables"])
def test_without_the_header_nothing_changes(site, path):
    browser = site.browser()
    browser.get("/api/me")
    problem(browser.ask("POST", path, SIGN_IN), 403, "csrf")


@pytest.mark.parametrize("value", ["", "x", "wrong" * 8, "ü" * 20])
def test_a_wrong_header_is_no_better(site, value):
    browser = site.browser()
    browser.get("/api/me")
    problem(browser.ask("POST", "/api/guest", headers={"x-csrf-token": value.encode()}), 403, "csrf")


def test_a_header_without_the_cookie_and_an_empty_pair_are_refused(site):
    browser = site.browser()
    problem(browser.ask("POST", "/api/guest", headers={"x-csrf-token": "a" * 32}), 403, "csrf")
    browser.cookies.set("rh_csrf", "")
    problem(browser.ask("POST", "/api/guest", headers={"x-csrf-token": ""}), 403, "csrf")


def test_any_page_gives_the_cookie_and_it_stays(site):
    for path in ("/", "/api/games", "/match/abc", "/api/nothing"):
        browser = site.browser()
        browser.ask("GET", path)
        value = browser.cookies["rh_csrf"]
        assert len(value) >= 32
        browser.ask("GET", path)
        assert browser.cookies["rh_csrf"] == value


def test_what_caches_may_keep_for_others_sets_no_cookie(site):
    answer = site.browser().ask("GET", "/assets/main-1a2b.js", status=200)
    assert "immutable" in answer.headers["cache-control"]
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1.evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_pages_from_elsewhere_cannot_change_anything_even_with_the_right_header(site, headers):
    browser = site.browser()
    problem(browser.ask("POST", "/api/guest", headers={"x-csrf-token": browser.csrf} | headers), 403, "bad_origin")


def test_our_own_page_can(site):
    browser = site.browser()
    headers = {"x-csrf-token": browser.csrf, "origin": site.address, "sec-fetch-site": "same-origin"}
    browser.ask("POST", "/api/guest", headers=headers, status=201)


def test_other_pages_may_not_read_either(site):
    answer = site.browser().ask("GET", "/api/me", headers={"origin": "https://evil.example"})
    assert not [name for name in answer.headers if name.startswith("access-control-")]


# Headers of answers


def policy_of(answer):
    parts = (part.strip().split(" ") for part in answer.headers["content-security-policy"].split(";"))
    return {name: set(values) for name, *values in parts}


def test_pages_run_nothing_but_their_own_files(site):
    answer = site.browser().ask("GET", "/match/abc", status=200)
    policy = policy_of(answer)
    host = site.address.removeprefix("http://")
    assert policy["default-src"] == policy["style-src"] == {"'self'"}
    assert policy["script-src"] == {"'self'", "'wasm-unsafe-eval'"}
    assert policy["connect-src"] == {"'self'", f"ws://{host}", f"wss://{host}"}
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == {"'none'"}
    assert answer.headers["x-frame-options"] == "DENY"


def test_the_embedded_viewer_may_be_framed_anywhere_and_runs_as_little(site):
    answer = site.browser().ask("GET", "/embed/match/abc", status=200)
    assert policy_of(answer)["frame-ancestors"] == {"*"}
    assert policy_of(answer)["script-src"] == {"'self'"}
    assert "x-frame-options" not in answer.headers


@pytest.mark.parametrize(
    "path", ["/", "/api/me", "/api/nothing", "/health", "/assets/main-1a2b.js", "/schema/openapi.json"]
)
def test_every_answer_has_the_headers(site, path):
    headers = site.browser().ask("GET", path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "content-security-policy" in headers
    assert "server" not in headers


def test_a_strange_host_does_not_get_into_the_policy(site):
    for host in ("evil.example; script-src *", "a b", "x" * 300, "a'b"):
        answer = site.browser().ask("GET", "/", headers={"host": host})
        if answer.status_code == 200:
            assert policy_of(answer)["connect-src"] == {"'self'"}
            assert policy_of(answer)["script-src"] == {"'self'", "'wasm-unsafe-eval'"}


def test_answers_of_the_api_are_kept_by_nobody(site):
    assert site.browser().ask("GET", "/api/me").headers["cache-control"] == "no-store"


def test_over_https_cookies_are_for_https_only(tmp_path, monkeypatch):
    monkeypatch.setattr(accounts, "hasher", lambda **_: hasher(time_cost=1, memory_cost=8))
    with ThreadedSite(tmp_path, address="https://play.example.org") as site, httpx.Client() as client:
        port = site.server.http.servers[0].sockets[0].getsockname()[1]
        client.base_url = f"http://127.0.0.1:{port}"
        first = client.get("/api/me")
        token = first.cookies["rh_csrf"]
        assert "Secure" in first.headers["set-cookie"]
        assert first.headers["strict-transport-security"].startswith("max-age=")
        headers = {"x-csrf-token": token, "cookie": f"rh_csrf={token}", "origin": "https://play.example.org"}
        answer = client.post("/api/guest", headers=headers)
        assert answer.status_code == 201
        assert "Secure" in answer.headers["set-cookie"]


# Too much and too large


def test_a_body_that_is_too_large_is_refused_before_it_is_read(site):
    browser = site.browser()
    headers = {"x-csrf-token": browser.csrf, "content-type": "application/json"}
    problem(browser.ask("POST", "/api/sign-up", content=b" " * 70_000, headers=headers), 413, "too_large")


def test_a_body_that_does_not_say_how_large_it_is_is_cut_off(site):
    browser = site.browser()

    def endless():
        for _ in range(40):
            yield b" " * 4096

    headers = {"x-csrf-token": browser.csrf, "content-type": "application/json"}
    try:
        answer = browser.request("POST", "/api/sign-up", content=endless(), headers=headers)
    except (httpx.WriteError, httpx.ReadError, httpx.RemoteProtocolError):
        return  # the server had enough before we were done
    problem(answer, 413, "too_large")


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"", "The request needs a body of JSON."),
        (b"{", "Input data was truncated."),
        (b"[" * 60_000, "The request is nested too deeply."),
        (b'{"name":"abc","password":"\\ud800aaaaaaa"}', "JSON is malformed"),
        (b"\xff\xfe", "JSON is malformed"),
        (b'{"name":"abc","password":"12345678","admin":true}', "Object contains unknown field `admin`."),
        (b'{"name":"abc"}', "Object missing required field `password`."),
        (b"null", "Expected `object`, got `null`."),
    ],
)
def test_what_is_no_request_is_told_so(site, body, sentence):
    browser = site.browser()
    headers = {"x-csrf-token": browser.csrf, "content-type": "application/json"}
    found = problem(browser.ask("POST", "/api/sign-up", content=body, headers=headers), 400, "bad_request")
    assert sentence in found["sentence"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/nothing", 404, "not_found"),
        ("GET", "/picture.png", 404, "not_found"),
        ("POST", "/nothing", 404, "not_found"),
        ("DELETE", "/api/me", 405, "bad_method"),
        ("GET", "/api/sign-in", 405, "bad_method"),
        ("GET", "/api/matches?limit=1000", 400, "bad_request"),
        ("GET", "/api/matches?limit=x", 400, "bad_request"),
        ("GET", "/api/players/a%00b", 400, "bad_text"),
        ("GET", "/api/players/nobody?x=%00", 400, "bad_text"),
        ("GET", "/api/players/" + "x" * 101, 400, "bad_request"),
        ("GET", "/api/players/%27%20OR%201=1%20--", 404, "no_player"),
        ("GET", "/api/matches/%2e%2e%2f%2e%2e", 404, "not_found"),
        ("GET", "/api/ladders/spacegoo/standard/nobodies", 400, "bad_request"),
        ("DELETE", "/api/me/tokens/99999999999999999999999", 401, "sign_in_first"),
        ("GET", "/schema/swagger", 404, "not_found"),
        ("BREW", "/api/me", 400, "bad_request"),
        ("TRACE", "/api/me", 405, "bad_method"),
    ],
)
def test_every_refusal_is_a_problem(site, method, path, status, code):
    browser = site.browser()
    problem(browser.ask(method, path, headers={"x-csrf-token": browser.csrf}), status, code)


def test_a_number_that_no_database_holds_is_refused(site):
    browser = site.browser("numerus")
    answer = browser.ask("DELETE", "/api/me/tokens/99999999999999999999", headers={"x-csrf-token": browser.csrf})
    assert problem(answer, 400, "bad_request")["field"] == "token_id"


def test_a_mistake_of_ours_says_nothing_but_where_it_is_noted(site, monkeypatch, caplog):
    def broken(*_, **__):
        raise RuntimeError("the secret plan")

    monkeypatch.setattr("roundhouse.store.ladder.keys", broken)
    found = problem(site.browser().ask("GET", "/api/ladders"), 500, "internal")
    mark = found["sentence"].split()[-1].rstrip(".")
    assert "secret" not in str(found)
    assert "Traceback" not in str(found)
    assert len(mark) == 8


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../pyproject.toml",
        "/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2f..%2fetc/passwd",
        "/assets//etc/passwd",
        "/%5c..%5c..%5csettings.toml",
        "/../roundhouse.db",
        "/.built",
    ],
)
def test_only_files_of_the_client_can_be_read(site, path):
    (site.web / ".built").touch()
    (site.folder / "settings.toml").write_text("secret = 1\n")
    host, port = site.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as sock:  # httpx would tidy the path up
        sock.sendall(f"GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n".encode())
        answer = b""
        while piece := sock.recv(65_536):
            answer += piece
    assert answer.split(b" ")[1] in (b"404", b"400")
    assert b"secret" not in answer
    assert b"root:" not in answer


# Limits


def test_who_asks_too_often_is_told_how_long_to_wait(tmp_path):
    with ThreadedSite(tmp_path, requests_per_minute=60) as site:
        browser = site.browser()
        answers = [browser.ask("GET", "/api/games") for _ in range(15)]
        assert [answer.status_code for answer in answers[:10]] == [200] * 10
        assert answers[-1].status_code == 429
        problem(answers[-1], 429, "too_many")
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert browser.ask("GET", "/assets/none.js").status_code == 404  # files are not counted


def test_changes_are_limited_more_than_looking(tmp_path):
    with ThreadedSite(tmp_path, changes_per_minute=30) as site:
        browser = site.browser()
        headers = {"x-csrf-token": browser.csrf}
        answers = [browser.ask("POST", "/api/sign-out", headers=headers).status_code for _ in range(10)]
        assert answers[:5] == [200] * 5
        assert answers[-1] == 429
        assert browser.ask("GET", "/api/me").status_code == 200


def test_a_proxy_we_trust_tells_who_asks_and_another_does_not(tmp_path):
    with ThreadedSite(tmp_path, requests_per_minute=60, trusted_proxies="127.0.0.1") as site:
        browser = site.browser()
        for n in range(40):
            browser.get("/api/games", headers={"x-forwarded-for": f"192.0.2.{n}"})
    with ThreadedSite(tmp_path, requests_per_minute=60) as site:
        browser = site.browser()
        answers = [
            browser.ask("GET", "/api/games", headers={"x-forwarded-for": f"192.0.2.{n}"}).status_code for n in range(40)
        ]
        assert 429 in answers


# No enumeration


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(site):
    site.browser("known")
    answers = []
    for name in ("known", "unknown"):
        browser = site.browser()
        headers = {"x-csrf-token": browser.csrf}
        answers.append(browser.ask("POST", "/api/sign-in", {"name": name, "password": "wrong"}, headers=headers))
    one, two = answers
    assert (one.status_code, one.text) == (two.status_code, two.text) == (401, one.text)
    different = {"date", "content-length"}
    assert {k: v for k, v in one.headers.items() if k not in different} == {
        k: v for k, v in two.headers.items() if k not in different
    }


def test_a_wrong_password_and_an_unknown_name_cost_the_same_work(tmp_path, monkeypatch):
    """So nobody learns from how long an answer takes which names exist."""
    hashed = []

    class Counting(PasswordHasher):
        def verify(self, kept, password):
            hashed.append(extract_parameters(kept))
            return super().verify(kept, password)

    monkeypatch.setattr(accounts, "hasher", lambda: Counting(time_cost=1, memory_cost=8, parallelism=1))
    with ThreadedSite(tmp_path) as site:
        site.browser("known")
        browser = site.browser()
        headers = {"x-csrf-token": browser.csrf}
        for name in ("known", "unknown"):
            answer = browser.ask("POST", "/api/sign-in", {"name": name, "password": "wrong"}, headers=headers)
            assert answer.status_code == 401
    known, unknown = hashed
    assert known == unknown


def test_hashing_a_password_has_its_cost():
    """What is kept is as dear to guess as OWASP asks for."""
    kept = extract_parameters(hasher().hash("correct horse"))
    assert (kept.type, kept.time_cost, kept.memory_cost) == (Type.ID, 2, 19_456)


def test_who_guesses_waits_longer_and_longer_whether_the_name_exists_or_not(site):
    site.browser("victim")
    for name in ("victim", "nobody-at-all"):
        browser = site.browser()
        headers = {"x-csrf-token": browser.csrf}
        statuses, waits = [], []
        for _ in range(7):
            answer = browser.ask("POST", "/api/sign-in", {"name": name, "password": "guess"}, headers=headers)
            statuses.append(answer.status_code)
            waits.append(answer.headers.get("retry-after"))
        assert statuses == [401] * 5 + [429] * 2
        assert waits[-1] == "1"
        right = browser.ask("POST", "/api/sign-in", {"name": name, "password": PASSWORD}, headers=headers)
        assert right.status_code == 429  # also with the right one
