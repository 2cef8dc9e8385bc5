"""The OpenAPI document: valid, complete, and true for whatever is sent to the addresses it names."""

import contextlib
import json

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from openapi_spec_validator import validate
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.scale import amount, seed_for
from tests.server.threaded_site import ThreadedSite

from roundhouse.server import accounts
from roundhouse.server.accounts import hasher

EXAMPLES = amount(2, 5)  # of each operation, for each of those who ask; the first is the simplest
STREAMS = {("POST", "/api/play")}  # does not end by itself; what it says is tested with the other transports
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def open_site(tmp_path_factory):
    """A server without limits."""
    limits = dict.fromkeys(("requests_per_minute", "changes_per_minute", "sign_ins_per_minute"), 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "hasher", lambda **_: hasher(time_cost=1, memory_cost=8))
        with ThreadedSite(tmp_path_factory.mktemp("schema"), **limits) as site:
            yield site
            site.close_browsers()


@pytest.fixture(scope="module")
def document(open_site):
    browser = open_site.browser()
    return browser.get("/schema/openapi.json")


def test_the_document_is_valid_and_of_version_3_1(document):
    assert document["openapi"].startswith("3.1")
    validate(document)


ADDRESSES = """
GET /api/me | POST /api/sign-up | POST /api/sign-in | POST /api/sign-out | POST /api/guest | POST /api/me/password
POST /api/me/notices/read | GET /api/me/tokens | POST /api/me/tokens | DELETE /api/me/tokens/{token_id}
GET /api/me/bots | POST /api/me/bots | POST /api/me/bots/{name}/wake
GET /api/games | GET /api/games/{key}/rules | GET /api/games/{key}/rulebook
GET /api/tables | POST /api/tables | GET /api/tables/{key} | PATCH /api/tables/{key} | DELETE /api/tables/{key}
POST /api/tables/{key}/sit | POST /api/tables/{key}/stand | POST /api/tables/{key}/ready | POST /api/tables/{key}/start
PUT /api/tables/{key}/seats/{seat} | POST /api/challenges | POST /api/matches/{key}/rematch
POST /api/matches/{key}/fork | GET /api/matches | GET /api/matches/{key} | GET /api/matches/{key}/frames
GET /api/matches/{key}/record | GET /api/matches/{key}/html | GET /api/matches/{key}/analysis
GET /api/ladders | GET /api/ladders/{game}/{preset}/{pool} | GET /api/ladders/{game}/{preset}/{pool}/history
GET /api/ladders/log | GET /api/players/{name} | GET /api/admin/players | POST /api/admin/players
PATCH /api/admin/players/{name} | GET /api/admin/health | GET /api/admin/audit | DELETE /api/admin/tables/{key}
POST /api/admin/matches/{key}/abort | GET /health | GET /spacegoo/api/info.json
GET /spacegoo/api/ranking.json | GET /spacegoo/api/cross_table.json | GET /spacegoo/api/finished_game.json
GET /spacegoo/api/game/{number}/players.json
GET /api/games/{key}/maps | POST /api/games/{key}/maps | POST /api/games/{key}/maps/check
DELETE /api/games/{key}/maps/{map_key} | GET /api/players/{name}/feats
GET /api/games/{key}/offers | POST /api/games/{key}/offers | DELETE /api/offers/{offer_id}
GET /api/seasons | POST /api/seasons | GET /api/seasons/{season_id} | PATCH /api/seasons/{season_id}
POST /api/seasons/{season_id}/games | GET /api/season-games/{game_id} | PATCH /api/season-games/{game_id}
DELETE /api/season-games/{game_id} | POST /api/season-games/{game_id}/pause | POST /api/season-games/{game_id}/resume
POST /api/season-games/{game_id}/end | POST /api/season-games/{game_id}/roles
POST /api/season-games/{game_id}/replace | GET /api/season-games/{game_id}/power | GET /api/me/season-games
GET /api/jobs | POST /api/jobs/{job}/run
POST /api/play | POST /api/play/{match}/act | POST /api/play/{match}/leave
"""


def test_every_address_is_in_it(document):
    known = {f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods}
    wanted = {one.strip() for line in ADDRESSES.strip().splitlines() for one in line.split("|")}
    assert wanted - known == set()


def test_a_document_that_is_not_true_would_be_noticed(open_site, document):
    wrong = json.loads(json.dumps(document))
    wrong["components"]["schemas"]["MatchPage"]["properties"]["more"] = {"type": "integer"}
    (operation,) = (one for one in operations(wrong) if (one.method.upper(), one.path) == ("GET", "/api/matches"))
    assert faults_of(operation, open_site.address, [{}])


