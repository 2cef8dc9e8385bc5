"""Numbers for learning: what a seat knows as an array, a fixed list of choices for every robot, and which can succeed.

All functions take the states of a batch (`Batch.states`): records, or objects where rules run interpreted. For one
state give a list of it. Results have one row per state. They are for the standard form: up to 9 seats on a map of up to
15 planets a side; observations of larger games are 0.

An observation is one row of whole numbers; `parts` cuts it into named arrays:

    game        the columns of GAME
    prices      of the 44 articles, in the order of DUN-253
    resources   prices of coal, iron, gem, gold and platin
    players     a row per seat with the columns of PLAYER, the own seat first and then the others in seat order
    planets     a row per planet index with the columns of PLANET; all 0 for a planet that the seat does not know
    robots      a row per own robot by age with the columns of ROBOT

A robot has `CHOICES` choices: nothing, four moves, block, mine, regenerate, sell, the items that need no target, an
attack or a rocket for each of the first `TARGETS` foreign robots known on its planet, an article to buy, and a
bombardment or a nuke for each planet. Robots of a seat are numbered by age from 0. `masks` says which choices can
succeed as far as the seat knows, `rows` turns them into rows, and `give` enters those of all robots; `Batch.step` with
`done` rows then plays the round. A purchase of robots is a row of its own (`purchase`).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.schema import pack
from .. import GAME
from ..rules import tables as t
from ..rules.observation import FEATURES, GAME_FEATURES, PLANET_FEATURES, PLAYER_FEATURES, ROBOT_FEATURES, SEE_PLANETS, SEE_PLAYERS, SEE_PRICES, SEE_RESOURCE_PRICES, SEE_ROBOTS

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

GAME_COLUMNS = (
    "round", "rounds left", "seats", "seat", "side", "money", "robots", "robot limit", "robots ordered", "done", "left",
    "over",
)  # fmt: skip
PLAYER_COLUMNS = ("seat", "left", *t.CATEGORY_NAMES)
PLANET_COLUMNS = (
    "known",  # 1 as a neighbour, 2 visited
    "gravity", "station",
    "resource",  # 1 none, 2 coal ... 6 platin, 0 not known
    "amount",  # -1 not told
    "age",  # rounds since the seat was told, from 1; 0 never
    "own robots",
    "sighting age",  # of the newest, from 1
    *(f"robots of other {n}" for n in range(1, t.SMALL_SEATS)),  # where they were seen last
)  # fmt: skip
ROBOT_COLUMNS = (
    "there", "planet", "health", "energy",
    "command",  # 0 none, then DUN-253 from 1
    "move to", "article", "last reason",
    *t.STAT_NAMES, *t.KIND_NAMES, *t.ITEM_NAMES,
)  # fmt: skip

TARGETS = 8
NOTHING, MOVE, BLOCK, MINE, REGENERATE, SELL, WORMHOLE, REPAIR, SELF_DESTRUCT, BATTLE = 0, 1, 5, 6, 7, 8, 9, 10, 11, 12
ROCKET = BATTLE + TARGETS
BUY = ROCKET + TARGETS  # from article 1 on
BOMB = BUY + t.ARTICLES - 1
NUKE = BOMB + t.PLANETS
CHOICES = NUKE + t.PLANETS


def observation_shape() -> tuple[int]:
    return (FEATURES,)


def observations(states: Any, seat: int) -> NDArray[np.int32]:
    """What a seat knows of every state: [state, number]."""
    if isinstance(states, np.ndarray):
        out: NDArray[np.int32] = np.zeros((len(states), FEATURES), np.int32)
        GAME.compiled.observed(states, seat, out, 0, len(states))
        return out
    rows = [[0] * FEATURES for _ in states]
    GAME.kernels.observed(states, seat, rows, 0, len(states))
    return np.array(rows, np.int32)


def parts(seen: NDArray[np.int32]) -> dict[str, NDArray[np.int32]]:
    """Observations cut into their parts, without a copy: [state, ...]."""
    count = len(seen)
    return {
        "game": seen[:, :GAME_FEATURES],
        "prices": seen[:, SEE_PRICES:SEE_RESOURCE_PRICES],
        "resources": seen[:, SEE_RESOURCE_PRICES:SEE_PLAYERS],
        "players": seen[:, SEE_PLAYERS:SEE_PLANETS].reshape(count, t.SMALL_SEATS, PLAYER_FEATURES),
        "planets": seen[:, SEE_PLANETS:SEE_ROBOTS].reshape(count, t.PLANETS, PLANET_FEATURES),
        "robots": seen[:, SEE_ROBOTS:].reshape(count, t.OWN_MAX, ROBOT_FEATURES),
    }


def masks(states: Any, seat: int) -> Flags:
    """Which choices can succeed: [state, robot, choice]. A robot that is not there has none."""
    flags = np.zeros((len(states), t.OWN_MAX, CHOICES), bool)
    for g, out in zip(_records(states), flags, strict=True):
        if not g["reason"] and seat <= g["seats"] and not g["players"][seat]["left"]:
            _mask(g, seat, _own(g, seat), out)
    return flags


def rows(states: Any, seat: int, robot: int, chosen: Any) -> Ints:
    """The row of a choice for the seat's robot with this number: choices [state]. What it chose before is withdrawn by
    `NOTHING`. DUN-253"""
    numbers = np.asarray(chosen, np.int64).reshape(len(states))
    if numbers.size and not 0 <= numbers.min() <= numbers.max() < CHOICES:
        raise ValueError(f"a choice is a number from 0 to {CHOICES - 1}")
    listed = [_row(g, seat, robot, int(n)) for g, n in zip(_records(states), numbers, strict=True)]
    return np.array(listed, np.int64).reshape(len(states), t.WIDTH)


def give(states: Any, seat: int, chosen: Any) -> None:
    """Enter the choices of all robots of a seat: [state, robot]. Those of robots that are not there are not looked at,
    and a choice that the rules refuse is left out."""
    numbers = np.asarray(chosen, np.int64)
    for i, g in enumerate(_records(states)):
        for robot in range(len(_own(g, seat))):
            row = _row(g, seat, robot, int(numbers[i, robot]))
            if isinstance(states, np.ndarray):
                if GAME.compiled.checked(states, i, seat, np.array(row)) == 0:
                    GAME.compiled.enter_order(states, i, seat, np.array(row))
            elif GAME.rules.check(states[i], seat, row) == 0:
                GAME.rules.act(states[i], seat, row)


def purchase(quantity: int) -> list[int]:
    """The row that orders robots. DUN-107"""
    return [t.BUY, -1, -1, t.ROBOT_ARTICLE, quantity]


DONE_ROW = [t.DONE, -1, -1, -1, -1]


def _records(states: Any) -> Any:
    """Records, whichever form the states have. Only the standard form fits."""
    return states if isinstance(states, np.ndarray) else [pack(state)[0] for state in states]


def _own(g: Any, seat: int) -> Ints:
    """The places of a seat's robots in the array, which is by age."""
    found: Ints = np.flatnonzero(g["robots"]["owner"][: g["robot_count"]] == seat)
    return found


