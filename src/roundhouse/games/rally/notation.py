"""A state and an action as short text, read and written: for tests, golden matches and the terminal; and a state as
plain data, without loss (RAL-042).

A state is the board's grid (RAL-018) and a line for each robot, with what is not as usual:

    round 3 of 100
    goal 2                                  checkpoints to tick off, where not all of the board
    +  +  +  +
     .. ~~ c1
    +  +  +  +
    1 tanky 0,0 E damage 4 lives 2 hand R@80 1@490 slots - - - - U@10 locked 1
    2 lazy - W dead 1 lives 3 backup 2,0N start 0,0E

Words of a robot: damage, lives, ticked (`ticked 1@3`: with the number of the tick), backup, start, hand, slots, draft,
locked, figures, and the marks dead and out (both with the number of the death), down, announced, confirmed, resigned
and used. `counted deaths 2 ticks 1` has the numbers of the last death and tick. `pile` (the top first) and `discard`
are written with their cards; on reading, the pile is all cards that are nowhere else, in ascending order, unless a line
gives it.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ...core.notation import TextError as TextError
from ...core.schema import new, schema_of
from .actions import Action, Confirm, Draft, Program, Redeal, Resign
from .cards import name_of, names_of, number_of
from .maps import load
from .reasons import END_REASONS
from .rules import tables as t
from .rules.state import Robot, State
from .settings import PRESETS, Settings
from .setup import cell_at, place_robot, put_board
from .view import at, view

NONE = "-"
_ROBOT = re.compile(r"([1-8]) (\w+) (\d+,\d+|-) ([NESW])\b(.*)")
_STAND = re.compile(r"(\d+),(\d+)([NESW])")
_ACTION: dict[str, type[Confirm | Redeal | Resign]] = {"confirm": Confirm, "redeal": Redeal, "resign": Resign}
_NUMBERS = {"damage": "damage", "lives": "lives", "locked": "locked"}
_MARKS = ("down", "announced", "confirmed", "resigned", "used")


def read(text: str, *, seed: int = 0, **settings: Any) -> State:
    """The state that a text shows; settings by their names."""
    options = msgspec.convert({**PRESETS["standard"], **settings}, Settings)
    grid, lines = _divided(text)
    board = load("\n".join(grid), snippet=True)
    robots = [_match(line) for line in lines if line[0].isdigit()]
    g = new(State)
    g.seed, g.round_no, g.max_rounds = seed, 1, options.max_rounds
    g.pierces, g.respawn_damage = int(options.field_laser_pierces), options.respawn_damage
    g.seats = g.standing = len(robots)
    goal = options.checkpoints or len(board.checkpoints)
    others = [line.split() for line in lines if not line[0].isdigit()]
    for words in others:
        if words[0] == "goal":
            goal = int(words[1])
        elif words[0] == "round":
            g.round_no = int(words[1])
            g.max_rounds = int(words[3]) if len(words) > 3 else g.max_rounds
        elif words[0] == "counted":
            g.deaths, g.ticks = int(words[2]), int(words[4])
    put_board(g, board, goal)
    for found in robots:
        _put_robot(g, found, options)
    _put_cards(g, {words[0]: words[1:] for words in others})
    return g


def write(g: State) -> str:
    """The text of a state."""
    return "\n".join(_written(g))


def read_action(text: str) -> Action:
    """`draft` or `program` with five commands (`-` for none) and perhaps `down`; `confirm`, `redeal` or `resign`."""
    word, *slots = text.split() or [""]
    if word in _ACTION and not slots:
        return _ACTION[word]()
    down = slots[-1:] == ["down"]
    if word not in ("draft", "program") or len(slots) - down != t.SLOTS:
        raise TextError(f"{text!r} is no action; there are: draft or program a b c d e [down], confirm, redeal, resign")
    names = [None if name == NONE else name for name in slots[: t.SLOTS]]
    return Draft(names, down) if word == "draft" else Program(names, down)


def write_action(action: Action) -> str:
    if isinstance(action, Draft | Program):
        word = "draft" if isinstance(action, Draft) else "program"
        return " ".join([word, *(name or NONE for name in action.slots), *(["down"] if action.power_down else [])])
    return next(word for word, kind in _ACTION.items() if isinstance(action, kind))


def as_data(g: State) -> dict[str, Any]:
    """A state as plain values, ready for JSON; without the events of the newest entry. RAL-042"""
    return {key: value for key, value in _plain(g).items() if key not in ("events", "event_count", "events_lost")}


def from_data(data: dict[str, Any]) -> State:
    """The state again."""
    g = new(State)
    _fill(g, data)
    return g


# Reading


def _divided(text: str) -> tuple[list[str], list[str]]:
    """The lines of the grid, and the others in one spelling."""
    rows = [line.rstrip() for line in text.split("\n")]
    marks = [n for n, line in enumerate(rows) if line.startswith("+")]
    if not marks:
        raise TextError("there is no grid; its first and last line begin with +")
    first, last = marks[0], marks[-1]
    lines = [" ".join(line.split()) for line in rows[:first] + rows[last + 1 :]]
    return rows[first : last + 1], [line for line in lines if line]


def _match(line: str) -> re.Match[str]:
    found = _ROBOT.fullmatch(line)
    if found is None or found[2] not in t.MODELS:
        raise TextError(f"{line!r} is no robot: seat, one of {', '.join(t.MODELS)}, x,y or -, facing, and its words")
    return found


def _put_robot(g: State, found: re.Match[str], options: Settings) -> None:
    seat, facing = int(found[1]), t.FACINGS.index(found[4])
    if seat > g.seats:
        raise TextError(f"{found[0]!r}: seats are counted from 1 without a gap")
    robot = g.robots[seat]
    if found[3] == NONE:
        robot.model, robot.facing, robot.lives, robot.dead = t.MODELS.index(found[2]), facing, options.lives, 1
        robot.start = robot.backup = cell_at(0, 0)
    else:
        x, y = map(int, found[3].split(","))
        place_robot(g, seat, t.MODELS.index(found[2]), cell_at(x, y), facing, options.lives)
    words = found[5].split()
    while words:
        word = words.pop(0)
        if word in _NUMBERS:
            setattr(robot, _NUMBERS[word], int(words.pop(0)))
        elif word in _MARKS:
            setattr(robot, word, 1)
        elif word in ("dead", "out"):
            robot.death_no = int(words.pop(0))
            g.deaths = max(g.deaths, robot.death_no)
            robot.out = int(word == "out")
            g.standing -= robot.out
        elif word == "ticked":
            number, _, when = words.pop(0).partition("@")
            robot.ticked, robot.tick_no = int(number), int(when or 0)
            g.ticks = max(g.ticks, robot.tick_no)
        elif word in ("backup", "start"):
            _put_stand(robot, word, words.pop(0))
        elif word == "figures":
            robot.figures = [int(n) for n in words.pop(0).split(",")]
        elif word in ("hand", "slots", "draft"):
            _put_robot_cards(robot, word, words)
        else:
            raise TextError(f"{found[0]!r}: {word!r} is no word of a robot")


def _put_stand(robot: Robot, word: str, text: str) -> None:
    found = _STAND.fullmatch(text)
    if found is None:
        raise TextError(f"{word} {text!r} is not written like 2,0N")
    setattr(robot, word, cell_at(int(found[1]), int(found[2])))
    setattr(robot, word + "_facing", t.FACINGS.index(found[3]))


def _put_robot_cards(robot: Robot, word: str, words: list[str]) -> None:
    cards = []
    while words and (words[0] == NONE or number_of(words[0]) > 0):
        cards.append(_card(words.pop(0)))
    if word == "hand":
        robot.hand_count = len(cards)
        cards += [0] * (t.HAND - len(cards))
    if len(cards) != (t.HAND if word == "hand" else t.SLOTS):
        raise TextError(f"{word} has {len(cards)} commands")
    setattr(robot, word, cards)


def _card(name: str) -> int:
    number = 0 if name == NONE else number_of(name)
    if number < 0:
        raise TextError(f"{name!r} is no command; they are written like 2@670")
    return number


def _put_cards(g: State, lines: dict[str, list[str]]) -> None:
    """The discard pile and the pile, whose last entry is its top."""
    discard = [_card(name) for name in lines.get("discard", [])]
    held = {card for robot in g.robots for card in robot.hand + robot.slots} | set(discard)
    pile = [card for card in range(1, t.CARDS + 1) if card not in held]
    if "pile" in lines:
        pile = [_card(name) for name in lines["pile"]]
    g.discard_count, g.pile_count = len(discard), len(pile)
    g.discard[: len(discard)] = discard
    g.pile[: len(pile)] = pile[::-1]


# Writing


def _written(g: State) -> Iterator[str]:
    yield f"round {g.round_no} of {g.max_rounds}"
    board = view(g, 0, [""] * g.seats).board
    yield f"goal {g.goal}"
    yield from _without_starts(board.grid).split("\n")
    for seat in range(1, g.seats + 1):
        yield " ".join(_robot_words(seat, g.robots[seat]))
    if g.deaths or g.ticks:
        yield f"counted deaths {g.deaths} ticks {g.ticks}"
    if g.pile_count:
        yield " ".join(["pile", *names_of(g.pile[: g.pile_count][::-1])])
    if g.discard_count:
        yield " ".join(["discard", *names_of(g.discard[: g.discard_count])])
    if g.reason:
        reason = next(reason.name for reason in END_REASONS if reason.code == g.reason)
        yield f"over {reason} {g.winner}"


def _without_starts(grid: str) -> str:
    """Start fields are floor; where a robot starts stands in its line."""
    return re.sub(r"(?<=[ |{}])[1-8][\^>v<]", "..", grid)


def _robot_words(seat: int, robot: Robot) -> Iterator[str]:
    yield f"{seat} {t.MODELS[robot.model]} {_place(robot.cell)} {t.FACINGS[robot.facing]}"
    if robot.dead:
        yield f"{'out' if robot.out else 'dead'} {robot.death_no}"
    yield f"damage {robot.damage} lives {robot.lives}"
    if robot.ticked:
        yield f"ticked {robot.ticked}@{robot.tick_no}"
    yield f"backup {_place(robot.backup)}{t.FACINGS[robot.backup_facing]}"
    yield f"start {_place(robot.start)}{t.FACINGS[robot.start_facing]}"
    yield from (mark for mark in _MARKS if getattr(robot, mark))
    if robot.hand_count:
        yield " ".join(["hand", *names_of(robot.hand[: robot.hand_count])])
    for word, cards in (("slots", robot.slots), ("draft", robot.draft)):
        if any(cards):
            yield " ".join([word, *(name_of(card) or NONE for card in cards)])
    if robot.locked:
        yield f"locked {robot.locked}"
    if any(robot.figures):
        yield "figures " + ",".join(map(str, robot.figures))


def _place(cell: int) -> str:
    return "{},{}".format(*at(cell)) if cell else NONE


# Plain data


def _plain(obj: Any) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for field in schema_of(type(obj)).fields:
        value = getattr(obj, field.name)
        if field.item is not None:
            value = [_plain(item) for item in value]
        made[field.name] = list(value) if isinstance(value, list) else int(value)
    return made


def _fill(obj: Any, data: dict[str, Any]) -> None:
    for field in schema_of(type(obj)).fields:
        if field.name not in data:
            continue
        value = data[field.name]
        if field.item is not None:
            for item, part in zip(getattr(obj, field.name), value, strict=True):
                _fill(item, part)
        else:
            setattr(obj, field.name, list(value) if isinstance(value, list) else value)
