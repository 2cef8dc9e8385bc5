"""The built-in bots: what they choose, that it is legal with every model and number of seats, how long they think."""

import itertools
import random
import time
from collections import Counter
from typing import Any

import msgspec
import pytest
from tests.games.rally.text_states import Floor, setup, start
from tests.modes import both_modes, needs_native
from tests.scale import amount, seed_for

from roundhouse.core.game import Setup
from roundhouse.core.native import available
from roundhouse.core.schema import clone
from roundhouse.games.rally import GAME
from roundhouse.games.rally.actions import Program, Redeal, row_of
from roundhouse.games.rally.bots import hard
from roundhouse.games.rally.bots.hard import Hard
from roundhouse.games.rally.bots.simple import Easy, Normal, Random
from roundhouse.games.rally.cards import number_of
from roundhouse.games.rally.maps import SHIPPED
from roundhouse.games.rally.maps.transitions import chart_of
from roundhouse.games.rally.rules import tables as t
from roundhouse.games.rally.rules.contract import act, check, program_step, tick
from roundhouse.games.rally.rules.state import State
from roundhouse.games.rally.search import policy
from roundhouse.games.rally.state_from_view import mind_of, state_from_view
from roundhouse.match.clock import Budget
from roundhouse.protocol.messages import VERSION, Start, Turn, Verdicts
from roundhouse.sdk.bot import Bot
from roundhouse.sdk.bot_loader import load
from roundhouse.sdk.local_match import LocalMatch, Outcome


def seated(bot: Bot, given: Setup, seat: int = 1) -> Any:
    bot.start(Start(VERSION, "m", "rally", "1", given, seat))
    return bot


def turn_of(g: State, seat: int = 1, window_ms: int | None = None) -> Turn:
    names = [f"player {n}" for n in range(1, g.seats + 1)]
    return Turn(0, GAME.view(g, seat, names), [], [], Budget(window_ms=window_ms))


def answer(bot: Bot, g: State, seat: int = 1, given: Setup | None = None) -> Any:
    """What a bot does with what its seat sees of a state."""
    models = [t.MODELS[g.robots[n].model] for n in range(1, g.seats + 1)]
    return seated(bot, given or setup(*models), seat).act(turn_of(g, seat))


class Brisk(Hard):
    """Interpreted and with few trials, so that whole matches fit into a test."""

    passes_interpreted = ((4, 1, 0),)

    def __init__(self, *, seed: int | None = None) -> None:
        super().__init__(seed=seed, native=False)


def strict(kind: type[Bot]) -> type[Bot]:
    """A bot that must never be refused anything."""

    class Strict(kind):  # type: ignore[misc, valid-type]
        def verdicts(self, verdicts: Verdicts) -> None:
            assert all(verdict.verdict == "accepted" for verdict in verdicts.verdicts), verdicts

    return Strict


def played(kinds: list[type[Bot]], given: Setup) -> Outcome:
    outcome = LocalMatch(GAME, given, [load(strict(kind), GAME) for kind in kinds], timeout=False).play()
    assert outcome.left == ()
    return outcome


# Legal with everything


@pytest.mark.slow
@pytest.mark.rule("RAL-307", "RAL-308", "RAL-309", "RAL-310")
@pytest.mark.parametrize("board", SHIPPED)
def test_bots_are_never_refused_with_any_model_and_number_of_seats(board: str) -> None:
    seed = seed_for(f"bots of Rally, {board}")
    for seats in random.Random(seed).sample((2, 5, 8), amount(1, 3)):
        models = [t.MODELS[(n + seats) % 5] for n in range(seats)]
        given = setup(*models, seed=seed, board=board, max_rounds=10)
        kinds: list[type[Bot]] = [(Easy, Normal, Brisk)[(n + seats) % 3] for n in range(seats)]
        played(kinds, given)


@pytest.mark.rule("RAL-307")
@pytest.mark.parametrize("kind", [Easy, Normal, Brisk])
def test_bots_use_only_what_their_seat_sees(kind: type[Bot]) -> None:
    """Other hands, another pile and another seed of the match change nothing; nor does a view that is plain data."""
    g = start("tanky", "james", seed=5)
    other = clone(g)
    other.robots[2].hand[:], other.pile[:9] = g.pile[:9], g.robots[2].hand[:]
    other.seed = 77
    plain = msgspec.json.decode(msgspec.json.encode(turn_of(other).view))
    first = answer(kind(seed=3), g)  # type: ignore[call-arg]
    bot = seated(kind(seed=3), setup("tanky", "james", seed=77))  # type: ignore[call-arg]

    assert bot.act(msgspec.structs.replace(turn_of(other), view=plain)) == first


