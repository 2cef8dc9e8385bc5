"""Finds the bot that a user names: a built-in name, a Python file, `module:Class`, a folder, a command, an address."""

import difflib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from ..core.game import Game
from .bot import Bot
from .debugger import debugging
from .players.player import BotPlayer, Player, where
from .players.subprocess_player import CommandError, CommandPlayer, command_of


class LoadError(ValueError):
    """There is no such bot; the sentence says what to do about it."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


@dataclass(frozen=True)
class Entrant:
    """A bot that can take a seat; `make` is called anew for every match, with a seed of its own."""

    label: str
    make: Callable[[int], Player]
    builtin: bool = False


def load(bot: str | type[Bot] | Bot, game: Game, *, apart: bool = False) -> Entrant:
    """Raises LoadError. A bot's code is imported now; a program is only looked for. With `apart` users' code is
    imported and run in separate processes, unless this process is being debugged."""
    if isinstance(bot, Bot):
        taken: list[Bot] = []

        def once(seed: int) -> Player:
            if taken:
                raise LoadError(
                    "used_up", f"a new {type(bot).__name__} is needed for every match; give the class instead"
                )
            taken.append(bot)
            return BotPlayer(lambda: bot)

        return Entrant(bot.name or type(bot).__name__, once)
    if isinstance(bot, type) and issubclass(bot, Bot):
        return _of_class(bot, bot.name or bot.__name__)
    if not isinstance(bot, str):
        raise LoadError("no_such_bot", f"{bot!r} is no bot: give a name, a Bot or a class of bots")
    return _of_text(bot, game, apart and not debugging())


def _of_text(text: str, game: Game, apart: bool) -> Entrant:
    builtin = game.bots.get(text)
    if text == "random" and builtin is None:
        builtin = "bots.simple:Random"  # a baseline for other bots; tables do not offer it
    if builtin is not None:
        module, _, name = builtin.partition(":")
        return _of_class(_class_in(_module(f"{game.package}.{module}", text), name, text), text, builtin=True)
    if text.startswith("cmd:"):
        return _of_command(text.removeprefix("cmd:"))
    if text.startswith("box:"):
        from .sandbox import boxed_programs  # imported here because it needs LoadError

        return boxed_programs.entrant(text.removeprefix("box:"), game)
    if text.startswith("wasm:"):
        from .sandbox import wasm_player

        return wasm_player.entrant(text.removeprefix("wasm:"))
    if "://" in text:
        return _of_address(text)
    if Path(text).is_dir():
        return _of_folder(Path(text), game, apart)
    path, _, name = text.partition(":")
    if path.endswith(".py"):
        return _of_file(Path(path), name, text) if not apart else _apart(text, game)
    if name and apart:
        return _apart(text, game)
    if name:
        made = _class_in(_module(path, text), name, text)
        return _of_class(made, made.name or made.__name__)
    near = difflib.get_close_matches(text, game.bots, n=1)
    hint = f"did you mean {near[0]}?" if near else f"built-in are {', '.join(game.bots)}"
    ways = "else give a file.py, module:Class, cmd:COMMAND or an address like tcp://HOST:PORT"
    raise LoadError("no_such_bot", f"there is no bot {text!r}; {hint} ({ways})")


def _of_class(made: type[Bot], label: str, *, builtin: bool = False) -> Entrant:
    seeded = "seed" in inspect.signature(made).parameters
    return Entrant(label, lambda seed: BotPlayer(lambda: made(seed=seed) if seeded else made()), builtin)  # type: ignore[call-arg]


def _of_command(text: str) -> Entrant:
    try:
        words = command_of(text)
    except CommandError as error:
        raise LoadError("bad_command", str(error)) from None
    label = Path(next((word for word in reversed(words) if not word.startswith("-")), words[0])).name
    return Entrant(label, lambda seed: CommandPlayer(words, label))


def _of_address(text: str) -> Entrant:
    """A bot that runs elsewhere; the connection is made when the match begins."""
    from .players.addresses import AddressError, address_of

    try:
        address = address_of(text)
    except AddressError as error:
        raise LoadError("bad_address", str(error)) from None
    if address.scheme in ("http", "https"):
        from .players.webhook_player import WebhookPlayer

        return Entrant(address.label, lambda seed: WebhookPlayer(address))
    from .players.socket_player import TcpPlayer, WebSocketPlayer

    listening = WebSocketPlayer if address.scheme == "ws" else TcpPlayer
    return Entrant(address.label, lambda seed: listening(address))


def _apart(text: str, game: Game, label: str = "") -> Entrant:
    from .players import process_player  # imported here because it needs LoadError

    path = Path(text.partition(":")[0])
    if path.suffix == ".py":
        _must_be_there(path)
    return process_player.entrant(text, game, label)


def _of_folder(folder: Path, game: Game, apart: bool) -> Entrant:
    from . import bot_folder  # imported here because it needs LoadError

    made = bot_folder.read(folder)
    if made.game != game.key:
        raise LoadError("other_game", f"the bot in {folder} plays {made.game}, not {game.key}")
    bot_folder.build(made, folder)
    if made.bot:
        path, _, name = made.bot.partition(":")
        text = f"{folder / made.bot}"
        if apart:
            return _apart(text, game, made.name)
        return replace(_of_file(folder / path, name, text), label=made.name)
    words = bot_folder.command(made, folder)
    return Entrant(made.name, lambda seed: CommandPlayer(words, made.name, folder=folder))


class UncachedLoader(SourceFileLoader):
    """Reads a bot's file as it is now. Python recognises cached bytecode by whole seconds and file length, so it would
    not notice a change of one digit made a moment ago."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def _must_be_there(path: Path) -> None:
    if not path.is_file():
        raise LoadError("no_such_bot", f"there is no file {path}")


