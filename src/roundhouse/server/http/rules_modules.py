"""The rules as WebAssembly, for pages that play and prove: which modules there are, and their files."""

import gzip
from functools import cache
from typing import Any

import msgspec
from litestar import Request, Response, get

from ...core import rules_modules
from ...core.registry import GAMES
from ...core.rules_modules import RulesModule
from ...protocol.api.platform import RulesFiles
from .cached_responses import FOREVER, JSON, PLAIN, kept, mark_of
from .dependencies import KeyPath
from .games import game_of
from .web_client import File

FOLDER = "assets/rules"  # like all files whose names say what is in them, they are not limited
WASM = "application/wasm"
LEVEL = 9  # packed once


def handlers() -> list[Any]:
    @get("/games/{key:str}/modules", opt=PLAIN)
    async def modules(request: Request[Any, Any, Any], key: KeyPath) -> Response[list[RulesFiles]]:
        """Where the rules are as WebAssembly, one for each form of the state; none where this server has none."""
        found = [files_of(one) for one in rules_modules.modules_of(game_of(key))]
        return await kept(request, msgspec.json.encode(found))

    return [modules]


def files_of(module: RulesModule) -> RulesFiles:
    address = f"/{FOLDER}/{module.name}"
    return RulesFiles(module.form, module.layout, f"{address}.wasm", f"{address}.json")


def file_at(path: str) -> File | None:
    """A module's code, or its description; None if there is no such file any more."""
    folder, _, file = path.rpartition("/")
    name, _, kind = file.rpartition(".")
    game = GAMES.get(name.partition("-")[0])
    if folder != FOLDER or game is None or kind not in ("wasm", "json"):
        return None
    module = next((one for one in rules_modules.modules_of(game) if one.name == name), None)
    if module is None:
        return None
    return packed(module.code, WASM) if kind == "wasm" else packed(module.description, JSON)


@cache
def packed(content: bytes, media_type: str) -> File:
    return File(content, gzip.compress(content, LEVEL, mtime=0), media_type, mark_of(content), FOREVER)