@pytest.mark.rule("RAL-307")
def test_the_state_behind_a_view_has_no_secrets_in_it() -> None:
    g = start("tanky", "lazy", "albot", seed=5)
    view = GAME.view(g, 2, ["a", "b", "c"])
    seen = state_from_view(view, setup("tanky", "lazy", "albot"))

    assert seen.robots[2].hand == g.robots[2].hand
    guessed = [*seen.robots[1].hand, *seen.robots[3].hand, *seen.pile[: seen.pile_count]]
    assert sorted([*seen.robots[2].hand, *guessed]) == list(range(1, 85))
    assert (seen.robots[1].hand, seen.robots[3].hand) != (g.robots[1].hand, g.robots[3].hand)
    assert seen.seed == 0
    for seat in (1, 2, 3):
        for field in ("cell", "facing", "model", "damage", "lives", "backup", "start"):
            assert getattr(seen.robots[seat], field) == getattr(g.robots[seat], field)


@pytest.mark.parametrize("kind", [Easy, Normal, Brisk])
def test_equal_seeds_give_equal_matches(kind: type[Bot]) -> None:
    given = setup("tanky", "lazy", seed=4, max_rounds=10)
    places = [played([kind, Easy], given).result for _ in range(2)]

    assert places[0] == places[1]


# Random


@pytest.mark.rule("RAL-321")
def test_random_takes_every_program_equally_often_and_never_powers_down() -> None:
    g = start("tanky", "tanky")
    robot = g.robots[1]
    robot.damage, robot.locked, robot.hand_count = 6, 2, 3
    robot.hand[3:] = [0] * 6
    robot.slots[3:] = [1, 2]
    counts = Counter()
    for seed in range(300):
        action = answer(Random(seed=seed), g)
        assert not action.power_down
        counts[tuple(action.slots)] += 1

    assert len(counts) == 6
    assert all(25 < count < 80 for count in counts.values())


@pytest.mark.rule("RAL-321")
def test_random_pauses_as_often_as_all_programs_are_equally_likely() -> None:
    """With one card for one open slot there are two programs: the card, or a pause."""
    g = start("lazy", "tanky")
    robot = g.robots[1]
    robot.damage, robot.locked, robot.hand_count = 8, 4, 1
    robot.hand[1:] = [0] * 8
    robot.slots[1:] = [1, 2, 3, 4]
    pauses = sum(answer(Random(seed=seed), g).slots[0] == "P" for seed in range(200))
    robot.slots[4] = t.PAUSE

    assert 70 < pauses < 130
    assert all(answer(Random(seed=seed), g).slots[0] != "P" for seed in range(20))


# Easy


@pytest.mark.rule("RAL-308")
def test_easy_takes_the_best_of_a_few_programs_and_not_always_the_best_of_all() -> None:
    """Seven cards lead at most seven fields along the lane; it gets near, each time somewhere else."""
    g = lane("3@790 1@490 1@500 1@510 L@70 R@80 U@10")
    found = Counter()
    for seed in range(60):
        slots = answer(Easy(seed=seed), g).slots
        found[by_hand(g, 1, tuple(map(number_of, slots)))] += 1
    best = max(by_hand(g, 1, program) for program in itertools.permutations(g.robots[1].hand[:7], 5))

    assert 0 < found[best] < 60
    assert all(alive for alive, *_ in found)
    assert sum(count for (_, _, steps, _), count in found.items() if -steps <= 3) > 45, "from four steps away"


@pytest.mark.rule("RAL-308")
def test_easy_looks_where_it_falls() -> None:
    """A lane between edges: of its few programs it takes one by which it survives."""
    edge = "+  +  +  +  +  +  +  +  +"
    g = Floor(f"{edge}\n .. .. .. .. .. .. .. c1\n{edge}\n1 tanky 3,0 N hand 3@790 2@670 R@80 L@70 1@490 B@430").g

    given = setup("tanky", "tanky")
    falls = Counter()
    for kind, seed in itertools.product((Easy, Random), range(40)):
        slots = answer(kind(seed=seed), g, given=given).slots
        falls[kind] += not by_hand(g, 1, tuple(map(number_of, slots)))[0]

    assert falls[Easy] < 4 < 20 < falls[Random]


