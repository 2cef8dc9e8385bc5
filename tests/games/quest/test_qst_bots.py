"""The built-in bots: hardly any of their actions is refused, whatever the settings, and they depend on nothing but what
they are told."""

import json
from functools import cache
from typing import Any

import msgspec
import pytest
from tests.games.quest.bot_matches import Account, enter, play, seated
from tests.games.quest.rule_states import FIELD, Play, start, two
from tests.scale import amount

from roundhouse.core.schema import clone
from roundhouse.games.quest import GAME, maps
from roundhouse.games.quest.actions import Action, Attack, Craft, Dig, Drop, EndTurn, Equip, Move, Pickup, Research
from roundhouse.games.quest.bots.crafter import Crafter
from roundhouse.games.quest.bots.gatherer import Gatherer
from roundhouse.games.quest.bots.simple import Random
from roundhouse.games.quest.rules import tables as t
from roundhouse.games.quest.rules.state import State
from roundhouse.games.quest.settings import Settings
from roundhouse.match.clock import Budget
from roundhouse.protocol.messages import Turn
from roundhouse.sdk.bot import Bot
from roundhouse.sdk.local_match import play as play_match

BOTS: tuple[type[Bot], ...] = (Random, Gatherer, Crafter)
NAMES = ["a", "b"]
MOST_REFUSED = 0.02
FAR_SEEING = Settings(scenario="by hand", view_radius=20)  # a whole field, so that nobody goes exploring


def made(kind: type[Bot], options: Settings | None = None, **settings: Any) -> Any:
    """A bot in the first seat. A state that was made by hand has no symmetry that it could count on."""
    bot: Any = seated([kind], GAME.setup(NAMES, settings=settings), 3)[0]
    if options is not None:
        bot.options = options
    return bot


def turn_of(bot: Bot, g: State) -> list[Action]:
    actions: list[Action] = bot.act(Turn(0, GAME.view(g, g.turn_of, NAMES[: g.seats]), [], [], Budget()))
    return actions


def by_hand(kind: type[Bot], g: State, **settings: Any) -> list[Action]:
    return turn_of(made(kind, Settings(scenario="by hand", **settings), **settings), g)


def advanced(kinds: list[type[Bot]], rounds: int, seed: int = 3, **settings: Any) -> State:
    """The state when the first player's turn of a later round has begun."""
    return clone(_advanced(tuple(kinds), rounds, seed, tuple(settings.items())))


@cache
def _advanced(kinds: tuple[type[Bot], ...], rounds: int, seed: int, settings: tuple[tuple[str, Any], ...]) -> State:
    kept: list[State] = []

    def watch(g: State) -> None:
        kept[:] = [g]

    play(kinds, seed, watch=watch, rounds=rounds, **dict(settings))
    g = kept[0]
    g.reason, g.max_rounds, g.turn_of, g.ended, g.round_no = 0, 80, 1, 0, rounds + 1
    for n in range(g.units_each):
        g.units[n].energy = g.units[n].max_energy
    return g


# Legal with everything

GROUNDS: list[tuple[str, dict[str, Any]]] = [
    ("rgc", {"rounds": 25}),
    ("gcgc", {"preset": "four", "rounds": 25}),
    ("cr", {"preset": "origin", "rounds": 30}),
    ("gc", {"preset": "skirmish"}),
    ("cg", {"preset": "large", "rounds": 20}),
    ("cg", {"preset": "medium", "rounds": 12}),
    ("gc", {"respawn": False, "rounds": 30, "unit_energy": 60}),
    ("cg", {"view_buried_types": False, "rounds": 20}),
    ("gc", {"view_radius": 1, "rounds": 20}),
    ("cg", {"trap_visible": True, "carry_limit": 0, "rounds": 15}),
    ("gc", {"move_cost": 0, "dig_cost": 0, "pickup_cost": 0, "craft_cost": 9, "rounds": 8}),
    ("cg", {"gold": 9999, "region_peak": 1000, "replenish_model": "full", "rounds": 12}),
    ("cc", {"blueprints": {"sword1": {"ways": [{"wood": 3}]}, "trap1": {"ways": [{"wood": 1}]}}, "rounds": 20}),
]
KINDS = {"r": Random, "g": Gatherer, "c": Crafter}


