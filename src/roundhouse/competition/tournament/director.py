"""Runs a tournament: hands out due matches, logs every result once, and shows the state."""

import contextlib
import fcntl
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

import msgspec
from msgspec import Struct

from . import formats
from .executor import Executor, name_of
from .match_task import Done, signature, void, walkover
from .plan import Plan, PlanError
from .result_log import Journal, put
from .results import Fact, Fixture, FixtureOutcome, TournamentStanding

RESULTS = "results.ndjson"
DEVIATIONS = "deviations.ndjson"
WITHDRAWALS = "withdrawals.ndjson"
RECORDS = "records"
REPLAYS = "replays"
TICK_S = 0.5


class DirectorLine(Struct, frozen=True):
    """A line of the results: what was played, and how it ended. `key` tells it from all other fixtures."""

    key: str
    fact: Fact


class Deviation(Struct, frozen=True):
    """A match that was played twice with different results: some bot depends on more than its messages, the time
    say."""

    number: int
    first: str
    second: str


class Withdrawal(Struct, frozen=True):
    """An entrant that does not play on, by its index from 0."""

    entrant: int


class Director:
    """One tournament in one folder, which it locks."""

    def __init__(self, plan: Plan, folder: Path, *, withdrawn: Collection[int] = ()) -> None:
        self.plan = plan
        self.folder = folder
        self._results = Journal(folder / RESULTS, DirectorLine)
        self._deviations = Journal(folder / DEVIATIONS, Deviation)
        self.facts: dict[int, Fact] = {}
        for line in self._results.lines:
            self.facts.setdefault(line.fact.fixture.number, line.fact)
        self.resumed = len(self.facts)
        self._withdrawals = Journal(folder / WITHDRAWALS, Withdrawal)
        self.withdrawn = {line.entrant for line in self._withdrawals.lines}  # they cannot come back
        self._withdrawals.add(Withdrawal(who) for who in sorted({*withdrawn} - self.withdrawn))
        self.withdrawn.update(withdrawn)
        self._due: dict[int, Fixture] = {}
        self._stale = True  # whether there are results that `_look_up` has not seen
        self.in_hand: dict[int, Fixture] = {}

    @property
    def unreadable(self) -> int:
        return self._results.unreadable

    @property
    def outcomes(self) -> list[FixtureOutcome]:
        return [fact.outcome for fact in self.facts.values()]

    @property
    def waiting(self) -> int:
        """How many matches are known to be due."""
        return len(self._due) + len(self.in_hand)

    def table(self) -> list[TournamentStanding]:
        return formats.table(self.plan.format, len(self.plan.entrants), self.outcomes)

    @property
    def deviations(self) -> Sequence[Deviation]:
        return self._deviations.lines

    def run(self, executor: Executor, told: Callable[[], None] = lambda: None) -> None:
        """Play everything. `told` is called several times a second, when something may have changed."""
        over = False
        try:
            while True:
                self._hand_out(executor)
                told()
                if not self.in_hand and not self._due:
                    break
                self._take(executor, executor.wait(TICK_S))
            over = True
        finally:
            executor.close(over=over)

    def close(self) -> None:
        self._results.close()
        self._deviations.close()
        self._withdrawals.close()

    def _hand_out(self, executor: Executor) -> None:
        if not self._due and self._stale:
            # `_look_up` always finds everything that is due, so more can only come with new results.
            self._look_up()
        now = list(islice(self._due.values(), executor.room))
        for fixture in now:
            self.in_hand[fixture.number] = self._due.pop(fixture.number)
        if now:
            executor.give(now)

    def _look_up(self) -> None:
        """Find what is due. Matches of entrants who have withdrawn are decided at once, after which more may be due."""
        while self._stale:
            asked = formats.fixtures(self.plan.format, len(self.plan.entrants), self.outcomes)
            self._due = {fixture.number: fixture for fixture in asked if fixture.number not in self.in_hand}
            self._stale = False
            over = [fixture for fixture in self._due.values() if not self.withdrawn.isdisjoint(fixture.entrants)]
            self._write({one.number: DirectorLine(str(one.number), walkover(one, self.withdrawn)) for one in over})

    def _take(self, executor: Executor, done: Sequence[Done]) -> None:
        """Log results, and only then tell anybody. The first result of a match counts. Results of unknown matches are
        dropped; results of matches that an earlier run gave out may come before this run gives them out."""
        new: dict[int, DirectorLine] = {}
        deviating = []
        for one in done:
            number = one.fact.fixture.number
            known = self.facts.get(number) or (new[number].fact if number in new else None)
            if known is None:
                awaited = self.in_hand.get(number) or self._due.get(number)
                if awaited == one.fact.fixture:
                    fact = self._with_record(one) if one.fact.whole else void(awaited, "its result is not whole.")
                    new[number] = DirectorLine(str(number), fact)
            elif known.fixture == one.fact.fixture and signature(known) != signature(one.fact):
                deviating.append(Deviation(number, signature(known), signature(one.fact)))
        self._deviations.add(deviating)
        self._write(new)
        executor.settle([one.fact.fixture.number for one in done])

    def _write(self, new: Mapping[int, DirectorLine]) -> None:
        self._results.add(new.values())
        for number, line in new.items():
            self.facts[number] = line.fact
            self.in_hand.pop(number, None)
            self._due.pop(number, None)
            self._stale = True

    def _with_record(self, done: Done) -> Fact:
        if not done.record:
            return done.fact
        name = f"{RECORDS}/{name_of(self.plan, done.fact.fixture)}.rhr"
        put(self.folder / name, done.record)
        return msgspec.structs.replace(done.fact, record=name)


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Lock a report's folder. Raises PlanError if another process has it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / RECORDS).mkdir(exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise PlanError("in_use", f"another process is running the tournament in {folder}.") from None
        yield
