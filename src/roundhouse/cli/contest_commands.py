"""What the commands of `roundhouse event` do."""

import re
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from .output import Problem, game_named, note, print_json
from .serve import is_free, need_server, say, store_problems

if TYPE_CHECKING:
    from ..competition.contest.config import ContestConfig
    from ..server.contest.phase_changes import ContestState
    from ..store.database import Database

T = TypeVar("T")
CONSOLE = "(command line)"  # the actor of what is done here, in the audit log
SECRET = "organiser.txt"  # noqa: S105 - the name of a file
SHEETS = ("codes.html", "codes.txt")
LENGTH = re.compile(r"\+\s*(\d{1,5})\s*([smh])")
SECONDS = {"s": 1, "m": 60, "h": 3600}
WORDS = {
    "registration": "registration", "warm_up": "warm-up", "ladder": "ladder", "freeze": "frozen", "finals": "finals",
    "closed": "closed",
}  # fmt: skip


# Making and holding it


def run_new(folder: Path, title: str, game: str, codes: int, teams: list[str], port: int, json: bool) -> None:
    from ..competition.contest import config
    from ..competition.contest.config_template import template

    game_named(game)
    file = folder / config.FILE
    if file.exists():
        raise Problem("exists", f"{file} is there already.")
    text = template(title or folder.resolve().name, game, codes=codes, teams=tuple(teams), port=port)
    config.read(text)
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    if json:
        print_json({"folder": str(folder), "file": str(file)})
        return
    say(f"{file} says everything about the event; look through it.")
    say(f"Hold it:  roundhouse event run {folder}")


def run_event(
    folder: Path, host: str | None, port: int | None, json: bool, bots: Mapping[str, int | None] | None = None
) -> int:
    """`bots` are the ports that were asked for; the usual ones are replaced by free ones where they are taken."""
    need_server()
    from ..server.process import serve
    from ..server.settings import load

    event, text = read(folder)
    usual = load(folder)
    host, port = host or event.host, event.port if port is None else port
    flags: dict[str, Any] = {
        "host": host,
        "port": port,
        "address": event.address or (reached(host, port) if port else ""),
        "allow_sign_up": False,
        "allow_account_creation": False,
        "allow_guests": event.guests,
        "rest_after": 5,
        "house_after_s": usual.house_after_s if event.house_bots else 3600.0,
    }
    for key in ("json_port", "tcp_port", "classic_port"):
        wanted, asked = getattr(usual, key), (bots or {}).get(key)
        flags[key] = asked if asked is not None else wanted if wanted and is_free(host, wanted) else 0
    tell = note if json else say
    with opened(folder) as store:
        begin(store, text)
        organiser(store, folder, event, tell)

    def ready(address: str) -> None:
        with opened(folder) as store:
            count = write_sheets(store, folder, event, address)
        tell(f"Event: {event.title}, {address}/event")
        tell(f"  Join with a code:  {address}/event/join ({count} codes are free: {folder / SHEETS[0]})")
        tell(f"  Big screen:        {address}/event/screen")
        tell(f"  Organiser:         {address}/event/desk, sign in as {event.organiser} ({folder / SECRET})")

    return serve(data=folder, flags=flags, say=tell, ready=ready)


def begin(store: "Database", text: str) -> None:
    from ..server.contest import phase_changes

    store.submit(lambda connection: phase_changes.found(connection, text, now_ms())).result()


def organiser(store: "Database", folder: Path, event: "ContestConfig", tell: Callable[[str], None]) -> None:
    """The organiser's account, with its password in a file that nobody else reads."""
    from ..server.accounts import Accounts
    from ..store import players

    with store.engine.connect() as connection:
        known = players.find(connection, event.organiser)
    if known is not None:
        if known.role == "player":
            raise Problem(
                "organiser", f"{event.organiser!r} is the account of somebody else; name another.", field="organiser"
            )
        return
    accounts = Accounts(store)
    try:
        password = accounts.create(event.organiser, None, kind="person", role="admin")
    finally:
        accounts.close()
    file = folder / SECRET
    write_secret(file, f"{event.organiser}\n{password}\n")
    tell(f"The organiser signs in as {event.organiser} with the password {password} (kept in {file}).")


