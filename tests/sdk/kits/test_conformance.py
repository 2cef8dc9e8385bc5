"""One suite for all kits: every program plays every game to the end, and all programs of a game answer alike.

Languages whose tools are not on this machine are left out by name.
"""

import contextlib
import json
import socket

import pytest
from tests.sdk.kits.programs import PATIENCE_S, ROUGH, USUAL, noisy
from tests.web.site import fresh, serving

from roundhouse.games import GAMES
from roundhouse.protocol.examples import FROM_SERVER
from roundhouse.protocol.messages import encode
from roundhouse.sdk.kits import LANGUAGES

pytestmark = pytest.mark.slow
EVERY = [(game, language) for game in GAMES for language in LANGUAGES]
TOKEN = "rh_secret"  # noqa: S105
UNKNOWN = '{"type":"omen","step":3,"view":{"type":"turn"}}'
ERROR = '{"type":"error","code":"stale","sentence":"That turn is over.","step":9}'
ASKS = ("start", "turn", "verdicts", "over", "error")  # what a kit does something about


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_a_kit_plays_against_random_to_the_end(workshop, game, language):
    heard = workshop.program(game, language).plays(USUAL[game])

    assert heard.outcome.left == ()
    assert heard.of("over")[0]["result"]["places"]
    assert heard.status == 0
    assert heard.refusals == []
    assert heard.kinds >= USUAL[game].kinds
    steps = [answer.get("step") for answer in heard.said]
    if game == "quest":  # every request moves the match on, so that none answers a step
        assert set(steps) == {None}
        assert [answer["actions"][0]["type"] for answer in heard.said].count("end_turn") == len(heard.of("turn"))
    else:
        assert steps == [turn["step"] for turn in heard.of("turn")]
    assert heard.said == workshop.model(game, USUAL[game]).said  # the same turns, so the same answers


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_a_kit_is_not_led_astray(workshop, game, language):
    """Unknown fields and messages, empty lines, errors: the answers to a rough match stay the same as Python's."""
    model = workshop.model(game, ROUGH[game])
    others = [encode(message).decode() for message in FROM_SERVER]
    others = [line for line in others if json.loads(line)["type"] not in ASKS]
    between = {0: others, 1: ["", UNKNOWN], 2: [ERROR, ERROR]}

    said, beside, status = workshop.program(game, language).hears(noisy(model.told, lambda n: between.get(n, [])))

    assert said == model.said
    assert status == 0
    assert [json.loads(line)["type"] for line in beside] == ["error", "error", "over"]


@pytest.mark.parametrize("game", GAMES)
def test_the_rough_matches_are_rough(workshop, game):
    model = workshop.model(game, ROUGH[game])
    assert (model.outcome.left, model.refusals, model.status) == ((), [], 0)
    assert model.kinds >= ROUGH[game].kinds
    if game == "rally":
        assert any(slot for turn in model.of("turn") for slot in turn["view"]["you"]["slots"])


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_a_kit_says_hello_as_it_is_told_to(workshop, game, language):
    """Rated matches of its own game, or a table; when the server hangs up it is over."""
    program = workshop.program(game, language)
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(PATIENCE_S)
        wishes = {(): {"game": game, "matches": 0}, ("KEY",): {"table": "KEY"}}
        for arguments, wish in wishes.items():
            with running(program.connects(door.getsockname()[1], TOKEN, *arguments)) as process:
                connection, _ = door.accept()
                with connection, connection.makefile("rb") as lines:
                    assert json.loads(lines.readline()) == {"type": "hello", "version": 1, "token": TOKEN} | wish
                assert process.wait(PATIENCE_S) == 0


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    fast = {"ROUNDHOUSE_SPACEGOO": '{"max_rounds": 30}', "ROUNDHOUSE_HOUSE_AFTER_S": "0.2"}
    with serving(tmp_path_factory.mktemp("site") / "data", environment=fast) as running_site:
        yield running_site


@pytest.fixture(scope="module")
def author(site):
    member = site.member("author")
    yield member
    member.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kit_plays_a_rated_match_on_a_server(workshop, site, author, language):
    program, name = workshop.program("spacegoo", language), fresh(language)
    token = author.post("/api/me/bots", {"name": name, "language": LANGUAGES[language].name})["token"]
    with running(program.connects(site.ports["json"], token)) as process:
        over = json.loads(process.stderr.readline())
    assert over["type"] == "over", over
    match = site.get(f"/api/matches?player={name}&live=false")["matches"][-1]
    assert match["rated"]
    assert {seat["left"] for seat in match["seats"]} == {""}


def test_a_kit_says_why_a_server_does_not_want_it(workshop, site):
    with running(workshop.program("spacegoo", "python").connects(site.ports["json"], "rh_wrong")) as process:
        refused = json.loads(process.stderr.readline())
    assert (refused["type"], refused["code"]) == ("error", "unauthorised")


@contextlib.contextmanager
def running(process):
    """It is ended with the block."""
    with process:
        try:
            yield process
        finally:
            process.kill()
