"""Simulation, records and events: the same commands give the same match, whichever way they come."""

from collections import Counter
from random import Random

import msgspec
import numpy as np
import pytest
from tests.games.spacegoo.text_matches import DUEL, BoardMatch, random_row
from tests.modes import both_modes

from roundhouse.core.batch import Batch
from roundhouse.core.entries import LEAVE, ORDER, TICK, VOID, Entry, enter
from roundhouse.core.game import Setup
from roundhouse.core.schema import canonical
from roundhouse.games.spacegoo import GAME
from roundhouse.games.spacegoo.actions import row_of
from roundhouse.games.spacegoo.events import (
    BattleFought,
    FleetLaunched,
    GameOver,
    GameStarted,
    PlanetTaken,
    PlayerEliminated,
    RoundPlayed,
    Side,
)
from roundhouse.games.spacegoo.notation import read_action, setup_of
from roundhouse.games.spacegoo.rules import tables as t
from roundhouse.match.match import Match


def rows(size, *commands):
    """The same commands, by seat, for every match of a batch."""
    actions = np.zeros((size, 5, t.WIDTH), np.int64)
    for seat, command in enumerate(commands, 1):
        actions[:, seat] = row_of(read_action(command))
    return actions


@pytest.mark.slow
@pytest.mark.rule("GOO-064")
@both_modes
def test_goo_064_simulation_is_identical_to_matches_with_the_same_commands(native):
    setups = [GAME.setup(seed=seed, preset=("standard", "classic")[seed % 2]) for seed in range(12)]
    setups += [GAME.setup(seed=seed, settings={"off_lane": "ignore", "max_rounds": 40}) for seed in range(4)]
    batch, matches = Batch.of(GAME, setups, native=native), [Match(GAME, setup) for setup in setups]
    rng = Random(64)
    seen = set()
    for _ in range(60):
        actions = np.zeros((len(setups), 5, t.WIDTH), np.int64)
        verdicts = [[""] * 5 for _ in setups]
        for i, match in enumerate(matches):
            for seat in match.waited_for():
                actions[i, seat] = random_row(rng, match.state, seat)
                verdicts[i][seat] = match.act(seat, actions[i, seat].tolist()).code
            if match.result is None:
                match.tick()

        codes, points = batch.step(actions)

        assert [[GAME.refusal(code).name if code else "" for code in row] for row in codes.tolist()] == verdicts
        assert points[:, 1:3].tolist() == [points_of(match) for match in matches]
        for i, match in enumerate(matches):
            assert canonical(batch.state(i)) == canonical(match.state)
        seen |= {code for row in verdicts for code in row} | {match.result.reason for match in matches if match.result}
    assert seen >= {"", "off_lane", "not_owner", "no_ships", "disqualified", "draw"}


def points_of(match):
    return [place.points for place in match.result.places] if match.result else [0, 0]


@pytest.mark.rule("GOO-064", "GOO-128")
@both_modes
def test_goo_128_in_simulation_both_commands_are_judged_together(native):
    batch = Batch.of(GAME, [setup_of(DUEL)], native=native)

    verdicts, points = batch.step(rows(1, "send 1 2 1 0 0", "send 2 0 -1 0 0"))

    assert verdicts.tolist() == [[0, t.OFF_LANE, t.NEGATIVE_SHIPS, 0, 0]]
    assert points.tolist() == [[0, 1, 1, 0, 0]]
    assert batch.state(0).reason == t.ALL_DISQUALIFIED


@pytest.mark.rule("GOO-064")
@both_modes
def test_goo_064_a_match_that_is_over_stays_as_it_is(native):
    batch = Batch.of(GAME, [setup_of(DUEL)], native=native)
    batch.step(rows(1, "send 1 2 1 0 0", "nop"))
    over = batch.digest(0)

    verdicts, points = batch.step(rows(1, "nop", "send 2 0 1 0 0"))

    assert (verdicts.tolist(), points.tolist()) == ([[0] * 5], [[0, 0, 2, 0, 0]])
    assert batch.digest(0) == over


@pytest.mark.rule("GOO-065")
@pytest.mark.parametrize("players", [2, 4])
def test_goo_065_setup_and_entries_are_enough_to_play_a_match_again(players):
    rng = Random(65)
    for seed in range(4):
        setup = GAME.setup(seed=seed, settings={"players": players, "max_rounds": 60})
        match, states = Match(GAME, setup), []
        entries = entries_of(match)
        while match.result is None:
            for seat in match.waited_for():
                match.act(seat, random_row(rng, match.state, seat))
            match.tick()
            states.append(canonical(match.state))

        stored = msgspec.json.encode([setup, entries])
        read_setup, read_entries = msgspec.json.decode(stored, type=tuple[Setup, list[Entry]])
        again, seen = GAME.start(read_setup), []
        for entry in read_entries:
            enter(GAME.rules, again, entry)
            if entry.kind == TICK:
                seen.append(canonical(again))

        assert seen == states
        assert GAME.result(again) == match.result


def entries_of(match):
    """A list that grows with the entries of a match."""
    entries = []
    match.listen(lambda step: entries.append(step.entry))
    return entries


