"""Items in running games: taken in, staked, equipped and burnt there, each carried to the ledger exactly once."""

import pytest
from tests.games.boidvoid.collectibles.small_catalogue import check_books, install

from roundhouse.games.boidvoid.collectibles.permissions import ItemError
from roundhouse.games.boidvoid.collectibles.starting_catalogue import KNOWN
from roundhouse.games.boidvoid.collectibles.store import items, ledger, match_items
from roundhouse.games.boidvoid.collectibles.store.match_items import Slot

FREE, GONE, EQUIPPED = Slot("free"), Slot("gone"), Slot("equipped")


@pytest.fixture
def connection(database):
    with database.engine.begin() as connection:
        yield connection
        check_books(connection)


@pytest.fixture
def anna(connection):
    return install(connection)[0]


def mint(connection, key, owner, count=1):
    return [one.id for one in items.mint(connection, key, owner, count, 5)]


def take_in(connection, owner, *, game="m", player=1, held=0, room=64):
    taken = match_items.take_in(connection, game, player, owner, held=held, room=room, known=KNOWN, now_ms=50)
    return [one.item for one in taken]


def follow(connection, step, *slots, game="m", over=False, turn=None):
    given = {1: slots}
    turn = step if turn is None else turn
    return match_items.follow(connection, game, step, given, turn=turn, over=over, now_ms=100 + step)


def told(connection, item):
    return [(one.kind, one.game, one.turn) for one in reversed(ledger.lines(connection, item=item))][1:]


def use(connection, item):
    found = items.by_id(connection, item)
    return found.use, found.game, found.unit


@pytest.mark.rule("BOI-051")
def test_a_game_takes_in_what_its_rules_can_use_lowest_numbers_first(connection, anna):
    hull = mint(connection, "boost-hull", anna, 2)
    mint(connection, "rare", anna)
    mint(connection, "face", anna)
    relay = mint(connection, "ss-relay", anna)
    assert take_in(connection, anna, room=2) == hull
    assert take_in(connection, anna, room=3) == hull + relay, "nothing has arrived yet"
    assert take_in(connection, anna, held=2) == relay
    assert take_in(connection, anna, held=3) == []
    late = mint(connection, "boost-cell", anna)
    assert take_in(connection, anna, held=3, room=3) == []
    assert take_in(connection, anna, held=3) == late
    assert use(connection, hull[0]) == ("game", "m", 0)


@pytest.mark.rule("BOI-248", "BOI-249")
def test_what_a_running_game_has_in_its_inventory_cannot_move(connection, anna):
    (hull,) = mint(connection, "boost-hull", anna)
    bert = install(connection)[1]
    take_in(connection, anna)
    for step, slot in enumerate((FREE, Slot("staked", 3), FREE, EQUIPPED)):
        follow(connection, step, slot)
        for call, more in ((items.transfer, (bert, 9)), (items.burn, (9,))):
            with pytest.raises(ItemError) as caught:
                call(connection, hull, anna, *more)
            assert caught.value.code == "item_in_use"
    assert take_in(connection, anna, game="other") == [], "nothing is in two games"
    follow(connection, 9, FREE, over=True)
    assert items.transfer(connection, hull, anna, bert, 9).owner == "bert"


@pytest.mark.rule("BOI-250", "BOI-251")
def test_staking_locks_an_item_to_a_unit_and_stays_with_its_owner(connection, anna):
    (hull,) = mint(connection, "boost-hull", anna)
    take_in(connection, anna)
    assert follow(connection, 1, Slot("staked", 7), turn=3) == 1
    assert use(connection, hull) == ("staked", "m", 7)
    assert [one.id for one in items.of_player(connection, anna)] == [hull]
    follow(connection, 2, Slot("staked", 8), turn=4)
    follow(connection, 3, FREE, turn=5)
    assert use(connection, hull) == ("game", "m", 0)
    assert told(connection, hull) == [("stake", "m", 3), ("unstake", "m", 4), ("stake", "m", 4), ("unstake", "m", 5)]


