"""AGENTS.md of a new bot's folder: what somebody who changes the bot has to know, coding agents above all."""

from collections.abc import Sequence

from ..core.registry import GAMES, part

PAGE = """\
# {name}, a bot for {game}

For whoever changes this bot, a coding agent above all. `{file}` is the whole bot, `bot.toml` says how it is {made}.
The goal is a bot that wins more often, proven by `duel`. All commands are run in this folder.

| you need | command |
|---|---|
| the rules as text, or one of them | `roundhouse rules {game}`, `roundhouse rules {game} ID` |
| what a bot is told and may answer, as JSON Schema | `roundhouse bot schema {game}` |
| settings and presets | `roundhouse games {game}` |
| does it work, and in time? | `roundhouse bot test .` (0 is fine, 1 something was refused or late, 4 it crashed) |
| one match | `roundhouse play {game} . {weak} --seed 1 --out a.rhr` |
| a round of it as text | `roundhouse replay a.rhr --round 5` |
| is it better than before? | copy the folder first, then `roundhouse duel {game} ../before .` (0: it is) |
| how strong is it? | `roundhouse duel {game} {strong} . --games 200`; built in are {bots}, from weak to strong |

{how}

- Decide by `view`, and by what you remember of earlier ones: that is all that a seat may know.
- Answer every turn, in time: `bot test` shows what is allowed and the slowest answer.
- A refused action names its code and rule, and is not done. `bot test` lists every kind of refusal; aim at none.
- The same seed must give the same match, or `bot test` says it is not repeatable: seed your random numbers{seed}.
- Change one thing, test, duel, keep it or drop it. A few games prove nothing; `duel` says when it is certain.
"""

CLASS = """\
`act` of the class gets a `Turn` and returns one action or a list of them; `start` is called once before it. All is
typed: `turn.view` in `{package}.view`, what is returned in `{package}.actions`. What the
bot prints is kept as the log of the match."""

PROGRAM = """\
The program reads one JSON message per line from its standard input and writes its answers to its standard output. It is
told `start` once, `turn` with a `step` and a `view`, `verdicts` about its last actions, and `over`. It answers a `turn`
with `{{"type":"act","step":STEP,"actions":[...]}}` and flushes the line. Messages and fields that it does not know mean
nothing. Its standard error is kept as the log of the match."""


SEARCHES = """
The bot wants beliefs: every turn brings a state that it believes in, and `sim` has the rules as a library that goes on
from there (`sim/README.md`, `sim/simulator.h`). The bot answers with the `row` of an action as the library numbers it.
`roundhouse sim {game} -o sim` makes the folder anew."""


def guide(
    name: str, game: str, file: str, bots: Sequence[str], *, program: bool, built: bool, search: bool = False
) -> str:
    """The page; `bots` are the game's own, from weak to strong."""
    how = (PROGRAM if program else CLASS).format(package=GAMES[game].package)
    how += SEARCHES.format(game=game) if search else ""
    seed = "" if program else " with the `seed`\n  that an `__init__(self, seed)` is given"
    page = PAGE.format(
        name=name, game=game, file=file, how=how, made="built and run" if built else "run",
        seed=seed, weak=bots[0], strong=bots[min(1, len(bots) - 1)], bots=", ".join(bots),
    )  # fmt: skip
    pitfall = getattr(part(GAMES[game], "kits"), "PITFALL", "")
    return page + (f"- {pitfall}\n" if pitfall else "")
