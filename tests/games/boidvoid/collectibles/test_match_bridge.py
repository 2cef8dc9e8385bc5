"""Collectibles go into a game of BoidVoid and what became of them comes back to the ledger, exactly once."""

import pytest
from tests.games.boidvoid.positions import game, place, structure
from tests.games.boidvoid.turns import order, turn

from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.changes import GrantItem
from roundhouse.games.boidvoid.collectibles import match_bridge
from roundhouse.games.boidvoid.collectibles.ledger_replay import replay
from roundhouse.games.boidvoid.collectibles.starting_catalogue import catalogue
from roundhouse.games.boidvoid.collectibles.store import catalogue as catalogues
from roundhouse.games.boidvoid.collectibles.store import items, ledger
from roundhouse.games.boidvoid.rules import contract
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.store import players

KEY = "match-of-the-season"


class Room:
    """A game with live turns between anna and bert (ships 1 and 4), and the ledger beside it."""

    def __init__(self, connection, **settings):
        self.connection = connection
        catalogues.install(connection, catalogue(), 1)
        made = [players.create(connection, name=name, now_ms=1)[0].id for name in ("anna", "bert")]
        self.anna, self.bert = made
        self.player_ids = [self.anna, None, None, self.bert, None, None]
        self.g = game(inventory_mode="ledger", turn_mode="live", early_end=False, **settings)
        self.step = 0

    def mint(self, key, owner, count=1):
        return [one.id for one in items.mint(self.connection, key, owner, count, 5)]

    def inventory(self):
        return match_bridge.inventory_of(self.g, self.step)

    def bring(self):
        """What a season does at the start of a game: take in, and enter the changes."""
        changes = match_bridge.grants(self.connection, KEY, self.player_ids, self.inventory(), 50)
        for change in changes:
            row = GAME.change_row_of(change, self.g)
            assert contract.check_change(self.g, row) == 0
            contract.change(self.g, row)
            self.step += 1
        return changes

    def order(self, player, **action):
        assert order(self.g, player, **action) == 0
        self.step += 1
        return self.settle()

    def settle(self, **how):
        return match_bridge.settle(self.connection, KEY, self.inventory(), 100 + self.step, **how)

    def told(self, item):
        lines = reversed(ledger.lines(self.connection, item=item))
        return [(one.kind, one.game, one.turn) for one in lines if one.kind != "mint"]

    def use(self, item):
        found = items.by_id(self.connection, item)
        return found.use, found.unit


@pytest.fixture
def connection(database):
    with database.engine.begin() as connection:
        yield connection
        replay(ledger.entries(connection))


@pytest.fixture
def room(connection):
    return Room(connection)


@pytest.mark.rule("BOI-051")
def test_players_use_what_they_own_in_the_order_of_its_numbers(room):
    room.mint("boost-hull", room.bert)
    room.mint("ss-relay", room.anna)
    room.mint("avatar-owl", room.anna)
    room.mint("boost-cell", room.anna)
    assert room.bring() == [GrantItem(1, "ss-relay"), GrantItem(1, "boost-cell"), GrantItem(4, "boost-hull")]
    assert room.bring() == []
    room.mint("boost-yard", room.bert)
    assert room.bring() == [GrantItem(4, "boost-yard")], "what came later comes too"
    held = {number: [slot.state for slot in slots] for number, slots in room.inventory().slots.items()}
    assert held == {1: ["free", "free"], 2: [], 3: [], 4: ["free", "free"], 5: [], 6: []}


@pytest.mark.rule("BOI-051")
def test_what_was_noted_but_never_entered_is_given_again(room):
    """The server was killed between the two."""
    room.mint("boost-hull", room.anna, 2)
    first = match_bridge.grants(room.connection, KEY, room.player_ids, room.inventory(), 50)
    assert room.bring() == first == [GrantItem(1, "boost-hull")] * 2
    assert room.bring() == []


def test_a_game_takes_no_more_than_it_can_hold(room):
    room.mint("boost-hull", room.anna, 19)
    assert len(room.bring()) == room.inventory().room == 16
    assert room.bring() == []


@pytest.mark.rule("BOI-255")
def test_granted_items_never_reach_the_ledger(connection):
    room = Room(connection, starting_inventory=("boost-hull",))
    granted = game(inventory_mode="granted", starting_inventory=("boost-hull",), turn_mode="live")
    room.g = granted
    place(granted, 1, 5, 5)
    room.order(1, type="boost", item=0, mode="burn")
    assert ledger.lines(connection) == []
    assert not match_bridge.plays_with_ledger({"mode": "match", "inventory_mode": "auto"})
    assert not match_bridge.plays_with_ledger({"mode": "season", "inventory_mode": "granted"})
    assert match_bridge.plays_with_ledger({"mode": "season", "inventory_mode": "auto"})


@pytest.mark.rule("BOI-256")
@pytest.mark.parametrize("preset", ["standard", "crew", "three"])
def test_what_is_rated_is_played_with_granted_items_and_standard_templates(preset):
    setup = GAME.setup(seed=3, preset=preset)
    assert not match_bridge.plays_with_ledger(setup.settings)
    g = GAME.start(setup)
    keys = [[t.TEMPLATE_KEYS[one] for one in g.players[n].item_templates if one] for n in range(g.player_count)]
    assert keys == [["ss-relay", "boost-overcharge"]] * g.player_count
    hulls = {int(g.units[n].template) for n in range(g.player_count + g.teams)}
    assert hulls == {t.STANDARD_SHIP, t.STANDARD_MOTHERSHIP}


