"""Finished matches as pages of a report: one viewer for all of them, and a small file for each."""

import shutil
from html import escape
from pathlib import Path

import msgspec

from ...match import export
from ...match.record import read
from .result_log import put

POLICY = (
    "default-src 'none'; style-src 'self' file: 'unsafe-inline'; script-src 'self' file:; img-src data: blob:; "
    "font-src 'self' file: data:"
)
PAGE = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{{title}} · Roundhouse</title>
<link rel="stylesheet" href="viewer.css">
</head>
<body>
<div id="app"></div>
<script type="application/json" id="frames">{{frames}}</script>
<script type="application/json" id="analysis">null</script>
<script defer src="viewer.js"></script>
</body>
</html>
"""


def prepare(folder: Path) -> None:
    """Write the viewer that the pages of a folder share, if the web client is installed."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("viewer.js", "viewer.css"):
        if (export.WEB / name).is_file():
            shutil.copyfile(export.WEB / name, folder / name)


def write_replay(record: Path, page: Path) -> None:
    """A record as a page that uses the shared viewer, or as a complete page if there is none."""
    taken = read(record)
    if not (page.parent / "viewer.js").is_file():
        put(page, export.html(taken).encode())
        return
    frames = msgspec.json.encode(export.document(taken)).decode().replace("<", "\\u003c")
    title = escape(" \u2013 ".join(seat.name for seat in taken.setup.seats))
    put(page, PAGE.format(title=title, frames=frames).encode())


def write_missing(pair: tuple[str, str]) -> str:
    """`write_replay` for a pool of processes: the pair is the paths of record and page."""
    write_replay(Path(pair[0]), Path(pair[1]))
    return pair[1]