@pytest.mark.rule("RAL-308")
@pytest.mark.parametrize(("damage", "announced"), [(2, False), (3, True), (6, True)])
def test_easy_powers_down_from_three_damage_points_on(damage: int, announced: bool) -> None:
    g = start("tanky", "tanky", seed=3)
    hurt(g, 1, damage)

    assert answer(Easy(seed=1), g).power_down is announced


# Normal


def by_hand(g: State, seat: int, program: tuple[int, ...]) -> tuple[int, int, int, int]:
    """What a robot alone comes to with a program, by the rules: alive, checkpoints, fewer steps, less damage."""
    alone = clone(g)
    for other in range(1, g.seats + 1):
        if other != seat:
            alone.standing_at[alone.robots[other].cell] = 0
            alone.robots[other].cell = 0
    robot = alone.robots[seat]
    robot.slots[: len(program)] = program
    for slot in range(t.SLOTS):
        if robot.cell and not alone.reason:
            program_step(alone, slot)
    board = GAME.view(g, seat, ["a", "b"]).board
    chart = chart_of(board.grid, board.checkpoints)
    if not robot.cell:
        return 0, robot.ticked, 0, 0
    x, y = robot.cell % t.STRIDE - 1, robot.cell // t.STRIDE - 1
    steps = 0 if alone.reason else int(chart.steps[robot.ticked, 4 * (y * board.width + x) + robot.facing])
    return 1, robot.ticked, -steps, 0 if alone.reason else -robot.damage


def hurt(g: State, seat: int, damage: int) -> None:
    """Gives a robot damage, the fewer cards and the burned-in slots that go with it."""
    robot = g.robots[seat]
    robot.damage = damage
    robot.hand_count = t.HAND - damage
    robot.locked = max(0, damage - t.LOCK_DAMAGE + 1)
    for n in range(t.HAND):
        if n >= robot.hand_count:
            g.pile[g.pile_count] = robot.hand[n]
            g.pile_count += 1
            robot.hand[n] = 0
    for slot in range(t.SLOTS - robot.locked, t.SLOTS):
        g.pile_count -= 1
        robot.slots[slot] = g.pile[g.pile_count]


@pytest.mark.rule("RAL-309")
@pytest.mark.parametrize("board", SHIPPED)
def test_normal_takes_the_best_program_of_a_robot_alone(board: str) -> None:
    """All programs of small hands, tried by the rules themselves, somewhere on the board."""
    for seed in range(3):
        g = start("tanky", "tanky", seed=seed, board=board)
        robot = g.robots[1]
        hurt(g, 1, 5 + seed % 2)
        cells = [cell for cell in range(t.CELLS) if g.kinds[cell] not in (t.OFF, t.HOLE) and not g.standing_at[cell]]
        g.standing_at[robot.cell] = 0
        robot.cell = cells[seed * 37 % len(cells)]
        g.standing_at[robot.cell] = 1
        robot.ticked = seed % g.goal
        chosen = answer(Normal(seed=seed), g)
        hand = robot.hand[: robot.hand_count]
        free = t.SLOTS - robot.locked
        best = max(by_hand(g, 1, program) for program in itertools.permutations(hand, free))

        assert by_hand(g, 1, tuple(map(number_of, chosen.slots[:free]))) == best


def lane(hand: str, robot: str = "tanky 0,0 E") -> State:
    """A long lane with a checkpoint at its end; what the second robot does, does not matter to `normal`."""
    edge = "+  +  +  +  +  +  +  +  +"
    grid = f"{edge}\n .. .. .. .. .. .. .. c1\n{edge}\n .. .. .. .. .. .. .. ..\n{edge}"
    return Floor(f"{grid}\n1 {robot} hand {hand}\n2 tanky 0,1 E").g


@pytest.mark.rule("RAL-309")
def test_normal_gives_each_kind_its_highest_priority() -> None:
    action = answer(Normal(seed=1), lane("1@490 1@500 1@510 1@520 1@530 1@540 1@550"))

    assert action.slots == ["1@550", "1@540", "1@530", "1@520", "1@510"]
    assert not action.power_down


@pytest.mark.rule("RAL-309")
def test_normal_draws_among_equally_good_programs_uniformly() -> None:
    g = lane("3@790 3@800 R@80 L@70 1@490 U@10 U@20")  # 3 + 3 + 1 wins, and the turns may stand anywhere after it
    first = Counter(answer(Normal(seed=seed), g).slots[0] for seed in range(150))

    assert set(first) == {"3@800", "1@490"}  # the one that takes the highest priority, or the single step first
    assert 30 < first["1@490"] < 80  # one order in three begins with it