# Looking and moving


def run_status(folder: Path, json: bool) -> None:
    from ..store import contest
    from ..store.contest import finals

    with opened(folder) as store, store.engine.connect() as connection:
        state = needed(connection)
        entrants, known = contest.entrants(connection), contest.codes(connection)
        tries = finals.tries(connection, state.stage) if state.stage else []
    free = sum(one.player_id is None and not one.void for one in known)
    counted = sum(one.state in (finals.OVER, finals.ABSENT) for one in tries)
    due = state.next
    if json:
        print_json({
            "title": state.event.title, "phase": state.phase, "settled": state.settled,
            "next": None if due is None else {"phase": due.phase, "at_ms": due.at_ms},
            "entrants": [{key: getattr(one, key) for key in ("name", "bot", "out", "seen_ms")} for one in entrants],
            "codes": len(known), "free": free, "finals": counted,
        })  # fmt: skip
        return
    say(f"{state.event.title}: {WORDS[state.phase]}")
    if due is not None:
        say(f"next: {WORDS[due.phase]} at {moment(due.at_ms)}")
    say(f"{len(entrants)} entrants, {free} of {len(known)} codes free")
    for one in entrants:
        seen = "never connected" if one.seen_ms is None else f"signed in {moment(one.seen_ms)}"
        say("  ".join([one.name, one.bot, seen, *(["out"] if one.out else [])]))
    if tries:
        say(f"finals: {counted} matches are over")


def run_codes(folder: Path, more: int, teams: list[str], json: bool) -> None:
    from ..competition.contest import config
    from ..competition.contest import join_codes as codes
    from ..server.contest import phase_changes
    from ..store import contest

    event, text = read(folder)
    for team in teams:
        if not config.NAME.fullmatch(team):
            raise Problem("bad_event", f"{team!r} is not allowed; allowed are {config.NAMES}.", field="team")
    with opened(folder) as store:
        change(store, lambda connection: phase_changes.prepare(connection, text, now_ms()))
        change(store, lambda connection: phase_changes.add_codes(connection, more, teams, now_ms()))
        address = event.address or reached(event.host, event.port)
        write_sheets(store, folder, event, address)
        with store.engine.connect() as connection:
            known = contest.codes(connection)
    if json:
        fields = ("code", "team", "void", "name", "used_ms")
        print_json({"codes": [{key: getattr(one, key) for key in fields} for one in known]})
        return
    slips = [codes.Slip(one.code, one.team) for one in known if one.player_id is None and not one.void]
    say(codes.text_sheet(event.title, address, slips).rstrip("\n"))


def run_move(folder: Path, phase: str, json: bool) -> None:
    from ..server.contest import phase_changes

    moved(folder, lambda connection: phase_changes.move(connection, phase, CONSOLE, now_ms()), json)  # type: ignore[arg-type]


def run_undo(folder: Path, json: bool) -> None:
    from ..server.contest import phase_changes

    moved(folder, lambda connection: phase_changes.undo(connection, CONSOLE, now_ms()), json)


def run_plan(folder: Path, phase: str, when: str, json: bool) -> None:
    from ..competition.contest.phases import PHASES
    from ..server.contest import phase_changes

    if phase not in PHASES[1:]:
        raise Problem(
            "bad_event", f"{phase!r} is not allowed; allowed is one of {', '.join(PHASES[1:])}.", field="phase"
        )
    at_ms = planned(when)
    moved(folder, lambda connection: phase_changes.plan(connection, phase, at_ms, CONSOLE, now_ms()), json)