@pytest.mark.slow
@pytest.mark.rule("QST-051", "QST-053", "QST-055")
@pytest.mark.parametrize(("seats", "settings"), GROUNDS, ids=lambda value: str(value))
def test_hardly_anything_is_refused(seats: str, settings: dict[str, Any]) -> None:
    """They cannot know of hidden traps, nor how others strike back; everything else they reckon."""
    accounts = play([KINDS[letter] for letter in seats], 5, **settings)

    for account in accounts:
        assert account.asked > 0
        assert sum(account.refused.values()) <= MOST_REFUSED * account.asked, account.refused


@pytest.mark.slow
@pytest.mark.rule("QST-055")
def test_hardly_anything_is_refused_over_whole_matches() -> None:
    asked, refused = dict.fromkeys(BOTS, 0), dict.fromkeys(BOTS, 0)
    for kinds in ([Crafter, Gatherer], [Random, Gatherer], [Crafter, Crafter])[: amount(2, 3)]:
        for kind, account in zip(kinds, play(kinds, 12), strict=True):
            asked[kind] += account.asked
            refused[kind] += sum(account.refused.values())

    for kind in BOTS:
        assert refused[kind] <= MOST_REFUSED * asked[kind], kind.name


@pytest.mark.rule("QST-025", "QST-154")
@pytest.mark.parametrize("key", sorted(maps.SHIPPED))
def test_the_bots_play_on_every_shipped_map(key: str) -> None:
    seats = len(json.loads(maps.SHIPPED[key])["scenario"]["start"])
    for kinds in ((Gatherer, Crafter), (Crafter, Random)):
        bots = [kinds[n % 2].name for n in range(seats)]
        outcome = play_match("quest", bots, seed=2, settings={"scenario": key})

        assert outcome.left == ()
        assert max(place.points for place in outcome.result.places) > 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOTS)
def test_a_seeded_bot_plays_the_same_match_again(kind: type[Bot]) -> None:
    once, again = (play([kind, Crafter], 11, rounds=amount(8, 25)) for _ in range(2))

    assert once == again


def test_random_play_depends_on_its_seed() -> None:
    g = start(seed=4)
    turns = [turn_of(seated([Random], GAME.setup(NAMES), seed)[0], g) for seed in (1, 2, 1)]

    assert turns[0] == turns[2] != turns[1]


# What they see


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOTS)
def test_a_view_from_elsewhere_is_as_good_as_a_typed_one(kind: type[Bot]) -> None:
    g = advanced([Crafter, Gatherer], 12)
    view = GAME.view(g, 1, NAMES)
    plain = msgspec.json.decode(msgspec.json.encode(view))
    near, far = made(kind), made(kind)

    assert near.act(Turn(0, view, [], [], Budget())) == far.act(Turn(0, plain, [], [], Budget()))


@pytest.mark.slow
@pytest.mark.rule("QST-039", "QST-041", "QST-043")
@pytest.mark.parametrize("kind", BOTS)
def test_what_a_seat_cannot_know_does_not_change_its_turn(kind: type[Bot]) -> None:
    g = advanced([Crafter, Gatherer], 12)
    before = turn_of(made(kind), g)
    for cell in range(g.width * g.height):
        if g.watched[1, cell] == 0 and g.terrain[cell] == t.GRASS and g.built[cell] == 0:
            g.buried[t.TITANIUM, cell] = 99
            g.surface[t.IRON, cell] = 99
            g.built[cell] = t.BUILT_TRAP * t.BUILT_KIND + 2 * t.BUILT_SEAT + 1
    for n in range(g.units_each, 2 * g.units_each):
        g.units[n].carried[t.WOOD] = 77
        g.units[n].retaliation, g.units[n].cutoff = 50, 100
    g.players[2].gold += 500

    assert turn_of(made(kind), g) == before