def _mask(g: Any, seat: int, own: Ints, out: Flags) -> None:
    robots, planets = g["robots"][own], g["planets"]
    count, here = len(own), robots["planet"]
    energy, levels, items = robots["energy"], robots["levels"], robots["items"]
    flags = out[:count]
    flags[:, [NOTHING, REGENERATE]] = True
    cost = g["movement_multiplier"] * g["gravity_cost"][planets["gravity"][here]]
    near = np.array([_neighbours(g, int(index)) for index in here]).reshape(count, 4)
    flags[:, MOVE : MOVE + 4] = (near >= 0) & (energy >= cost)[:, None]
    room = g["by_level"][t.MAX_ENERGY][levels[:, t.MAX_ENERGY]].astype(np.int64)
    flags[:, BLOCK] = energy >= g["block_base"] + g["block_percent"] * room // 100
    kind = planets["info_kind"][here, seat]
    effort = kind + 1 if g["mining_by_kind"] else levels[:, t.MINING] + g["mining_weight"]
    flags[:, MINE] = (kind >= 0) & (levels[:, t.MINING] >= kind) & (energy >= g["mining_multiplier"] * effort)
    trades = (planets["station"][here] != 0) | bool(g["trade_anywhere"])
    flags[:, SELL] = trades & (robots["cargo"].sum(axis=1) > 0)
    for choice, item in ((WORMHOLE, t.WORMHOLE), (REPAIR, t.REPAIR_SWARM), (SELF_DESTRUCT, t.SELF_DESTRUCTION)):
        flags[:, choice] = items[:, item] > 0
    attack = energy >= g["attack_multiplier"] * (levels[:, t.DAMAGE] + g["attack_weight"])
    found = np.array([len(_targets(g, seat, int(index))) for index in here], np.int64)
    aims = np.arange(TARGETS) < found[:, None]
    flags[:, BATTLE : BATTLE + TARGETS] = aims & attack[:, None]
    flags[:, ROCKET : ROCKET + TARGETS] = aims & (items[:, [t.ROCKET]] > 0)
    flags[:, BUY:BOMB] = trades[:, None] & _affordable(g, seat, levels)
    known = np.zeros(t.PLANETS, bool)
    known[: g["side"] ** 2] = planets["known"][: g["side"] ** 2, seat] > 0
    flags[:, BOMB:NUKE] = known & (items[:, [t.BOMBARDMENT]] > 0)
    flags[:, NUKE:] = known & (items[:, [t.NUKE]] > 0)


