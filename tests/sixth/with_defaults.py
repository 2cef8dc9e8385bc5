"""Pebbles without its optional files, in a process that has only the rest of it: what the platform does instead.

Prints one JSON document.
"""

import json
import sys
from pathlib import Path

from roundhouse import play
from roundhouse.cli.replay import text_of as replayed
from roundhouse.cli.terminal_board import board_of_game
from roundhouse.core.registry import GAMES
from roundhouse.match.record import read
from roundhouse.mcp.examples import schemas
from roundhouse.mcp.game_text import text_of
from roundhouse.rl.game_learning import learning_of
from roundhouse.sdk.kits import KitError, sdk_bot

game = GAMES["pebbles"]
setup = game.setup(["random", "random 2"], seed=1, settings={"pebbles": 9})
view = game.view(game.start(setup), 1, ["random", "random 2"])
play("pebbles", ["random", "random"], seed=1, settings={"pebbles": 9}, out=Path("a.rhr"))
try:
    learning_of(game)
except LookupError as error:
    environments = str(error)
try:
    sdk_bot("pebbles")
except KitError as error:
    kit = str(error)
told = {
    "board": board_of_game(game).line_of(view, ["random", "random 2"]),
    "replay": list(replayed(read(Path("a.rhr")))),
    "agent": {
        "bot": text_of(game).BOT,
        "board": text_of(game).board(view, setup),
        "actions": [line["type"] for line in schemas("pebbles")],
    },
    "environments": environments,
    "kit": kit,
}
sys.stdout.write(json.dumps(told) + "\n")
