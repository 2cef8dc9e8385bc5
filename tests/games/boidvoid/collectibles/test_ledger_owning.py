"""Items in the store: minted, given away, burnt and shown, each with its line in the ledger."""

import pytest
from tests.games.boidvoid.collectibles.small_catalogue import check_books, install

from roundhouse.games.boidvoid.collectibles.permissions import ItemError
from roundhouse.games.boidvoid.collectibles.store import catalogue, items, ledger
from roundhouse.games.boidvoid.collectibles.store.items import START_POINTS, Stake


@pytest.fixture
def connection(database):
    with database.engine.begin() as connection:
        yield connection
        check_books(connection)


@pytest.fixture
def owners(connection):
    return install(connection)


def mint(connection, key, owner, count=1):
    return [one.id for one in items.mint(connection, key, owner, count, 5)]


def code(call, *arguments):
    with pytest.raises(ItemError) as caught:
        call(*arguments)
    return caught.value.code


def told(connection, **wanted):
    """The lines that fit, oldest first."""
    lines = ledger.lines(connection, **wanted)
    return [(one.kind, one.item, one.giver, one.taker, one.at_ms) for one in reversed(lines)]


@pytest.mark.rule("BOI-241")
def test_an_item_has_everything_that_the_rules_say(connection, owners):
    (made,) = items.mint(connection, "boost-hull", owners[0], 1, 5)
    assert 0 < made.id < 2**63
    assert (made.owner, made.mint_number, made.collection, made.kind, made.template) == (
        "anna", 1, "core", "boost", "boost-hull",
    )  # fmt: skip
    assert (made.transferable, made.burnable, made.data, made.use) == (True, True, {"turns": 10}, "")
    given = items.transfer(connection, made.id, owners[0], owners[1], 6)
    assert {name: getattr(given, name) for name in given.__struct_fields__ if name != "owner"} == {
        name: getattr(made, name) for name in made.__struct_fields__ if name != "owner"
    }, "none of these but the owner ever changes"
    assert given.owner == "bert"


@pytest.mark.rule("BOI-242")
def test_mint_numbers_count_per_template_and_burnt_ones_are_not_given_again(connection, owners):
    first = mint(connection, "boost-hull", owners[0], 3)
    mint(connection, "ss-relay", owners[0])
    items.burn(connection, first[1], owners[0], 6)
    mint(connection, "boost-hull", owners[1], 2)
    numbers = {one.id: (one.template, one.mint_number) for one in _all(connection, owners)}
    assert sorted(numbers.values()) == [("boost-hull", number) for number in (1, 3, 4, 5)] + [("ss-relay", 1)]
    hull = catalogue.find_template(connection, "boost-hull")
    assert (hull.minted, hull.living) == (5, 4)


def _all(connection, owners):
    return [one for owner in owners for one in items.of_player(connection, owner)]


@pytest.mark.rule("BOI-242")
def test_a_supply_ends_and_nothing_of_a_refused_mint_is_left(connection, owners):
    mint(connection, "rare", owners[0], 2)
    assert code(mint, connection, "rare", owners[0], 2) == "supply"
    (last,) = mint(connection, "rare", owners[0])
    items.burn(connection, last, owners[0], 6)
    assert code(mint, connection, "rare", owners[0]) == "supply", "what is burnt makes no room"
    assert len(_all(connection, owners)) == 2


def test_templates_that_nobody_knows_or_can_own(connection, owners):
    assert code(mint, connection, "unknown", owners[0]) == "no_template"
    assert code(mint, connection, "ruins", owners[0]) == "owned_by_game"


@pytest.mark.rule("BOI-248")
def test_a_transfer_changes_the_owner_and_nothing_else(connection, owners):
    anna, bert = owners
    (item,) = mint(connection, "boost-hull", anna)
    (kept,) = mint(connection, "kept", anna)
    assert code(items.transfer, connection, item, bert, anna, 6) == "no_such_item"
    assert code(items.transfer, connection, kept, anna, bert, 6) == "not_transferable"
    assert code(items.transfer, connection, 999, anna, bert, 6) == "no_such_item"
    items.transfer(connection, item, anna, bert, 6)
    assert code(items.transfer, connection, item, anna, bert, 7) == "no_such_item"
    assert [one.id for one in items.of_player(connection, bert)] == [item]


