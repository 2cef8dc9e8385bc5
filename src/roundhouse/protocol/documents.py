"""The documents for other programs: AsyncAPI for the messages, and OpenAPI with all bounds of all fields."""

import importlib
import re
from collections.abc import Iterable
from types import ModuleType
from typing import Any

import msgspec

from .. import __version__
from ..core.registry import GAMES
from ..match import remarks
from . import messages
from .api import platform, teams
from .examples import FROM_CLIENT, FROM_SERVER

SCHEMA_REF = "#/components/schemas/{name}"
ABOUT = """The messages of a match, the same over WebSockets and as lines of JSON over TCP (and over HTTP, see the
OpenAPI document). A client says `hello` first; a seat then meets `start`, `turn`, `verdicts` and `over`."""

SECURITY = {
    "token": {"type": "http", "scheme": "bearer", "description": "An API token, rh_..., of a player or a bot."},
    "session": {"type": "apiKey", "in": "cookie", "name": "rh_session", "description": "Of a browser."},
}
REFUSAL = {
    "description": "It was refused, and this is why.",
    "content": {"application/json": {"schema": {"$ref": SCHEMA_REF.format(name="Problem")}}},
}


def asyncapi(
    *, address: str = "http://localhost:8000", host: str = "localhost", json_port: int = 6002
) -> dict[str, Any]:
    """An AsyncAPI 3.0 document, from the server's side: it receives what clients send."""
    scheme, _, rest = address.partition("://")
    servers: dict[str, Any] = {
        "websocket": {"host": rest, "pathname": "/ws", "protocol": "wss" if scheme == "https" else "ws"},
        "tcp": {"host": f"{host}:{json_port}", "protocol": "tcp"},
    }
    kinds = {
        "receive": message_kinds(messages.FromClient),
        "send": message_kinds(messages.FromServer),
    }
    everything = {**kinds["receive"], **kinds["send"]}
    channels: dict[str, Any] = {
        "websocket": {"address": "/ws", "description": "Each message is a text frame."},
        "tcp": {"address": None, "description": "Each message is a line of JSON, ended by a line feed."},
    }
    for name, channel in channels.items():
        channel["servers"] = [{"$ref": f"#/servers/{name}"}]
        channel["messages"] = {tag: {"$ref": f"#/components/messages/{tag}"} for tag in everything}
    operations = {
        f"{action}_{name}": {
            "action": action,
            "channel": {"$ref": f"#/channels/{name}"},
            "messages": [{"$ref": f"#/channels/{name}/messages/{tag}"} for tag in tags],
        }
        for name in channels
        for action, tags in kinds.items()
    }
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Roundhouse", "version": __version__, "description": " ".join(ABOUT.split())},
        "defaultContentType": "application/json",
        "servers": servers,
        "channels": channels,
        "operations": operations,
        "components": {
            "messages": {tag: message_of(tag, kind) for tag, kind in everything.items()},
            "schemas": schemas(everything.values()),
        },
    }


def message_kinds(union: Any) -> dict[str, type]:
    return {str(kind.__struct_config__.tag): kind for kind in union.__args__}


def message_of(tag: str, kind: type) -> dict[str, Any]:
    examples = [message for message in (*FROM_CLIENT, *FROM_SERVER) if type(message) is kind]
    return {
        "name": tag,
        "title": tag,
        "summary": first_sentence(kind),
        "payload": {"$ref": SCHEMA_REF.format(name=kind.__name__)},
        "examples": [{"name": tag, "payload": plain(message)} for message in examples],
    }


def plain(message: Any) -> Any:
    """A message as plain JSON values."""
    return msgspec.json.decode(messages.encode(message))


def first_sentence(kind: type) -> str:
    return re.split(r"(?<=\.)\s", " ".join((kind.__doc__ or "").split()))[0]


def schemas(kinds: Iterable[type]) -> dict[str, Any]:
    """JSON schemas by the names of their structs, with all bounds."""
    _, found = msgspec.json.schema_components(kinds, ref_template=SCHEMA_REF)
    for schema in found.values():
        if "description" in schema:
            schema["description"] = " ".join(schema["description"].split())
        tag = schema.get("properties", {}).get("type", {})
        if len(tag.get("enum", ())) == 1:
            tag["const"] = tag.pop("enum")[0]
    return found


def structs_of(module: ModuleType) -> dict[str, type]:
    """The structs a module defines, by name."""
    found = {}
    for name, value in vars(module).items():
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__:
            found[name] = value
    return found


def game_modules() -> list[ModuleType]:
    """The modules in which games describe what they answer over HTTP."""
    names = [f"{game.package}.{name}" for game in GAMES.values() for name in game.api_modules]
    return [importlib.import_module(name) for name in names]


def openapi(document: dict[str, Any]) -> dict[str, Any]:
    """The framework's OpenAPI document with two corrections: msgspec's own schemas of our structs, because the
    framework's leave out bounds inside tuples and lists, and `Problem` as the body of every refusal."""
    modules = (platform, *game_modules(), teams, messages, remarks)
    ours = schemas([kind for module in modules for kind in structs_of(module).values()])
    components = document.get("components", {})
    kept = components.get("schemas", {})
    paths = {
        path: {method: with_refusals(operation) for method, operation in methods.items()}
        for path, methods in document.get("paths", {}).items()
    }
    used: set[str] = set()
    waiting = [name for name in (*kept, *references(paths)) if name in ours]
    while waiting:  # the framework's schemas may lack structs that ours refer to
        name = waiting.pop()
        if name not in used:
            used.add(name)
            waiting += [other for other in references(ours[name]) if other in ours]
    all_schemas = dict(sorted((kept | {name: ours[name] for name in used}).items()))
    security = components.get("securitySchemes", {}) | SECURITY
    return document | {
        "paths": paths,
        "components": components | {"schemas": all_schemas, "securitySchemes": security},
    }


def with_refusals(operation: Any) -> Any:
    """Every refusal over HTTP is a `Problem`, whatever its status."""
    if not isinstance(operation, dict) or "responses" not in operation:
        return operation
    answers = {status: answer for status, answer in operation["responses"].items() if not status.startswith(("4", "5"))}
    return operation | {"responses": answers | {"default": REFUSAL}}


def references(schema: Any) -> Iterable[str]:
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref" and isinstance(value, str):
                yield value.rpartition("/")[2]
            else:
                yield from references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from references(value)
