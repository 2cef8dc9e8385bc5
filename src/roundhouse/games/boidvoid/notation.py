"""A state and an order as short text, read and written: for tests, golden matches, readers of text, and the terminal.

A state is its map and a line for everything in it, with what is not as usual; places are column,line:

    turn 3 of 60                  and `over turns`, or another reason, where the game is over
    .. .1 :. --                   the map: . clear, : asteroid field, ~ nebula, = conduit, o planet, then the team that
     .1 .1 =. o2                  owns it or a dot; -- is void; odd lines are shifted by half a tile
    obstacle black_hole 2,0       all tiles with such an obstacle
    poi space_oasis 3,1 0,1
    team 1 home 1,1 lost 2
    player 1 battery 60 ratio 70 stake 10000 items ss-relay:free boost-lucky:gone
    ship 1 1,0 health 50 ap 9 job building 1 of 2 ss-relay
    ship 2 off respawn 3          a unit that is not on the map
    mothership 7 1,1 health 300
    pirate 9 4,4 home 4,4 health 80 boosts boost-plating:9
    swarm 10 of 1 3,3 ships 1     its ships say the same of themselves: swarm 10
    structure 11 of 2 5,5 ss-bastion level 2 health 480 builder 4
    order 1 3 move 4,5            a sealed order of player 1
    seat 2 done 1                 a seat that is done, or has left
    counted serials 11 combats 3

`;` begins a remark. `write_view` says the same of what a seat is shown, without what it may not know.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ...core.game import Setup
from ...core.notation import TextError
from ...core.schema import LARGE, SMALL, new, pack
from .action_notation import number, place_of, read_action, write_action
from .actions import Action, action_of, row_of
from .figures import COUNTED
from .reasons import END_REASONS
from .rules import tables as t
from .rules.state import State
from .settings import PRESETS, Settings
from .setup import put_settings
from .state_from_view import holders, seen, state_from_view

__all__ = ["TextError", "read", "read_action", "write", "write_action", "write_view"]

ENDED = {reason.code: reason.name for reason in END_REASONS}
GROUND = "-.:~=o"  # by the number of a tile's type; - is void
_TILE = re.compile(r"[.:~=o][.1-8]|--")
OFF = "off"
ITEM_WORDS = ("none", "free", "staked", "gone", "equipped")
UNIT_WORDS = {"ship": t.SPACESHIP, "mothership": t.MOTHERSHIP, "pirate": t.NPC}
USUAL = {t.SPACESHIP: t.STANDARD_SHIP, t.MOTHERSHIP: t.STANDARD_MOTHERSHIP, t.NPC: 0}  # templates by kind
_UNIT_NUMBERS = ("ap", "acted", "respawn", "destroyed", "swarm", "automode")
_PLAYER_NUMBERS = (
    "stake", "ratio", "missed", "ordered", "fights_won", "fights_lost", "captured", "respawns", "damage_dealt",
    "damage_taken", "defeated", "ships_lost", "built", "structures_destroyed", "pois", "moved", "crits", "usurped",
    "badges",
)  # fmt: skip
_COUNTED = ("serials", "combats", "ending")


# Writing a state


def write(g: State) -> str:
    """The text of a state."""
    return "\n".join(_written(g))


def write_view(view: Any, setup: Setup) -> str:
    """The text of what a seat is shown: nothing about players whose batteries it may not know, and the sealed orders of
    its own team."""
    shown = seen(view)
    ships = {unit.id: unit for unit in shown.units if unit.kind == "spaceship"}
    hidden = {f"player {n}" for n, ship in ships.items() if isinstance(ship.battery, msgspec.UnsetType)}
    lines = []
    for line in _written(without_guesses(state_from_view(shown, setup))):
        words = line.split()
        if words[0] not in ("counted", "seat") and " ".join(words[:2]) not in hidden:
            lines.append(line)
    if not isinstance(shown.you, msgspec.UnsetType):
        for one in shown.you.orders:
            lines.append(f"order {one.player} {write_action(msgspec.convert(one.order, Action))}")
    return "\n".join(lines)


def without_guesses(g: State) -> State:
    """Without what the rules need and the view does not say, and without what has lines of its own."""
    for player in g.players[: g.player_count]:
        player.pending = player.ordered = player.badges = 0
        player.item_targets = [0] * len(player.item_targets)
        for key, _, _ in COUNTED:
            setattr(player, key, 0)
    for unit in g.units[: g.unit_count]:
        unit.home = -1
    for one in g.structures[: g.structure_count]:
        one.staked = 0
    for _, holder in holders(g):
        holder.boost_players = holder.boost_items = [0] * t.BOOSTS
    return g


def _written(g: State) -> Iterator[str]:
    yield f"turn {g.turn_no} of {g.turn_limit}"
    if g.reason:
        yield f"over {ENDED[g.reason]}"
    yield from _map(g)
    for word, names, column in (("obstacle", t.OBSTACLE_NAMES, g.obstacle), ("poi", t.POI_NAMES, g.poi)):
        for kind in sorted(set(column) - {0}):
            yield " ".join([word, names[kind], *(_place(g, n) for n, one in enumerate(column) if one == kind)])
    for n in range(1, g.teams + 1):
        team = g.team_list[n]
        yield " ".join([f"team {n} home {_place(g, team.home)}", *_named(team, ("lost", "eliminated"))])
    for n in range(g.player_count):
        yield " ".join(_player_words(g, n))
    for index in range(g.unit_count):
        yield " ".join(_unit_words(g, index))
    for swarm in g.swarms[: g.swarm_count]:
        ships = ",".join(str(n + 1) for n in range(g.player_count) if g.units[n].swarm == swarm.serial)
        where = f"swarm {swarm.serial} of {swarm.team} {_place(g, swarm.tile)} ships {ships}"
        yield " ".join([where, *_named(swarm, ("acted",)), *_boosts(swarm)])
    for one in g.structures[: g.structure_count]:
        where = f"structure {one.serial} of {one.team} {_place(g, one.tile)} {t.TEMPLATE_KEYS[one.template]}"
        rest = f"level {one.level} health {_amount(one.health)} builder {one.builder + 1}"
        yield " ".join([where, rest, *_named(one, ("staked",)), *_boosts(one)])
    for n in range(g.player_count):
        for at in range(g.players[n].pending):
            row = [g.orders[k, n * t.ORDERS + at] for k in range(t.WIDTH)]
            yield f"order {n + 1} {write_action(action_of(row, g))}"
    for seat in range(1, g.seats + 1):
        if g.done[seat] or g.left[seat]:
            yield f"seat {seat} done {g.done[seat]} left {g.left[seat]}"
    yield " ".join(["counted", *_named(g, _COUNTED)])


def _map(g: State) -> Iterator[str]:
    for y in range(g.side):
        tiles = [_tile(g, y * g.side + x) for x in range(g.side)]
        if any(tile != "--" for tile in tiles):
            yield " " * (y % 2) + " ".join(tiles)
        else:
            yield " " * (y % 2) + "--"  # a line without any tile


def _tile(g: State, tile: int) -> str:
    if g.tile_kind[tile] == t.VOID:
        return "--"
    return GROUND[g.tile_kind[tile]] + (str(g.owner[tile]) if g.owner[tile] else ".")


def _place(g: State, tile: int) -> str:
    return f"{tile % g.side},{tile // g.side}"


def _amount(hundredths: int) -> str:
    return f"{hundredths / t.HUNDRED:g}" if abs(hundredths) < 10**6 else f"{hundredths / t.HUNDRED:.2f}"


def _named(holder: Any, names: tuple[str, ...]) -> Iterator[str]:
    yield from (f"{name} {getattr(holder, name)}" for name in names if getattr(holder, name))


def _player_words(g: State, n: int) -> Iterator[str]:
    player = g.players[n]
    yield f"player {n + 1} {t.ROLE_NAMES[player.role]} battery {_amount(player.battery)}"
    yield from _named(player, _PLAYER_NUMBERS)
    items = []
    for template, state, burnable, target in zip(
        player.item_templates, player.item_states, player.item_burnable, player.item_targets, strict=True
    ):
        if state != t.ITEM_NONE:
            words = [t.TEMPLATE_KEYS[template], ITEM_WORDS[state]]
            items.append(":".join(words + ([str(target)] if target else []) + ([] if burnable else ["kept"])))
    if items:
        yield " ".join(["items", *items])


def _unit_words(g: State, index: int) -> Iterator[str]:
    unit = g.units[index]
    word = next(word for word, kind in UNIT_WORDS.items() if kind == unit.kind)
    yield f"{word} {index + 1} {OFF if unit.tile < 0 else _place(g, unit.tile)}"
    if unit.home >= 0:
        yield f"home {_place(g, unit.home)}"
    yield f"health {_amount(unit.health)}"
    yield from _named(unit, _UNIT_NUMBERS)
    if unit.template != USUAL[unit.kind]:
        yield f"template {unit.template}"
    if unit.job:
        what = t.TEMPLATE_KEYS[unit.build_item] if unit.build_item else str(unit.joining)
        yield f"job {t.JOB_NAMES[unit.job]} {unit.progress} of {unit.needed} {what}"
    yield from _boosts(unit)


def _boosts(holder: Any) -> list[str]:
    """Template, turns (-1: staked), and whose item it is."""
    made = [
        f"{t.TEMPLATE_KEYS[template]}:{holder.boost_turns[k]}:{holder.boost_players[k]}:{holder.boost_items[k]}"
        for k, template in enumerate(holder.boosts)
        if template
    ]
    return [" ".join(["boosts", *made])] if made else []


# Reading a state


def read(text: str, *, seed: int = 0, **settings: Any) -> State:
    """The state that a text shows; settings by their names."""
    options = msgspec.convert({**PRESETS["standard"], **settings}, Settings)
    lines = [line.partition(";")[0].split() for line in text.splitlines()]
    try:
        return Reader([line for line in lines if line], seed, options).state()
    except (LookupError, ValueError, OverflowError) as error:
        raise error if isinstance(error, TextError) else TextError(f"this is no state ({error})") from None


class Reader:
    def __init__(self, lines: list[list[str]], seed: int, options: Settings) -> None:
        self.rows = [line for line in lines if all(_TILE.fullmatch(word) for word in line)]
        self.words = [line for line in lines if line not in self.rows]
        self.g: State = new(State, SMALL if options.mode == "match" else LARGE)
        self.g.seed = seed
        put_settings(self.g, options)

    def state(self) -> State:
        g = self.g
        g.turn_no = g.round_no = 1
        g.side = max(len(self.rows), *(len(row) for row in self.rows)) if self.rows else 0
        if not 1 < g.side <= t.MATCH_SIDE:
            raise TextError(f"there is no map; it has 2 to {t.MATCH_SIDE} lines of tiles like .. .1 or --")
        self.put_tiles()
        self.put_counts()
        for line in self.words:
            self.put(line)
        pack(g)  # whether all numbers fit
        return g

    def put_tiles(self) -> None:
        g = self.g
        for y, row in enumerate(self.rows):
            for x, word in enumerate(row):
                tile = y * g.side + x
                if word != "--":
                    g.tile_kind[tile] = GROUND.index(word[0])
                    g.owner[tile] = 0 if word[1] == "." else int(word[1])
                    g.tiles_owned[g.owner[tile]] += g.owner[tile] > 0
                    g.tile_count += 1

    def put_counts(self) -> None:
        """Teams of as many ships, in their order; then motherships and pirates."""
        g = self.g
        first = [line[0] for line in self.words]
        g.teams, g.player_count, g.npc_count = first.count("team"), first.count("ship"), first.count("pirate")
        if not 2 <= g.teams <= t.TEAMS_MAX or g.player_count % g.teams or first.count("mothership") != g.teams:
            raise TextError("there are at least two teams, each with a mothership and with as many ships")
        each = g.player_count // g.teams
        g.unit_count = g.player_count + g.teams + g.npc_count
        g.seats = g.teams if g.by_team else g.player_count
        g.serials = g.unit_count
        for n in range(1, g.teams + 1):
            g.team_list[n].first, g.team_list[n].size_of = (n - 1) * each, each
        for n in range(g.player_count):
            player = g.players[n]
            player.team, player.place = n // each + 1, n % each + 1
            player.seat = player.team if g.by_team else n + 1
            g.seat_team[player.seat] = player.team

    def put(self, words: list[str]) -> None:
        g = self.g
        match words:
            case ["turn", turn, "of", limit]:
                g.turn_no = g.round_no = number(turn)
                g.turn_limit = number(limit)
            case ["over", reason]:
                g.reason = next(code for code, name in ENDED.items() if name == reason)
            case ["obstacle", kind, *places]:
                for place in places:
                    g.obstacle[self.tile(place)] = t.OBSTACLE_NAMES.index(kind)
                g.tile_count -= len(places)
            case ["poi", kind, *places]:
                for place in places:
                    g.poi[self.tile(place)] = t.POI_NAMES.index(kind)
            case ["team", team, "home", place, *rest]:
                g.team_list[number(team)].home = self.tile(place)
                self.put_named(g.team_list[number(team)], rest, ("lost", "eliminated"))
            case ["player", player, role, *rest]:
                self.put_player(number(player) - 1, role, rest)
            case [("ship" | "mothership" | "pirate") as kind, unit, place, *rest]:
                self.put_unit(number(unit) - 1, UNIT_WORDS[kind], place, rest)
            case ["swarm", serial, "of", team, place, "ships", ships, *rest]:
                self.put_swarm(number(serial), number(team), place, len(ships.split(",")), rest)
            case ["structure", serial, "of", team, place, template, *rest]:
                self.put_structure(number(serial), number(team), place, template, rest)
            case ["order", player, *rest]:
                self.put_order(number(player) - 1, " ".join(rest))
            case ["seat", seat, "done", done, *rest]:
                g.done[number(seat)] = number(done)
                g.left[number(seat)] = number(rest[1]) if rest else 0
            case ["counted", *rest]:
                self.put_named(g, rest, _COUNTED)
            case _:
                raise TextError(f"{' '.join(words)!r} is no line of a state")

    def tile(self, word: str) -> int:
        x, y = place_of(word)
        if not (0 <= x < self.g.side and 0 <= y < self.g.side and self.g.tile_kind[y * self.g.side + x]):
            raise TextError(f"{word!r} is no tile of the map")
        return y * self.g.side + x

    def put_named(self, holder: Any, words: list[str], names: tuple[str, ...]) -> None:
        while words:
            word = words.pop(0)
            if word == "health":
                holder.health = round(float(words.pop(0)) * t.HUNDRED)
            elif word == "boosts":
                for slot, one in enumerate(words):
                    key, turns, player, item = (*one.split(":"), "0", "0")[:4]
                    holder.boosts[slot], holder.boost_turns[slot] = t.TEMPLATE_KEYS.index(key), number(turns)
                    holder.boost_players[slot], holder.boost_items[slot] = number(player), number(item)
                return
            elif word in names:
                setattr(holder, word, number(words.pop(0)))
            else:
                raise TextError(f"{word!r} is nothing that can be said here")

    def put_player(self, n: int, role: str, words: list[str]) -> None:
        player = self.g.players[n]
        player.role = t.ROLE_NAMES.index(role)
        if "items" in words:
            at = words.index("items")
            for item, word in enumerate(words[at + 1 :]):
                key, state, *more = word.split(":")
                player.item_templates[item] = t.TEMPLATE_KEYS.index(key)
                player.item_states[item] = ITEM_WORDS.index(state)
                player.item_burnable[item] = int("kept" not in more)
                player.item_targets[item] = next((number(one) for one in more if one != "kept"), 0)
            words = words[:at]
        if words[:1] == ["battery"]:
            player.battery = round(float(words[1]) * t.HUNDRED)
            words = words[2:]
        self.put_named(player, words, _PLAYER_NUMBERS)

    def put_unit(self, index: int, kind: int, place: str, words: list[str]) -> None:
        g, unit = self.g, self.g.units[index]
        first = {t.SPACESHIP: 0, t.MOTHERSHIP: g.player_count, t.NPC: g.player_count + g.teams}[kind]
        if not first <= index < g.unit_count:
            raise TextError("ships come first, then motherships, then pirates, with ids from 1")
        unit.kind, unit.home, unit.template = kind, -1, USUAL[kind]
        if kind == t.SPACESHIP:
            unit.team = g.players[index].team
        elif kind == t.MOTHERSHIP:
            unit.team = index - g.player_count + 1
        unit.tile = -1 if place == OFF else self.tile(place)
        if words[:1] == ["home"]:
            unit.home = self.tile(words[1])
            words = words[2:]
        if "job" in words:
            at = words.index("job")
            job, progress, _, needed, what = words[at + 1 : at + 6]
            unit.job, unit.progress, unit.needed = t.JOB_NAMES.index(job), number(progress), number(needed)
            unit.build_item = t.TEMPLATE_KEYS.index(what) if job == "building" else 0
            unit.joining = number(what) if job == "joining" else 0
            words = words[:at] + words[at + 6 :]
        self.put_named(unit, words, (*_UNIT_NUMBERS, "template"))
        if unit.tile >= 0 and unit.swarm == 0:
            g.standing[unit.tile] = index + 1

    def put_swarm(self, serial: int, team: int, place: str, ships: int, words: list[str]) -> None:
        g = self.g
        swarm = g.swarms[g.swarm_count]
        swarm.serial, swarm.team, swarm.tile, swarm.ships = serial, team, self.tile(place), ships
        self.put_named(swarm, words, ("acted",))
        g.standing[swarm.tile] = serial
        g.swarm_count += 1
        g.serials = max(g.serials, serial)

    def put_structure(self, serial: int, team: int, place: str, template: str, words: list[str]) -> None:
        g = self.g
        one = g.structures[g.structure_count]
        one.serial, one.team, one.tile = serial, team, self.tile(place)
        one.template, one.level, one.builder = t.TEMPLATE_KEYS.index(template), 1, 1
        self.put_named(one, words, ("level", "builder", "staked"))
        one.builder -= 1
        g.structure_count += 1
        g.structure_at[one.tile] = g.structure_count
        g.serials = max(g.serials, serial)

    def put_order(self, n: int, words: str) -> None:
        g, at = self.g, self.g.players[n].pending
        for k, value in enumerate(row_of(read_action(words), g)):
            g.orders[k, n * t.ORDERS + at] = value
        g.players[n].pending += 1