def _of_file(path: Path, name: str, text: str) -> Entrant:
    _must_be_there(path)
    module_name = f"roundhouse_bot_{path.stem}"
    loader = UncachedLoader(module_name, str(path))
    spec = importlib.util.spec_from_file_location(module_name, path, loader=loader)
    if spec is None:
        raise LoadError("bad_bot", f"{path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # so that dataclasses and pickles in it work
    sys.path.insert(0, str(path.resolve().parent))  # a bot may import the files beside it
    try:
        loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise LoadError("bad_bot", f"{path} cannot be imported: {_line_in(error, str(path))}") from None
    finally:
        sys.path.remove(str(path.resolve().parent))
    if name:
        made = _class_in(module, name, text)
    else:
        own = [kind for kind in vars(module).values() if _is_bot(kind) and kind.__module__ == module.__name__]
        if len(own) != 1:
            what = "has no subclass of Bot" if not own else "has several bots: " + ", ".join(k.__name__ for k in own)
            hint = "" if not own else f"; name one with {path}:Class"
            raise LoadError("bad_bot", f"{path} {what}{hint}")
        made = own[0]
    return _of_class(made, made.name or (path.stem if not name else made.__name__))


def _module(name: str, text: str) -> ModuleType:
    here = str(Path.cwd())
    added = here not in sys.path
    if added:
        sys.path.insert(0, here)  # like `python -m`
    try:
        return importlib.import_module(name)
    except KeyboardInterrupt:
        raise
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(error.name + ".")):
            raise LoadError("no_such_bot", f"{text}: there is no module {error.name}") from None
        raise LoadError("bad_bot", f"{text} cannot be imported: {where(error)}") from None
    except BaseException as error:
        raise LoadError("bad_bot", f"{text} cannot be imported: {where(error)}") from None
    finally:
        if added:
            sys.path.remove(here)


def _class_in(module: ModuleType, name: str, text: str) -> type[Bot]:
    made = getattr(module, name, None)
    if made is None:
        raise LoadError("no_such_bot", f"{text}: there is no {name} in {module.__name__}")
    if not _is_bot(made):
        raise LoadError("bad_bot", f"{text}: {name} is no subclass of roundhouse.sdk.Bot")
    return made  # type: ignore[no-any-return]


def _is_bot(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Bot) and kind is not Bot


def _line_in(error: BaseException, path: str) -> str:
    if isinstance(error, SyntaxError):
        return f"{error.msg} (line {error.lineno})"
    return where(error)
