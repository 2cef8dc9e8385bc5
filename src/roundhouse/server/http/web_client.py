"""Serves the web client: its files from memory, one page for all its addresses, and a hint if it is not built."""

import gzip
import mimetypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

import structlog
from litestar import Request, Response, route
from litestar.params import FromPath
from msgspec import Struct

from ...protocol.api.platform import Problem
from .cached_responses import ASK_AGAIN, FOREVER, PACKED_FROM, PLAIN, mark_of, takes_gzip
from .dependencies import Ask
from .problems import CODES, SENTENCES, answer
from .security import is_embedded, page_policy
from .standalone_replay import script_digests

log = structlog.get_logger("roundhouse.http")

FOLDER = Path(__file__).parents[2] / "web"
# The first part of every address that is a page of the client
PAGES = frozenset(
    (
        "", "play", "table", "match", "replay", "ladder", "player", "bots", "games", "admin", "sign-in", "settings",
        "embed", "season", "album", "contest", "event",
    )
)  # fmt: skip
MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Roundhouse</title></head><body>
<h1>The server runs, but its web client is not built</h1>
<p>In a clone, <code>make setup</code> builds it; no Node is needed. Then load this page again.</p>
<p lang="de">Der Server läuft, aber die Webseite ist noch nicht gebaut. <code>make setup</code> baut sie.</p>
<p>Bots and the <a href="/schema/openapi.json">API</a> work without it.</p>
</body></html>
"""

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class File(Struct, frozen=True):
    content: bytes
    packed: bytes | None
    media_type: str
    mark: str
    cache: str
    scripts: str = ""  # digests of inline scripts, for the page's policy


class Client:
    """The built files; read again after a newer build, without a restart."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._read_at = -1.0
        self._files: dict[str, File] = {}

    def file(self, path: str) -> File | None:
        """A file by its path without the leading slash. Only files found in the folder are served."""
        if path == "index.html" or not self._files:
            self._refresh()
        return self._files.get(path)

    def _refresh(self) -> None:
        try:
            built_at = (self._folder / "index.html").stat().st_mtime
        except OSError:
            self._files = {}
            return
        if built_at != self._read_at:
            self._files = {
                path.relative_to(self._folder).as_posix(): read(path, path.parent.name == "assets")
                for path in self._folder.rglob("*")
                if path.is_file() and not path.name.startswith(".")
            }
            self._read_at = built_at


def read(path: Path, named_by_content: bool) -> File:
    content = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    text = kind.startswith("text/") or kind in ("image/svg+xml", "application/json", "application/manifest+json")
    return File(
        content,
        gzip.compress(content, 9, mtime=0) if text and len(content) >= PACKED_FROM else None,
        kind,
        mark_of(content),
        FOREVER if named_by_content else ASK_AGAIN,
        script_digests(content.decode()) if kind == "text/html" else "",
    )


def handlers(folder: Path = FOLDER, more: Callable[[str], File | None] = lambda path: None) -> list[Any]:
    """`more` finds files that are no part of the client, by their paths."""
    client = Client(folder)

    @route(
        ["/", "/{path:path}"],
        http_method=["GET", "POST", "PUT", "PATCH", "DELETE"],
        include_in_schema=False,
        opt=PLAIN,
        status_code=200,
        sync_to_thread=False,
    )
    def anything_else(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[Any]:
        """A file of the client, or its page for an address that is one, or nothing."""
        name = path.strip("/")
        if request.method != "GET":
            return nothing()
        file = client.file(name) or more(name) if name else None
        if file is not None:
            return of_file(request, file)
        known = name.split("/")[0] in PAGES
        if not known and ("text/html" not in request.headers.get("accept", "") or "." in name.rsplit("/", 1)[-1]):
            return nothing()
        page = client.file("index.html")
        if page is None:
            return Response(MISSING, media_type="text/html")
        # The client shows that there is no such page, in the user's language.
        if known:
            return of_file(request, page)
        return Response(page.content, media_type="text/html", status_code=404, headers=policy_of(request, page))

    return [anything_else]


def of_file(request: Ask, file: File) -> Response[Any]:
    headers = {"etag": file.mark, "cache-control": file.cache, "vary": "accept-encoding"}
    if file.mark in request.headers.get("if-none-match", ""):
        return Response(None, status_code=304, headers=headers)
    headers |= policy_of(request, file)
    if file.packed is not None and takes_gzip(request):
        headers["content-encoding"] = "gzip"
        return Response(file.packed, media_type=file.media_type, headers=headers)
    return Response(file.content, media_type=file.media_type, headers=headers)


def policy_of(request: Ask, file: File) -> dict[str, str]:
    """The policy of a page with inline scripts; other files have the common one."""
    if not file.scripts:
        return {}
    host, embedded = request.headers.get("host", ""), is_embedded(request.url.path)
    return {"content-security-policy": page_policy(host, embedded=embedded, scripts=file.scripts)}


def nothing() -> Response[Any]:
    return answer(Problem(CODES[404], SENTENCES[404]), 404)
