"""Writes an OpenAPI document with every struct the web client knows, for `npm run types` to make types of."""

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import Struct, UnsetType

from roundhouse.core.game import Game
from roundhouse.games import GAMES
from roundhouse.games.boidvoid.collectibles import api
from roundhouse.games.boidvoid.season import api as seasons
from roundhouse.games.dungeon.server.pages import api as wire
from roundhouse.games.spacegoo.server import league_pages
from roundhouse.protocol import messages
from roundhouse.protocol.api import contest, platform, teams

REF = "#/components/schemas/"


def structs_of(module: ModuleType) -> list[type[Struct]]:
    """The structs a module offers, in its order; some of them are declared elsewhere."""
    return [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Struct) and kind is not Struct
    ]


def required(kind: type[Struct], *, asked: bool) -> list[str]:
    """The fields that are always there: in what we answer all of them, in what we are asked those without default."""
    hints = get_type_hints(kind)
    may_lack = asked or kind.__struct_config__.omit_defaults
    return [
        field.encode_name
        for field in msgspec.structs.fields(kind)
        if UnsetType not in get_args(hints[field.name]) and (field.required or not may_lack)
    ]


def is_asked(kind: type[Struct]) -> bool:
    """Whether only clients send this. Options of a table travel both ways, so the client always fills them all."""
    from_client: tuple[type[Struct], ...] = get_args(messages.FromClient)
    return kind in from_client or (kind.__struct_config__.forbid_unknown_fields and kind is not platform.TableOptions)


def components(types: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Schemas of all types and of what they are made of; what is not a struct gets the name it stands under."""
    made, found = msgspec.json.schema_components(types.values(), ref_template=REF + prefix + "{name}")
    schemas = {prefix + name: schema for name, schema in found.items()}
    for name, schema in zip(types, made, strict=True):
        schemas.setdefault(prefix + name, schema)
    for kind in reachable(list(types.values())):
        # msgspec names a struct after its class
        schema = schemas[prefix + kind.__name__]
        tag = kind.__struct_config__.tag_field
        schema["required"] = ([tag] if tag else []) + required(kind, asked=is_asked(kind))
    return schemas


def reachable(types: list[Any]) -> set[type[Struct]]:
    """All structs that these types are made of."""
    found: set[type[Struct]] = set()
    while types:
        kind = types.pop()
        if isinstance(kind, type) and issubclass(kind, Struct):
            if kind in found:
                continue
            found.add(kind)
            types.extend(get_type_hints(kind).values())
        types.extend(get_args(kind))
    return found


def game_types(game: Game) -> dict[str, Any]:
    """What a game's board and controls meet: view, actions, events, settings and, where there is one, its forecast."""
    types = {
        "View": get_type_hints(game.view)["return"],
        "Action": game.actions,
        "Event": get_args(get_type_hints(game.events)["return"])[0],
        "Settings": game.settings,
    }
    if game.changes is not None:
        types["Change"] = game.changes
    if game.answer is not None:
        types["Answer"] = get_type_hints(game.answer)["return"]
    if game.history is not None:
        types["HistoryRound"] = get_type_hints(game.history)["return"]
    # the answers to a forecast carry no tag, so they are listed one by one
    return types | {kind.__name__: kind for kind in forecasts(game)}


def forecasts(game: Game) -> list[type[Struct]]:
    if game.forecast is None:
        return []
    answer = get_type_hints(game.forecast)["return"]
    return [kind for kind in get_args(answer) or (answer,) if isinstance(kind, type) and issubclass(kind, Struct)]


def document() -> dict[str, Any]:
    modules = (platform, seasons, api, wire, league_pages, teams, contest, messages)
    pages: dict[str, Any] = {kind.__name__: kind for module in modules for kind in structs_of(module)}
    pages |= {"FromClient": messages.FromClient, "FromServer": messages.FromServer}
    pages |= {name: getattr(platform, name) for name in ("PlayerKind", "Role", "Pool", "ClockKey")}
    names = ("SeasonState", "SeasonGameState", "SeasonRole", "JobKey")
    pages |= {name: getattr(seasons, name) for name in names}
    pages |= {"MarkKind": teams.MarkKind}
    pages |= {"EventPhase": contest.EventPhase, "EventFormat": contest.EventFormat}
    pages |= {"ItemKind": api.Kind, "ItemUse": api.Use, "LineKind": api.LineKind}
    schemas = components(pages)
    for game in GAMES.values():
        prefix = game.key.capitalize()
        schemas |= components(game_types(game), prefix=prefix)
        if answers := forecasts(game):
            schemas[prefix + "Forecast"] = {"anyOf": [{"$ref": REF + prefix + kind.__name__} for kind in answers]}
    made = {
        "openapi": "3.1.0",
        "info": {"title": "Roundhouse", "version": str(messages.VERSION)},
        "paths": {},
        "components": {"schemas": schemas},
    }
    return dict(json.loads(json.dumps(made)))  # a tuple, which a default may be, is an array there


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(document(), indent=1) + "\n", encoding="utf-8")
