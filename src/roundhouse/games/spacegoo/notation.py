"""A state and an action as short text, read and written: for tests, golden matches and the terminal.

A board is a list of parts, one per line or separated by `|`:

    round 5 of 500                    the round, and max_rounds if it is to be other than usual
    1@8,0 1 40,10,10 +3,0,0 95        planet 1 at (8, 0) of seat 1, ships, production, rounds of production left
    #7 1 1>0 25,0,0 eta 8             fleet 7 of seat 1 from planet 1 to planet 0, ships, round of arrival
    lanes 0-1 0-2                     the hyperlanes, where they are not those of GOO-013
    next 8                            the id of the next fleet, where it is not one more than the last
    out 3@12                          seat 3 is out since round 12
    over won 2                        the match is over, why, and who won (0 nobody); only written, never read

Ships may be left out (then GOO-010 gives them), and so may rounds left. What is not on the board comes from settings.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from ...core.game import Setup
from ...core.notation import TextError as TextError
from . import GAME
from .actions import Action, Nop, Send
from .hyperlanes import lanes_between
from .reasons import END_REASONS
from .rules.state import State
from .settings import MapFleet, settings_of
from .setup import FLEET_ID_MAX, check_map, first_state, form_of
from .view import fleets, lanes

Ships = tuple[int, int, int]

_PLANET = re.compile(r"(\d+)@(-?\d+),(-?\d+) (\d+)(?: (\d+,\d+,\d+))? \+(\d+,\d+,\d+)(?: (\d+))?")
_FLEET = re.compile(r"#(\d+) (\d+) (\d+)>(\d+) (\d+,\d+,\d+) eta (\d+)")
_ROUND = re.compile(r"round (\d+)(?: of (\d+))?")
_LANES = re.compile(r"lanes((?: \d+-\d+)*)")
_NEXT = re.compile(r"next (\d+)")
_OUT = re.compile(r"out (\d)@(\d+)")
_SEND = re.compile(r"send((?: -?\d+){5})")
_SHAPES = {
    "planet": "id@x,y owner [a,b,c] +a,b,c [rounds left]",
    "fleet": "#id owner origin>target a,b,c eta round",
    "round": "round n [of max_rounds]",
    "lanes": "lanes a-b a-b ...",
    "next": "next id",
    "out": "out seat@round",
}


def read(text: str, **settings: Any) -> State:
    """The state that a board shows. `edition` chooses the preset; other settings are given by their names."""
    gone = {int(found[1]): int(found[2]) for part in _parts(text) if (found := _OUT.fullmatch(part))}
    state = _start(setup_of(text, **settings), gone)
    for seat, since in gone.items():
        state.out_round[seat] = since + 1
    for part in _parts(text):
        if found := _NEXT.fullmatch(part):
            if int(found[1]) < state.next_fleet:
                raise TextError(f"{part!r}: there is a fleet with this or a higher id")
            state.next_fleet = int(found[1])
    return state


def _start(setup: Setup, gone: Iterable[int]) -> State:
    """The first state; seats that are out need not have a planet or a fleet, as GOO-017 asks of others."""
    options = settings_of(setup)
    given = options.map
    if given is None or not gone:
        state: State = GAME.start(setup)
        return state
    for seat in gone:
        if not 1 <= seat <= options.players:
            raise TextError(f"'out {seat}': there is no seat {seat}")
    stand_ins = [MapFleet(FLEET_ID_MAX - seat, seat, (1, 0, 0), 0, 0, given.round) for seat in gone]
    check_map(replace(given, fleets=[*given.fleets, *stand_ins]), options)
    return first_state(given, options, form_of(setup))


def setup_of(text: str, *, seed: int = 0, **settings: Any) -> Setup:
    """The setup of a match that starts from a board; four play if a seat above 2 is on it."""
    planets: list[dict[str, Any]] = []
    flying: list[dict[str, Any]] = []
    given: dict[str, Any] = {"planets": planets, "fleets": flying}
    most = 0
    for part in _parts(text):
        if found := _PLANET.fullmatch(part):
            planets.append(_planet(found))
            most = max(most, int(found[4]))
        elif found := _FLEET.fullmatch(part):
            flying.append(_fleet(found))
            most = max(most, int(found[2]))
        elif found := _ROUND.fullmatch(part):
            given["round"] = int(found[1])
            if found[2] is not None and settings.setdefault("max_rounds", int(found[2])) != int(found[2]):
                raise TextError(f"{part!r}: max_rounds is {settings['max_rounds']} in the settings")
        elif found := _LANES.fullmatch(part):
            given["hyperlanes"] = [tuple(map(int, lane.split("-"))) for lane in found[1].split()]
        elif found := _OUT.fullmatch(part):
            most = max(most, int(found[1]))
        elif not _NEXT.fullmatch(part):
            raise TextError(_complaint(part))
    if most > 2:
        settings.setdefault("players", 4)
    return GAME.setup(preset=settings.pop("edition", None), seed=seed, settings={**settings, "map": given})


def write(g: State) -> str:
    """The board of a state, one part per line."""
    return "\n".join(_written(g))


def read_action(text: str) -> Action:
    """`nop` or `send source target a b c`."""
    words = " ".join(text.split())
    if words == "nop":
        return Nop()
    found = _SEND.fullmatch(words)
    if found is None:
        raise TextError(f"{text!r} is no action; there are: nop, send source target a b c")
    source, target, a, b, c = map(int, found[1].split())
    return Send(source, target, (a, b, c))


def write_action(action: Action) -> str:
    if isinstance(action, Nop):
        return "nop"
    return f"send {action.source} {action.target} {' '.join(map(str, action.ships))}"


def _written(g: State) -> Iterator[str]:
    yield f"round {g.round_no} of {g.max_rounds}"
    for n, planet in enumerate(g.planets[: g.planet_count]):
        left = f" {planet.rounds_left}" if g.production_rounds else ""
        yield f"{n}@{g.x[n]},{g.y[n]} {planet.owner} {_three(planet.ships)} +{_three(planet.production)}{left}"
    flying = fleets(g)
    for fleet in flying:
        yield f"#{fleet.number} {fleet.owner} {fleet.origin}>{fleet.target} {_three(fleet.ships)} eta {fleet.eta}"
    there = [(a, b) for a, b in lanes(g) if a < b]
    if g.hyperlanes and there != list(lanes_between(list(zip(g.x, g.y, strict=True))[: g.planet_count])):
        yield " ".join(["lanes", *(f"{a}-{b}" for a, b in there)])
    if g.next_fleet != (flying[-1].number + 1 if flying else 0):
        yield f"next {g.next_fleet}"
    for seat in range(1, g.seats + 1):
        if g.out_round[seat]:
            yield f"out {seat}@{g.out_round[seat] - 1}"
    if g.reason:
        reason = next(reason.name for reason in END_REASONS if reason.code == g.reason)
        yield f"over {reason} {g.winner}"


def _parts(text: str) -> Iterator[str]:
    for part in text.replace("|", "\n").splitlines():
        words = " ".join(part.split())
        if words:
            yield words


def _planet(found: re.Match[str]) -> dict[str, Any]:
    planet: dict[str, Any] = {
        "id": int(found[1]),
        "x": int(found[2]),
        "y": int(found[3]),
        "owner_id": int(found[4]),
        "production": _ships(found[6]),
    }
    if found[5] is not None:
        planet["ships"] = _ships(found[5])
    if found[7] is not None:
        planet["production_rounds_left"] = int(found[7])
    return planet


def _fleet(found: re.Match[str]) -> dict[str, Any]:
    number, owner, origin, target = (int(found[n]) for n in range(1, 5))
    ships, eta = _ships(found[5]), int(found[6])
    return {"id": number, "owner_id": owner, "origin": origin, "target": target, "ships": ships, "eta": eta}


def _complaint(part: str) -> str:
    if part.startswith("over"):
        return f"{part!r}: a match that is over cannot be gone on with"
    word = part.split()[0]
    kind = "fleet" if word.startswith("#") else "planet" if "@" in word else word
    if kind not in _SHAPES or word == "planet":
        return f"{part!r} is no part of a board; there are: " + "; ".join(_SHAPES.values())
    return f"{part!r} is not written like {kind}: {_SHAPES[kind]}"


def _ships(text: str) -> Ships:
    a, b, c = map(int, text.split(","))
    return a, b, c


def _three(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))
