"""`roundhouse serve`, `demo`, `backup` and `restore`."""

import importlib.util
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .output import Problem, note, print_json


def run_serve(flags: Mapping[str, Any], data: Path, json: bool) -> int:
    need_server()
    from ..server.process import serve

    if not json:
        return serve(data=data, flags=flags)
    status = serve(data=data, flags=flags, say=note)
    print_json({"stopped": True, "status": status})
    return status


def run_demo(port: int | None, matches: int, *, open_: bool, json: bool) -> int:
    """Ports that are taken are replaced by free ones: somebody who looks around has no favourite."""
    need_server()
    from ..server.process import serve
    from ..server.settings import PORTS, load

    usual = load()
    flags: dict[str, Any] = {"demo_matches": matches}
    for key in PORTS:
        wanted = getattr(usual, key)
        flags[key] = wanted if is_free(usual.host, wanted) else 0
    if port is not None:
        flags["port"] = port  # that one was asked for
    with tempfile.TemporaryDirectory(prefix="roundhouse-demo-", ignore_cleanup_errors=True) as folder:
        status = serve(
            data=folder,
            flags=flags,
            say=note if json else say,
            ready=open_page if open_ else lambda address: None,
            keeping=False,
        )
    if json:
        print_json({"stopped": True, "status": status})
    return status


def is_free(host: str, port: int) -> bool:
    import socket

    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, port))
        except OSError:
            return False
    return True


def open_page(address: str) -> None:
    import threading
    import webbrowser

    # Some browsers keep whoever starts them waiting until they end.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def run_backup(file: Path, data: Path, database: str | None, json: bool) -> None:
    need_server()
    from ..store.database.backup import backup

    with store_problems():
        made = backup(where_of(data, database), file)
    if json:
        print_json({"file": str(file), "bytes": file.stat().st_size, "rows": made.rows})
    else:
        say(f"{file} holds everything: {made.total:,} rows, {file.stat().st_size:,} bytes")


def run_restore(file: Path, data: Path, database: str | None, json: bool) -> None:
    need_server()
    from ..store.database.backup import restore

    data.mkdir(parents=True, exist_ok=True)
    with store_problems():
        made = restore(file, where_of(data, database))
    if json:
        print_json({"file": str(file), "rows": made.rows})
    else:
        say(f"everything of {file} is back: {made.total:,} rows")


def where_of(data: Path, database: str | None) -> Path | str:
    """Which database a server with this folder uses."""
    from ..server.settings import database_of, load

    return database_of(load(data, {"database": database}), data)


@contextmanager
def store_problems() -> Iterator[None]:
    from ..store.database import StoreError

    try:
        yield
    except StoreError as error:
        raise Problem("database", f"{error}.") from None


def need_server() -> None:
    for module in ("sqlalchemy", "alembic", "argon2", "litestar", "uvicorn", "structlog"):
        if importlib.util.find_spec(module) is None:
            raise Problem("no_server", "the server is not installed: pip install 'roundhouse-arena[server]'")
