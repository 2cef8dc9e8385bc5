"""The forecast of a send is what then happens, as long as everybody else passes."""

from random import Random
from time import process_time
from typing import Any

import msgspec
import pytest
from tests.games.spacegoo.text_matches import BoardMatch, random_row

from roundhouse.core.schema import canonical, clone
from roundhouse.games.spacegoo import GAME
from roundhouse.games.spacegoo.actions import Nop, Send, action_of
from roundhouse.games.spacegoo.event_decoder import events_of
from roundhouse.games.spacegoo.events import BattleFought, Side
from roundhouse.games.spacegoo.forecast import Orbit, PlanetAhead, Preview, Refused, forecast
from roundhouse.games.spacegoo.rules.state import State
from roundhouse.match.match import Match

BOARD = """
    0@0,0 0 10,0,0 +0,0,0
    1@4,0 1 40,10,10 +3,0,0
    2@-4,0 2 40,10,10 +3,0,0
"""


def board(*more: str, **settings: Any) -> BoardMatch:
    return BoardMatch("\n".join((BOARD, *more)), edition="classic", **settings)


def asked(match: Match, seat: int, action: Any) -> Any:
    return forecast(match.view(seat), match.setup, seat, action)


@pytest.mark.rule("GOO-033", "GOO-038", "GOO-051", "GOO-052")
def test_a_send_says_when_it_arrives_and_how_the_battle_goes() -> None:
    answer = asked(board(), 1, Send(1, 0, (12, 0, 900)))

    # Of each kind leave at most the ships present. In the first round 12 of the same kind destroy 1.2 of the 10 ships
    # and 10 of the kind that beats it 2.5; each kind loses one.
    assert answer == Preview(
        arrives=4,
        distance=4,
        ships=(12, 0, 10),
        planet=PlanetAhead(0, (10, 0, 0)),
        rounds=3,
        winner=1,
        remaining=(9, 0, 7),
        taken=True,
        steps=[
            ((11.0, 0.0, 9.0), (10 - 1.2 - 2.5, 0.0, 0.0)),
            ((10.0, 0.0, 8.0), (10 - 1.2 - 2.5 - 1.1 - 2.25, 0.0, 0.0)),
            ((9.0, 0.0, 7.0), (0.0, 0.0, 0.0)),
        ],
        force=(12, 0, 10),
    )


def test_nothing_is_changed_by_asking() -> None:
    match = board()
    before = canonical(match.state), match.step

    asked(match, 1, Send(1, 2, (40, 0, 0)))

    assert (canonical(match.state), match.step) == before


def test_a_view_from_elsewhere_and_an_action_as_plain_values_give_the_same() -> None:
    match = board()
    view = msgspec.json.decode(msgspec.json.encode(match.view(1)))
    plain = {"type": "send", "source": 1, "target": 0, "ships": [5, 5, 5]}

    assert forecast(view, match.setup, 1, plain) == asked(match, 1, Send(1, 0, (5, 5, 5)))


@pytest.mark.rule("GOO-042")
def test_a_defender_produces_until_the_fleet_is_there() -> None:
    answer = asked(board(), 1, Send(1, 2, (40, 10, 10)))

    assert answer.planet == PlanetAhead(2, (40 + 9 * 3, 10, 10))
    assert answer.force == (40, 10, 10)
    assert (answer.taken, answer.winner) == (False, 2)


@pytest.mark.rule("GOO-047")
def test_ships_for_an_own_planet_join_it_without_a_battle() -> None:
    match = BoardMatch(BOARD.replace("0@0,0 0", "0@0,0 1"), edition="classic")
    answer = asked(match, 1, Send(1, 0, (7, 0, 2)))

    assert (answer.rounds, answer.steps, answer.taken, answer.winner) == (0, [], False, 1)
    assert answer.force == (7, 0, 2)
    assert answer.remaining == (17, 0, 2)


