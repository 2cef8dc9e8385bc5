"""The schemas of a game's actions, with one example of each."""

from functools import cache
from typing import Any

import msgspec

from ..core.registry import GAMES, part


@cache
def schemas(key: str) -> list[dict[str, Any]]:
    """Every action of a game: its type, what it does, its fields as a JSON schema, and an example where the game's
    module `agent` has one."""
    examples = {example["type"]: example for example in getattr(part(GAMES[key], "agent"), "EXAMPLES", ())}
    actions = GAMES[key].actions
    made = []
    for kind in getattr(actions, "__args__", (actions,)):
        tag = str(kind.__struct_config__.tag)
        found = msgspec.json.schema(kind)
        schema = found["$defs"][kind.__name__]
        line: dict[str, Any] = {
            "type": tag,
            "sentence": " ".join(str(kind.__doc__ or "").split()),
            "fields": {name: value for name, value in schema["properties"].items() if name != "type"},
            "required": [name for name in schema.get("required", []) if name != "type"],
        }
        if tag in examples:
            line["example"] = examples[tag]
        made.append(line)
    return made