@pytest.mark.rule("BOI-129", "BOI-159", "BOI-251")
def test_what_is_burnt_in_a_game_is_burnt_in_the_ledger_once(room):
    (hull,) = room.mint("boost-hull", room.anna)
    room.bring()
    place(room.g, 1, 5, 5)
    assert room.order(1, type="boost", item=0, mode="burn") == 1
    assert [room.settle() for _ in range(3)] == [0, 0, 0]
    assert room.told(hull) == [("burn", KEY, 1)]
    assert items.of_player(room.connection, room.anna) == []


@pytest.mark.rule("BOI-129", "BOI-251")
def test_a_superstructure_is_burnt_when_building_starts(room):
    (relay,) = room.mint("ss-relay", room.anna)
    room.bring()
    place(room.g, 1, 0, 0)
    room.order(1, type="build", item=0)
    assert room.told(relay) == [("burn", KEY, 1)]
    turn(room.g)
    room.step += 1
    room.order(1, type="cancel")
    assert room.settle(over=True) == 0, "it never returns"
    assert items.by_id(room.connection, relay).owner == ""


@pytest.mark.rule("BOI-160", "BOI-250", "BOI-251")
def test_staking_and_unstaking_are_carried_with_unit_and_turn(room):
    (hull,) = room.mint("boost-hull", room.anna)
    room.bring()
    place(room.g, 1, 5, 5)
    room.order(1, type="boost", item=0, mode="stake")
    assert room.use(hull) == ("staked", 1)
    turn(room.g)
    room.step += 1
    assert room.settle() == 0
    room.order(1, type="unstake", item=0)
    assert room.use(hull) == ("game", 0)
    assert room.told(hull) == [("stake", KEY, 1), ("unstake", KEY, 2)]


@pytest.mark.rule("BOI-163", "BOI-250")
def test_a_staked_level_returns_when_the_game_is_over(room):
    (relay,) = room.mint("ss-relay", room.anna)
    room.bring()
    place(room.g, 1, 5, 5)
    serial = structure(room.g, 3, 3, 1)
    room.order(1, type="boost", item=0, mode="stake", target=serial)
    assert room.use(relay) == ("staked", serial)
    room.settle(over=True)
    assert (room.use(relay), room.told(relay)[-1]) == (("", 0), ("unstake", KEY, 1))
    assert items.by_id(room.connection, relay).owner == "anna"


@pytest.mark.rule("BOI-164", "BOI-248")
def test_an_equipped_hull_is_in_use_until_the_end(room):
    first, second = room.mint("ship-standard", room.anna, 2)
    room.bring()
    room.order(1, type="equip", item=0)
    room.order(1, type="equip", item=1)
    assert [room.use(item)[0] for item in (first, second)] == ["game", "equipped"]
    assert [line[0] for line in room.told(first)] == ["equip", "unequip"]
    room.settle(over=True)
    assert room.use(second) == ("", 0)


@pytest.mark.rule("BOI-251")
def test_after_a_restart_the_ledger_catches_up_with_the_game(room):
    """The entries of the match were written, what they did to items was not yet."""
    (hull,) = room.mint("boost-hull", room.anna)
    room.bring()
    room.settle()
    place(room.g, 1, 5, 5)
    older = room.inventory()
    assert order(room.g, 1, type="boost", item=0, mode="burn") == 0
    room.step += 1
    assert room.settle() == 1
    assert match_bridge.settle(room.connection, KEY, older, 9) == 0, "an older state changes nothing"
    assert room.told(hull) == [("burn", KEY, 1)]


@pytest.mark.rule("BOI-248", "BOI-298")
def test_whoever_is_replaced_gets_everything_back_and_the_successor_uses_nothing_of_it(room):
    hull, other, third = room.mint("boost-hull", room.anna, 3)
    (own,) = room.mint("boost-cell", room.bert)
    room.player_ids[3] = None
    room.bring()
    place(room.g, 1, 5, 5)
    room.order(1, type="boost", item=0, mode="stake")
    room.player_ids[0] = room.bert
    assert room.bring() == [GrantItem(1, "boost-cell", burnable=True)]
    assert [room.use(item) for item in (hull, other, third)] == [("", 0)] * 3
    assert room.told(hull) == [("stake", KEY, 1), ("unstake", KEY, 1)]
    items.transfer(room.connection, third, room.anna, room.bert, 60)
    room.order(1, type="boost", item=1, mode="burn")
    assert items.by_id(room.connection, other).owner == "anna"
    assert room.bring() == [GrantItem(1, "boost-hull")], "what the successor was given is the successor's"
    room.settle(over=True)
    assert [room.use(item)[0] for item in (hull, other, third, own)] == [""] * 4
    assert room.told(other) == []


def test_only_steps_that_move_items_need_to_be_settled(room):
    room.mint("boost-hull", room.anna)
    room.bring()
    before = room.inventory()
    place(room.g, 1, 5, 5)
    room.step += 1
    assert room.inventory().same_items(before)
    assert not room.inventory().same_items(None)
    order(room.g, 1, type="boost", item=0, mode="burn")
    assert not room.inventory().same_items(before)
