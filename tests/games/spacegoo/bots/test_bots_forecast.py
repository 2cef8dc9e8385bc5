"""What the bots believe about a match is what the rules then do."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.scale import amount, seeds_for

from roundhouse.core.native import available
from roundhouse.core.rules import stream
from roundhouse.core.schema import clone, new
from roundhouse.games import GAMES
from roundhouse.games.spacegoo.bots.master import Desk
from roundhouse.games.spacegoo.rules import contract
from roundhouse.games.spacegoo.search.arrivals import CAREFUL, NEVER, RASH, Mind, adopt, chart, look_ahead
from roundhouse.games.spacegoo.setup import form_of
from roundhouse.games.spacegoo.state_from_view import refresh, seen, state_from_view
from roundhouse.games.spacegoo.view import View

GAME = GAMES["spacegoo"]
EDITIONS = pytest.mark.parametrize("edition", ["standard", "classic"])


def midgame(seed: int, edition: str, rounds: int, players: int = 2) -> tuple[Any, Any]:
    """A setup and its state after random play."""
    setup = GAME.setup(seed=seed, preset=edition, settings={"players": players})
    state = GAME.start(setup)
    play_random(state, seed, rounds)
    return setup, state


def play_random(state: Any, seed: int, rounds: int) -> None:
    key = stream(seed, 99)
    row = [0] * GAME.width
    for n in range(rounds):
        for seat in range(1, state.seats + 1):
            if state.out_round[seat] == 0 and state.reason == 0:
                contract.sample(state, seat, key, n * state.seats + seat, row)
                contract.act(state, seat, row)
        if state.reason == 0:
            contract.tick(state)


def view_of(state: Any) -> View:
    return seen(GAME.view(state, 1, ["a", "b", "c", "d"][: state.seats]))


@pytest.mark.slow
@EDITIONS
@settings(max_examples=amount(30, 100))
@given(seed=st.integers(0, 10_000), rounds=st.integers(0, 60))
def test_without_further_orders_every_planet_ends_as_foretold(edition: str, seed: int, rounds: int) -> None:
    setup, state = midgame(seed, edition, rounds)
    mind = new(Mind, form_of(setup))
    adopt(mind, CAREFUL)
    chart(state, mind)
    look_ahead(state, mind, 1)

    until = state.round_no + mind.longest + mind.taste[0]
    while state.round_no < until and state.reason == 0:
        for seat in (1, 2):
            contract.act(state, seat, [0] * GAME.width)
        for n in range(state.planet_count):
            if mind.since[n] == state.round_no:  # the last fleet has landed
                assert mind.owner[n] == state.planets[n].owner
                assert mind.holds[n] == sum(state.planets[n].ships)
        contract.tick(state)


@pytest.mark.parametrize(("edition", "players"), [("standard", 2), ("classic", 2), ("standard", 4)])
def test_a_state_imagined_from_a_view_plays_on_like_the_real_one(edition: str, players: int) -> None:
    for seed in range(5):
        setup, real = midgame(seed, edition, 25, players)
        imagined = state_from_view(view_of(real), setup)
        assert view_of(imagined) == view_of(real)
        for state in (real, imagined):
            play_random(state, seed + 1, 30)
        assert [*numberless(imagined)] == [*numberless(real)]


def numberless(state: Any) -> Any:
    """A view without the ids of fleets, which a newcomer cannot all know."""
    view = view_of(state)
    yield from view.planets
    yield from [(f.owner_id, f.ships, f.origin, f.target, f.eta) for f in view.fleets]
    yield view.round, view.game_over, view.winner


def test_a_view_that_travelled_as_json_gives_the_same_state() -> None:
    setup, real = midgame(3, "standard", 20)
    travelled = msgspec.json.decode(msgspec.json.encode(view_of(real)))

    assert view_of(state_from_view(seen(travelled), setup)) == view_of(real)


def test_a_later_view_replaces_all_of_the_earlier_one() -> None:
    setup, real = midgame(4, "classic", 10)
    imagined = state_from_view(view_of(real), setup)
    play_random(real, 5, 40)
    refresh(imagined, view_of(real))

    assert view_of(imagined) == view_of(real)


def test_ways_along_lanes_are_the_shortest() -> None:
    _, state = midgame(11, "standard", 0)
    mind = new(Mind)
    chart(state, mind)

    for a in range(state.planet_count):
        for b in range(state.planet_count):
            stop = mind.way[a, b]
            assert mind.far[a, b] < NEVER  # GOO-016: all planets are connected
            if a != b:
                assert state.lane[a, stop]
                assert mind.far[a, b] == state.distance[a, stop] + mind.far[stop, b]
            for c in range(state.planet_count):
                assert mind.far[a, b] <= mind.far[a, c] + mind.far[c, b]


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason="rules cannot run natively here")
@EDITIONS
def test_the_search_gives_the_same_numbers_natively_and_interpreted(edition: str) -> None:
    for seed in seeds_for(f"searches of Spacegoo, {edition}", amount(1, 3)):
        setup, state = midgame(seed, edition, 20)
        before = clone(state)
        play_random(state, seed, 5)
        desks = [Desk(view_of(before), setup, native=native) for native in (True, False)]
        for desk in desks:
            desk.see(view_of(state))
        counts = [desk.brainstorm(2) for desk in desks]
        assert counts[0] == counts[1]
        assert [desks[0].row(i) for i in range(counts[0])] == [desks[1].row(i) for i in range(counts[0])]
        for style in (CAREFUL, RASH):
            tried = [[desk.explore(i, 2, style, 8) for i in range(4)] for desk in desks]
            assert tried[0] == tried[1]