@pytest.mark.rule("BOI-251")
def test_a_step_is_followed_once_and_an_older_one_never(connection, anna):
    (hull,) = mint(connection, "boost-hull", anna)
    take_in(connection, anna)
    assert [follow(connection, 5, Slot("staked", 7)) for _ in range(3)] == [1, 0, 0]
    assert follow(connection, 4, FREE) == 0
    assert follow(connection, 6, Slot("staked", 7)) == 0
    assert follow(connection, 7, GONE) == 1
    assert follow(connection, 8, FREE) == 0, "what is burnt does not come back"
    assert told(connection, hull) == [("stake", "m", 5), ("unstake", "m", 7), ("burn", "m", 7)]
    assert items.by_id(connection, hull).owner == ""


@pytest.mark.rule("BOI-160", "BOI-250")
def test_at_the_end_of_a_game_everything_that_is_left_returns(connection, anna):
    hull, other, third = mint(connection, "boost-hull", anna, 3)
    ship = mint(connection, "ship-standard", anna)[0]
    take_in(connection, anna)
    follow(connection, 1, Slot("staked", 7), FREE, GONE, EQUIPPED)
    assert follow(connection, 1, Slot("staked", 7), FREE, GONE, EQUIPPED, over=True) == 2
    assert follow(connection, 2, Slot("staked", 7), FREE, GONE, EQUIPPED, over=True) == 0
    assert [use(connection, item) for item in (hull, other, ship)] == [("", "", 0)] * 3
    assert [told(connection, item)[-1][0] for item in (hull, third, ship)] == ["unstake", "burn", "unequip"]
    assert told(connection, other) == []
    assert match_items.open_games(connection) == []
    assert take_in(connection, anna) == [], "a game that is over takes nothing"
    assert take_in(connection, anna, game="next") == [hull, other, ship]


def test_a_game_that_is_broken_off_gives_everything_back_but_what_it_burnt(connection, anna):
    hull, other = mint(connection, "boost-hull", anna, 2)
    take_in(connection, anna)
    follow(connection, 1, Slot("staked", 7), GONE)
    assert match_items.open_games(connection) == ["m"]
    assert match_items.give_back(connection, "m", now_ms=9) == 1
    assert match_items.give_back(connection, "m", now_ms=9) == 0
    assert use(connection, hull) == ("", "", 0)
    assert told(connection, hull) == [("stake", "m", 1), ("unstake", "m", 0)]
    assert items.by_id(connection, other).burnt_ms is not None


@pytest.mark.rule("BOI-298")
def test_what_a_replaced_player_had_in_a_game_returns_and_slots_stay_in_their_places(connection, anna):
    hull, other, late = mint(connection, "boost-hull", anna, 3)
    bert = install(connection)[1]
    (relay,) = mint(connection, "ss-relay", bert)
    take_in(connection, anna)
    follow(connection, 1, Slot("staked", 7), GONE)
    assert take_in(connection, bert, held=2) == [relay], "the third of anna never arrived"
    assert [use(connection, item) for item in (hull, late, relay)] == [("", "", 0), ("", "", 0), ("game", "m", 0)]
    assert [line[0] for line in told(connection, hull)] == ["stake", "unstake"]
    follow(connection, 2, GONE, GONE, Slot("staked", 7))
    assert (use(connection, hull), use(connection, relay)) == (("", "", 0), ("staked", "m", 7))
    follow(connection, 3, GONE, GONE, FREE, over=True)
    assert items.by_id(connection, other).owner == ""


def test_something_that_never_arrived_is_free_again_at_the_end(connection, anna):
    hull, other = mint(connection, "boost-hull", anna, 2)
    take_in(connection, anna)
    follow(connection, 1, GONE, over=True)
    assert (items.by_id(connection, hull).owner, use(connection, other)) == ("", ("", "", 0))