def test_every_refusal_is_documented_as_a_problem(document):
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            refusal = operation["responses"]["default"]["content"]["application/json"]["schema"]
            assert refusal == {"$ref": "#/components/schemas/Problem"}, (method, path)


def test_bounds_are_in_the_document(document):
    schemas = document["components"]["schemas"]
    assert schemas["SignUp"]["properties"]["name"]["pattern"]
    assert schemas["NewTable"]["properties"]["bots"]["additionalProperties"]["maxLength"] == 40
    assert schemas["SignUp"]["additionalProperties"] is False


def operations(document):
    schema = schemathesis.openapi.from_dict(document)
    for result in schema.get_all_operations():
        operation = result.ok()
        if (operation.method.upper(), operation.path) not in STREAMS:
            yield operation


@pytest.fixture(scope="module")
def askers(open_site):
    """Nobody, a guest with a browser, and an administrator with a token, each with what a request needs."""
    nobody, guest = open_site.browser(), open_site.browser()
    guest.post("/api/guest", status=201)
    admin = open_site.browser("schema-admin", role="admin")
    token = admin.post("/api/me/tokens", {"name": "x"}, status=201)["token"]
    made = admin.post(
        "/api/tables",
        {"options": {"game": "spacegoo", "settings": {"max_rounds": 3}, "clock": "bot"}, "seat": 0,
         "bots": {"1": "random", "2": "greedy"}, "start": True},
        status=201,
    )  # fmt: skip
    open_site.until_over(made["match"])

    def cookies(browser):
        pairs = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        return {"cookie": pairs, "x-csrf-token": browser.csrf}

    nobody.get("/api/me")
    return [cookies(nobody), cookies(guest), {"authorization": f"Bearer {token}"}]


def known_path(path, match, table):
    """Names of things that exist, for the parameters of a path."""
    names = {"name": "greedy", "game": "spacegoo", "preset": "standard", "pool": "bots", "seat": 1, "token_id": 1}
    names |= {"season_id": 1, "game_id": 1, "job": "season_start", "offer_id": 1}
    names["map_key"] = "training-shop"
    names["key"] = (
        "rally" if "/maps" in path else "spacegoo" if "/games/" in path else table if "/tables/" in path else match
    )
    names |= {"match": match, "number": 1, "start": 0}
    return {name: value for name, value in names.items() if f"{{{name}}}" in path}


def faults_of(operation, address, askers, **options):
    """What an operation answers otherwise than documented."""
    faults = []

    @seed(seed_for("requests"))
    @given(case=operation.as_strategy(**options))
    @settings(
        max_examples=EXAMPLES,
        derandomize=False,
        phases=[Phase.generate],
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def ask(case):
        for headers in askers:
            response = case.call(base_url=address, headers=headers)
            if b"Traceback" in response.content:
                faults.append(response.content.decode("utf-8", "replace"))
            try:
                case.validate_response(response, checks=CHECKS)
            except FailureGroup as group:
                faults.append(f"{case.path_parameters} {case.body!r}: " + "; ".join(map(str, group.exceptions)))

    with contextlib.suppress(Unsatisfiable):  # nothing wrong can be sent where nothing is asked for
        ask()
    return faults


@pytest.mark.slow
def test_whatever_is_sent_the_answer_is_as_documented(open_site, document, askers):
    faults = {}
    match = open_site.browser().get("/api/matches?live=false")["matches"][0]["key"]
    host = open_site.browser("schema-host")
    for operation in operations(document):
        table = host.get("/api/me")["table"]
        if table is None:
            table = host.post("/api/tables", {"options": {"game": "spacegoo"}}, status=201)["key"]
        there = known_path(operation.path, match, table)
        found = faults_of(operation, open_site.address, askers)
        found += faults_of(operation, open_site.address, askers, generation_mode=GenerationMode.NEGATIVE)
        found += faults_of(operation, open_site.address, askers, path_parameters=there) if there else []
        if found:
            faults[f"{operation.method.upper()} {operation.path}"] = found[:3]
    assert faults == {}, json.dumps(faults, indent=1)[:5000]
    assert open_site.browser().get("/health")["status"] == "ok"


def test_the_message_document_names_the_port_that_is_really_listened_on(open_site):
    document = open_site.browser().get("/schema/asyncapi.json")

    assert document["servers"]["tcp"]["host"] == f"127.0.0.1:{open_site.server.ports['json']}"
