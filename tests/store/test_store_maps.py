"""Maps that were installed: kept, replaced, removed, and never more than a game may have."""

import pytest
from tests.store.players_and_matches import player

from roundhouse.core.maps import MapCheck
from roundhouse.store import map_offers, maps
from roundhouse.store.maps import FullError, Installed

YARD = MapCheck([], "yard", "The Yard", 8, {"size": [3, 2], "level": "easy"})


def install(connection, found=YARD, text="text", **how):
    given = {"author_id": None, "now_ms": 7} | how
    return maps.install(connection, given.pop("game", "rally"), text, found, **given)


@pytest.fixture
def connection(database):
    with database.engine.begin() as connection:
        yield connection


def test_an_installed_map_is_found_again(connection):
    anna = player(connection, "anna", kind="person")
    made = install(connection, author_id=anna.id)
    assert made == Installed("yard", "The Yard", "text", 8, {"size": [3, 2], "level": "easy"}, "anna", 7)
    assert maps.installed(connection, "rally") == [made]
    assert maps.keys(connection, "rally") == ["yard"]
    assert maps.text_of(connection, "rally", "yard") == "text"


def test_maps_are_listed_by_their_keys_and_games_do_not_meet(connection):
    for key in ("zoo", "attic", "mine"):
        install(connection, MapCheck([], key, key, 2))
    install(connection, MapCheck([], "attic", "another", 4), text="other", game="dungeon")
    assert maps.keys(connection, "rally") == ["attic", "mine", "zoo"]
    assert maps.text_of(connection, "dungeon", "attic") == "other"
    assert maps.text_of(connection, "dungeon", "zoo") is None


def test_a_map_of_the_same_key_is_replaced_with_everything(connection):
    anna = player(connection, "anna", kind="person")
    install(connection, author_id=anna.id)
    install(connection, MapCheck([], "yard", "New Yard", 4, {"level": "hard"}), text="new", now_ms=9)
    assert maps.installed(connection, "rally") == [Installed("yard", "New Yard", "new", 4, {"level": "hard"}, "", 9)], (
        "nobody in particular: it came from the command line"
    )


def test_a_map_is_removed_once(connection):
    install(connection)
    assert maps.remove(connection, "dungeon", "yard") is False
    assert maps.remove(connection, "rally", "yard") is True
    assert maps.remove(connection, "rally", "yard") is False
    assert maps.text_of(connection, "rally", "yard") is None


@pytest.mark.rule("RAL-319")
def test_there_are_never_more_than_so_many_but_one_can_be_replaced(connection):
    for number in range(maps.MAPS_MAX):
        install(connection, MapCheck([], f"m{number}", "x", 2))
    with pytest.raises(FullError):
        install(connection)
    install(connection, MapCheck([], "m7", "again", 2))
    install(connection, game="dungeon")
    maps.remove(connection, "rally", "m9")
    install(connection)
    assert len(maps.keys(connection, "rally")) == maps.MAPS_MAX


@pytest.mark.parametrize("key", ["\0", "\ud800", "x" * 5000, "' OR 1=1 --"])
def test_a_key_that_no_database_can_hold_is_no_map(connection, key):
    assert maps.text_of(connection, "rally", key) is None
    assert maps.remove(connection, "rally", key) is False


def test_a_name_that_is_too_long_is_cut(connection):
    assert len(install(connection, MapCheck([], "long", "ä" * 999, 2)).name) == 200


def test_a_player_offers_only_so_many_maps(connection):
    anna = player(connection, "anna", kind="person")

    def offer(key):
        return map_offers.offer(connection, "rally", "text", MapCheck([], key, key, 2), author_id=anna.id, now_ms=7)

    made = [offer(f"map-{n}") for n in range(map_offers.OFFERS_MAX)]
    with pytest.raises(map_offers.OffersFullError):
        offer("one-more")
    assert offer("map-0").id == made[0].id, "an old one is replaced all the same"
    assert map_offers.remove(connection, made[1].id)
    assert map_offers.find(connection, made[1].id) is None
    assert offer("one-more").author == "anna"
    assert len(map_offers.offered(connection, "rally")) == map_offers.OFFERS_MAX
    assert map_offers.offered(connection, "dungeon") == []
