"""A state and an action as short text, read and written: for tests, golden matches and the terminal.

A state is its map and a line for everything in it, with what is not as usual; places are column,line:

    round 3 of 80 turn 2          and `over rounds`, or another reason, where the game is over
    ..........                    the map: . grass, # rock
    ...##.....
    1 start 2,0 gold 200 levels 1,1,2,1 points 12 kills 1      a player, with what it has and has counted
    2 start 7,1
    101 2,0 energy 80 of 150 iron 5 sword1 1 wears sword2 armour1 strikes 30 of 70 spent 30 frozen 2 shield
    102 gone                      a unit that was removed
    201 7,1
    202 7,1 energy 0
    tower 7 of 1 5,0 level 2 energy 300      number and owner
    trap 1 of 2 6,1 8..9,1        level and owner, and all the cells with such a trap
    buried iron 40 2,0 4..6,1     a resource, how much, and all the cells with so much of it
    surface sword1 1 2,0
    dug 1 2,0 round 2 iron 40     what a player has found, the oldest first
    counted serials 7 blood 1     numbers of the whole game: serials, defeats, blood, killer

`;` begins a remark. On reading, everybody knows what its units and towers see, and no more.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ...core.notation import TextError, number, place_of
from ...core.schema import LARGE, SMALL, new, pack
from .action_notation import amounts, read_action, things, write_action
from .reasons import END_REASONS
from .rules import tables as t
from .rules.phases.building import put_tower
from .rules.phases.knowledge import see_around
from .rules.phases.lookup import built_kind, built_level, built_seat, id_of
from .rules.state import State, Unit
from .settings import PRESETS, Settings
from .setup import put_blueprints, put_settings

__all__ = ["TextError", "read", "read_action", "write", "write_action"]

ENDED = {reason.code: reason.name for reason in END_REASONS}
TURN_ENDS = ("", "end_turn", "max_actions", "leaving")
_LINE = re.compile(r"[.#]+")
_RUN = re.compile(r"([0-9]{1,2})(?:\.\.([0-9]{1,2}))?,([0-9]{1,2})")
_PLAYER_NUMBERS = (
    "gold", "points", "defeated", "left", "away", "acted", "kills", "retaliation_kills", "losses", "towers_placed",
    "traps_placed", "traps_sprung", "sprees", "spree", "first_blood", "damage_dealt", "damage_taken", "energy_spent",
    "refused", "timed_out",
)  # fmt: skip
_PLAYER_LISTS = ("levels", "by_source", "taken", "used", "crafted")
_UNIT_NUMBERS = ("spent", "frozen")
_UNIT_MARKS = ("frozen_before", "shield", "shield_before", "respawned", "hurt")
_COUNTED = ("serials", "defeats", "blood", "killer")


# Reading a state


def read(text: str, *, seed: int = 0, **settings: Any) -> State:
    """The state that a text shows; settings by their names."""
    options = msgspec.convert({**PRESETS["standard"], **settings}, Settings)
    lines = [" ".join(line.partition(";")[0].split()) for line in text.splitlines()]
    try:
        return _read([line for line in lines if line], seed, options)
    except (LookupError, ValueError, OverflowError) as error:
        raise error if isinstance(error, TextError) else TextError(f"this is no state ({error})") from None


def _read(lines: list[str], seed: int, options: Settings) -> State:
    rows = [line for line in lines if _LINE.fullmatch(line)]
    if not rows or len(rows) > t.SIDE_MAX or len({len(row) for row in rows}) > 1 or len(rows[0]) > t.SIDE_MAX:
        raise TextError("there is no map; its lines are as long as each other and made of . and #")
    words = [line.split() for line in lines if not _LINE.fullmatch(line)]
    players = [line for line in words if line[0] in ("1", "2", "3", "4")]
    units = [line for line in words if line[0].isdecimal() and line not in players]
    if [line[0] for line in players] != [str(n) for n in range(1, len(players) + 1)] or len(players) < 2:
        raise TextError("there is a line for every player, two to four, in their order: 1 start 3,4")
    g: State = new(State, SMALL if len(rows) * len(rows[0]) <= t.SMALL_CELLS else LARGE)
    g.seed, g.seats, g.width, g.height, g.round_no, g.turn_of = seed, len(players), len(rows[0]), len(rows), 1, 1
    put_settings(g, options)
    put_blueprints(g, options.blueprints)
    g.terrain[: g.width * g.height] = [t.TERRAIN.index(sign) for row in rows for sign in row]
    for seat, line in enumerate(players, 1):
        _put_player(g, seat, line[1:], options)
    _put_units(g, units)
    for line in words:
        if not line[0].isdecimal():
            _put_line(g, line)
    pack(g, SMALL if len(g.terrain) == t.SMALL_CELLS else LARGE)  # whether all numbers fit
    return g


def _put_player(g: State, seat: int, words: list[str], options: Settings) -> None:
    player = g.players[seat]
    player.gold, player.levels = options.gold, [1] * t.KINDS
    while words:
        word, value = words.pop(0), words.pop(0)
        if word == "start":
            player.start_x, player.start_y = _grass(g, value)
        elif word in _PLAYER_NUMBERS:
            setattr(player, word, number(value))
        elif word in _PLAYER_LISTS:
            numbers = [number(part) for part in value.split(",")]
            if len(numbers) != len(getattr(player, word)) or (word == "levels" and not {1, 2, 3}.issuperset(numbers)):
                raise TextError(f"{word} {value!r} has not the right numbers")
            setattr(player, word, numbers)
        else:
            raise TextError(f"{word!r} is nothing that a player has")


def _put_units(g: State, lines: list[list[str]]) -> None:
    """QST-011"""
    each = len(lines) // g.seats
    wanted = [str(seat * t.FIRST_ID + k) for seat in range(1, g.seats + 1) for k in range(each)]
    if not 1 <= each <= t.UNITS_MAX or [line[0] for line in lines] != wanted:
        raise TextError("every player has as many units, in their order: 100, 101, ..., 200, 201, ...")
    g.units_each, g.unit_count = each, len(lines)
    for k, (_, *words) in enumerate(lines):
        unit = g.units[k]
        unit.owner = k // each + 1
        if words != ["gone"]:
            _put_unit(g, unit, words)
            see_around(g, unit.owner, unit.x, unit.y, g.view_radius)


def _put_unit(g: State, unit: Unit, words: list[str]) -> None:
    unit.alive, unit.energy, unit.max_energy = 1, g.unit_energy, g.unit_energy
    unit.x, unit.y = _grass(g, words.pop(0))
    while words:
        word = words.pop(0)
        if word == "energy":
            unit.energy = number(words.pop(0))
            unit.max_energy = _of(words, max(unit.energy, unit.max_energy))
        elif word == "strikes":
            unit.retaliation = number(words.pop(0))
            unit.cutoff = _of(words, unit.retaliation)
        elif word in t.THING_NAMES:
            unit.carried[t.THING_NAMES.index(word)] = number(words.pop(0))
        elif word == "wears":
            while words and words[0] in t.ITEM_NAMES:
                item = t.ITEM_NAMES.index(words.pop(0))
                setattr(unit, t.KIND_NAMES[item // t.LEVEL_MAX], item % t.LEVEL_MAX + 1)
        elif word in _UNIT_NUMBERS:
            setattr(unit, word, number(words.pop(0)))
        elif word in _UNIT_MARKS:
            setattr(unit, word, 1)
        else:
            raise TextError(f"{word!r} is nothing that a unit has")


def _of(words: list[str], usual: int) -> int:
    """The number after `of`, if it is there."""
    if words[:1] != ["of"]:
        return usual
    words.pop(0)
    return number(words.pop(0))


def _put_line(g: State, words: list[str]) -> None:
    match words:
        case ["round", played, "of", rounds, "turn", seat, *how] if how == [] or (len(how) == 2 and how[0] == "ended"):
            g.round_no, g.max_rounds, g.turn_of = number(played), number(rounds), number(seat)
            g.ended = TURN_ENDS.index(how[1]) if how else 0
        case ["over", reason]:
            g.reason = next(code for code, name in [*ENDED.items(), (-1, reason)] if name == reason)
        case ["tower", serial, "of", seat, place, "level", level, "energy", energy]:
            put_tower(g, _seat(g, seat), _free(g, place), _level(level), number(energy))
            g.towers[g.tower_count - 1].serial = number(serial)
            g.serials = max(g.serials, number(serial))
        case ["trap", level, "of", seat, *runs]:
            for cell in _cells(g, runs):
                _put_trap(g, _seat(g, seat), cell, _level(level))
        case ["buried" | "surface" as where, name, amount, *runs]:
            grid = g.surface if where == "surface" else g.buried
            for cell in _cells(g, runs):
                grid[t.THING_NAMES.index(name), cell] = number(amount)
        case ["dug", seat, place, "round", played, *found]:
            _put_dig(g, _seat(g, seat), place, number(played), amounts(found))
        case ["counted", *rest]:
            for name, value in zip(rest[::2], rest[1::2], strict=True):
                setattr(g, _COUNTED[_COUNTED.index(name)], number(value))
        case _:
            raise TextError(f"{' '.join(words)!r} is no line of a state")


def _put_trap(g: State, seat: int, cell: int, level: int) -> None:
    g.built[_free(g, _place(g, cell))] = t.BUILT_TRAP * t.BUILT_KIND + seat * t.BUILT_SEAT + level
    g.players[seat].traps += 1


def _put_dig(g: State, seat: int, place: str, played: int, found: dict[str, int]) -> None:
    player, (x, y) = g.players[seat], _grass(g, place)
    column = seat * t.DIGS_OWN + player.digs % t.DIGS_OWN
    g.digs[0, column], g.digs[1, column] = y * g.width + x, played
    for resource, name in enumerate(t.RESOURCE_NAMES):
        g.digs[2 + resource, column] = found.get(name, 0)
    player.digs += 1


def _grass(g: State, word: str) -> tuple[int, int]:
    x, y = place_of(word)
    if not (0 <= x < g.width and 0 <= y < g.height and g.terrain[y * g.width + x] == t.GRASS):
        raise TextError(f"{word!r} is no grass on the map")
    return x, y


def _free(g: State, word: str) -> int:
    x, y = _grass(g, word)
    if g.built[y * g.width + x]:
        raise TextError(f"{word!r} has a tower or a trap already")
    return y * g.width + x


def _seat(g: State, word: str) -> int:
    if not 1 <= number(word) <= g.seats:
        raise TextError(f"{word!r} is no player")
    return number(word)


def _level(word: str) -> int:
    if not 1 <= number(word) <= t.LEVEL_MAX:
        raise TextError(f"{word!r} is no level")
    return number(word)


def _cells(g: State, runs: list[str]) -> Iterator[int]:
    """`2,0` is a cell, `4..6,1` are three."""
    for run in runs:
        found = _RUN.fullmatch(run)
        if found is None:
            raise TextError(f"{run!r} are no cells; they look like 2,0 or 4..6,1")
        for x in range(int(found[1]), int(found[2] or found[1]) + 1):
            column, line = _grass(g, f"{x},{found[3]}")
            yield line * g.width + column


# Writing a state


def write(g: State) -> str:
    """The text of a state."""
    return "\n".join(_written(g))


def _written(g: State) -> Iterator[str]:
    width, count = g.width, g.width * g.height
    yield f"round {g.round_no} of {g.max_rounds} turn {g.turn_of}" + (f" ended {TURN_ENDS[g.ended]}" if g.ended else "")
    if g.reason:
        yield f"over {ENDED[g.reason]}"
    signs = "".join(t.TERRAIN[rock] for rock in g.terrain[:count])
    yield from (signs[n : n + width] for n in range(0, count, width))
    for seat in range(1, g.seats + 1):
        yield " ".join(_player_words(g, seat))
    for k in range(g.unit_count):
        yield " ".join([str(id_of(g, k)), *_unit_words(g, g.units[k])])
    for tower in g.towers[: g.tower_count]:
        where = _place(g, tower.cell)
        yield f"tower {tower.serial} of {tower.owner} {where} level {tower.level} energy {tower.energy}"
    for built in sorted(set(g.built[:count])):
        if built_kind(built) == t.BUILT_TRAP:
            yield " ".join([f"trap {built_level(built)} of {built_seat(built)}", *_runs(g, g.built, built)])
    for where, grid in (("buried", g.buried), ("surface", g.surface)):
        for name, row in zip(t.THING_NAMES, grid, strict=False):
            for amount in sorted(set(row[:count]) - {0}, reverse=True):
                yield " ".join([f"{where} {name} {amount}", *_runs(g, row, amount)])
    for seat in range(1, g.seats + 1):
        yield from _digs(g, seat)
    counted = [f"{name} {getattr(g, name)}" for name in _COUNTED if getattr(g, name)]
    if counted:
        yield " ".join(["counted", *counted])


def _runs(g: State, row: list[int], amount: int) -> Iterator[str]:
    for y in range(g.height):
        line = "".join("x" if n == amount else " " for n in row[y * g.width : (y + 1) * g.width])
        for run in re.finditer("x+", line):
            last = run.end() - 1
            yield f"{run.start()},{y}" if last == run.start() else f"{run.start()}..{last},{y}"


def _place(g: State, cell: int) -> str:
    return f"{cell % g.width},{cell // g.width}"


def _player_words(g: State, seat: int) -> Iterator[str]:
    player = g.players[seat]
    yield f"{seat} start {player.start_x},{player.start_y} gold {player.gold}"
    yield from (f"{name} {getattr(player, name)}" for name in _PLAYER_NUMBERS[1:] if getattr(player, name))
    for name in _PLAYER_LISTS:
        values = getattr(player, name)
        if any(value != (name == "levels") for value in values):
            yield f"{name} {','.join(map(str, values))}"


def _unit_words(g: State, unit: Unit) -> Iterator[str]:
    if not unit.alive:
        yield "gone"
        return
    yield f"{unit.x},{unit.y}"
    if (unit.energy, unit.max_energy) != (g.unit_energy, g.unit_energy):
        yield f"energy {unit.energy} of {unit.max_energy}"
    yield from things(dict(zip(t.THING_NAMES, unit.carried, strict=True)))
    worn = [f"{kind}{getattr(unit, kind)}" for kind in t.KIND_NAMES[:2] if getattr(unit, kind)]
    if worn:
        yield " ".join(["wears", *worn])
    if unit.retaliation or unit.cutoff:
        yield f"strikes {unit.retaliation} of {unit.cutoff}"
    yield from (f"{name} {getattr(unit, name)}" for name in _UNIT_NUMBERS if getattr(unit, name))
    yield from (name for name in _UNIT_MARKS if getattr(unit, name))


def _digs(g: State, seat: int) -> Iterator[str]:
    digs = g.players[seat].digs
    for n in range(max(0, digs - t.DIGS_OWN), digs):
        cell, played, *found = (row[seat * t.DIGS_OWN + n % t.DIGS_OWN] for row in g.digs)
        what = things(dict(zip(t.RESOURCE_NAMES, found, strict=True)))
        yield " ".join([f"dug {seat} {_place(g, cell)} round {played}", *what])
