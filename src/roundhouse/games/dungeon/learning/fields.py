"""The fields of an observation with their bounds, for observations as fractions; `arrays.py` says what they mean."""

from ....rl.scales import FieldTable, bounded
from ..rules import tables as t
from .arrays import GAME_COLUMNS, PLANET_COLUMNS, PLAYER_COLUMNS, ROBOT_COLUMNS

GAME = {
    "round": 200, "rounds left": 200, "seats": 9, "seat": 9, "side": 15, "money": 20_000, "robots": 128,
    "robot limit": 128, "robots ordered": 8,
}  # fmt: skip
PLAYER = {"seat": 9, **dict.fromkeys(t.CATEGORY_NAMES, 1000)}
PLANET = {
    "known": 2, "gravity": 3, "resource": 6, "amount": 10_000, "age": 200, "own robots": 8, "sighting age": 200,
    **dict.fromkeys([name for name in PLANET_COLUMNS if name.startswith("robots of other")], 8),
}  # fmt: skip
ROBOT = {
    "planet": 224, "health": 100, "energy": 100, "command": 10, "move to": 224, "article": 44, "last reason": 16,
    **dict.fromkeys(t.STAT_NAMES, 5), **dict.fromkeys(t.KIND_NAMES, 100), **dict.fromkeys(t.ITEM_NAMES, 5),
}  # fmt: skip


def tables(shape: tuple[int, ...]) -> list[FieldTable]:
    return [
        bounded("game", 1, GAME_COLUMNS, GAME),
        bounded("prices", t.ARTICLES, ("price",), {"price": 15_000}),
        bounded("resources", t.KINDS, ("price",), {"price": 100}),
        bounded("players", t.SMALL_SEATS, PLAYER_COLUMNS, PLAYER),
        bounded("planets", t.PLANETS, PLANET_COLUMNS, PLANET),
        bounded("robots", t.OWN_MAX, ROBOT_COLUMNS, ROBOT),
    ]
