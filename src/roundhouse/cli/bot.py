"""`roundhouse bot`: make a bot, test it, let it play on a server, and see where two versions of it differ."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from .output import BAD_REQUEST, CRASH, FINE, LOST, Problem, game_named, leave, note, print_json, telling, told_apart

KINDS_SHOWN = 12  # of refusals

app = typer.Typer(help="Make a bot, test it, and let it play on a server.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output and nothing else.")]
BotName = Annotated[
    str, typer.Argument(metavar="[BOT]", help="A folder with a bot.toml, file.py[:Class], 'cmd:COMMAND', an address.")
]
GameOption = Annotated[str, typer.Option(metavar="GAME", help="Where the bot itself does not say it.")]
Settings = Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A setting of the game.")]
Preset = Annotated[str | None, typer.Option(help="Settings to start from.")]


@app.command()
def new(
    language: Annotated[
        str, typer.Argument(metavar="LANG", help="python, javascript, java, go, rust or c; typescript with --wire.")
    ],
    game: Annotated[str, typer.Argument(metavar="GAME", help="The key of a game; `roundhouse games` lists them.")],
    folder: Annotated[Path | None, typer.Argument(metavar="[FOLDER]", help="Where to; else ./mybot.")] = None,
    name: Annotated[str, typer.Option(help="What the bot is called; else like its folder.")] = "",
    plain: Annotated[
        bool, typer.Option("--plain", help="In Python: a program without any library instead of a class.")
    ] = False,
    wire: Annotated[
        str, typer.Option(metavar="r2|r1", help="Of the Dungeon: a player for this wire of the original instead.")
    ] = "",
    search: Annotated[
        bool, typer.Option("--search", help="One that looks ahead with the rules, which come along.")
    ] = False,
    json: Json = False,
) -> None:
    """Make a folder with a complete bot that plays."""
    from ..sdk import bot_folder
    from ..sdk.kits import LANGUAGES, KitError, toolchain

    with telling(json):
        game_named(game)
        where = folder or Path("mybot")
        if wire:
            if plain or search:
                raise Problem("usage", "--wire makes a player of its own; leave out --plain and --search.")
            new_wire_player(where, language.lower(), game, wire, json=json)
            return
        try:
            made = bot_folder.create(
                where, language.lower(), game, name or where.resolve().name[:40], plain=plain, search=search
            )
            missing = LANGUAGES[made.language].tool if toolchain(made.language) is None else ""
        except KitError as error:
            raise Problem("no_such_kit", f"{error}.") from None
        files = sorted(path.name for path in where.iterdir())
        if json:
            print_json({"folder": str(where), "name": made.name, "game": game, "language": made.language,
                        "files": files, "missing": missing})  # fmt: skip
            return
        sys.stdout.write(f"{where} is a bot for {game}: {', '.join(files)}.\n")
        if missing:
            note(f"It needs {missing}, which is not installed here.")
        sys.stdout.write(f"Test it:  roundhouse bot test {where}\n")
        sys.stdout.write(f"Play:     roundhouse play {game} {where} random\n")


def new_wire_player(where: Path, language: str, game: str, wire: str, *, json: bool) -> None:
    from ..sdk import bot_folder
    from ..sdk.kits import KitError, program

    try:
        made = bot_folder.create_wire(where, language, game, wire)
    except KitError as error:
        raise Problem("no_such_kit", f"{error}.") from None
    missing = made.tool if program(made.tool) is None else ""
    if json:
        print_json({"folder": str(where), "game": game, "wire": wire, "files": [made.file], "missing": missing})
        return
    sys.stdout.write(f"{where} is a player for the wire {wire} of {game}: {made.file}.\n")
    if missing:
        note(f"It needs {missing}, which is not installed here.")
    lines = [" ".join(made.build)] if made.build else []
    for line in [*lines, f"{' '.join(made.run)} NAME"]:
        sys.stdout.write(f"  cd {where} && {line}\n")
    sys.stdout.write("Where to: DUNGEON_REST and DUNGEON_BROKER in its environment; see docs/dungeon-wire.md.\n")


@app.command()
def schema(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The key of a game; `roundhouse games` lists them.")],
) -> None:
    """Print what a bot is told and may answer in a game, as JSON Schema: its view, its actions, answers to them."""
    from ..sdk.bot_test import schema_of

    with telling(json=False):
        print_json(schema_of(game_named(game)))


MATCHES = "So many rated ones; 0: until interrupted. Where they come in pairs with swapped seats, a pair is one."
TEST_EPILOG = "Exit status: 0 fine; 1 something was late or refused; 2 the request makes no sense; 4 the bot crashed."


@app.command("test", epilog=TEST_EPILOG)
def examine(
    bot: BotName = ".",
    game: GameOption = "",
    opponent: Annotated[str, typer.Option(metavar="BOT", help="Who sits at the other seats.")] = "random",
    rounds: Annotated[int, typer.Option(min=1, max=10_000, help="How long a match may be.")] = 40,
    seed: Annotated[int, typer.Option(min=0, max=2**62, help="The same seed gives the same matches.")] = 1,
    set_: Settings = None,
    preset: Preset = None,
    json: Json = False,
) -> None:
    """Play real matches from every seat: how long every answer takes, what is refused, and whether it is repeatable."""
    from ..sdk import bot_test
    from ..sdk.bot_loader import load
    from .play import settings_of

    with telling(json):
        rules = game_of(bot, game)
        length = bot_test.short(rules, rounds)
        if length and rounds not in length.values():
            note(f"A match of {rules.name} cannot have {rounds:,} rounds; it has up to {max(length.values()):,} here.")
        settings = length | settings_of(rules, set_ or [])
        entrant, other = load(bot, rules, apart=True), load(opponent, rules, apart=True)
        with progress("testing") as tell:
            found = bot_test.examine(rules, entrant, other, seed=seed, preset=preset, settings=settings, told=tell)
        if json:
            print_json(findings(found, rules.key))
        else:
            for line in report(found, rules.key):
                sys.stdout.write(f"{line}\n")
        leave(CRASH if found.crashed else FINE if found.fine else LOST)


@app.command()
def run(
    bot: BotName = ".",
    server: Annotated[str, typer.Option(metavar="URL", help="http://HOST:PORT of the server, or tcp://HOST:PORT.")] = (
        "http://127.0.0.1:8000"
    ),
    token: Annotated[
        str, typer.Option(envvar="ROUNDHOUSE_TOKEN", help="The bot's token; the server's page makes one.")
    ] = "",
    game: GameOption = "",
    table: Annotated[str, typer.Option(metavar="KEY", help="Sit down at this table instead of rated matches.")] = "",
    matches: Annotated[int, typer.Option(min=0, max=1_000_000, help=MATCHES)] = 0,
    preset: Annotated[str, typer.Option(help="Of the rated matches.")] = "",
    choice: Annotated[str, typer.Option(help="What the bot takes, a robot's model say.")] = "",
    wait: Annotated[float, typer.Option(metavar="SECONDS", help="For a server that is not there yet.")] = 0.0,
    json: Json = False,
) -> None:
    """Let a bot play on a server. A lost connection is made anew, and its match goes on."""
    from ..sdk import server_client
    from ..sdk.bot_loader import load
    from ..sdk.players.player import CrashError

    with telling(json):
        rules = game_of(bot, game)
        if not token:
            raise Problem(
                "no_token", "a bot needs its token: --token, or ROUNDHOUSE_TOKEN; the server's page makes one"
            )
        entrant = load(bot, rules)
        if rules.pairs and matches and not table:
            pairs = "a pair" if matches == 1 else f"{matches:,} pairs"
            note(f"Rated matches of {rules.name} for two come in pairs, the second with the seats swapped: {pairs}.")
        played: list[dict[str, Any]] = []

        def result(start: Any, over: Any) -> None:
            place = next((one.place for one in over.result.places if one.seat == start.seat), 0)
            played.append({"match": start.match, "seat": start.seat, "place": place, "reason": over.result.reason})
            note(f"Match {start.match} is over: place {place}. {over.result.sentence}")

        request = server_client.JoinRequest(
            server, token, game="" if table else rules.key, table=table, preset=preset, matches=1 if table else matches,
            choice=choice,
        )  # fmt: skip
        try:
            server_client.play(request, lambda _: entrant.make(0), tell=note, results=result, wait_s=wait)
        except server_client.RemoteError as error:
            raise Problem(error.code, error.sentence) from None
        except CrashError as error:
            raise Problem("crashed", f"{entrant.label} crashed: {error}", status=CRASH) from None
        if json:
            print_json({"bot": entrant.label, "game": rules.key, "played": played})
        else:
            won = sum(one["place"] == 1 for one in played)
            sys.stdout.write(f"{entrant.label} played {len(played)}, and was first in {won}.\n")


@app.command(epilog="Exit status: 0 it answers every turn as it was answered; 1 it does not; 4 it crashed.")
def diff(
    record: Annotated[Path, typer.Argument(metavar="FILE", help="A record (.rhr).")],
    bot: BotName = ".",
    seat: Annotated[int, typer.Option(min=1, max=1000, help="Whose turns the bot is shown.")] = 1,
    all_: Annotated[bool, typer.Option("--all", help="List every turn that differs, not only the first 20.")] = False,
    json: Json = False,
) -> None:
    """Show a bot every turn of a recorded seat, and list those that it answers otherwise."""
    import msgspec

    from ..match.record import read
    from ..sdk import positions
    from ..sdk.bot_loader import load
    from ..sdk.bot_test import bot_seed
    from ..sdk.players.player import CrashError

    with telling(json):
        recorded = read(record)
        if seat > len(recorded.setup.seats):
            raise Problem(
                "no_such_seat", f"there is no seat {seat}; there are {len(recorded.setup.seats)}.", field="seat"
            )
        entrant = load(bot, recorded.game)
        recorded_as = recorded.setup.seats[seat - 1].name
        name = entrant.label
        if bot != recorded_as:
            name = told_apart([recorded_as, bot], [recorded_as, name])[1]
        player = entrant.make(bot_seed(recorded.setup.seed))
        turns, other = 0, []
        try:
            with progress("asking") as tell:
                for moment, difference in positions.differences(recorded, seat, player):
                    turns += 1
                    tell(moment.step, len(recorded.entries))
                    if difference is not None:
                        other.append((moment, difference.answer))
        except CrashError as error:
            raise Problem("crashed", f"{entrant.label} crashed at turn {turns + 1}: {error}", status=CRASH) from None
        finally:
            player.stop()
        listed = [
            {"round": moment.round, "step": moment.step, "recorded": moment.answer, "now": answer.entered}
            for moment, answer in other
        ]
        if json:
            print_json({"bot": name, "seat": seat, "turns": turns, "different": listed})
        else:
            same = turns - len(other)
            sys.stdout.write(f"{name} answers {same} of {turns} turns of seat {seat} as they were answered.\n")
            for line in listed if all_ else listed[:20]:
                was, now = (msgspec.json.encode(line[key]).decode() for key in ("recorded", "now"))
                sys.stdout.write(f"round {line['round']}: was {was}\n{'':>{len(str(line['round'])) + 7}} now {now}\n")
            if len(listed) > 20 and not all_:
                sys.stdout.write(f"... and {len(listed) - 20} more; --all lists them.\n")
        leave(LOST if other else FINE)


# Words


def report(found: Any, game: str) -> list[str]:
    """The findings for people."""
    count, slowest = len(found.costs_ms), found.slowest
    allowed = f"; {found.window_ms:,} ms are allowed" if found.window_ms else ""
    latency = (
        f"median {ms(found.median_ms)}, 95 % within {ms(found.most_ms)}, slowest {ms(slowest[0])} (round {slowest[1]})"
    )
    lines = [
        f"{found.label} in {game} against {found.opponent}: a match from each of {len(found.tried)} seats.",
        f"  start       {found.first_ms:,.0f} ms to the first answer",
        f"  answers     {count:,} more: {latency}{allowed}",
        f"  actions     {', '.join(f'{count:,} {kind}' for kind, count in sorted(found.verdicts.items())) or 'none'}",
        f"  repeatable  {'yes' if found.repeatable else 'no: the same seed gave another match'}",
        f"  score       {sum(one.score for one in found.tried):g} of {len(found.tried)}",
    ]
    for kind, verdict in list(found.refusals.items())[:KINDS_SHOWN]:
        often = f", {found.kinds[kind]:,} times" if found.kinds[kind] > 1 else ""
        rule = f" ({verdict.rule})" if verdict.rule else ""
        place = f" {verdict.field}:" if verdict.field else ""
        lines.append(f"  {verdict.verdict}     {verdict.code}:{place} {verdict.sentence}{rule}{often}")
    if len(found.refusals) > KINDS_SHOWN:
        lines.append(f"              and {len(found.refusals) - KINDS_SHOWN} other kinds; --json lists them")
    for left in found.left:
        lines.append(f"  {'crashed' if left.crashed else 'forfeit'}     round {left.round}: {left.sentence}")
    for missed in found.missed:
        lines.append(f"  late        {missed.sentence}, as seat {missed.seat}")
    if found.fine and found.tight:
        lines.append("Fine, but the slowest answer took more than half of the time.")
    else:
        lines.append("Fine: nothing was late, and nothing refused." if found.fine else "Not fine; see above.")
    return lines


def ms(value: float) -> str:
    return f"{value:,.0f} ms" if value >= 10 else f"{value:.2g} ms"


def findings(found: Any, game: str) -> dict[str, Any]:
    return {
        "bot": found.label, "game": game, "opponent": found.opponent, "matches": len(found.tried), "fine": found.fine,
        "first_ms": round(found.first_ms, 1), "answers": len(found.costs_ms), "median_ms": round(found.median_ms, 2),
        "p95_ms": round(found.most_ms, 2), "slowest_ms": round(found.slowest[0], 2), "slowest_round": found.slowest[1],
        "window_ms": found.window_ms, "verdicts": dict(found.verdicts), "refusals": list(found.refusals.values()),
        "left": found.left, "missed": found.missed, "repeatable": found.repeatable,
        "score": sum(one.score for one in found.tried),
    }  # fmt: skip


# Small things


def game_of(bot: str, key: str) -> Any:
    """The game a bot plays: as it was named, or as its folder says."""
    from ..sdk import bot_folder

    if key:
        return game_named(key)
    if not Path(bot).is_dir():
        sentence = f"{bot} is no folder of a bot, which would say what it plays; say it with --game."
        raise Problem("no_game", sentence, field="game", status=BAD_REQUEST)
    return game_named(bot_folder.read(Path(bot)).game)


def progress(what: str) -> Any:
    """A bar on a terminal; gives what tells it how far we are."""
    import contextlib
    from collections.abc import Callable, Iterator

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    @contextlib.contextmanager
    def bar() -> Iterator[Callable[[int, int], None]]:
        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as shown:
            task = shown.add_task(what, total=None)
            yield lambda done, of: shown.update(task, completed=done, total=of)

    return bar()
