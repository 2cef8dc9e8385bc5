"""The rules as WebAssembly over HTTP, and the records that pages prove with them."""

import gzip
import io

import pytest
from tests.server.http.test_http_pages import bots_play

from roundhouse.core import rules_modules
from roundhouse.core.game import Game
from roundhouse.core.layout import layout_version
from roundhouse.core.registry import GAMES
from roundhouse.core.schema import FORMS

MOST = 130 << 10  # bytes that a page may load for a game's rules, packed


def modules(browser, key):
    found = browser.get(f"/api/games/{key}/modules")
    if not found:
        pytest.skip("the rules are not built as WebAssembly; `make wasm` does it")
    return found


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_a_module_for_each_form_with_its_description(site, game: Game):
    browser = site.browser()
    found = modules(browser, game.key)
    assert [one["form"] for one in found] == list(FORMS)
    for one in found:
        code, description = (browser.ask("GET", one[kind], status=200) for kind in ("code", "description"))
        assert code.content.startswith(b"\0asm")
        assert code.headers["content-type"].startswith("application/wasm")
        told = description.json()
        assert told["layout"] == one["layout"] == layout_version(game.state, one["form"])
        assert (told["game"], told["rules"], told["width"]) == (game.key, game.version, game.width)
        assert [line["name"] for line in told["refusals"]] == [line.name for line in game.refusals]
        sizes = []
        for answer in (code, description):
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert answer.headers["content-encoding"] == "gzip"
            sizes.append(len(gzip.compress(answer.content, 9)))
        assert sum(sizes) <= MOST


def test_a_file_that_does_not_exist_is_none(site):
    browser = site.browser()
    name = modules(browser, "spacegoo")[0]["code"].removesuffix(".wasm")
    for path in (name + ".so", name[:-1] + "x.wasm", "/assets/rules/nothing", "/assets/rules/..%2fmain.wasm"):
        assert browser.ask("GET", path).status_code == 404
    plain = browser.ask("GET", f"{name}.wasm", headers={"accept-encoding": "identity"}, status=200)
    assert "content-encoding" not in plain.headers
    assert io.BytesIO(plain.content).read(4) == b"\0asm"
    assert browser.get("/api/games/chess/modules", status=404)["code"] == "no_game"


def test_without_webassembly_there_is_an_empty_list(site, monkeypatch, tmp_path):
    monkeypatch.setattr(rules_modules, "wasm_file", lambda package, form: tmp_path / "missing.wasm")
    assert site.browser().get("/api/games/spacegoo/modules") == []


def test_the_entries_of_a_match_that_is_over(site):
    browser = site.browser("prover")
    key = bots_play(site, browser)
    answer = browser.ask("GET", f"/api/matches/{key}/entries", status=200)
    record = answer.json()
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert (record["game"], record["seats"], record["missing"], record["damage"]) == ("spacegoo", 2, "", "")
    assert record["start"]["layout"] == layout_version(GAMES["spacegoo"].state, record["start"]["form"])
    assert len(record["digests"]) == 4
    assert [entry[0] for entry in record["entries"]].count(3) == 4
    assert record["result"]["places"]
    assert browser.get("/api/matches/nothing/entries", status=404)["code"] == "no_match"


def test_the_entries_of_a_running_match_are_nobodys(site):
    browser = site.browser("curious")
    new = {"options": {"game": "spacegoo", "seats": 2}, "seat": 1, "bots": {"2": "greedy"}, "start": True}
    key = browser.post("/api/tables", new, status=201)["match"]
    assert browser.get(f"/api/matches/{key}/entries", status=409)["code"] == "running"
