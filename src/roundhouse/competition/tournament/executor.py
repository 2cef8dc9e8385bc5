"""Plays the matches of a tournament: processes of this machine here, workers behind NATS in `nats_executor`."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from .match_pool import Pool
from .match_task import Done, Task, play_task, void
from .plan import Plan
from .results import Fixture


class MatchInPlay(Struct, frozen=True):
    """A match that is being played now, and by whom."""

    number: int
    where: str = ""


class Executor(Protocol):
    """Takes fixtures and returns their results, in any order, perhaps more than once."""

    @property
    def room(self) -> int:
        """How many more fixtures it can use now."""

    @property
    def playing(self) -> Sequence[MatchInPlay]: ...

    @property
    def notes(self) -> Sequence[str]:
        """What the organiser should know: which workers refuse to play, and why."""

    def give(self, fixtures: Sequence[Fixture]) -> None: ...

    def wait(self, seconds: float) -> Sequence[Done]:
        """Results that came in, at the latest after so many seconds."""

    def settle(self, numbers: Sequence[int]) -> None:
        """These results are on disk and need not be kept any longer."""

    def close(self, *, over: bool) -> None:
        """Release everything; `over` says that nobody will continue this tournament."""


class LocalExecutor:
    """Supervised processes of this machine. A match whose process dies several times is void."""

    notes: Sequence[str] = ()

    def __init__(self, plan: Plan, jobs: int, *, limit_s: float | None = None, replays: str = "") -> None:
        self._plan = plan
        self._jobs = jobs
        self._replays = replays
        self._pool: Pool[Task, Done] = Pool(play_task, jobs, limit_s=limit_s)
        self._given: dict[int, Fixture] = {}

    @property
    def room(self) -> int:
        return max(0, 2 * self._jobs - len(self._given))  # twice the jobs, so that no process waits between two matches

    @property
    def playing(self) -> Sequence[MatchInPlay]:
        return [MatchInPlay(number) for number in self._pool.playing]

    @property
    def pids(self) -> list[int]:
        return self._pool.pids

    def give(self, fixtures: Sequence[Fixture]) -> None:
        for fixture in fixtures:
            task = self._plan.task(fixture)
            if self._replays:
                task = Task(
                    fixture=fixture, terms=task.terms, bots=task.bots, names=task.names,
                    replay=f"{self._replays}/{name_of(self._plan, fixture)}.html",
                )  # fmt: skip
            self._given[fixture.number] = fixture
            self._pool.give(fixture.number, task)

    def wait(self, seconds: float) -> Sequence[Done]:
        done = []
        for answer in self._pool.wait(seconds):
            fixture = self._given.pop(answer.key)
            done.append(answer.value if not answer.lost else Done(fact=void(fixture, answer.lost)))
        return done

    def settle(self, numbers: Sequence[int]) -> None:
        pass

    def close(self, *, over: bool) -> None:
        self._pool.close()


def name_of(plan: Plan, fixture: Fixture) -> str:
    """The name of a match's files: its number, and who sits where."""
    seated = "-".join(
        "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in plan.entrants[who].name)[:24]
        for who in fixture.entrants[:4]
    )
    return f"{fixture.number:06}-{seated}"


__all__ = ["Executor", "LocalExecutor", "MatchInPlay", "name_of"]
