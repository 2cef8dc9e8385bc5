"""`roundhouse`: games and rules, local matches, records, the server. What is heavy is imported inside the commands."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from . import bot, contest, figures, ladder, maps, sandbox
from .output import BAD_REQUEST, INTERRUPTED, leave, note, print_json, telling

app = typer.Typer(
    name="roundhouse",
    help="Programs, people and AI agents play turn-based strategy games against each other.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output and nothing else.")]
GameKey = Annotated[str, typer.Argument(metavar="GAME", help="The key of a game; `roundhouse games` lists them.")]
Sandbox = Annotated[bool, typer.Option("--sandbox", help="Bots that are not built in play in a sandbox.")]
BOT_HELP = "Built-in name, file.py[:Class], folder, module:Class, 'cmd:COMMAND', 'box:BOT', 'wasm:FILE' or an address."
RecordFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A record (.rhr), or the .rhr.part of a cut-off match.")
]

PLAY_EPILOG = (
    "Exit status: 0 the first bot won or drew, or a series was played; 1 the first bot lost; 2 the request makes no "
    "sense (no such bot, bad settings); 3 a bot forfeited (broke a rule, or was too late); 4 a bot crashed; "
    "130 interrupted. Where several apply, the highest of 1, 3 and 4 counts."
)

DUEL_EPILOG = (
    "Exit status: 0 B is better; 1 A is better, or the two are as good as each other; 2 the request makes no sense; "
    "5 not settled with so many games; 130 interrupted."
)

NOT_NEEDED = "Nothing has to be compiled beforehand any more; this command goes with the next release."


@app.callback(invoke_without_command=True)
def top(
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    if version:
        from .. import __version__

        sys.stdout.write(f"roundhouse {__version__}\n")
        leave(0)


@app.command()
def games(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Show the settings of this game.")] = "",
    json: Json = False,
) -> None:
    """List the games, or the presets and settings of one."""
    from .info import show_game, show_games

    with telling(json):
        if game:
            show_game(game, json)
        else:
            show_games(json)


@app.command()
def rules(
    game: GameKey,
    rule: Annotated[str, typer.Argument(metavar="[ID]", help="Only this rule, for example GOO-051.")] = "",
    json: Json = False,
) -> None:
    """Print the rulebook of a game, or one rule of it."""
    from .info import show_rules

    with telling(json):
        show_rules(game, rule, json)


@app.command()
def sim(
    game: GameKey,
    form: Annotated[
        str, typer.Option(help="Of the state: small, as usual, or large for matches beyond its caps.")
    ] = "small",
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FOLDER", help="Where to; else ./sim.")] = None,
    json: Json = False,
) -> None:
    """Write the rules of a game as a library for C, C++, Rust, Go, Java, JavaScript and Python."""
    from .info import write_simulator

    with telling(json):
        write_simulator(game, form, out or Path("sim"), json)


@app.command(epilog=PLAY_EPILOG)
def play(
    game: GameKey,
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT BOT...", help=BOT_HELP),
    ],
    seed: Annotated[int | None, typer.Option(min=0, max=2**63 - 1, help="Makes the match repeatable.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the record here; with --games a folder for all of them.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, max=1_000_000, help="Play so many, seats rotated over each seed.")
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Show the board moving in the terminal.")] = False,
    speed: Annotated[float, typer.Option(min=0.1, max=1000, help="Rounds a second with --watch.")] = 8.0,
    no_timeout: Annotated[bool, typer.Option("--no-timeout", help="Bots have all the time they want.")] = False,
    set_: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A setting of the game.")] = None,
    preset: Annotated[str | None, typer.Option(help="Settings to start from, for example classic.")] = None,
    map_: Annotated[
        Path | None, typer.Option("--map", metavar="FILE", help="A hand-made map: JSON, or in Rally its text.")
    ] = None,
    choice: Annotated[
        list[str] | None, typer.Option(metavar="BOT=CHOICE", help="What a bot takes, for example 1=james in Rally.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Processes for --games; the results are the same.")] = 1,
    sandbox: Sandbox = False,
    json: Json = False,
) -> None:
    """Play a match between bots here, without a server."""
    from .play import PlayRequest, run

    wanted = (game, bots, seed, out, games, watch, speed, no_timeout, set_ or [], preset, map_, jobs, json)
    with telling(json):
        leave(run(PlayRequest(*wanted, choice or [], sandbox)))


@app.command(epilog=DUEL_EPILOG)
def duel(
    game: GameKey,
    bots: Annotated[
        tuple[str, str],
        typer.Argument(metavar="A B", help=BOT_HELP),
    ],
    games: Annotated[int, typer.Option(min=2, max=1_000_000, help="Play at most so many.")] = 1000,
    difference: Annotated[
        float, typer.Option(min=1, max=400, metavar="ELO", help="A smaller difference does not matter.")
    ] = 20.0,
    risk: Annotated[float, typer.Option(min=0.0001, max=0.5, help="Of a wrong verdict.")] = 0.05,
    seed: Annotated[int | None, typer.Option(min=0, max=2**62, help="The first seed; makes it repeatable.")] = None,
    out: Annotated[Path | None, typer.Option(help="A folder for the records of all games.")] = None,
    no_timeout: Annotated[bool, typer.Option("--no-timeout", help="Bots have all the time they want.")] = False,
    set_: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A setting of the game.")] = None,
    preset: Annotated[str | None, typer.Option(help="Settings to start from.")] = None,
    jobs: Annotated[int | None, typer.Option(min=1, max=256, help="Processes; usually one for each core.")] = None,
    sandbox: Sandbox = False,
    json: Json = False,
) -> None:
    """Find out whether bot B is better than bot A: mirrored games until it is certain enough, and not one more."""
    from .duel import DuelRequest, run

    with telling(json):
        asked = (game, bots, games, difference, risk, seed, out, no_timeout, set_ or [], preset, jobs, json, sandbox)
        leave(run(DuelRequest(*asked)))


@app.command(epilog="A run that was interrupted goes on where it was when it is started again with the same --report.")
def olympiad(
    maps: Annotated[Path, typer.Argument(metavar="MAPS", help="A folder of maps, in Quest of scenario files.")],
    bots: Annotated[
        Path, typer.Argument(metavar="BOTS", help="A folder of bots: Python files, programs, or folders with one.")
    ],
    report: Annotated[Path, typer.Option(help="The folder for results, records and the report.")] = Path("olympiad"),
    game: Annotated[str, typer.Option(metavar="GAME", help="The game that is played.")] = "quest",
    builtin: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A built-in bot that takes part.")] = None,
    preset: Annotated[str | None, typer.Option(help="Settings to start from.")] = None,
    drawn: Annotated[int, typer.Option(min=0, max=100, help="Also play on so many drawn maps.")] = 0,
    rounds: Annotated[int, typer.Option(min=1, max=1000, help="Play everything so often, with other seeds.")] = 1,
    seed: Annotated[int, typer.Option(min=0, max=2**62, help="The first seed.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Processes; the results are the same.")] = 1,
    title: Annotated[str, typer.Option(help="The title of the report.")] = "",
    sandbox: Sandbox = False,
    json: Json = False,
) -> None:
    """All bots of a folder meet on all maps of a folder, with seats swapped; writes an HTML report for every team."""
    from .olympiad import OlympiadRequest, run

    with telling(json):
        asked = (maps, bots, report, game, builtin or [], preset, drawn, rounds, seed, jobs, title, json, sandbox)
        leave(run(OlympiadRequest(*asked)))


@app.command(epilog="A run that was interrupted goes on where it was when it is started again with the same --report.")
def tournament(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The key of a game; of a pentathlon several, a,b,c.")],
    bots: Annotated[
        list[str] | None,
        typer.Argument(metavar="BOT BOT...", help="As for `play`, the best first; level:1 to level:3 in any game."),
    ] = None,
    format_: Annotated[
        str,
        typer.Option("--format", help="round-robin, swiss, single-elimination, double-elimination or pentathlon."),
    ] = "round-robin",
    rounds: Annotated[
        int, typer.Option(min=0, max=10_000, help="Of a Swiss; of a round robin how often everybody meets.")
    ] = 0,
    games: Annotated[int, typer.Option(min=0, max=500, help="Matches of a meeting; usually one from each seat.")] = 0,
    seats: Annotated[
        int, typer.Option(min=2, max=64, help="Players of one match; more than two in a round robin.")
    ] = 2,
    inner: Annotated[str, typer.Option(help="How each game of a pentathlon is played.")] = "round-robin",
    further: Annotated[int, typer.Option(min=0, max=100, help="Seeds that a level knockout is still played on.")] = 3,
    seed: Annotated[int, typer.Option(min=0, max=2**62, help="The first seed.")] = 1,
    folder: Annotated[
        Path | None, typer.Option("--bots", metavar="FOLDER", help="All bots of a folder take part, as in an olympiad.")
    ] = None,
    report: Annotated[Path, typer.Option(help="The folder for results, records and pages.")] = Path("tournament"),
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Processes; the results are the same.")] = 1,
    nats: Annotated[str, typer.Option(metavar="URL", help="Let workers play, for example nats://127.0.0.1:4222.")] = "",
    sandbox: Sandbox = False,
    records: Annotated[bool, typer.Option("--records", help="Keep the record and a replay of every match.")] = False,
    limit: Annotated[
        float, typer.Option(min=0, metavar="S", help="End a match that takes longer; 0 lets it take any time.")
    ] = 0.0,
    no_timeout: Annotated[bool, typer.Option("--no-timeout", help="Bots have all the time they want.")] = False,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="A setting of the game; of several GAME.KEY=VALUE."),
    ] = None,
    preset: Annotated[str | None, typer.Option(help="Settings to start from.")] = None,
    title: Annotated[str, typer.Option(help="The title of the pages.")] = "",
    withdraw: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Who is not played from now on: what is left of its matches is lost."),
    ] = None,
    json: Json = False,
) -> None:
    """Let bots meet in a format, here or on many machines; pages follow it while it runs."""
    from .tournament import TournamentRequest, run

    with telling(json):
        asked = (game, bots or [], format_, rounds, games, seats, inner, further, seed, folder, report, jobs, nats)
        rest = (sandbox, records, limit, no_timeout, set_ or [], preset, title, json, withdraw or [])
        leave(run(TournamentRequest(*asked, *rest)))


@app.command()
def worker(
    nats: Annotated[str, typer.Option(metavar="URL", help="Where tournaments are, as nats://127.0.0.1:4222.")],
    jobs: Annotated[int | None, typer.Option(min=1, max=256, help="Processes; usually one for each core.")] = None,
    bots: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where bots of the tournaments are that are files.")
    ] = None,
    fetch: Annotated[
        bool,
        typer.Option("--fetch", help="Trust the server: take bots that are not here, run their code and commands."),
    ] = False,
    sandbox: Sandbox = False,
    name: Annotated[str, typer.Option(help="What the worker is called; else after the machine.")] = "",
    idle: Annotated[float | None, typer.Option(min=0, metavar="S", help="Leave after so long without work.")] = None,
    limit: Annotated[
        float, typer.Option(min=0, metavar="S", help="End a match that takes longer; 0 lets it take any time.")
    ] = 0.0,
    json: Json = False,
) -> None:
    """Play matches of tournaments that are run with `tournament --nats`, on this machine."""
    from .worker import WorkerRequest, run

    with telling(json):
        leave(run(WorkerRequest(nats, jobs, bots, fetch, sandbox, name, idle, limit, json)))


@app.command()
def replay(
    file: RecordFile,
    export: Annotated[
        str,
        typer.Option(
            metavar="ndjson|html|plain",
            help="Write it for other tools, for a browser, or as a record with plain MessagePack entries.",
        ),
    ] = "",
    out: Annotated[Path | None, typer.Option(help="Where to; else standard output.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Show the board moving in the terminal.")] = False,
    speed: Annotated[float, typer.Option(min=0.1, max=1000, help="Rounds a second with --watch.")] = 8.0,
    round_: Annotated[int | None, typer.Option("--round", min=0, help="Show the board of this round.")] = None,
    analyse: Annotated[bool, typer.Option("--analyse", help="Show how the chances to win moved.")] = False,
    remarks: Annotated[
        bool, typer.Option("--remarks", help="List what the players said and drew, and what their turns cost.")
    ] = False,
    json: Json = False,
) -> None:
    """Print a recorded match, watch it, export it, or see how its chances moved."""
    from .replay import run

    with telling(json):
        run(
            file,
            export=export,
            out=out,
            watch=watch,
            speed=speed,
            at=round_,
            analyse=analyse,
            json=json,
            remarks=remarks,
        )


@app.command(epilog="Exit status: 0 proven, 5 not proven, 2 no such file or no record.")
def verify(file: RecordFile, json: Json = False) -> None:
    """Play a record again and prove every round and the result."""
    from .replay import prove

    with telling(json):
        leave(prove(file, json))


@app.command(hidden=True)
def warm(json: Json = False) -> None:
    """Does nothing any more; scripts that still call it go on."""
    if json:
        print_json({"sentence": NOT_NEEDED})
    else:
        note(NOT_NEEDED)


@app.command()
def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Shorter and rougher.")] = False,
    only: Annotated[
        list[str] | None, typer.Option(help="Only these rows, for example P1 or P1,P9; may be given several times.")
    ] = None,
    original: Annotated[Path | None, typer.Option(help="A copy of the original engine, to compare with.")] = None,
    peers: Annotated[
        str | None,
        typer.Option(metavar="PYTHON", help="Environments of others instead, installed for this Python."),
    ] = None,
    docs: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="With --peers: write results into benchmarks.md there.")
    ] = None,
    json: Json = False,
) -> None:
    """Measure speed, mostly as ratios taken in one run. Exit status 1 if one misses its requirement."""
    from .bench_command import run_bench

    with telling(json):
        leave(run_bench(quick=quick, only=only or [], original=original, peers=peers, docs=docs, json=json))


Data = Annotated[Path, typer.Option(help="The folder of the server.")]
DatabaseUrl = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="PostgreSQL instead of a file in the data folder.")
]
Port = Annotated[int | None, typer.Option(min=0, max=65535, help="HTTP; 0 takes any free one.")]


@app.command(epilog="Everything an agent can do there is in docs/agents.md.")
def mcp(
    opponents: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="Who plays against the agent where it names nobody; may be repeated."),
    ] = None,
    server: Annotated[str, typer.Option(metavar="URL", help="Take seats of this server instead.")] = "",
    token: Annotated[
        str, typer.Option(envvar="ROUNDHOUSE_TOKEN", help="Of an agent's account at the server.", show_envvar=False)
    ] = "",
    records: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Keep the records of matches here.")] = None,
    clock: Annotated[
        bool, typer.Option("--clock", help="Give the agent the game's own time; else it has any.")
    ] = False,
    json: Json = False,
) -> None:
    """Let an LLM agent play: an MCP server on standard input and output."""
    from .mcp import McpRequest, run

    with telling(json):
        run(McpRequest(opponents or [], server, token, records, clock))


@app.command(epilog="What the columns mean is in docs/agents.md.")
def agents(
    records: Annotated[list[Path], typer.Argument(metavar="RECORD", help="Records of matches, or folders of them.")],
    json: Json = False,
) -> None:
    """How agents did in matches: results, forfeits by their reason, and answers of no use."""
    from .agents import run

    with telling(json):
        run(records, json)


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Port = None,
    json_port: Annotated[int | None, typer.Option(min=0, max=65535, help="The protocol as JSON lines.")] = None,
    tcp_port: Annotated[int | None, typer.Option(min=0, max=65535, help="Spacegoo's line protocol.")] = None,
    classic_port: Annotated[int | None, typer.Option(min=0, max=65535, help="The same, classic edition.")] = None,
    data: Annotated[Path, typer.Option(help="The folder for accounts, matches and settings.")] = Path("data"),
    database: DatabaseUrl = None,
    nats: Annotated[
        str | None, typer.Option(metavar="URL", help="Share the database with other processes by way of this NATS.")
    ] = None,
    demo: Annotated[
        int | None, typer.Option(min=0, max=100, help="Keep so many matches between built-in bots running.")
    ] = None,
    dungeon_wire: Annotated[
        str | None,
        typer.Option(metavar="r2|r1|k1", help="Also serve players of the original Microservice Dungeon."),
    ] = None,
    dungeon_wire_broker: Annotated[
        str | None, typer.Option(metavar="URL", help="Its RabbitMQ (amqp://...) or Kafka (host:port).")
    ] = None,
    dungeon_wire_ports: Annotated[
        str | None, typer.Option(metavar="PORTS", help="Its ports, with spaces between them.")
    ] = None,
    dungeon_wire_open: Annotated[
        bool | None, typer.Option("--dungeon-wire-open", help="Anybody may create and start its games.")
    ] = None,
    json: Json = False,
) -> None:
    """Start the server. What is not given here comes from its settings."""
    from .serve import run_serve

    flags = {
        "host": host,
        "port": port,
        "json_port": json_port,
        "tcp_port": tcp_port,
        "classic_port": classic_port,
        "database": database,
        "nats": nats,
        "demo_matches": demo,
        "dungeon_wire": dungeon_wire,
        "dungeon_wire_broker": dungeon_wire_broker,
        "dungeon_wire_ports": dungeon_wire_ports,
        "dungeon_wire_open": dungeon_wire_open,
    }
    with telling(json):
        leave(run_serve(flags, data, json))


@app.command()
def demo(
    port: Port = None,
    matches: Annotated[int, typer.Option(min=0, max=100, help="Matches between built-in bots to watch.")] = 3,
    open_: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    json: Json = False,
) -> None:
    """Start the server to look around: bots play, and nothing is kept."""
    from .serve import run_demo

    with telling(json):
        leave(run_demo(port, matches, open_=open_, json=json))


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    data: Data = Path("data"),
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Write everything a server knows into one file; the server may be running."""
    from .serve import run_backup

    with telling(json):
        run_backup(file, data, database, json)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `roundhouse backup` wrote.")],
    data: Data = Path("data"),
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Fill an empty database from a backup, SQLite or PostgreSQL, whichever the backup came from."""
    from .serve import run_restore

    with telling(json):
        run_restore(file, data, database, json)


account = typer.Typer(help="Accounts of a server; it may be running.", no_args_is_help=True)
app.add_typer(account, name="account")
app.add_typer(bot.app, name="bot")
app.add_typer(ladder.app, name="ladder")
app.add_typer(contest.app, name="contest")
app.add_typer(contest.app, name="event", hidden=True)  # the name of the first releases
app.add_typer(figures.app, name="feats")
app.add_typer(maps.app, name="map")
app.add_typer(sandbox.app, name="sandbox")

AccountName = Annotated[str, typer.Argument(metavar="NAME", help="The player's name.")]
Password = Annotated[str | None, typer.Option(help="Else a random one is made and printed.")]
Role = Annotated[str, typer.Argument(metavar="player|organiser|admin", help="What the player may do.")]


@account.command("add")
def account_add(
    name: AccountName,
    password: Password = None,
    kind: Annotated[
        str, typer.Option(metavar="person|bot|agent", help="A bot logs in by Spacegoo's line protocol.")
    ] = "person",
    role: Annotated[str, typer.Option(metavar="player|organiser|admin", help="What the player may do.")] = "player",
    data: Data = Path("data"),
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Make an account. A person signs in on the page with it, a bot logs in by the line protocol."""
    from .accounts import run_add

    with telling(json):
        run_add(name, password, kind, role, data, database, json)


