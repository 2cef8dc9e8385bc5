"""`roundhouse account`: for whoever runs a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .output import Problem, print_json
from .serve import need_server, say, store_problems, where_of

if TYPE_CHECKING:
    from ..server.accounts import Accounts
    from ..store.database import Database

KINDS = ("person", "bot", "agent")
ROLES = ("player", "organiser", "admin")
CONSOLE = "(command line)"  # the actor of what is done here, in the audit log
LISTED = 1000


def run_add(
    name: str, password: str | None, kind: str, role: str, data: Path, database: str | None, json: bool
) -> None:
    one_of("kind", kind, KINDS)
    one_of("role", role, ROLES)
    with accounts_of(data, database) as (accounts, store):
        made = accounts.create(name, password, kind=kind, role=role)  # type: ignore[arg-type]
        noted(store, "account_made", name, role=role)
    if json:
        print_json({"name": name, "password": made, "kind": kind, "role": role})
    else:
        say(f"{name} can {how(kind)} with the password {made}")


def run_role(name: str, role: str, data: Path, database: str | None, json: bool) -> None:
    from ..store import players

    one_of("role", role, ROLES)
    with accounts_of(data, database) as (_, store):
        with store.engine.connect() as connection:
            player = players.find(connection, name)
        if player is None:
            raise Problem("account", f"there is no account called {name!r}.")
        store.submit(lambda connection: players.change(connection, player.id, role=role)).result()
        noted(store, "player_changed", player.name, role=role)
    if json:
        print_json({"name": player.name, "role": role})
    else:
        say(f"{player.name} has the role {role}")


def run_password(name: str, password: str | None, data: Path, database: str | None, json: bool) -> None:
    with accounts_of(data, database) as (accounts, store):
        player, made = accounts.reset(name, password)
        noted(store, "password_set", player.name)
    if json:
        print_json({"name": player.name, "password": made})
    else:
        say(f"{player.name} can {how(player.kind)} with the password {made}")


def run_token(name: str, data: Path, database: str | None, json: bool) -> None:
    from ..server.timers import wall_ms
    from ..store import players, tokens

    with accounts_of(data, database) as (_, store):
        with store.engine.connect() as connection:
            player = players.find(connection, name)
        if player is None:
            raise Problem("account", f"there is no account called {name!r}.")
        made = store.submit(lambda connection: tokens.make(connection, player.id, "command line", wall_ms())).result()
        noted(store, "token_made", player.name)
    if json:
        print_json({"name": player.name, "token": made[0]})
    else:
        say(made[0])


def run_list(query: str, data: Path, database: str | None, json: bool) -> None:
    from ..store import players

    with accounts_of(data, database) as (_, store), store.engine.connect() as connection:
        found = players.search(connection, query, LISTED)
    if json:
        keys = ("name", "kind", "role", "guest", "builtin", "blocked", "created_ms", "seen_ms")
        print_json({"accounts": [{key: getattr(player, key) for key in keys} for player in found]})
        return
    for player in found:
        marks = [mark for mark in ("guest", "builtin", "blocked") if getattr(player, mark)]
        say("  ".join([player.name, player.kind, player.role, *marks]))


def how(kind: str) -> str:
    ways = {"person": "sign in on the page", "agent": "play with a token, or log in by the line protocol"}
    return ways.get(kind, "log in by the line protocol")


def one_of(field: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise Problem("account", f"{value!r} is not allowed; allowed is one of {', '.join(allowed)}.", field=field)


def noted(store: "Database", action: str, target: str, **detail: Any) -> None:
    from ..server.timers import wall_ms
    from ..store import audit

    store.submit(lambda connection: audit.note(connection, CONSOLE, action, target, detail, wall_ms())).result()


@contextmanager
def accounts_of(data: Path, database: str | None) -> "Iterator[tuple[Accounts, Database]]":
    need_server()
    from ..server.accounts import AccountError, Accounts
    from ..store.database import Database

    data.mkdir(parents=True, exist_ok=True)
    with store_problems():
        store = Database(where_of(data, database))
        accounts = Accounts(store)
        try:
            yield accounts, store
        except AccountError as error:
            raise Problem("account", f"{error}.") from None
        finally:
            accounts.close()
            store.close()
