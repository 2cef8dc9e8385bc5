"""What an organiser writes in event.toml: read and checked; a mistake is refused with a sentence."""

import re
import tomllib
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, tzinfo
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

import msgspec
from msgspec import Meta, Struct

from ...core.game import Game
from ...core.registry import GAMES
from ...core.settings import SetupError, allowed, bad_settings
from .phases import PHASES, Phase, PhasePlan

FILE = "event.toml"
SEATS = 2  # of every match of a contest: finals pair two, with seats swapped

Format = Literal["round-robin", "swiss", "single-elimination", "double-elimination"]

DURATION = re.compile(r"\+\s*(?:(\d{1,4})\s*h)?\s*(?:(\d{1,5})\s*m)?\s*(?:(\d{1,6})\s*s)?")
CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.\-]{1,27}")
S = TypeVar("S", bound=Struct)
NAMES = "names of 2 to 28 letters, digits, dots, dashes and underscores"
TEAMS_MAX = 500
ALLOWED = {
    "title": "a text of 1 to 80 letters",
    "games": 'a list of games such as ["spacegoo", "rally"]',
    "grounds": "a table [grounds.GAME] for each of several games",
    "day": "a day such as 2026-11-20",
    "schedule": "a table [schedule] of phases",
    "teams": f"a list of at most {TEAMS_MAX} {NAMES}",
    "finals": "a table [finals]",
    "organiser": "a name of 2 to 32 letters, digits, dots, dashes and underscores",
}