@account.command("role")
def account_role(
    name: AccountName, role: Role, data: Data = Path("data"), database: DatabaseUrl = None, json: Json = False
) -> None:
    """Give a player a role, for example the first administrator."""
    from .accounts import run_role

    with telling(json):
        run_role(name, role, data, database, json)


@account.command("token")
def account_token(
    name: AccountName, data: Data = Path("data"), database: DatabaseUrl = None, json: Json = False
) -> None:
    """Make a token and print it: whoever has it plays as this account. It is shown only now."""
    from .accounts import run_token

    with telling(json):
        run_token(name, data, database, json)


@account.command("password")
def account_password(
    name: AccountName,
    password: Password = None,
    data: Data = Path("data"),
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Give a player a new password, and close all sessions of the old one."""
    from .accounts import run_password

    with telling(json):
        run_password(name, password, data, database, json)


@account.command("list")
def account_list(
    query: Annotated[str, typer.Argument(metavar="[TEXT]", help="Only names with this in them.")] = "",
    data: Data = Path("data"),
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """List the accounts."""
    from .accounts import run_list

    with telling(json):
        run_list(query, data, database, json)


def main() -> None:
    """The command's entry point."""
    try:
        status = app(standalone_mode=False)
    except (KeyboardInterrupt, typer.Abort):
        note("interrupted")
        status = INTERRUPTED
    except Exception as error:
        # Mistakes in the use of options know how to show themselves; anything else is a mistake of ours.
        show = getattr(error, "show", None)
        if show is None:
            raise
        show()
        status = BAD_REQUEST
    sys.exit(status if isinstance(status, int) else 0)


if __name__ == "__main__":
    main()
