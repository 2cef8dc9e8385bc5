"""What the built-in bots plan with: ways over sets of cells, amounts from outlines, memory, and exact costs."""

from collections import deque
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from tests.games.quest.bot_matches import Account, enter, play, seated
from tests.games.quest.rule_states import Play, start, two

from roundhouse.games.quest import GAME
from roundhouse.games.quest.bots.buried_amounts import Outlines
from roundhouse.games.quest.bots.crafter import Crafter
from roundhouse.games.quest.bots.gatherer import Gatherer
from roundhouse.games.quest.bots.memory import Memory
from roundhouse.games.quest.bots.pathfinding import Atlas, cells_of, set_of
from roundhouse.games.quest.bots.plan import Book, Hand, Scene
from roundhouse.games.quest.bots.squad import strike
from roundhouse.games.quest.bots.valuation import Tastes, Worth, load_of
from roundhouse.games.quest.rules import tables as t
from roundhouse.games.quest.rules.state import State
from roundhouse.games.quest.settings import Settings
from roundhouse.match.clock import Budget
from roundhouse.protocol.messages import Turn

NAMES = ["a", "b"]
HAND_MADE = Settings(scenario="by hand")  # nothing is said about symmetry


def scene_of(g: State, options: Settings = HAND_MADE, seat: int = 1) -> Scene:
    view = GAME.view(g, seat, NAMES)
    memory = Memory(view, options, mirrored=True)
    memory.look(view)
    return Scene(view, options, memory, Book(options))


# Ways


def test_a_set_of_cells_is_a_number_and_back() -> None:
    numbers = [0, 3, 64, 700, 3599]

    assert list(cells_of(set_of(numbers))) == numbers
    assert list(cells_of(0)) == []


def test_cells_beside_each_other_do_not_wrap_around_the_edge() -> None:
    atlas = Atlas(6, 4)

    assert {atlas.place(at) for at in cells_of(atlas.around(1 << atlas.at(5, 1)))} == {
        (x, y) for x in (4, 5) for y in (0, 1, 2)
    }
    assert {atlas.place(at) for at in cells_of(atlas.square(atlas.at(0, 0), 2))} == {
        (x, y) for x in (0, 1, 2) for y in (0, 1, 2)
    }
    assert atlas.whole.bit_count() == 24


def steps_by_hand(g: State, at: tuple[int, int]) -> dict[tuple[int, int], int]:
    """A plain search over grass."""
    steps, ways = {at: 0}, deque([at])
    while ways:
        x, y = ways.popleft()
        for u in range(max(0, x - 1), min(g.width, x + 2)):
            for v in range(max(0, y - 1), min(g.height, y + 2)):
                if (u, v) not in steps and g.terrain[v * g.width + u] == t.GRASS:
                    steps[u, v] = steps[x, y] + 1
                    ways.append((u, v))
    return steps


@pytest.mark.rule("QST-057", "QST-058")
@pytest.mark.parametrize("seed", [1, 2])
def test_ways_are_shortest_and_go_around_rock(seed: int) -> None:
    g = start(seed=seed, rock_pct=20)
    atlas = Atlas(g.width, g.height)
    lines = ["".join(t.TERRAIN[g.terrain[y * g.width + x]] for x in range(g.width)) for y in range(g.height)]
    grass = atlas.read(lines, ".")
    levels = atlas.spread(1 << atlas.at(5, 5), grass)
    expected = steps_by_hand(g, (5, 5))

    assert {atlas.place(at): n for n, level in enumerate(levels) for at in cells_of(level)} == expected
    for goal in ((54, 54), (30, 5), (5, 5)):
        if goal in expected:
            way = [atlas.at(5, 5), *atlas.path(levels, atlas.at(*goal), expected[goal])]
            assert way[-1] == atlas.at(*goal)
            assert len(way) == expected[goal] + 1
            assert all(atlas.apart(one, other) == 1 for one, other in pairwise(way))
            assert set_of(way) & ~grass == 0


# Amounts from outlines