@pytest.mark.slow
@pytest.mark.rule("QST-046")
@pytest.mark.parametrize("kind", BOTS)
def test_a_bot_that_is_made_anew_in_the_middle_of_a_match_plays_on(kind: type[Bot]) -> None:
    """Every turn with a new one: it knows only its view, and still gets ahead without refusals."""
    g = advanced([kind, Gatherer], 15)
    points, account = g.players[1].points, Account()
    for _ in range(8):
        while g.turn_of != 1:
            GAME.rules.tick(g)
        enter(g, 1, turn_of(made(kind), g), account)
        GAME.rules.tick(g)

    assert g.players[1].points > points
    assert sum(account.refused.values()) <= MOST_REFUSED * account.asked


# What they want


def names(actions: list[Action]) -> list[str]:
    return [type(action).__name__ for action in actions]


@pytest.mark.rule("QST-114")
@pytest.mark.parametrize("kind", BOTS)
def test_the_last_word_of_a_turn_is_its_end(kind: type[Bot]) -> None:
    actions = turn_of(made(kind), start(seed=4))

    assert actions[-1] == EndTurn()
    assert names(actions).count("EndTurn") == 1
    assert any(isinstance(action, Move) for action in actions)


@pytest.mark.rule("QST-080", "QST-081")
def test_a_gatherer_digs_before_it_takes_and_does_not_carry_it_on() -> None:
    game = Play(two("100 5,5", "200 18,12", "buried iron 30 6,5"), view_radius=20)
    bot = made(Gatherer, FAR_SEEING)
    first = turn_of(bot, game.g)
    assert first[:2] == [Move(unit=100, view=False, to=(6, 5)), Dig(unit=100, view=False)]

    enter(game.g, 1, first, Account())
    game.end(2)
    second = turn_of(bot, game.g)
    assert second[:2] == [
        Pickup(unit=100, view=False, what={"iron": 30}),
        Drop(unit=100, view=False, what={"iron": 30}),
    ]
    enter(game.g, 1, second, Account())
    assert game.points(1) == 30


@pytest.mark.rule("QST-082")
def test_who_was_forestalled_digs_again() -> None:
    board = two("100 6,5", "200 18,12", "buried iron 30 6,5", "dug 1 6,5 round 1 iron 30")
    game = Play(board, view_radius=20)
    game.g.buried[t.IRON, game.cell(6, 5)] = 12  # somebody was faster
    bot = made(Gatherer, FAR_SEEING)
    for _ in range(3):
        enter(game.g, 1, turn_of(bot, game.g), Account())
        game.end(2)

    assert game.points(1) == 12


@pytest.mark.rule("QST-063", "QST-126")
@pytest.mark.parametrize("kind", [Gatherer, Crafter])
def test_who_stands_beside_a_weak_enemy_destroys_it(kind: type[Bot]) -> None:
    game = Play(two("100 5,5 energy 150", "101 5,6 energy 80", "200 6,5 energy 90 of 90", "201 18,12"))
    actions = by_hand(kind, game.g)
    assert actions[0] == Attack(unit=100, view=False, target=200, energy=90)

    enter(game.g, 1, actions, Account())
    assert game.player(1).kills == 1


@pytest.mark.parametrize("kind", [Gatherer, Crafter])
def test_who_cannot_destroy_an_enemy_does_not_begin(kind: type[Bot]) -> None:
    game = Play(two("100 5,5 energy 150", "200 6,5", "buried iron 30 5,5"))

    assert not any(isinstance(action, Attack) for action in by_hand(kind, game.g))