@pytest.mark.rule("RAL-309")
@pytest.mark.parametrize(("damage", "announced"), [(0, False), (2, False), (3, True), (6, True)])
def test_normal_powers_down_from_three_damage_points_on(damage: int, announced: bool) -> None:
    g = start("tanky", "tanky", seed=3)
    hurt(g, 1, damage)

    assert answer(Normal(seed=1), g).power_down is announced


@pytest.mark.rule("RAL-309")
def test_a_lazy_normal_pauses_where_that_is_best() -> None:
    """Its only card leads into the hole."""
    grid = "+  +  +  +\n .. () c1\n+  +  +  +\n .. .. ..\n+  +  +  +"
    robot = "0,0 E damage 8 hand 1@490 slots - L@70 R@80 L@90 R@100 locked 4"
    lazy, tanky = (Floor(f"{grid}\n1 {model} {robot}\n2 tanky 0,1 E").g for model in ("lazy", "tanky"))

    assert answer(Normal(seed=1), lazy).slots[0] == "P"
    assert answer(Normal(seed=1), tanky).slots[0] == "1@490"


@pytest.mark.rule("RAL-309")
def test_an_albot_takes_other_commands_if_none_brings_it_two_steps_closer_and_only_once() -> None:
    turns = lane("R@80 R@100 L@70 L@90 U@10", "albot 0,0 E")
    steps = lane("3@790 3@800 L@70 L@90 U@10", "albot 0,0 E")
    used = lane("R@80 R@100 L@70 L@90 U@10", "albot 0,0 E used")

    assert answer(Normal(seed=1), turns) == Redeal()
    assert isinstance(answer(Normal(seed=1), steps), Program)
    assert isinstance(answer(Normal(seed=1), used), Program)


# Hard


class Wide(Hard):
    """Interpreted, but with as many programs as natively."""

    passes_interpreted = ((hard.IDEAS, 4, 0),)

    def __init__(self, *, seed: int | None = None) -> None:
        super().__init__(seed=seed, native=False)


@pytest.mark.rule("RAL-310")
def test_hard_pushes_a_sleeping_robot_over_the_edge_where_normal_does_not_care() -> None:
    """It has no life left, and the way to the checkpoint is long."""
    edge = "+  +  +  +  +  +  +  +  +  +"
    rows = [" .. .. .. .. .. .. .. .. ..", *[" .. .. .. .. .. .. .. .. .."] * 6, " c1 .. .. .. .. .. .. .. .."]
    grid = edge + "".join(f"\n{row}\n{edge}" for row in rows)
    wins = {}
    for kind in (Wide, Normal):
        g = Floor(f"{grid}\n1 tanky 7,0 E hand 1@490 R@80 L@70 1@500 U@10 R@100\n2 tanky 8,0 N lives 0 down").g
        act(g, 1, row_of(answer(kind(seed=1), g)))
        tick(g)
        wins[kind] = g.winner == 1 and g.robots[2].out == 1

    assert wins == {Wide: True, Normal: False}


@pytest.mark.rule("RAL-310")
def test_hard_tries_at_least_twelve_programs_against_eight_samples() -> None:
    for passes in (hard.FAR, hard.NEAR):
        ideas, samples, _ = passes[0]
        assert ideas >= 12
        assert samples >= 8
    assert hard.NODES_INTERPRETED >= 12 * 8 * 2
    assert hard.NODES >= 12 * 8 * 8


@pytest.mark.rule("RAL-310")
def test_imagined_hands_are_cards_that_the_seat_cannot_see() -> None:
    g = start("tanky", "tanky", "tanky", seed=2)
    hurt(g, 3, 6)
    view = GAME.view(g, 1, ["a", "b", "c"])
    desk = hard.Desk(view, native=False)
    desk.see(state_from_view(view, setup("tanky", "tanky", "tanky")), 1)
    mine = set(g.robots[1].hand) | set(g.robots[3].slots[3:])
    seen = Counter()
    for n in range(200):
        desk.kernels.deal_unseen(desk.states[0], 1, n)
        two, three = desk.states[0].robots[2].hand, desk.states[0].robots[3].hand[:3]
        assert len({*two, *three} - mine) == 12
        seen.update([*two, *three])

    assert set(seen) == set(range(1, 85)) - mine
    assert max(seen.values()) < 4 * min(seen.values())


@pytest.mark.rule("RAL-310")
def test_an_albot_that_is_hard_takes_other_commands_too() -> None:
    assert answer(Brisk(seed=1), lane("R@80 R@100 L@70 L@90 U@10", "albot 0,0 E")) == Redeal()
    assert isinstance(answer(Brisk(seed=1), lane("3@790 3@800 1@490 L@90 U@10", "albot 0,0 E")), Program)