@pytest.mark.rule("QST-019", "QST-020", "QST-042")
def test_outlines_tell_at_least_what_is_there_and_mostly_all_of_it() -> None:
    """Over ten maps: never more than there is, for that would make a pickup fail."""
    told = exact = cells = 0
    for seed in range(10):
        g = start(seed=seed)
        atlas = Atlas(g.width, g.height)
        outlines = Outlines(atlas, 40)
        rock = set_of(atlas.at(c % g.width, c // g.width) for c in range(g.width * g.height) if g.terrain[c] == t.ROCK)
        for n in range(t.RESOURCES):
            there = {atlas.at(c % g.width, c // g.width): amount for c, amount in enumerate(g.buried[n]) if amount}
            found = outlines.amounts(set_of(there), rock, atlas.whole)
            assert all(amount <= there[at] for at, amount in found.items())
            told += len(found)
            exact += sum(amount == there[at] for at, amount in found.items())
            cells += (set_of(there) & atlas.quarter()).bit_count()

    assert told >= 0.9 * cells
    assert exact >= 0.98 * told


def test_a_region_that_is_not_seen_to_its_edge_tells_nothing() -> None:
    atlas = Atlas(60, 60)
    outlines = Outlines(atlas, 40)
    disc = atlas.square(atlas.at(10, 10), 2)

    assert outlines.amounts(disc, 0, atlas.whole)[atlas.at(10, 10)] == 40
    assert outlines.amounts(disc, 0, atlas.whole & ~(1 << atlas.at(13, 10))) == {}
    assert outlines.amounts(disc & ~(1 << atlas.at(10, 10)), 0, atlas.whole) == {}  # somebody was here


# Memory


@pytest.mark.rule("QST-005", "QST-042")
def test_what_is_seen_in_one_quarter_is_believed_of_the_others() -> None:
    g = start(seed=3)
    scene = scene_of(g, Settings())
    memory, atlas = scene.memory, scene.atlas
    seen = [(at, n) for n in range(t.RESOURCES) for at in cells_of(memory.types[n])]

    assert seen
    for at, n in seen:
        for mirror in atlas.mirrors(at):
            x, y = atlas.place(mirror)
            assert memory.believed[n] >> mirror & 1
            assert g.buried[n, y * g.width + x] > 0
    assert all(scene_of(g).memory.believed[n] == memory.types[n] for n in range(t.RESOURCES))  # not of a hand-made map


@pytest.mark.rule("QST-046")
def test_a_dig_is_remembered_and_a_failed_pickup_asks_for_another() -> None:
    game = Play(two("100 5,5", "200 15,12", "buried iron 30 5,5", "dug 1 5,5 round 1 iron 30"))
    view = GAME.view(game.g, 1, NAMES)
    memory = Memory(view, HAND_MADE)
    memory.look(view)
    at = memory.atlas.at(5, 5)
    assert memory.buried(at) == [0, 0, 0, 0, 30, 0, 0]

    memory.take(at, {"iron": 30})  # planned, but somebody else has changed the amount
    assert memory.buried(at) == [0] * t.RESOURCES
    memory.look(GAME.view(game.g, 1, NAMES))
    assert memory.buried(at) is None

    game.g.round_no = 2
    game.do("100 dig")
    memory.look(GAME.view(game.g, 1, NAMES))
    assert memory.buried(at) == [0, 0, 0, 0, 30, 0, 0]


@pytest.mark.rule("QST-044", "QST-061", "QST-084")
def test_towers_of_others_cost_as_much_as_the_rules_take() -> None:
    game = Play(
        two(
            "100 3,3 wood 10", "200 15,12", "tower 1 of 2 7,3 level 1 energy 312", "tower 2 of 2 7,5 level 2 energy 375"
        )
    )
    scene = scene_of(game.g)
    hand = scene.hands[0]
    for x in (4, 5):
        assert hand.move(scene.atlas.at(x, 3))
        game.do(f"100 move {x},3")
        assert game.energy(100)[0] == hand.energy
    assert scene.memory.surcharge(hand.at) == 20
    assert not hand.move(scene.atlas.at(7, 3))  # a tower stands there


def test_a_spectators_view_is_nothing_to_plan_with() -> None:
    g = start()
    view = GAME.view(g, 0, NAMES)
    with pytest.raises(TypeError, match="spectator"):
        Memory(view, Settings()).look(view)


# Exact costs


class Watched(Crafter):
    """Keeps what it planned."""

    def plan(self, scene: Scene) -> None:
        super().plan(scene)
        self.planned = scene


class WatchedGatherer(Gatherer):
    def plan(self, scene: Scene) -> None:
        super().plan(scene)
        self.planned = scene


@pytest.mark.slow
@pytest.mark.rule("QST-033", "QST-053", "QST-061", "QST-084", "QST-095", "QST-098")
@pytest.mark.parametrize("kind", [Watched, WatchedGatherer])
def test_units_are_afterwards_as_they_were_planned(kind: type[Watched] | type[WatchedGatherer]) -> None:
    """Place, energy, load and equipment of all units, and the team's gold, over the turns of a match alone."""
    setup = GAME.setup(NAMES, seed=4, settings={"rounds": 35})
    g = GAME.start(setup)
    bot = seated([kind], setup, 1)[0]
    checked = 0
    while g.reason == 0:
        if g.turn_of == 1:
            account = Account()
            enter(g, 1, bot.act(Turn(0, GAME.view(g, 1, NAMES), [], [], Budget())), account)
            assert not account.refused
            after, planned = GAME.view(g, 1, NAMES), bot.planned  # type: ignore[attr-defined]
            assert after.gold == planned.gold
            assert after.levels == planned.levels
            for hand, unit in zip(planned.hands, after.units, strict=True):
                assert scene_place(planned, hand) == (unit.x, unit.y)
                assert (hand.energy, hand.weight) == (unit.energy, unit.weight)
                assert hand.things == {**unit.resources, **unit.items}
                assert hand.worn == {"sword": unit.sword, "armour": unit.armour}
                checked += 1
        GAME.rules.tick(g)
    assert checked == 350


def scene_place(scene: Scene, hand: Hand) -> tuple[int, int]:
    return scene.atlas.place(hand.at)


# Fights


@pytest.mark.rule("QST-064", "QST-065")
@pytest.mark.parametrize("sword", range(4))
@pytest.mark.parametrize("armour", range(4))
def test_damage_is_reckoned_as_the_rules_do(sword: int, armour: int) -> None:
    wears = f"wears sword{sword}" if sword else ""
    wears_armour = f"wears armour{armour}" if armour else ""
    game = Play(two(f"100 5,5 {wears}", f"200 6,5 energy 40 of 40 {wears_armour}"))
    scene = scene_of(game.g)
    hand, foe = scene.hands[0], scene.memory.foes[0]
    needed = hand.needed(foe)

    assert needed is not None
    assert hand.damage(foe, needed) >= 40 > hand.damage(foe, needed - 1)
    game.do(f"100 attack 200 {needed - 1}")
    assert game.energy(200)[1] == 40 - hand.damage(foe, needed - 1)


@pytest.mark.rule("QST-063", "QST-079")
def test_a_squad_strikes_only_what_it_destroys() -> None:
    lines = ["100 5,5 energy 90", "101 8,5 energy 150", "200 6,5", "201 15,12"]
    scene = scene_of(Play(two(*lines)).g)
    assert strike(scene, scene.hands, scene.memory.foes[0], reach=2)
    assert [type(action).__name__ for action in scene.actions] == ["Move", "Attack", "Attack"]

    scene = scene_of(Play(two("100 5,5 energy 90", "101 8,5 energy 129", "200 6,5", "201 15,12")).g)
    assert not strike(scene, scene.hands, scene.memory.foes[0], reach=2)  # 90 + 109 are not 200
    assert scene.actions == []

    scene = scene_of(Play(two("100 5,5", "101 8,5", "200 6,5 shield", "201 15,12")).g)
    assert not strike(scene, scene.hands, scene.memory.foes[0], reach=2)


# Loads


def worth(levels: int = 1, fade: float = 1.0, **settings: Any) -> Worth:
    options = Settings(**settings)
    ways = Book(options).known(dict.fromkeys(t.KIND_NAMES, levels))
    return Worth(ways, options.craft_points, Tastes(), fade)


@pytest.mark.rule("QST-094", "QST-128")
def test_a_load_becomes_what_uses_most_of_it() -> None:
    made = worth().makes(load_of({"bronze": 30, "wood": 9}))
    assert [(one.way.item, one.times) for one in made] == [("sword1", 2)]

    upgraded = worth(levels=2).makes(load_of({"bronze": 14, "wood": 10, "iron": 12}), place=False)
    assert [(one.way.item, one.times) for one in upgraded] == [("sword1", 1), ("sword2", 1)]


def test_towers_and_traps_are_placed_when_their_ingredients_are_good_for_nothing_better() -> None:
    few = load_of({"wood": 18, "stone": 12})

    assert worth().makes(few) == []  # they go with whatever is found next
    assert [one.way.item for one in worth(fade=0.0).makes(few)] == ["trap1"]
    assert [one.way.item for one in worth().makes(load_of({"wood": 50, "stone": 50}))] == ["tower1"]


@pytest.mark.rule("QST-153")
def test_a_book_holds_the_blueprints_of_the_settings() -> None:
    recipe = {"sword1": {"ways": [{"wood": 3, "armour1": 1}], "weight": 2}}
    book = Book(msgspec.convert({"blueprints": recipe}, Settings))
    ways = [way for way in book.ways if way.item == "sword1"]

    assert [(way.use, way.units) for way in ways] == [({"wood": 3, "armour1": 1}, 3)]
    assert book.weights["sword1"] == 2
    assert len(book.ways) == 23


@pytest.mark.rule("QST-052")
def test_a_turn_has_no_more_actions_than_it_may() -> None:
    accounts = play([Crafter, Gatherer], 1, rounds=4, max_actions=5)

    assert [account.asked for account in accounts] == [20, 20]
    assert not any(account.refused for account in accounts)