class Finals(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the finals are played. With `size` 0 every entrant plays in them."""

    format: Format = "double-elimination"
    size: Annotated[int, Meta(ge=0, le=128)] = 8
    rounds: Annotated[int, Meta(ge=0, le=30)] = 0  # of Swiss; 0: as many as needed
    best_of: Annotated[int, Meta(ge=1, le=50)] = 4
    grace_s: Annotated[float, Meta(ge=0, le=3600)] = 60.0
    at_once: Annotated[int, Meta(ge=1, le=50)] = 4


class Ground(Struct, frozen=True):
    """A game of the contest: its key, its preset, and the settings that differ from the preset."""

    game: str
    preset: str
    settings: dict[str, Any] = {}


class ContestConfig(Struct, frozen=True, kw_only=True):
    """A checked event.toml."""

    title: str
    games: tuple[Ground, ...]
    plans: Mapping[Phase, PhasePlan] = {}
    codes: int = 20
    teams: tuple[str, ...] = ()
    ladder: bool = True
    house_bots: bool = True
    finals: Finals = Finals()
    host: str = "0.0.0.0"  # noqa: S104 - a contest is to be reachable from the network
    port: int = 8000
    address: str = ""
    organiser: str = "organiser"
    guests: bool = True

    def ground(self, game: str) -> Ground | None:
        return next((ground for ground in self.games if ground.game == game), None)


class _File(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    title: Annotated[str, Meta(min_length=1, max_length=80)]
    game: str = ""
    games: list[str] = []
    preset: str = ""
    settings: dict[str, Any] = {}
    grounds: dict[str, dict[str, Any]] = {}
    day: Annotated[str, Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?$")] = ""
    schedule: dict[str, Any] = {}
    codes: Annotated[int, Meta(ge=0, le=TEAMS_MAX)] = 20
    teams: Annotated[list[str], Meta(max_length=TEAMS_MAX)] = []
    ladder: bool = True
    house_bots: bool = True
    finals: Finals = Finals()
    host: str = "0.0.0.0"  # noqa: S104
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8000
    address: str = ""
    organiser: Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.\-]{1,31}$")] = "organiser"
    guests: bool = True


def read(text: str, zone: tzinfo | None = None) -> ContestConfig:
    """A contest from the text of its file; times without a zone are in `zone`, or in this machine's. Raises SetupError
    that names the key."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SetupError("bad_event", FILE, f"this is not TOML: {error}.") from None
    file = checked(_File, plain(values))
    if file.address and not file.address.startswith(("http://", "https://")):
        raise bad("address", file.address, "an address with http:// or https:// in front")
    teams = tuple(file.teams)
    for team in teams:
        if not NAME.fullmatch(team):
            raise bad("teams", team, NAMES)
    if len({team.casefold() for team in teams}) < len(teams):
        raise SetupError("bad_event", "teams", "Two teams have the same name.")
    return ContestConfig(
        title=file.title, games=grounds(file), plans=plans(file, zone), codes=file.codes, teams=teams,
        ladder=file.ladder, house_bots=file.house_bots, finals=file.finals, host=file.host, port=file.port,
        address=file.address.rstrip("/"), organiser=file.organiser, guests=file.guests,
    )  # fmt: skip


def checked(kind: type[S], values: Mapping[str, Any], under: str = "") -> S:
    """A struct from the values of the file. Raises SetupError that names key, value and what is allowed."""
    hints = get_type_hints(kind, include_extras=True)
    known: dict[str, Any] = {}
    for key, value in values.items():
        if key not in hints:
            sentence = f"There is no such key; there are {', '.join(hints)}."
            raise SetupError("bad_event", f"{under}{key}", sentence)
        if hints[key] is Finals and isinstance(value, dict):
            known[key] = checked(Finals, value, f"{key}.")
            continue
        try:
            known[key] = msgspec.convert(value, hints[key])
        except msgspec.ValidationError:
            raise bad(f"{under}{key}", value, ALLOWED.get(key) or allowed(hints[key])) from None
    for field in msgspec.structs.fields(kind):
        if field.required and field.name not in known:
            raise SetupError("bad_event", f"{under}{field.name}", f"It is missing; allowed is {ALLOWED[field.name]}.")
    return kind(**known)


def plain(value: Any) -> Any:
    """TOML's own dates and times as text."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, time):
        return value.strftime("%H:%M")
    return value.isoformat() if isinstance(value, date) else value


def bad(key: str, value: Any, may_be: str) -> SetupError:
    return SetupError("bad_event", key, bad_settings(key, value, may_be).sentence)


# Games


def grounds(file: _File) -> tuple[Ground, ...]:
    """The games with their settings; each was checked by starting a match."""
    keys = file.games or ([file.game] if file.game else [])
    if not keys or (file.game and file.games):
        raise SetupError("bad_event", "game", f"Name one `game` or several `games` of {', '.join(GAMES)}.")
    if len(set(keys)) < len(keys):
        raise SetupError("bad_event", "games", "A game is named twice.")
    if file.grounds and len(keys) == 1 and (file.preset or file.settings):
        raise SetupError("bad_event", "grounds", "Give `preset` and `settings`, or `grounds`, not both.")
    if len(keys) > 1 and (file.preset or file.settings):
        raise SetupError("bad_event", "preset", "With several games their presets and settings stand in `grounds`.")
    if unknown := set(file.grounds) - set(keys):
        raise SetupError("bad_event", f"grounds.{min(unknown)}", "This is none of the games of the event.")
    own: dict[str, Any] = {"preset": file.preset, "settings": file.settings}
    return tuple(ground(key, file.grounds.get(key, own if len(keys) == 1 else {})) for key in keys)


def ground(key: str, how: Mapping[str, Any]) -> Ground:
    if key not in GAMES:
        raise bad("game", key, "one of " + ", ".join(GAMES))
    if extra := set(how) - {"preset", "settings"}:
        raise SetupError("bad_event", f"grounds.{key}.{min(extra)}", "There are `preset` and `settings`.")
    game: Game = GAMES[key]
    preset, settings = str(how.get("preset") or next(iter(game.presets))), dict(how.get("settings") or {})
    if preset not in game.presets or game.in_season(game.presets[preset]):
        playable = [name for name in game.presets if not game.in_season(game.presets[name])]
        raise bad("preset", preset, "one of " + ", ".join(playable))
    try:
        game.start(game.setup(["first", "second"], preset=preset, settings=sized(game, preset, settings)))
    except SetupError as error:
        raise SetupError("bad_event", f"settings.{error.field}", error.sentence) from None
    return Ground(key, preset, settings)


def sized(game: Game, preset: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of a match between two, for games with a setting for the number of players."""
    chosen = dict(settings) | ({"players": SEATS} if "players" in game.settings.__struct_fields__ else {})
    return chosen if game.settings_for_seats is None else dict(game.settings_for_seats(preset, chosen, SEATS))


# Times


def plans(file: _File, zone: tzinfo | None) -> dict[Phase, PhasePlan]:
    """When phases begin. The first phase begins with the contest itself and has no plan."""
    made: dict[Phase, PhasePlan] = {}
    known = PHASES[1:]
    if unknown := set(file.schedule) - set(known):
        raise SetupError(
            "bad_event", f"schedule.{min(unknown)}", f"There is no such phase; there are {', '.join(known)}."
        )
    last: int | None = None
    for phase in known:
        if phase not in file.schedule:
            continue
        plan = plan_of(phase, file.schedule[phase], file.day, zone)
        if plan.at_ms is not None:
            if last is not None and plan.at_ms < last:
                raise SetupError("bad_event", f"schedule.{phase}", "A phase cannot begin before the one before it.")
            last = plan.at_ms
        made[phase] = plan
    return made


def plan_of(phase: Phase, value: Any, day: str, zone: tzinfo | None) -> PhasePlan:
    key = f"schedule.{phase}"
    moments = 'a moment such as 2026-11-20T10:00, a time of the `day` such as "10:00", or a length such as "+90m"'
    if not isinstance(value, str):
        raise bad(key, value, moments)
    length = DURATION.fullmatch(value.strip())
    if length is not None and any(length.groups()):
        hours, minutes, seconds = (int(part or 0) for part in length.groups())
        return PhasePlan(after_ms=((hours * 60 + minutes) * 60 + seconds) * 1000)
    clock = CLOCK.fullmatch(value.strip())
    if clock is not None:
        if not day:
            raise SetupError("bad_event", key, f"{value!r} needs a `day` such as 2026-11-20.")
        value = f"{day}T{int(clock[1]):02}:{clock[2]}"
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise bad(key, value, moments) from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone) if zone is not None else moment.astimezone()
    return PhasePlan(at_ms=round(moment.astimezone(UTC).timestamp() * 1000))
