"""Running a tournament with a crew that answers as it likes: twice, late, differently, or never until asked again."""

import msgspec
import pytest

from roundhouse.competition.tournament import formats
from roundhouse.competition.tournament.director import RESULTS, Director, held
from roundhouse.competition.tournament.executor import name_of
from roundhouse.competition.tournament.formats import Format
from roundhouse.competition.tournament.match_task import Done, Terms
from roundhouse.competition.tournament.plan import (
    Plan,
    PlanEntry,
    PlanError,
    digest,
    entry_of,
    packed,
    settle,
    unpacked,
)
from roundhouse.competition.tournament.results import Fact

TERMS = (Terms(game="spacegoo", rules="1"),)


def plan_of(entrants=4, **format):
    names = tuple(PlanEntry(f"bot {n}", "random") for n in range(entrants))
    made = Format(keys=("spacegoo",), **format)
    return Plan(key="test", title="A test", format=made, entrants=names, terms=TERMS)


def done(fixture, places=(1, 2), record=b""):
    seats = len(fixture.entrants)
    fact = Fact(
        fixture=fixture, places=places, points=(0,) * seats, figures=({},) * seats, left=("",) * seats, rounds=9,
        reason="test",
    )  # fmt: skip
    return Done(fact=fact, record=record)


class Told:
    """A crew that answers everything at once; `answer` may say something else."""

    room = 3
    playing = ()
    notes = ()

    def __init__(self, answer=lambda fixture: [done(fixture)], stop_after=None):
        self.answer = answer
        self.waiting, self.given, self.settled = [], [], []
        self.over = None
        self.stop_after = stop_after

    def give(self, fixtures):
        assert len(fixtures) <= self.room
        self.given += [fixture.number for fixture in fixtures]
        self.waiting += fixtures

    def wait(self, seconds):
        if self.stop_after is not None and len(self.settled) >= self.stop_after:
            raise KeyboardInterrupt
        now, self.waiting = self.waiting, []
        return [one for fixture in now for one in self.answer(fixture)]

    def settle(self, numbers):
        self.settled += numbers

    def close(self, *, over):
        self.over = over


@pytest.fixture
def folder(tmp_path):
    with held(tmp_path):
        yield tmp_path


@pytest.mark.parametrize("kind", ["round-robin", "swiss", "single-elimination", "double-elimination"])
def test_everything_is_given_out_once_and_written_down_once(folder, kind):
    director, crew = Director(plan_of(kind=kind), folder), Told()
    director.run(crew)
    director.close()
    assert crew.over is True
    assert len(crew.given) == len(set(crew.given)) == len(director.facts)
    assert formats.over(director.plan.format, 4, director.outcomes)
    assert len((folder / RESULTS).read_bytes().splitlines()) == len(director.facts)


def test_a_run_that_was_interrupted_goes_on_where_it_was(folder):
    director, crew = Director(plan_of(), folder), Told(stop_after=5)
    with pytest.raises(KeyboardInterrupt):
        director.run(crew)
    director.close()
    assert crew.over is False
    before = set(director.facts)

    again, rest = Director(plan_of(), folder), Told()
    assert again.resumed == len(before) > 0
    again.run(rest)
    again.close()
    assert set(rest.given) == set(again.facts) - before
    assert len(again.facts) == 12


def test_the_first_result_of_a_match_counts_and_a_second_that_differs_is_reported(folder):
    def twice(fixture):
        return [done(fixture), done(fixture), done(fixture, (2, 1) if fixture.number == 0 else (1, 2))]

    director = Director(plan_of(2), folder)
    director.run(Told(twice))
    assert [fact.places for fact in director.facts.values()] == [(1, 2), (1, 2)]
    assert [one.number for one in director.deviations] == [0]
    assert len((folder / RESULTS).read_bytes().splitlines()) == 2
    director.close()


def test_the_next_round_is_given_out_when_the_last_result_came(folder):
    order = []

    def late(fixture):
        order.append(fixture.round)
        return [done(fixture)]

    director = Director(plan_of(6, kind="swiss", rounds=3), folder)
    director.run(Told(late))
    director.close()
    assert order == sorted(order)
    assert set(order) == {1, 2, 3}


@pytest.mark.parametrize("kind", ["round-robin", "swiss", "single-elimination", "double-elimination"])
def test_who_withdraws_loses_what_is_left_and_stays_withdrawn(folder, kind):
    director, crew = Director(plan_of(5, kind=kind), folder), Told(stop_after=4)
    with pytest.raises(KeyboardInterrupt):
        director.run(crew)
    director.close()
    before = {number for number, fact in director.facts.items() if 0 in fact.fixture.entrants}

    again, rest = Director(plan_of(5, kind=kind), folder, withdrawn=[0]), Told(stop_after=4)
    with pytest.raises(KeyboardInterrupt):
        again.run(rest)
    again.close()
    last, rest = Director(plan_of(5, kind=kind), folder), Told()
    last.run(rest)
    last.close()
    assert last.withdrawn == {0}
    assert formats.over(last.plan.format, 5, last.outcomes)
    for number, fact in last.facts.items():
        if 0 in fact.fixture.entrants and number not in before:
            seat = fact.fixture.entrants.index(0)
            assert (fact.places[seat], fact.left[seat], fact.reason) == (2, "withdrawn", "withdrawn")
            assert number not in rest.given
    if kind in ("single-elimination", "double-elimination"):
        assert formats.bracket(last.plan.format, 5, last.outcomes).champion != 0


