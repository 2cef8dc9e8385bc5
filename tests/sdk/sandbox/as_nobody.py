"""Matches in a process of its own: `python as_nobody.py BOT...` prints a line for each, with what came of it. Started
by test_box_ordinary_user as a user who is not root, because that is what organisers are."""

import json
import os
import sys

from tests.sdk.sandbox.hostile import match


def main(bots: list[str]) -> None:
    for bot in bots:
        outcome = match(bot)
        left = [[one.seat, one.crashed, one.reason, one.sentence] for one in outcome.left]
        sys.stdout.write(json.dumps({"uid": os.geteuid(), "left": left, "rounds": outcome.rounds}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