@pytest.mark.rule("QST-092", "QST-097", "QST-128")
@pytest.mark.parametrize(("foe", "worn"), [("18,12", 0), ("9,9", 1)])
def test_a_crafter_makes_swords_of_what_it_finds_and_wears_one_where_enemies_are_about(foe: str, worn: int) -> None:
    lines = ("100 5,5 wood 8", f"200 {foe}", "buried bronze 28 5,5", "dug 1 5,5 round 1 bronze 28")
    game = Play(two(*lines, first="gold 0"))
    actions = by_hand(Crafter, game.g)
    assert names(actions)[: 4 + worn] == ["Pickup", "Craft", "Craft", *["Equip"] * worn, "Drop"]

    enter(game.g, 1, actions, Account())
    assert game.points(1) == 28 + 2 * 54
    assert game.worn(100) == (worn, 0)
    assert game.held(100) == {}


@pytest.mark.rule("QST-128")
def test_a_crafter_does_not_build_with_what_is_scarce() -> None:
    """Much iron and leather lie about, and the only wood is in the unit's hands."""
    lines = ["100 5,5 wood 44 stone 30", "200 18,12"]
    for heaps, built in (([], 1), (["buried iron 40 1..9,9", "buried leather 40 1..9,3"], 0)):
        game = Play(two(*lines, *heaps, first="gold 0"), view_radius=20)
        made_ = names(by_hand(Crafter, game.g, view_radius=20))
        assert made_.count("PlaceTrap") == built


@pytest.mark.rule("QST-098")
def test_a_crafter_studies_as_soon_as_it_has_the_gold() -> None:
    for gold, wanted in ((199, []), (200, ["sword"]), (400, ["sword", "armour"])):
        game = Play(two("100 5,5", "101 5,6", "200 18,12", "201 18,11", first=f"gold {gold}"))
        studied = [action.kind for action in by_hand(Crafter, game.g) if isinstance(action, Research)]
        assert studied == wanted


@pytest.mark.rule("QST-100", "QST-105")
def test_a_crafter_builds_of_what_is_left_over_and_keeps_off_its_own_traps() -> None:
    lines = ("100 3,3 wood 50 stone 50", "101 9,1", "200 18,12", "201 18,11", "trap 1 of 1 9,2")
    more = (
        "trap 1 of 1 8,2",
        "trap 1 of 1 10,2",
        "buried iron 40 9,3",
        "buried wood 40 1..5,7",
        "buried stone 40 1..5,8",
    )
    game = Play(two(*lines, *more))
    actions = by_hand(Crafter, game.g)
    assert "PlaceTower" in names(actions)

    account = Account()
    enter(game.g, 1, actions, account)
    assert not account.refused
    assert game.unit(101).frozen == 0
    assert game.player(1).towers_placed == 1


@pytest.mark.rule("QST-101")
def test_where_something_hidden_stands_nobody_tries_to_build_again() -> None:
    game = Play(two("100 3,3 wood 50 stone 50", "200 18,12", "trap 1 of 2 3,3"))
    game.unit(100).energy = 75  # it cannot walk away and build
    bot, account = made(Crafter, Settings(scenario="by hand", move_cost=80)), Account()
    for _ in range(3):
        game.unit(100).energy = 75
        enter(game.g, 1, turn_of(bot, game.g), account)
        game.end(2)

    assert account.refused["occupied"] == 1


@pytest.mark.rule("QST-131")
def test_where_only_kills_count_a_crafter_hunts() -> None:
    accounts = play([Crafter, Gatherer], 5, preset="origin", rounds=30)

    assert accounts[0].kills >= 10
    assert accounts[0].kills > accounts[1].kills


def test_nobody_carries_more_than_it_may_on_a_way() -> None:
    game = Play(two("100 5,5 wood 90 iron 90", "200 18,12", "buried stone 40 12,5", ground=FIELD))
    actions = by_hand(Crafter, game.g)
    account = Account()
    enter(game.g, 1, actions, account)

    assert not account.refused
    assert game.weight(100) <= 100
    assert any(isinstance(action, Craft | Drop | Equip) for action in actions)
