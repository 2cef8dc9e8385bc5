"""Frames: a record as viewers go through it, seen by one seat."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import UNSET
from tests.match.recorded_matches import GAME, NOP, duel, duel_setup, random_match

from roundhouse.core.entries import TICK, leave, order, tick
from roundhouse.core.game import EVERYTHING, Game
from roundhouse.games.spacegoo.events import GameOver, GameStarted, PlanetTaken, PlayerEliminated, RoundPlayed
from roundhouse.match.frames import frames
from roundhouse.match.match import Match
from roundhouse.match.record import Record
from roundhouse.match.replay import Replay, prefix


def test_the_first_frame_is_the_start_and_every_tick_has_one() -> None:
    record = duel(timed=True)
    first, *others = frames(record)

    assert (first.step, first.round, first.at_ms, first.events) == (0, 0, 0, [GameStarted(2)])
    ticks = [(n, entry.at_ms) for n, entry in enumerate(record.entries, 1) if entry.kind == TICK]
    assert [(frame.step, frame.at_ms) for frame in others] == ticks
    assert [frame.round for frame in others] == [frame.view.round for frame in others] == list(range(1, 8))


def test_a_frame_tells_what_happened_since_the_one_before() -> None:
    *_, last = frames(duel())

    taken = [PlanetTaken(1, 2, 1), PlayerEliminated(1, 6), RoundPlayed(7), GameOver(2, "won", 7)]
    assert last.events[1:] == taken
    assert last.view.game_over
    assert last.view.winner == 2


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_views_are_those_the_seat_had_in_the_match(seat: int) -> None:
    match = Match(GAME, duel_setup())
    seen = [match.view(seat)]
    while match.result is None and match.ticks < 5:
        for one in match.waited_for():
            match.act(one, NOP)
        match.tick()
        seen.append(match.view(seat))
    entries = [order(1, NOP), order(2, NOP), tick()] * 5

    assert [frame.view for frame in frames(Record(GAME, duel_setup(), False, tuple(entries)), seat)] == seen
    assert seen[0].player_id == (seat or UNSET)


def test_a_seat_that_does_not_exist_cannot_look() -> None:
    for seat in (-1, 3):
        with pytest.raises(ValueError, match="there is no seat"):
            frames(duel(), seat)


def test_a_running_match_has_the_frames_so_far() -> None:
    record = duel()
    so_far = replace(record, entries=record.entries[:8], result=None)

    assert frames(so_far) == frames(record)[:3]


def test_frames_end_where_the_rules_do_not_agree() -> None:
    record = duel()
    lie = replace(record, entries=(*record.entries[:3], order(1, NOP), order(1, NOP), *record.entries[3:]))

    assert frames(lie) == frames(record)[:2]


def test_a_match_without_entries_has_its_start() -> None:
    assert len(frames(Record(GAME, duel_setup(), False))) == 1


def test_departures_are_part_of_the_frame_of_their_round() -> None:
    record = Record(GAME, duel_setup(), False, (order(2, NOP), leave(1, 6), tick()))

    assert [type(event).__name__ for event in frames(record)[1].events] == ["Disqualified", "GameOver"]


# Games whose orders happen at once, and games with secrets: Spacegoo's rules with another description


def other(**changes: Any) -> Game:
    return replace(GAME, **changes)


def test_where_orders_happen_at_once_each_that_caused_something_has_a_frame() -> None:
    # An order that tells of itself at once, as those of other games do
    def events(state: Any) -> list[Any]:
        return [*(("ordered", seat) for seat in (1, 2) if state.ordered[seat]), *GAME.events(state)]

    game = other(immediate_orders=True, events=events)
    record = Record(game, duel_setup(), True, (order(1, NOP, 5), order(2, NOP, 7), tick(9)))

    assert [(frame.step, frame.at_ms) for frame in frames(record)] == [(0, 0), (1, 5), (2, 7), (3, 9)]
    assert frames(record)[1].events == [("ordered", 1)]
    running = replace(record, entries=record.entries[:2])
    assert [frame.step for frame in frames(running)] == [0, 1, 2]


def test_what_happened_since_the_last_tick_of_a_running_match_is_its_last_frame() -> None:
    game = other(events=lambda state: ["ordered"] if state.ordered[1] else [])
    record = Record(game, duel_setup(), True, (order(2, NOP, 3), order(1, NOP, 5)))

    assert [(frame.step, frame.at_ms, frame.events) for frame in frames(record)] == [(0, 0, []), (2, 5, ["ordered"])]


def test_of_secret_events_a_seat_is_told_what_it_may_know() -> None:
    def of_event(state: Any, event: Any, seat: int) -> Any:
        return event if seat == 1 or not isinstance(event, RoundPlayed) else None

    record = Record(other(secrets=True, of_event=of_event), duel_setup(), False, (order(1, NOP), order(2, NOP), tick()))

    assert [frames(record, seat)[1].events for seat in (0, 1, 2)] == [[], [RoundPlayed(1)], []]


def test_where_orders_are_no_moments_only_ticks_have_a_frame() -> None:
    game = other(
        immediate_orders=True, order_frames=False, events=lambda state: ["ordered"] if state.ordered[1] else ["played"]
    )
    record = Record(game, duel_setup(), True, (order(1, NOP, 5), order(2, NOP, 7), tick(9)))

    assert [(frame.step, frame.events) for frame in frames(record)][1:] == [(3, ["ordered", "ordered", "played"])]


@pytest.mark.rule("RAL-050")
def test_who_looks_at_a_match_that_is_over_sees_everything() -> None:
    game = other(secrets=True, view=lambda state, seat, names: seat, of_event=lambda state, event, seat: seat)
    over = replace(duel(), game=game)
    running = replace(over, entries=over.entries[:6], result=None)

    assert [{frame.view for frame in frames(over, seat)} for seat in (0, 1, 2)] == [{EVERYTHING}, {1}, {2}]
    assert [{frame.view for frame in frames(running, seat)} for seat in (0, 1, 2)] == [{0}, {1}, {2}]
    assert {told for frame in frames(over) for told in frame.events} == {EVERYTHING}


@pytest.mark.parametrize(("preset", "players"), [("standard", 2), ("classic", 4)])
def test_frames_of_random_matches_agree_with_their_replay(preset: str, players: int) -> None:
    record = random_match(11, preset=preset, players=players).record()
    replay = Replay(record.game, record.setup)
    shown = frames(record)
    for number, entry in enumerate(record.entries, 1):
        replay.enter(entry)
        if entry.kind == TICK:
            frame = next(frame for frame in shown if frame.step == number)
            assert frame.view == replay.view()
            assert frame.events == replay.events()
    assert len(shown) == record.rounds + 1


# Where to play on from


def test_a_fork_begins_at_the_last_tick_before_its_step() -> None:
    record = duel()

    assert prefix(record, 0) == ()
    assert prefix(record, 2) == ()
    assert prefix(record, 3) == record.entries[:3]
    assert prefix(record, 5) == record.entries[:3]
    assert prefix(record, 6) == record.entries[:6]


def test_from_the_end_the_last_round_is_played_again() -> None:
    record = duel()
    for step in (len(record.entries) - 1, len(record.entries), 10**9):
        known = prefix(record, step)
        match = Match(GAME, record.setup)
        match.restore(known)

        assert match.result is None
        assert match.ticks == record.rounds - 1


def test_a_fork_before_the_start_is_the_start() -> None:
    assert prefix(duel(), -5) == ()


def test_every_step_of_a_random_match_can_be_played_on_from() -> None:
    record = random_match(4).record()
    for step in range(0, len(record.entries) + 1, 7):
        match = Match(GAME, record.setup)
        match.restore(prefix(record, step))
        assert match.result is None
        assert match.waited_for()
