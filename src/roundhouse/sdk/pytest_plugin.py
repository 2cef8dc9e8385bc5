"""Positions as test cases, for pytest: a turn of a record, a bot, and what must hold for its answer.

In Python:

    @pytest.mark.position("lost.rhr", round=12, seat=2)
    def test_it_defends(position):
        answer = position.ask("mybot")
        assert answer.accepted and answer.actions[0].type != "nop"

Or without any Python, in a file whose name ends with `.positions.toml`; every [[position]] is a test case.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .positions import Moment

SUFFIX = ".positions.toml"
FIELDS = {"name", "record", "round", "seat", "bot", "expect", "forbid", "accepted"}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("roundhouse")
    group.addoption("--bot", default="", metavar="BOT", help="the bot that is asked in positions that name none")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "position(record, round, seat=1): the turn of a record that the fixture `position` is"
    )


@dataclass(frozen=True)
class Given:
    """What a bot answered: its actions as plain dictionaries, and one verdict for each."""

    actions: list[dict[str, Any]]
    verdicts: list[Any]

    @property
    def accepted(self) -> bool:
        """Whether nothing of it was refused."""
        return all(verdict.verdict == "accepted" for verdict in self.verdicts)

    def has(self, **fields: Any) -> bool:
        """Whether an action has all of these fields, for example `has(type="send", target=3)`."""
        return any(matches(action, fields) for action in self.actions)


@dataclass(frozen=True)
class Position:
    """A turn of a recorded seat. `turn.view` is what the seat saw, `recorded` what was answered there."""

    moment: "Moment"
    usual: str = ""

    @property
    def turn(self) -> Any:
        return self.moment.turn

    @property
    def view(self) -> Any:
        return self.moment.turn.view

    @property
    def recorded(self) -> list[dict[str, Any]]:
        import msgspec

        return [msgspec.to_builtins(action) for action in self.moment.answer]

    def ask(self, bot: Any = None) -> Given:
        """What a bot (a name, a path, a class or `--bot`) answers here. Raises CrashError if the bot does."""
        import msgspec

        from . import positions
        from .bot_loader import load
        from .bot_test import bot_seed

        named = bot if bot is not None else self.usual
        if not named:
            raise ValueError("which bot? Name one, or run pytest with --bot BOT")
        moment = self.moment
        player = load(named, moment.game).make(bot_seed(moment.setup.seed))
        try:
            player.start(positions.start_of(moment.game, moment.setup, moment.seat))
            answer = positions.ask(moment, player)
        finally:
            player.stop()
        plain = [msgspec.json.decode(one) if isinstance(one, msgspec.Raw) else msgspec.to_builtins(one)
                 for one in answer.actions]  # fmt: skip
        return Given(plain, list(answer.verdicts))


def load_position(record: Path, round_no: int, seat: int, usual: str = "") -> Position:
    """Raises ValueError with a sentence if there is no such turn, RecordError if there is no such record."""
    from ..match.record import read
    from .positions import moments

    for moment in moments(read(record), seat):
        if moment.round == round_no:
            return Position(moment, usual)
    raise ValueError(f"seat {seat} has no turn in round {round_no} of {record.name}")


@pytest.fixture
def position(request: pytest.FixtureRequest) -> Position:
    """The turn that the test's `position` mark names; paths are beside the test's file."""
    mark = request.node.get_closest_marker("position")
    if mark is None:
        raise pytest.UsageError('a test with `position` needs @pytest.mark.position("FILE.rhr", round=N, seat=N)')
    return _marked(request, *mark.args, **mark.kwargs)


def _marked(request: pytest.FixtureRequest, record: str, round: int, seat: int = 1) -> Position:
    return load_position(request.path.parent / record, round, seat, request.config.getoption("--bot"))


# Files of positions


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "PositionsFile | None":
    return PositionsFile.from_parent(parent, path=file_path) if file_path.name.endswith(SUFFIX) else None


class PositionsFile(pytest.File):
    """[[position]] tables; `record` and `bot` may stand at the top for all of them."""

    def collect(self) -> Iterator["PositionItem"]:
        try:
            content = tomllib.loads(self.path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise self.CollectError(f"{self.path.name}: {error}") from None
        common = {key: value for key, value in content.items() if key != "position"}
        for number, table in enumerate(content.get("position", []), 1):
            case = common | table
            unknown = sorted(set(case) - FIELDS)
            if unknown:
                raise self.CollectError(f"{self.path.name}: position {number} has unknown fields: {', '.join(unknown)}")
            if "record" not in case or "round" not in case:
                raise self.CollectError(f"{self.path.name}: position {number} needs `record` and `round`")
            name = case.get("name", f"round {case['round']} seat {case.get('seat', 1)}")
            yield PositionItem.from_parent(self, name=name, case=case)


class MissedError(AssertionError):
    """A bot does not do what a position asks for."""


class PositionItem(pytest.Item):
    """One position as a test case: the answer has an action like one of `expect`, and none like those in `forbid`."""

    def __init__(self, *, case: dict[str, Any], **rest: Any) -> None:
        super().__init__(**rest)
        self._case = case

    def runtest(self) -> None:
        case, folder = self._case, self.path.parent
        usual = self.config.getoption("--bot") or self._beside(str(case.get("bot", "")))
        given = load_position(folder / case["record"], case["round"], case.get("seat", 1), usual).ask()
        expected, forbidden = case.get("expect", []), case.get("forbid", [])
        if expected and not any(given.has(**one) for one in expected):
            raise MissedError(f"expected one of {expected}\nanswered {given.actions}")
        for one in forbidden:
            if given.has(**one):
                raise MissedError(f"forbidden is {one}\nanswered {given.actions}")
        if case.get("accepted", True) and not given.accepted:
            refused = [verdict for verdict in given.verdicts if verdict.verdict != "accepted"]
            raise MissedError(f"refused: {refused[0].code}: {refused[0].sentence}\nanswered {given.actions}")

    def _beside(self, bot: str) -> str:
        """A bot's path is relative to the file's own folder, like that of the record."""
        path = self.path.parent / bot.partition(":")[0]
        return str(self.path.parent / bot) if bot and path.exists() else bot

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, MissedError | ValueError):
            return f"{self.name}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, self.name


def matches(action: Any, fields: dict[str, Any]) -> bool:
    """Whether an action has these fields with these values."""
    return isinstance(action, dict) and all(action.get(key, _NOTHING) == value for key, value in fields.items())


_NOTHING = object()