def test_a_match_of_more_than_two_is_void_without_who_has_withdrawn(folder):
    director, crew = Director(plan_of(4, seats=3), folder, withdrawn=[3]), Told(lambda one: [done(one, (1, 2, 3))])
    director.run(crew)
    director.close()
    void = {fact.fixture.entrants for fact in director.facts.values() if fact.void}
    assert all(3 in seated for seated in void)
    assert len(crew.given) == 3
    assert len(void) == 9


@pytest.mark.parametrize(
    "strange",
    [{"seed": 99}, {"number": 12345}, {"entrants": (7, 9)}, {"meeting": 3}],
    ids=["seed", "number", "entrants", "meeting"],
)
def test_results_that_nobody_has_asked_for_do_not_count(folder, strange):
    def answer(fixture):
        return [done(msgspec.structs.replace(fixture, **strange), (2, 1)), done(fixture)]

    director = Director(plan_of(2), folder)
    director.run(Told(answer))
    director.close()
    assert [fact.places for fact in director.facts.values()] == [(1, 2), (1, 2)]
    assert not director.deviations


@pytest.mark.parametrize("places", [(), (1,), (1, 2, 3), (0, 1), (1, 3)])
def test_a_result_that_is_not_whole_is_void(folder, places):
    director = Director(plan_of(2), folder)
    director.run(Told(lambda fixture: [done(fixture, places)]))
    director.close()
    assert {fact.void for fact in director.facts.values()} == {"its result is not whole."}


def test_results_of_matches_that_are_not_yet_given_out_count_too(folder):
    """After a restart they come from what an earlier run has given out; nothing is waited for twice then."""
    waiting = []

    def all_at_once(fixture):
        if not waiting:
            waiting.extend(formats.fixtures(director.plan.format, 4, []))
            return [done(one) for one in waiting]
        return []

    director, crew = Director(plan_of(), folder), Told(all_at_once)
    director.run(crew)
    director.close()
    assert len(director.facts) == 12
    assert len(crew.given) <= crew.room


def test_records_lie_beside_the_results(folder):
    plan = plan_of(2)
    director = Director(plan, folder)
    director.run(Told(lambda fixture: [done(fixture, record=b"bytes")]))
    director.close()
    for fact in director.facts.values():
        assert (folder / fact.record).read_bytes() == b"bytes"
        assert name_of(plan, fact.fixture) in fact.record


def test_nobody_else_may_have_the_folder(folder):
    with pytest.raises(PlanError) as refused, held(folder):
        pass
    assert refused.value.code == "in_use"


# The plan


def test_the_plan_stays_and_another_tournament_is_refused(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("# one")
    plan = plan_of()
    plan = msgspec.structs.replace(plan, entrants=(*plan.entrants, entry_of("mine", str(bot))))
    assert settle(plan, tmp_path) == plan
    assert settle(msgspec.structs.replace(plan, key="other"), tmp_path).key == "test"

    bot.write_text("# two")
    changed = msgspec.structs.replace(plan, entrants=(*plan.entrants[:-1], entry_of("mine", str(bot))))
    others = {
        "mine has changed since it began": changed,
        "other bots take part": msgspec.structs.replace(plan, entrants=plan.entrants[:3]),
        "format, rounds": msgspec.structs.replace(plan, format=Format(seed=5, keys=("spacegoo",))),
        "rules or settings": msgspec.structs.replace(
            plan, terms=(Terms(game="spacegoo", rules="1", settings={"max_rounds": 3}),)
        ),
        "bot 0 was random, and is greedy now": msgspec.structs.replace(
            plan, entrants=(PlanEntry("bot 0", "greedy"), *plan.entrants[1:])
        ),
    }
    for sentence, other in others.items():
        with pytest.raises(PlanError) as refused:
            settle(other, tmp_path)
        assert refused.value.code == "other_tournament"
        assert sentence in refused.value.sentence


def test_a_bot_has_the_same_digest_wherever_it_lies(tmp_path):
    first, second = tmp_path / "a" / "bot", tmp_path / "b" / "bot"
    for folder in (first, second):
        (folder / "lib").mkdir(parents=True)
        (folder / "bot.toml").write_text("name = 'x'")
        (folder / "lib" / "x.py").write_text("1")
    (second / "__pycache__").mkdir()
    (second / "__pycache__" / "x.pyc").write_bytes(b"junk")
    assert digest(first) == digest(second)
    (second / "lib" / "x.py").write_text("2")
    assert digest(first) != digest(second)


def test_a_bot_travels_whole(tmp_path):
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "run").write_text("#!/bin/sh\n")
    (folder / "run").chmod(0o755)
    unpacked(packed(folder), tmp_path / "there")
    assert digest(tmp_path / "there" / "bot") == digest(folder)
    assert (tmp_path / "there" / "bot" / "run").stat().st_mode & 0o100


@pytest.mark.parametrize("text", ["greedy", "some.module:Class", "cmd:python3 -u bot.py", "http://127.0.0.1:1/bot"])
def test_a_bot_that_is_no_file_has_no_digest(text):
    assert entry_of("x", text) == PlanEntry("x", text)
