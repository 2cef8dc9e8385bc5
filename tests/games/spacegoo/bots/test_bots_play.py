"""The built-in bots give legal commands on every kind of map and are repeatable under a seed."""

from typing import Any

import pytest
from tests.modes import both_modes, needs_native
from tests.scale import amount, seeds_for

from roundhouse.core.entries import VOID
from roundhouse.games import GAMES
from roundhouse.games.spacegoo.actions import Nop
from roundhouse.games.spacegoo.bots.master import Master
from roundhouse.games.spacegoo.bots.simple import Greedy, Random
from roundhouse.games.spacegoo.search.arrivals import CAREFUL, RASH
from roundhouse.match.clock import Budget
from roundhouse.match.match import Step
from roundhouse.protocol.messages import VERSION, Start, Turn
from roundhouse.sdk.bot import Bot
from roundhouse.sdk.local_match import Outcome, play

GAME = GAMES["spacegoo"]


class Quick(Master):
    """A Master that thinks little, so that many matches fit into a test; interpreted, which is there everywhere."""

    passes_interpreted = ((CAREFUL, 2), (RASH, 1))

    def __init__(self, *, seed: int | None = None) -> None:
        super().__init__(seed=seed, nodes=28, native=False)


def played(bots: list[Any], **options: Any) -> tuple[Outcome, list[tuple[int, ...]]]:
    """A match in which nobody may do anything wrong, and all its orders."""
    rows: list[tuple[int, ...]] = []

    def follow(step: Step) -> None:
        assert step.entry.kind != VOID, f"{step.entry} does nothing"
        rows.append(step.entry.row)

    outcome = play(GAME, bots, listen=follow, timeout=False, **options)
    assert outcome.left == ()
    return outcome, rows


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["standard", "classic"])
def test_bots_give_legal_commands_on_drawn_maps(edition: str) -> None:
    for seed in seeds_for(f"bots of Spacegoo, {edition}", amount(2, 6)):
        played([Greedy, Random], seed=seed, preset=edition)
        played([Greedy, Greedy], seed=seed, preset=edition, settings={"max_rounds": 100})
    for seed in seeds_for(f"masters of Spacegoo, {edition}", amount(1, 2)):
        played([Quick, Random], seed=seed, preset=edition, settings={"max_rounds": 40})


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["standard", "classic"])
def test_bots_give_legal_commands_among_four(edition: str) -> None:
    for seed in seeds_for(f"bots of Spacegoo among four, {edition}", amount(1, 3)):
        played([Greedy, Random, Greedy, Random], seed=seed, preset=edition, settings={"max_rounds": 120})
    played([Random, Quick, Greedy, Quick], seed=9, preset=edition, settings={"max_rounds": 20})


def planet(n: int, x: int, y: int, owner: int, ships: tuple[int, int, int], made: tuple[int, int, int]) -> Any:
    return {"id": n, "x": x, "y": y, "owner_id": owner, "ships": ships, "production": made}


def fleet(n: int, owner: int, target: int, eta: int, ships: tuple[int, int, int]) -> Any:
    return {"id": n, "owner_id": owner, "ships": ships, "origin": target, "target": target, "eta": eta}