def planned(when: str) -> int | None:
    """A moment that somebody typed; None is never."""
    if when == "never":
        return None
    if length := LENGTH.fullmatch(when.strip()):
        return now_ms() + int(length[1]) * SECONDS[length[2]] * 1000
    today = datetime.now().astimezone()
    text = f"{today.date()}T{when.strip():0>5}" if re.fullmatch(r"\d{1,2}:\d{2}", when.strip()) else when
    try:
        return round(datetime.fromisoformat(text).astimezone().timestamp() * 1000)
    except ValueError:
        allowed = "15:30, 2026-11-20T15:30, +20m or never"
        raise Problem("bad_event", f"{when!r} is not allowed; allowed is {allowed}.", field="when") from None


def moved(folder: Path, what: Callable[[Any], "ContestState"], json: bool) -> None:
    with opened(folder) as store:
        with store.engine.connect() as connection:
            needed(connection)
        state = change(store, what)
    due = state.next
    if json:
        then = None if due is None else {"phase": due.phase, "at_ms": due.at_ms}
        print_json({"title": state.event.title, "phase": state.phase, "next": then})
        return
    say(f"{state.event.title}: {WORDS[state.phase]}")
    if due is not None:
        say(f"next: {WORDS[due.phase]} at {moment(due.at_ms)}")


def run_report(folder: Path, out: Path | None, json: bool) -> None:
    from ..competition.contest.report import write
    from ..server.contest.report_data import report_of
    from ..server.settings import load

    where = out or folder / "report"
    with opened(folder) as store, store.engine.connect() as connection:
        needed(connection)
        placement = load(folder).placement_matches
        files = write(report_of(connection, now_ms(), placement=placement), where)
    if json:
        print_json({"files": [str(file) for file in files]})
    else:
        say(f"{files[0]}: the event, and {len(files) - 1} pages of entrants")


# Small things


def read(folder: Path) -> "tuple[ContestConfig, str]":
    from ..competition.contest import config

    file = folder / config.FILE
    if not file.exists():
        raise Problem("no_event", f"{folder} has no {config.FILE}; `roundhouse event new {folder}` makes one.")
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Problem("bad_event", f"{file} is not text in UTF-8.", field=config.FILE) from None
    return config.read(text), text


@contextmanager
def opened(folder: Path) -> "Iterator[Database]":
    need_server()
    from ..store.database import Database
    from .serve import where_of

    read(folder)
    with store_problems():
        store = Database(where_of(folder, None))
        try:
            yield store
        finally:
            store.close()


def change(store: "Database", what: Callable[[Any], T]) -> T:
    from ..server.errors import Refused

    try:
        return store.submit(what).result()
    except Refused as refused:
        problem = refused.problem
        raise Problem(problem.code, problem.sentence, field=problem.field) from None


def needed(connection: Any) -> "ContestState":
    from ..server.contest import phase_changes

    state = phase_changes.state_of(connection)
    if state is None or not state.course.began:
        raise Problem("no_event", "The event has not begun: `roundhouse event run FOLDER` begins it.")
    return state


def write_sheets(store: "Database", folder: Path, event: "ContestConfig", address: str) -> int:
    """The codes that are free, as a page and as text; returns how many."""
    from ..competition.contest import join_codes as codes
    from ..store import contest

    with store.engine.connect() as connection:
        known = contest.codes(connection)
    slips = [codes.Slip(one.code, one.team) for one in known if one.player_id is None and not one.void]
    write_secret(folder / SHEETS[0], codes.html_sheet(event.title, address, slips))
    write_secret(folder / SHEETS[1], codes.text_sheet(event.title, address, slips))
    return len(slips)


def write_secret(file: Path, text: str) -> None:
    """For the eyes of whoever runs the event: on a shared machine others do not read it."""
    file.touch(mode=0o600)
    file.chmod(0o600)
    file.write_text(text, encoding="utf-8")


def reached(host: str, port: int) -> str:
    """How others on the network reach a server of this machine, as far as the machine itself can know."""
    if host in ("0.0.0.0", "::", ""):  # noqa: S104
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("10.255.255.255", 1))  # nothing is sent: it only asks which way it would go
                host = probe.getsockname()[0]
            except OSError:
                host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def now_ms() -> int:
    from ..server.timers import wall_ms

    return wall_ms()


def moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M:%S")
