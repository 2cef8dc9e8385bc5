"""The script that moves files: what names them follows, and what cannot be resolved stops it before anything moves."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "tools" / "move.py"
MOVES = {
    "src/roundhouse/server/hall.py": "src/roundhouse/server/context.py",
    "src/roundhouse/server/wire.py": "src/roundhouse/server/connections/transport.py",
    "src/roundhouse/match/preview.py": "src/roundhouse/match/forecast.py",  # where another one was
    "src/roundhouse/match/forecast.py": "src/roundhouse/match/arrivals.py",
    "web/src/play/Room.svelte": "web/src/features/match/LiveMatch.svelte",
    "web/src/lib/rest.svelte.ts": "web/src/game/sample.svelte.ts",
    "src/roundhouse/match/fork.py": "src/roundhouse/match/replay.py",  # a merge
}
FILES = {
    "src/roundhouse/__init__.py": "",
    "src/roundhouse/server/__init__.py": "",
    "src/roundhouse/server/hall.py": "from .wire import Wire  # how it talks\n\nNAME = 'roundhouse.server.wire'\n",
    "src/roundhouse/server/wire.py": (
        "from ..match import forecast, preview as seen\n\nclass Wire:\n    at = forecast.AT\n"
    ),
    "src/roundhouse/server/app.py": (
        "from . import hall\nfrom .hall import NAME\n\ndef make():\n    return hall.NAME, NAME\n"
    ),
    "src/roundhouse/server/clash.py": "from . import hall\n\ncontext = 1\nmade = hall.NAME\n",
    "src/roundhouse/match/__init__.py": "",
    "src/roundhouse/match/preview.py": "AT = 1\n",
    "src/roundhouse/match/forecast.py": "AT = 2\n",
    "src/roundhouse/match/fork.py": "",
    "src/roundhouse/match/replay.py": "",
    "tests/test_app.py": "from roundhouse.server.hall import NAME\n\nPATCHED = 'roundhouse.server.hall.NAME'\n",
    "docs/page.md": (
        "See `src/roundhouse/server/hall.py` and `roundhouse.server.hall`; `roundhouse.server.hallway` stays.\n"
    ),
    "web/src/play/Room.svelte": "<script>\n  import { rest } from '../lib/rest.svelte';\n</script>\n",
    "web/src/lib/rest.svelte.ts": "export const rest = 1;\n",
    "web/src/main.ts": "const room = () => import('./play/Room.svelte');\n",
}
MOVED = {
    "src/roundhouse/server/context.py": (
        "from .connections.transport import Wire  # how it talks\n\nNAME = 'roundhouse.server.connections.transport'\n"
    ),
    "src/roundhouse/server/connections/transport.py": (
        "from ...match import arrivals, forecast as seen\n\nclass Wire:\n    at = arrivals.AT\n"
    ),
    "src/roundhouse/server/connections/__init__.py": "",
    "src/roundhouse/server/app.py": (
        "from . import context\nfrom .context import NAME\n\ndef make():\n    return context.NAME, NAME\n"
    ),
    "src/roundhouse/server/clash.py": "from . import context as hall\n\ncontext = 1\nmade = hall.NAME\n",
    "src/roundhouse/match/arrivals.py": "AT = 2\n",
    "src/roundhouse/match/forecast.py": "AT = 1\n",
    "src/roundhouse/match/fork.py": "",
    "tests/test_app.py": "from roundhouse.server.context import NAME\n\nPATCHED = 'roundhouse.server.context.NAME'\n",
    "docs/page.md": (
        "See `src/roundhouse/server/context.py` and `roundhouse.server.context`; `roundhouse.server.hallway` stays.\n"
    ),
    "web/src/features/match/LiveMatch.svelte": (
        "<script>\n  import { rest } from '../../game/sample.svelte';\n</script>\n"
    ),
    "web/src/main.ts": "const room = () => import('./features/match/LiveMatch.svelte');\n",
}


@pytest.fixture
def tree(tmp_path):
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    moves = "".join(f"{old}\t{new}\n" for old, new in MOVES.items())
    (tmp_path / "moves.tsv").write_text(f"old\tnew\n{moves}")
    for words in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def move(tree):
    return subprocess.run([sys.executable, SCRIPT, "moves.tsv"], cwd=tree, capture_output=True, text=True)


def test_files_move_and_what_names_them_follows(tree):
    done = move(tree)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {name: (tree / name).read_text() for name in MOVED} == MOVED
    gone = set(MOVES) - set(MOVES.values()) - {"src/roundhouse/match/fork.py"}
    assert [name for name in gone if (tree / name).exists()] == []
    assert "by hand: src/roundhouse/match/fork.py -> src/roundhouse/match/replay.py" in done.stdout
    assert "to be described: src/roundhouse/server/connections/__init__.py" in done.stdout


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("src/roundhouse/server/app.py", "from .nowhere import x\n", "there is no module roundhouse.server.nowhere"),
        ("web/src/main.ts", "import './nowhere';\n", "web/src/main.ts: nothing is at ./nowhere"),
    ],
)
def test_a_name_that_leads_nowhere_stops_it_before_anything_moves(tree, file, text, complaint):
    (tree / file).write_text(text)
    done = move(tree)
    assert done.returncode == 1
    assert complaint in done.stdout
    assert all((tree / name).exists() for name in FILES)