@pytest.mark.rule("GOO-065")
def test_goo_065_the_record_holds_both_commands_of_every_round_or_the_disqualification():
    match = BoardMatch(DUEL)
    match.play("send 1 0 99 0 0 / nop", "send 2 0 1 0 0 / nop", "nop / send 2 1 1 0 0")

    assert [(step.entry.kind, step.entry.seat, step.entry.row) for step in match.steps] == [
        (ORDER, 1, (1, 1, 0, 99, 0, 0)), (ORDER, 2, (0,) * 6), (TICK, 0, ()),
        (VOID, 1, (1, 2, 0, 1, 0, 0)), (ORDER, 2, (0,) * 6), (TICK, 0, ()),
        (ORDER, 1, (0,) * 6), (LEAVE, 2, (t.SENT_OFF_LANE,)), (TICK, 0, ()),
    ]  # fmt: skip
    assert [step.number for step in match.steps] == list(range(1, 10))
    assert match.setup.settings["map"]["planets"][1] == {
        "id": 1, "x": 8, "y": 0, "owner_id": 1, "production": (3, 0, 0), "ships": (40, 10, 10),
    }  # fmt: skip


@pytest.mark.rule("GOO-100")
def test_goo_100_the_events_of_a_match_from_its_start_to_its_end():
    match = BoardMatch("0@0,0 0 4,0,0 +0,0,0 | 1@2,0 1 9,0,0 +0,0,0 | #6 2 0>1 0,20,0 eta 1", edition="classic")
    assert GAME.events(match.state) == [GameStarted(2)]

    match.play("send 1 0 9 0 0 / nop", "", "", "")

    assert [step.events for step in match.steps if step.entry.kind != TICK] == [[]] * 8
    assert [step.events for step in match.steps if step.entry.kind == TICK] == [
        [FleetLaunched(7, 1, 1, 0, (9, 0, 0), 2), RoundPlayed(1)],
        [
            BattleFought(1, 0, 2, (Side(2, (0, 20, 0), (0, 20, 0)), Side(1, (0, 0, 0), (0, 0, 0)))),
            PlanetTaken(1, 2, 1),
            RoundPlayed(2),
        ],
        [
            BattleFought(0, 4, 1, (Side(1, (9, 0, 0), (5, 0, 0)), Side(0, (4, 0, 0), (0, 0, 0)))),
            PlanetTaken(0, 1, 0),
            RoundPlayed(3),
        ],
        [RoundPlayed(4)],
    ]  # fmt: skip


@pytest.mark.rule("GOO-100")
def test_goo_100_elimination_and_the_end_come_after_the_round_was_played():
    match = BoardMatch("0@0,0 2 4,0,0 +0,0,0 | 1@2,0 1 0,0,0 +0,0,0 | #6 2 0>1 0,1,0 eta 0", edition="classic")

    match.play("")

    assert match.steps[-1].events == [
        BattleFought(1, 0, 2, (Side(2, (0, 1, 0), (0, 1, 0)), Side(1, (0, 0, 0), (0, 0, 0)))),
        PlanetTaken(1, 2, 1),
        PlayerEliminated(1, 0),
        RoundPlayed(1),
        GameOver(2, "won", 1),
    ]


@pytest.mark.rule("GOO-100")
def test_goo_100_events_are_named_by_their_type():
    names = [kind.__struct_config__.tag for kind in (GameStarted, RoundPlayed, BattleFought, PlanetTaken)]

    assert names == ["game_started", "round_played", "battle", "planet_taken"]
    assert msgspec.to_builtins(GameOver(2, "won", 1)) == {
        "type": "game_over", "winner": 2, "reason": "won", "round": 1,
    }  # fmt: skip


@pytest.mark.rule("GOO-100")
def test_goo_100_a_round_in_which_everything_happens_everywhere_loses_no_event():
    """64 planets, over each of which two players meet, and one of them takes it."""
    planets = [f"{n}@{n % 8 * 2},{n // 8 * 2} {1 + n % 4} 0,0,0 +0,0,0" for n in range(64)]
    fleets = [f"#{n} {1 + (n + 1) % 4} 0>{n} 9,0,0 eta 0" for n in range(64)]
    fleets += [f"#{64 + n} {1 + (n + 2) % 4} 0>{n} 0,1,0 eta 0" for n in range(64)]
    match = BoardMatch("|".join(planets + fleets), edition="classic")

    events = match.play("")

    counts = Counter(type(event).__name__ for event in events)
    assert counts == {"BattleFought": 128, "PlanetTaken": 64}
    assert match.state.events_lost == 0


@pytest.mark.rule("GOO-100")
def test_goo_100_there_is_room_for_all_that_can_happen_in_a_round():
    for planets, sides, battles, events in (
        (t.PLANETS, t.SIDES, t.BATTLES, t.EVENTS),
        (t.PLANETS.large, t.SIDES.large, t.BATTLES.large, t.EVENTS.large),
    ):
        assert battles >= 2 * planets  # in orbit and on the ground
        # launches, battles, a planet taken, who is disqualified or eliminated, the round and the end
        assert events >= sides + 3 * planets + sides + 2