@pytest.mark.rule("BOI-249")
def test_what_is_burnt_is_gone_for_ever(connection, owners):
    anna, bert = owners
    (item,) = mint(connection, "boost-hull", anna)
    (cell,) = mint(connection, "boost-cell", anna)
    assert code(items.burn, connection, cell, anna, 6) == "not_burnable"
    assert code(items.burn, connection, item, bert, 6) == "no_such_item"
    burnt = items.burn(connection, item, anna, 6)
    assert (burnt.owner, burnt.burnt_ms) == ("", 6)
    assert [one.id for one in items.of_player(connection, anna)] == [cell]
    for call in (items.burn, items.transfer):
        more = (bert, 7) if call is items.transfer else (7,)
        assert code(call, connection, item, anna, *more) == "no_such_item"


@pytest.mark.rule("BOI-251")
def test_everything_is_one_line_of_the_ledger(connection, owners):
    anna, bert = owners
    first, second = mint(connection, "boost-hull", anna, 2)
    items.transfer(connection, first, anna, bert, 6)
    items.burn(connection, second, anna, 7)
    assert told(connection) == [
        ("mint", first, "", "anna", 5),
        ("mint", second, "", "anna", 5),
        ("transfer", first, "anna", "bert", 6),
        ("burn", second, "anna", "", 7),
    ]
    assert told(connection, item=second) == [("mint", second, "", "anna", 5), ("burn", second, "anna", "", 7)]
    assert [line[0] for line in told(connection, player_id=bert)] == ["transfer"]
    assert told(connection, kind="burn", player_id=bert) == []
    assert told(connection, template="ss-relay") == []
    newest = ledger.lines(connection, limit=2)
    assert [one.kind for one in newest] == ["burn", "transfer"]
    assert [one.kind for one in ledger.lines(connection, before=newest[-1].id)] == ["mint", "mint"]


@pytest.mark.rule("BOI-251")
def test_a_refusal_leaves_no_line(connection, owners):
    (item,) = mint(connection, "kept", owners[0])
    code(items.transfer, connection, item, owners[0], owners[1], 6)
    code(items.burn, connection, item, owners[1], 6)
    assert [line[0] for line in told(connection)] == ["mint"]


@pytest.mark.rule("BOI-252", "BOI-164")
def test_an_avatar_is_shown_until_it_is_another_ones(connection, owners):
    anna, bert = owners
    face, other = mint(connection, "face", anna, 2)
    (hull,) = mint(connection, "boost-hull", anna)
    assert items.avatar_of(connection, anna) is None
    assert code(items.choose_avatar, connection, anna, hull) == "no_avatar"
    assert code(items.choose_avatar, connection, bert, face) == "no_such_item"
    assert items.choose_avatar(connection, anna, face).use == "avatar"
    items.choose_avatar(connection, anna, other)
    assert items.avatar_of(connection, anna).id == other
    items.transfer(connection, other, anna, bert, 6)
    assert items.avatar_of(connection, anna) is None
    items.choose_avatar(connection, anna, face)
    items.burn(connection, face, anna, 7)
    assert items.avatar_of(connection, anna) is None
    items.choose_avatar(connection, bert, other)
    assert items.choose_avatar(connection, bert, None) is None
    assert items.avatar_of(connection, bert) is None


@pytest.mark.rule("BOI-085")
def test_nobody_stakes_more_points_than_there_are(connection, owners):
    anna, bert = owners
    assert items.stake_of(connection, anna) == Stake(START_POINTS, 0)
    assert items.stake(connection, anna, 4000) == Stake(START_POINTS, 4000)
    assert code(items.stake, connection, anna, START_POINTS + 1) == "not_enough_points"
    assert items.stake_of(connection, anna) == Stake(START_POINTS, 4000)
    assert items.give_points(connection, anna, 3_000_000) == Stake(3_000_000, 4000)
    assert items.stake(connection, anna, 3_000_000) == Stake(3_000_000, 3_000_000)
    assert items.give_points(connection, anna, 7) == Stake(7, 7)
    assert items.stake_of(connection, bert) == Stake(START_POINTS, 0)


def test_what_a_player_owns_comes_in_pages(connection, owners):
    made = mint(connection, "boost-hull", owners[0], 5)
    pages = [
        [one.id for one in items.of_player(connection, owners[0], after=after, limit=2)]
        for after in (0, made[1], made[3])
    ]
    assert pages == [made[:2], made[2:4], made[4:]]
