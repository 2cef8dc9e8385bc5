"""What exists from the start: the rulebook's templates with its numbers, avatars, and things to collect."""

import re
from pathlib import Path

import pytest

from roundhouse.games import boidvoid
from roundhouse.games.boidvoid.collectibles.drafts import CollectionDraft, SchemaDraft, TemplateDraft
from roundhouse.games.boidvoid.collectibles.kinds import KINDS
from roundhouse.games.boidvoid.collectibles.permissions import ItemError
from roundhouse.games.boidvoid.collectibles.starting_catalogue import KNOWN, catalogue
from roundhouse.games.boidvoid.collectibles.store import catalogue as catalogues
from roundhouse.games.boidvoid.rules import tables as t

BOOK = Path(boidvoid.__file__).with_name("README.md")
SPRITE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="{}"/></svg>'


def by_key():
    return {one.key: one for one in catalogue().templates}


def numbers(cell):
    """Modifiers as the rulebook writes them, such as ap +3, which has the long minus of books."""
    plain = cell.replace("\N{MINUS SIGN}", "-")
    return {name: int(value) for name, value in re.findall(r"(\w+) ([+-]\d+)", plain)}


def rows(title):
    lines = BOOK.read_text(encoding="utf-8").split(f"| {title} |")[1].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.rule("BOI-244")
def test_everything_in_it_is_allowed_and_every_schema_is_there():
    made = catalogue()
    for one in (*made.collections, *made.schemas, *made.templates):
        one.check()
    assert [one.kind for one in made.schemas if one.collection == "core"] == list(KINDS)
    assert len({one.key for one in made.templates}) == len(made.templates)
    pairs = {(one.collection, one.kind) for one in made.schemas}
    assert {(one.collection, one.kind) for one in made.templates} <= pairs


@pytest.mark.rule("BOI-244", "BOI-245", "BOI-246")
def test_superstructures_boosts_and_ships_are_those_of_the_rulebook():
    known = by_key()
    for key, unit, turns, field in rows("superstructure template"):
        one = known[key.strip("`")]
        assert (one.kind, one.collection) == ("superstructure", "core")
        assert one.modifiers == numbers(unit) | {"build_rate": int(turns)}
        assert one.fields == numbers(field)
    for key, modifiers, turns in rows("boost template"):
        one = known[key.strip("`")]
        assert (one.kind, one.modifiers, one.data) == ("boost", numbers(modifiers), {"turns": int(turns)})
    assert [known[key].modifiers for key in ("ship-standard", "mothership-standard")] == [{}, {}]
    assert set(KNOWN) <= {one.key for one in catalogue().templates if one.collection == "core"}


@pytest.mark.rule("BOI-244", "BOI-294")
def test_tiles_obstacles_pirates_and_points_of_importance_have_templates_with_sprites():
    known = {one.data["element"]: one for one in catalogue().templates if "element" in one.data}
    assert set(known) == {*t.TILE_NAMES[1:], *t.OBSTACLE_NAMES[1:], *t.POI_NAMES[1:], "space_pirate"}
    for name, modifiers in rows("tile type"):
        assert known[name.strip("`")].fields == numbers(modifiers)
    for name, modifiers in rows("point of importance"):
        assert known[name.strip("`")].fields == numbers(modifiers)
    shared = {one.kind: one.sprite for one in catalogue().schemas if one.collection == "core"}
    assert all(one.sprite or shared[one.kind] for one in catalogue().templates if one.collection == "core")


def test_avatars_and_keepsakes_have_sprites_of_their_own():
    faces = [one for one in catalogue().templates if one.collection != "core"]
    assert {one.kind for one in faces} == {"avatar", "collectible"}
    assert len({one.sprite for one in faces}) == len(faces) >= 12
    assert all(not one.modifiers and not one.fields for one in faces)


# In the store


@pytest.fixture
def connection(database):
    with database.engine.begin() as connection:
        yield connection


@pytest.mark.rule("BOI-244")
def test_it_is_installed_once_and_installing_again_changes_nothing(connection):
    catalogues.install(connection, catalogue(), 5)
    first = (catalogues.all_collections(connection), catalogues.find_templates(connection))
    catalogues.install(connection, catalogue(), 9)
    assert (catalogues.all_collections(connection), catalogues.find_templates(connection)) == first
    assert [one.key for one in first[0]] == ["core", "faces", "keepsakes"]
    assert len(first[1]) == len(catalogue().templates)
    relay = catalogues.find_template(connection, "ss-relay")
    assert (relay.modifiers, relay.fields, relay.minted, relay.created_ms) == (
        {"build_rate": 2}, {"move": -1, "ap": 3}, 0, 5,
    )  # fmt: skip


@pytest.mark.rule("BOI-243", "BOI-299")
def test_schema_and_template_both_carry_sprite_and_modifiers(connection):
    catalogues.add_collection(connection, CollectionDraft(key="fleet", name="Fleet"), 1)
    shared = SchemaDraft(
        collection="fleet", kind="superstructure", sprite=SPRITE.format(1), modifiers={"attack": 5}, fields={"ap": 1}
    )
    catalogues.add_schema(connection, shared)
    plain = TemplateDraft(key="plain", name="Plain", collection="fleet", kind="superstructure")
    own = TemplateDraft(
        key="own", name="Own", collection="fleet", kind="superstructure", sprite=SPRITE.format(2),
        modifiers={"attack": -2, "build_rate": 3}, fields={"ap": 2, "move": -1},
    )  # fmt: skip
    made = [catalogues.add_template(connection, one, 1) for one in (plain, own)]
    assert [(one.sprite, one.modifiers, one.fields) for one in made] == [
        (SPRITE.format(1), {"attack": 5}, {"ap": 1}),
        (SPRITE.format(2), {"attack": 3, "build_rate": 3}, {"ap": 3, "move": -1}),
    ]
    assert catalogues.find_templates(connection, collection="fleet") == made
    assert catalogues.schemas(connection, "fleet") == [shared]


@pytest.mark.rule("BOI-299")
def test_nothing_is_made_twice_or_out_of_nothing(connection):
    fleet = CollectionDraft(key="fleet", name="Fleet")
    schema = SchemaDraft(collection="fleet", kind="boost")
    boost = TemplateDraft(key="b", name="B", collection="fleet", kind="boost")

    def code(call, *arguments):
        with pytest.raises(ItemError) as caught:
            call(connection, *arguments)
        return caught.value.code

    assert code(catalogues.add_schema, schema) == "no_collection"
    assert code(catalogues.add_template, boost, 1) == "no_collection"
    catalogues.add_collection(connection, fleet, 1)
    assert code(catalogues.add_collection, fleet, 1) == "collection_exists"
    assert code(catalogues.add_template, boost, 1) == "no_schema"
    catalogues.add_schema(connection, schema)
    assert code(catalogues.add_schema, schema) == "schema_exists"
    catalogues.add_template(connection, boost, 1)
    assert code(catalogues.add_template, boost, 1) == "template_exists"


@pytest.mark.parametrize("key", ["\0", "\ud800", "x" * 5000, "' OR 1=1 --"])
def test_a_key_that_no_database_can_hold_is_nothing(connection, key):
    assert catalogues.find_template(connection, key) is None
    assert catalogues.find_templates(connection, collection=key) == []
    assert catalogues.schemas(connection, key) == []
