"""One example of every action of every game, and the schemas that go with them."""

from functools import cache
from typing import Any

import msgspec

from ..games import GAMES

ROBOT = "3f2a91c0-7d1e-4b52-9a66-0c1d2e3f4a5b"
OTHER = "b81c44d2-52e0-4c8f-8f0d-9e8d7c6b5a40"
PLANET = "6a0d5f77-1f8e-4e4b-b1aa-5c4d3e2f1a0b"
BRONZE_SWORD = {"bronze": 14, "wood": 4}

EXAMPLES: dict[str, tuple[dict[str, Any], ...]] = {
    "spacegoo": ({"type": "nop"}, {"type": "send", "source": 1, "target": 0, "ships": [20, 0, 0]}),
    "rally": (
        {"type": "program", "slots": ["1@620", "R@260", "L@230", "2@710", "L@370"]},
        {"type": "draft", "slots": ["1@620", None, None, None, None], "power_down": True},
        {"type": "confirm"},
        {"type": "redeal"},
        {"type": "resign"},
    ),
    "dungeon": (
        {"type": "buying", "article": "ROBOT", "quantity": 2},
        {"type": "movement", "robot": ROBOT, "planet": PLANET},
        {"type": "mining", "robot": ROBOT},
        {"type": "regeneration", "robot": ROBOT},
        {"type": "blocking", "robot": ROBOT},
        {"type": "battle", "robot": ROBOT, "target": OTHER},
        {"type": "battleItemUse", "robot": ROBOT, "item": "ROCKET", "target": OTHER},
        {"type": "repairItemUse", "robot": ROBOT},
        {"type": "moveItemUse", "robot": ROBOT},
        {"type": "selling", "robot": ROBOT},
        {"type": "withdraw", "robot": ROBOT},
        {"type": "done"},
    ),
    "quest": (
        {"type": "move", "unit": 101, "to": [6, 5]},
        {"type": "attack", "unit": 101, "target": 203, "energy": 40},
        {"type": "retaliate", "unit": 101, "energy": 30, "cutoff": 70},
        {"type": "dig", "unit": 101},
        {"type": "pickup", "unit": 101, "what": {"iron": 5, "wood": 3}},
        {"type": "drop", "unit": 101, "what": {"iron": 5}},
        {"type": "view", "unit": 101},
        {"type": "craft", "unit": 101, "item": "sword1", "use": BRONZE_SWORD},
        {"type": "equip", "unit": 101, "item": "sword1"},
        {"type": "research", "unit": 101, "kind": "sword"},
        {"type": "place_trap", "unit": 101, "item": "trap1", "use": {"stone": 12, "wood": 18}},
        {"type": "place_tower", "unit": 101, "item": "tower1", "use": {"stone": 50, "wood": 50}},
        {"type": "end_turn"},
        {"type": "resign"},
    ),
    "boidvoid": (
        {"type": "move", "unit": 1, "to": [4, 5]},
        {"type": "capture", "unit": 1},
        {"type": "cancel", "unit": 1},
        {"type": "build", "unit": 1, "item": 0},
        {"type": "spawn", "unit": 1, "tile": [2, 4]},
        {"type": "battery", "unit": 1, "attack": 80},
        {"type": "detonate", "unit": 1},
        {"type": "attack", "unit": 1, "target": 9},
        {"type": "swarm_create", "unit": 1},
        {"type": "swarm_join", "unit": 1, "swarm": 12},
        {"type": "swarm_leave", "unit": 1, "tile": [2, 4]},
        {"type": "automode", "unit": 1, "on": True},
        {"type": "boost", "unit": 1, "item": 1, "mode": "burn", "target": 1},
        {"type": "unstake", "unit": 1, "item": 1},
        {"type": "equip", "unit": 1, "item": 2},
        {"type": "done"},
        {"type": "restart"},
    ),
}


@cache
def schemas(key: str) -> list[dict[str, Any]]:
    """Every action of a game: its type, what it does, its fields as a JSON schema, and an example."""
    examples = {example["type"]: example for example in EXAMPLES[key]}
    actions = GAMES[key].actions
    made = []
    for kind in getattr(actions, "__args__", (actions,)):
        tag = str(kind.__struct_config__.tag)
        found = msgspec.json.schema(kind)
        schema = found["$defs"][kind.__name__]
        made.append(
            {
                "type": tag,
                "sentence": " ".join(str(kind.__doc__ or "").split()),
                "fields": {name: value for name, value in schema["properties"].items() if name != "type"},
                "required": [name for name in schema.get("required", []) if name != "type"],
                "example": examples[tag],
            }
        )
    return made
