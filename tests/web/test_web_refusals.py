"""Every refusal that a person can meet is said in both languages."""

import ast
from collections.abc import Iterator

import pytest
from tests.web.node import ROOT, Script

from roundhouse.games import GAMES
from roundhouse.server.http.problems import CODES
from roundhouse.server.tables.saved_matches import REFUSALS as SAVES

pytestmark = pytest.mark.slow
ask = Script("refusals.ts")
SOURCE = ROOT / "src" / "roundhouse"

# What makes a refusal, with its code first; other parts of the server pass on what these say
MAKERS = {"Refused", "Error", "Problem", "ItemError", "TableError", "SeasonError"}
# Where only programs are answered: other wires, agents, bots that are called
PROGRAMS = (
    "server/connections/agent_seats.py",
    "server/connections/webhooks/",
    "server/connections/websocket.py",
    "server/http/webhooks.py",
)
# What only a program can do wrong on the way that people take too
FOR_PROGRAMS = {
    "assist", "bad_token", "hello_again", "hello_first", "no_belief", "no_debugger", "not_an_agent", "unknown_wish",
}  # fmt: skip


def teardown_module() -> None:
    ask.close()


def platform_codes() -> Iterator[str]:
    for part in ("server", "store", "games/boidvoid/season", "games/boidvoid/collectibles"):
        for file in sorted((SOURCE / part).rglob("*.py")):
            if file.relative_to(SOURCE).as_posix().startswith(PROGRAMS):
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
                    code = node.args[0] if node.args else None
                    if isinstance(code, ast.Constant) and isinstance(code.value, str):
                        yield code.value


def without_words(game: str, codes: set[str]) -> list[str]:
    """Codes that lack words in a language, or have the same in both."""
    listed = sorted(codes)
    english, german = ask(["words", "en", game, listed], ["words", "de", game, listed])
    return [code for code, en, de in zip(listed, english, german, strict=True) if not en or not de or en == de]


def test_what_the_platform_refuses_has_words_in_both_languages():
    found = set(platform_codes())
    assert len(found) > 120
    assert found >= FOR_PROGRAMS, "a code that is gone needs no exception"
    others = {"replaced", "signed_out", "bad_settings", "bad_map", "bad_scenario", *CODES.values(), *SAVES}
    assert without_words("", (found | others) - FOR_PROGRAMS) == []


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_refuses_has_words_in_both_languages(game):
    codes = {refusal.name for refusal in GAMES[game].refusals}
    late = {"dungeon": {"collection_closed"}, "rally": {"collection_closed"}, "boidvoid": {"game_paused"}}
    assert codes
    assert without_words(game, codes | late.get(game, set())) == []


@pytest.mark.parametrize("game", GAMES)
def test_why_a_match_ended_or_a_seat_was_left_has_words_in_both_languages(game):
    ends = [reason.name for reason in GAMES[game].end_reasons]
    leaves = [reason.name for reason in GAMES[game].leave_reasons]
    calls = [(way, lang, names) for lang in ("en", "de") for way, names in (("endings", ends), ("leavings", leaves))]
    told = ask(*[[way, lang, game, names] for way, lang, names in calls])
    for (_, _, names), words in zip(calls, told, strict=True):
        assert [name for name, text in zip(names, words, strict=True) if not text] == []


def test_a_refusal_names_its_rule_and_an_unknown_one_is_said_by_the_server():
    known = {"code": "not_owner", "rule": "GOO-034", "sentence": "That planet is not yours."}
    new = {"code": "of_tomorrow", "rule": "GOO-999", "sentence": "A later server says this."}
    mistake = {"code": "internal", "sentence": "The server made a mistake. It is noted as 0badcafe."}
    full = {"code": "too_long", "sentence": "A message has at most 10 bytes."}
    german, unknown, noted, *lengths = ask(
        *[["sentence", "de", "spacegoo", refusal] for refusal in (known, new, mistake, full)],
        ["sentence", "en", "spacegoo", full],
    )
    assert german == "Dieser Planet gehört dir nicht; der Befehl zählt, bewirkt aber nichts. (GOO-034)"
    assert unknown == "A later server says this. (GOO-999)"
    assert "0badcafe" in noted
    assert lengths == ["Das ist zu lang.", full["sentence"]]  # in English the server's own words, which tell more