ODD_MAPS = {
    "one planet and a fleet against it": {
        "planets": [planet(0, 0, 0, 1, (5, 5, 5), (1, 0, 0))],
        "fleets": [fleet(0, 2, 0, 3, (9, 0, 0))],
    },
    "no lanes at all": {
        "planets": [planet(0, 0, 0, 1, (50, 0, 0), (1, 0, 0)), planet(1, 9, 0, 2, (50, 0, 0), (1, 0, 0))],
        "hyperlanes": [],
    },
    "a planet without lanes": {
        "planets": [
            planet(0, 0, 0, 1, (50, 0, 0), (1, 0, 0)),
            planet(1, 9, 0, 2, (50, 0, 0), (1, 0, 0)),
            planet(2, 0, 9, 0, (5, 0, 0), (9, 9, 9)),
        ],
        "hyperlanes": [[0, 1]],
    },
    "huge numbers of ships": {
        "planets": [
            planet(0, 0, 0, 1, (1_000_000, 1_000_000, 1_000_000), (100, 100, 100)),
            planet(1, 9, 0, 2, (1_000_000, 0, 1_000_000), (100, 100, 100)),
            planet(2, 0, 9, 0, (1_000_000, 1_000_000, 999_999), (0, 0, 0)),
        ],
    },
    "the corners of the largest map": {
        "planets": [
            planet(0, -100, -100, 1, (60, 60, 60), (5, 5, 5)),
            planet(1, 100, 100, 2, (60, 60, 60), (5, 5, 5)),
            planet(2, -100, 100, 0, (0, 0, 0), (1, 1, 1)),
        ],
    },
    "only fleets": {
        "planets": [planet(0, 0, 0, 0, (0, 0, 0), (1, 0, 0)), planet(1, 9, 0, 0, (9, 9, 9), (1, 0, 0))],
        "fleets": [fleet(3, 1, 0, 4, (9, 0, 0)), fleet(8, 2, 0, 5, (9, 0, 0))],
    },
    "nothing is left and nothing is made": {
        "planets": [planet(0, 0, 0, 1, (0, 0, 0), (0, 0, 0)), planet(1, 9, 0, 2, (0, 0, 0), (0, 0, 0))],
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("odd", ODD_MAPS)
@pytest.mark.parametrize("edition", ["standard", "classic"])
def test_bots_give_legal_commands_on_odd_maps(odd: str, edition: str) -> None:
    settings = {"map": ODD_MAPS[odd], "max_rounds": 40}
    for pair in ([Greedy, Random], [Random, Quick], [Random, Greedy], [Quick, Greedy])[: amount(2, 4)]:
        played(pair, seed=1, preset=edition, settings=settings)


def test_bots_give_legal_commands_on_a_map_of_64_planets() -> None:
    planets = [planet(n, 5 * (n % 8), 5 * (n // 8), {0: 1, 63: 2}.get(n, 0), (9, 9, 9), (2, 1, 0)) for n in range(64)]
    played([Greedy, Random], seed=2, settings={"map": {"planets": planets}, "max_rounds": 30})
    played([Greedy, Quick], seed=2, settings={"map": {"planets": planets}, "max_rounds": 3})


@pytest.mark.parametrize("bots", [[Random, Random], [Greedy, Random], [Random, Quick]])
def test_equal_seeds_give_equal_commands(bots: list[type[Bot]]) -> None:
    options: dict[str, Any] = {"settings": {"max_rounds": 25}, "preset": "standard"}
    first, again, other = (played(bots, seed=seed, **options)[1] for seed in (5, 5, 6))

    assert first == again
    assert first != other


def test_two_seeds_of_random_play_one_map_differently() -> None:
    setup = GAME.setup(seed=1)
    turn = first_turn(setup, Budget())
    answers = set()
    for seed in range(6):
        bot = started(Random(seed=seed), setup)
        answers.add(bot.act(turn))

    assert len(answers) > 3


@pytest.mark.slow
@needs_native
def test_the_master_is_repeatable_natively() -> None:
    options: dict[str, Any] = {"preset": "classic", "settings": {"max_rounds": 60}}
    first, again = (played(["master", "greedy"], seed=7, **options)[1] for _ in range(2))

    assert first == again


@needs_native
@pytest.mark.parametrize("players", [2, 4])
def test_a_live_master_has_its_full_strength_from_the_first_turn_on(players: int) -> None:
    setup = GAME.setup(seed=3, settings={"players": players})
    bot = started(Master(now=lambda: 0.0), setup)

    assert bot.native
    assert bot.act(first_turn(setup, Budget(window_ms=1_000))) is not None
    assert bot.desk.native


# A live clock


def first_turn(setup: Any, clock: Budget) -> Turn:
    return Turn(0, GAME.view(GAME.start(setup), 1, ["a", "b"]), [], ["nop", "send"], clock)


def started(bot: Bot, setup: Any) -> Any:
    bot.start(Start(VERSION, "m", "spacegoo", "1", setup, 1))
    return bot


class Ticking:
    """A clock that goes on by so many seconds whenever it is read."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.reads = 0

    def __call__(self) -> float:
        self.reads += 1
        return self.reads * self.step


@both_modes
def test_a_live_master_stops_thinking_when_its_share_of_the_window_is_used(native: bool) -> None:
    setup = GAME.setup(seed=3)
    reads = {}
    for window_ms in (1_000, 3_000):
        now = Ticking(0.1)
        bot = started(Master(now=now, native=native), setup)
        assert bot.act(first_turn(setup, Budget(window_ms=window_ms))) is not None
        reads[window_ms] = now.reads

    assert reads == {1_000: 4, 3_000: 10}  # one to begin, then until 300 ms and 900 ms are over


@both_modes
def test_a_live_master_with_hardly_any_time_does_what_greedy_does(native: bool) -> None:
    setup = GAME.setup(seed=3)
    turn = first_turn(setup, Budget(window_ms=60))
    master_bot, greedy_bot = started(Master(now=Ticking(1.0), native=native), setup), started(Greedy(), setup)

    assert master_bot.act(turn) == greedy_bot.act(turn) != Nop()


def test_without_native_rules_a_seeded_master_plays_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_NATIVE", "0")
    setup = GAME.setup(seed=3)
    bot = started(Master(seed=1), setup)

    assert not bot.native
    assert bot.act(first_turn(setup, Budget())) == started(Master(seed=1), setup).act(first_turn(setup, Budget()))