@pytest.mark.rule("GOO-045", "GOO-046")
def test_fleets_that_arrive_in_the_same_round_fight_in_orbit_first() -> None:
    answer = asked(board("#7 2 2>0 4,0,0 eta 4"), 1, Send(1, 0, (30, 0, 0)))

    assert answer.orbit == Orbit((Side(1, (30, 0, 0), (28, 0, 0)), Side(2, (4, 0, 0), (0, 0, 0))), 2, 1)
    assert answer.force == (28, 0, 0)
    assert answer.taken


def test_a_fleet_that_falls_in_orbit_lands_nowhere_and_the_other_may_take_the_planet() -> None:
    answer = asked(board("#7 2 2>0 40,0,0 eta 4"), 1, Send(1, 0, (3, 0, 0)))

    assert answer.force == (0, 0, 0)
    assert (answer.rounds, answer.steps, answer.taken) == (0, [], False)
    assert answer.winner == 2


@pytest.mark.rule("GOO-044")
def test_own_fleets_that_arrive_together_land_as_one() -> None:
    answer = asked(board("#7 1 1>0 6,0,0 eta 4"), 1, Send(1, 0, (5, 0, 0)))

    assert answer.ships == (5, 0, 0)
    assert answer.force == (11, 0, 0)


def test_a_fleet_that_comes_after_the_last_round_does_not_land() -> None:
    match = board("round 497 of 500")

    assert asked(match, 1, Send(1, 0, (12, 0, 10))).lands is False
    assert asked(board("round 495 of 500"), 1, Send(1, 0, (12, 0, 10))).lands is True


def test_of_a_pass_nothing_comes() -> None:
    assert asked(board(), 1, Nop()) is None


@pytest.mark.parametrize(
    ("action", "code", "verdict"),
    [
        (Send(2, 0, (1, 0, 0)), "not_owner", "void"),
        (Send(1, 0, (-1, 0, 0)), "negative_ships", "forfeit"),
        (Send(1, 1, (1, 0, 0)), "no_planet", "void"),
        (Send(1, 0, (0, 0, 0)), "no_ships", "void"),
    ],
)
def test_what_would_be_refused_is_told_with_its_sentence(action: Send, code: str, verdict: str) -> None:
    answer = asked(board(), 1, action)

    assert isinstance(answer, Refused)
    assert (answer.refusal.code, answer.refusal.verdict) == (code, verdict)
    assert answer.refusal.sentence
    assert answer.refusal.rule


def test_after_the_end_every_action_is_refused() -> None:
    match = board("round 499 of 500")
    match.wait(1)

    assert asked(match, 1, Send(1, 0, (1, 0, 0))).refusal.code == "game_over"


# On random positions


def happens(match: Match, seat: int, row: list[int]) -> tuple[State, list[Any], State]:
    """The rounds until a fleet lands, with everybody else passing: the states around its landing, and its events."""
    state = clone(match.state)
    GAME.rules.act(state, seat, row)
    arrives = state.round_no + state.distance[row[1], row[2]]
    before = clone(state)
    while state.round_no <= arrives and state.reason == 0:
        for other in range(1, state.seats + 1):
            if state.out_round[other] == 0 and state.ordered[other] == 0:
                GAME.rules.act(state, other, [0] * GAME.width)
        if state.round_no == arrives:
            before = clone(state)
        GAME.rules.tick(state)
    return before, [one for one in events_of(state) if isinstance(one, BattleFought) and one.planet == row[2]], state