def _affordable(g: Any, seat: int, levels: Ints) -> Flags:
    """Articles but robots, that fit a robot's levels and the account: [robot, article - 1]. DUN-110 to DUN-114"""
    prices = np.tile(g["prices"].astype(np.int64), (len(levels), 1))
    prices[:, t.HEALTH_ARTICLE] *= levels[:, t.HEALTH] + np.int64(1)
    prices[:, t.ENERGY_ARTICLE] *= levels[:, t.MAX_ENERGY] + np.int64(1)
    fits = prices <= g["players"][seat]["money"]
    steps = t.LEVELS - 1
    for stat in range(t.STATS):
        first = t.FIRST_UPGRADE + stat * steps
        step = np.arange(1, steps + 1)
        fits[:, first : first + steps] &= (step == levels[:, [stat]] + 1) & (step <= t.LEVEL_MAX[stat])
    articles: Flags = fits[:, 1:]
    return articles


def _neighbours(g: Any, index: int) -> list[int]:
    """By direction, -1 for none."""
    side = int(g["side"])
    x, y = divmod(index, side)
    found = []
    for step_x, step_y in zip(t.STEP_X, t.STEP_Y, strict=True):
        inside = 0 <= x + step_x < side and 0 <= y + step_y < side
        other = (x + step_x) * side + y + step_y
        found.append(other if inside and g["planets"][other]["exists"] else -1)
    return found


def _targets(g: Any, seat: int, index: int) -> list[int]:
    """Serial numbers of the foreign robots that the seat last saw on a planet, at most `TARGETS`. Whether they are
    still there makes no difference."""
    found: list[int] = []
    for pool, used in (("robots", "robot_count"), ("ghosts", "ghost_count")):
        ones = g[pool][: g[used]]
        seen = (ones["seen_round"][:, seat] > 0) & (ones["seen_planet"][:, seat] == index) & (ones["owner"] != seat)
        found += ones["serial"][seen].tolist()
    return sorted(found)[:TARGETS]


def _row(g: Any, seat: int, robot: int, choice: int) -> list[int]:
    own = _own(g, seat)
    if robot >= len(own):
        return [t.WITHDRAW, t.UNKNOWN, -1, -1, -1]
    one = g["robots"][own[robot]]
    serial, here = int(one["serial"]), int(one["planet"])
    plain = {BLOCK: t.BLOCK, MINE: t.MINE, REGENERATE: t.REGENERATE, SELL: t.SELL, NOTHING: t.WITHDRAW}
    if choice in plain:
        return [plain[choice], serial, -1, -1, -1]
    if choice < BLOCK:
        target = _neighbours(g, here)[choice - MOVE]
        return [t.MOVE, serial, target if target >= 0 else t.UNKNOWN, -1, -1]
    if choice == WORMHOLE:
        return [t.MOVE_ITEM, serial, -1, t.WORMHOLE, -1]
    if choice == REPAIR:
        return [t.REPAIR_ITEM, serial, -1, t.REPAIR_SWARM, -1]
    if choice == SELF_DESTRUCT:
        return [t.BATTLE_ITEM, serial, serial, t.SELF_DESTRUCTION, -1]
    if choice < BUY:
        aims, rocket = _targets(g, seat, here), choice >= ROCKET
        number = choice - (ROCKET if rocket else BATTLE)
        target = aims[number] if number < len(aims) else t.UNKNOWN
        return [t.BATTLE_ITEM, serial, target, t.ROCKET, -1] if rocket else [t.BATTLE, serial, target, -1, -1]
    if choice < BOMB:
        return [t.BUY, serial, -1, choice - BUY + 1, 1]
    item, planet = (t.BOMBARDMENT, choice - BOMB) if choice < NUKE else (t.NUKE, choice - NUKE)
    return [t.BATTLE_ITEM, serial, planet if planet < int(g["side"]) ** 2 else t.UNKNOWN, item, -1]