@pytest.mark.slow
@needs_native
@pytest.mark.rule("RAL-310")
def test_hard_chooses_the_same_natively_and_interpreted() -> None:
    passes = ((8, 2, 0), (3, 1, 1))

    class Same(Hard):
        passes_native = passes
        passes_interpreted = passes

    for board, models in (("scrap-press", ("tanky", "lazy")), ("oil-cellar", ("lazy", "james", "peach"))):
        g = start(*models, seed=11, board=board)
        given = setup(*models, board=board)
        both = [answer(Same(seed=1, native=native), g, given=given) for native in (False, True)]
        assert both[0] == both[1]


# Time


def thinking(bot: Bot, g: State, given: Setup, times: int = 3) -> float:
    """The least processor time of an answer after the first, in seconds."""
    seated(bot, given)
    turn = turn_of(g)
    bot.act(turn)
    spans = []
    for _ in range(times):
        began = time.process_time()
        bot.act(turn)
        spans.append(time.process_time() - began)
    return min(spans)


def widest(models: tuple[str, ...]) -> State:
    """A hand with as many different programs as there can be, in the middle of a board."""
    g = start(*models, seed=1)
    robot = g.robots[1]
    robot.hand[:] = [1, 7, 8, 43, 49, 67, 79, 80, 68]
    g.standing_at[robot.cell] = 0
    robot.cell = 7 * t.STRIDE + 6
    g.standing_at[robot.cell] = 1
    return g


@pytest.mark.rule("RAL-311")
def test_normal_decides_within_a_tenth_of_a_second() -> None:
    assert thinking(Normal(seed=1), widest(("lazy", "tanky")), setup("lazy", "tanky")) < 0.1


@pytest.mark.slow
@pytest.mark.rule("RAL-311")
@both_modes
@pytest.mark.parametrize("seats", [2, 8])
def test_hard_decides_within_a_second_in_simulations(seats: int, native: bool) -> None:
    models = ("lazy",) + ("tanky",) * (seats - 1)

    assert thinking(Hard(seed=1, native=native), widest(models), setup(*models)) < 1.0


class Ticking:
    """A clock that goes on by so many seconds whenever it is read."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.reads = 0

    def __call__(self) -> float:
        self.reads += 1
        return self.reads * self.step


@both_modes
@pytest.mark.rule("RAL-311")
def test_a_live_hard_stops_when_its_time_is_over(native: bool) -> None:
    g, given = start("tanky", "tanky", seed=3), setup("tanky", "tanky")
    reads = {}
    for window_ms in (2_000, 60_000):
        now = Ticking(0.2)
        bot = seated(Hard(now=now, native=native), given)
        assert check(g, 1, row_of(bot.act(turn_of(g, window_ms=window_ms)))) == 0
        reads[window_ms] = now.reads - len(bot._passes())  # every pass asks once more

    assert reads == {2_000: 3, 60_000: 5}  # one to begin, then until 0.6 s and 1 s are over
    assert hard.MOST_MS <= 5_000


@both_modes
def test_a_live_hard_with_hardly_any_time_takes_the_best_program_of_a_robot_alone(native: bool) -> None:
    g = start("tanky", "tanky", seed=3)
    bot = seated(Hard(now=Ticking(1.0), native=native), setup("tanky", "tanky"))
    action = bot.act(turn_of(g, window_ms=60))
    mind = mind_of(chart_of(turn_of(g).view.board.grid, 3))
    row = [0] * t.WIDTH
    policy.advise(g, mind, 1, 0, 0, row)
    best = by_hand(g, 1, tuple(row[1:6]))

    assert by_hand(g, 1, tuple(map(number_of, action.slots)))[:2] == best[:2]


@pytest.mark.slow
@needs_native
@pytest.mark.rule("RAL-311")
def test_a_live_hard_has_its_full_strength_from_the_first_turn_on_and_is_done_in_time() -> None:
    g, given = start("tanky", "tanky", seed=3), setup("tanky", "tanky")
    bot = seated(Hard(), given)
    bot.act(turn_of(g, window_ms=60_000))
    began = time.process_time()
    bot.act(turn_of(g, window_ms=60_000))

    assert bot.native
    assert time.process_time() - began < 5


def test_without_native_rules_a_seeded_hard_plays_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_NATIVE", "0")
    bot = seated(Hard(seed=1), setup("tanky", "tanky"))

    assert not available()
    assert not bot.native