def compare(match: Match, seat: int, row: list[int], answer: Any) -> None:
    code = GAME.rules.check(match.state, seat, row)
    if code:
        assert answer == Refused(GAME.verdict(code))
        return
    if row[0] == 0:
        assert answer is None
        return
    before, battles, after = happens(match, seat, row)
    home, target = match.state.planets[row[1]], after.planets[row[2]]
    assert answer.ships == tuple(min(wanted, there) for wanted, there in zip(row[3:], home.ships, strict=True))
    assert answer.arrives == match.state.round_no + answer.distance
    assert answer.lands == (after.round_no > answer.arrives)
    assert (answer.winner, answer.remaining) == (target.owner, tuple(target.ships))
    if not answer.lands:
        return
    previous = before.planets[row[2]]
    made = previous.production if previous.owner and previous.rounds_left else [0, 0, 0]
    grown = tuple(there + new for there, new in zip(previous.ships, made, strict=True))
    assert answer.planet == PlanetAhead(previous.owner, grown)
    assert answer.taken == (previous.owner != seat == target.owner)
    if answer.orbit is not None:
        assert answer.orbit == Orbit(battles[0].sides, battles[0].rounds, battles[0].winner)
        battles = battles[1:]
    if answer.rounds:
        assert battles[0].rounds == answer.rounds == len(answer.steps)
        assert battles[0].sides[0] == Side(seat, answer.force, cut(answer.steps[-1][0]))
        assert battles[0].sides[1].after == cut(answer.steps[-1][1])
    else:
        assert not battles or battles[0].sides[0].seat != seat or answer.force == battles[0].sides[0].before


def cut(ships: tuple[float, float, float]) -> tuple[int, int, int]:
    a, b, c = map(int, ships)
    return a, b, c


@pytest.mark.parametrize(
    ("preset", "settings", "seeds"),
    [
        ("standard", {}, 6),
        ("classic", {}, 6),
        ("standard", {"off_lane": "ignore", "max_rounds": 90, "production_rounds": 30}, 6),
        pytest.param("classic", {"players": 4}, 2, marks=pytest.mark.slow),
    ],
    ids=["standard", "classic", "short", "four"],
)
def test_the_forecast_is_what_happens_on_random_positions(preset: str, settings: dict[str, Any], seeds: int) -> None:
    seen = {"orbit": 0, "taken": 0, "held": 0, "late": 0, "refused": 0}
    for seed in range(seeds):
        rng = Random(f"{preset} {seed}")
        match = Match(GAME, GAME.setup(seed=seed, preset=preset, settings=settings))
        while match.result is None and match.ticks < 90:
            for seat in match.waited_for() if match.ticks % 4 == 0 else ():
                row = random_row(rng, match.state, seat)
                answer = asked(match, seat, action_of(row))
                compare(match, seat, row, answer)
                if isinstance(answer, Refused):
                    seen["refused"] += 1
                elif answer is not None:
                    seen["orbit"] += answer.orbit is not None
                    seen["taken"] += answer.taken
                    seen["held"] += answer.rounds > 0 and not answer.taken
                    seen["late"] += not answer.lands
            for seat in match.waited_for():
                row = random_row(rng, match.state, seat)
                refused = GAME.rules.check(match.state, seat, row)
                match.act(seat, [0] * GAME.width if refused else row)
            match.tick()

    wanted = {"orbit", "taken", "held", "refused"} | ({"late"} if preset == "standard" and settings else set())
    assert all(seen[what] for what in wanted), seen


def test_an_answer_takes_a_few_milliseconds_at_most() -> None:
    match = Match(GAME, GAME.setup(seed=4, preset="classic"))
    rng = Random(4)
    for _ in range(60):
        for seat in match.waited_for():
            row = random_row(rng, match.state, seat)
            match.act(seat, [0] * GAME.width if GAME.rules.check(match.state, seat, row) else row)
        match.tick()
    view = match.view(1)
    mine = [planet for planet in view.planets if planet.owner_id == 1 and sum(planet.ships)]
    sends = [
        Send(home.id, target.id, (9**9, 9**9, 9**9)) for home in mine for target in view.planets if home is not target
    ]
    best = []
    for send in sends[:50]:
        began = process_time()
        forecast(view, match.setup, 1, send)
        best.append(process_time() - began)

    assert sorted(best)[len(best) // 2] < 0.01
