"""What templates may say and who may do what with an item, without a database."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from roundhouse.games.boidvoid.collectibles import permissions
from roundhouse.games.boidvoid.collectibles.drafts import CollectionDraft, SchemaDraft, TemplateDraft
from roundhouse.games.boidvoid.collectibles.kinds import (
    FIELDS,
    KINDS,
    MODIFIERS,
    OWNED_BY_THE_GAME,
    fields_of,
    modifiers_of,
)
from roundhouse.games.boidvoid.collectibles.ledger_replay import Entry, LedgerFaultError, Standing, replay
from roundhouse.games.boidvoid.collectibles.permissions import (
    Held,
    ItemError,
    check_burn,
    check_mint,
    check_modifiers,
    check_transfer,
    total,
)
from roundhouse.games.boidvoid.collectibles.sprite_check import SpriteError, check_sprite
from roundhouse.games.boidvoid.rules import tables as t

SHIP = """attack defense health range move_cost respawn_rate crit_chance swarm_join_turns battery battery_recovery
    crit_value action_points"""
SPRITE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{}</svg>'


def code(call, *arguments):
    """The refusal's code with its field, or nothing."""
    try:
        call(*arguments)
    except ItemError as error:
        return f"{error.code} {error.field}"
    return ""


def template(**said):
    return TemplateDraft(**{"key": "x", "name": "X", "collection": "c", "kind": "boost"} | said)


@pytest.mark.rule("BOI-244")
def test_the_schemas_are_those_of_the_rules():
    assert KINDS == (
        "spaceship", "mothership", "superstructure", "boost", "avatar", "collectible", "tile", "obstacle", "npc", "poi",
    )  # fmt: skip
    assert OWNED_BY_THE_GAME == ("tile", "obstacle", "npc", "poi")


@pytest.mark.rule("BOI-245", "BOI-246")
@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        ("spaceship", SHIP),
        ("mothership", "attack defense health range move_cost respawn_rate action_points"),
        ("superstructure", "attack defense health range build_rate"),
        ("npc", "attack defense health range respawn_rate crit_chance crit_value action_points"),
        ("avatar", ""),
        ("collectible", ""),
        ("tile", ""),
        ("obstacle", ""),
        ("poi", ""),
    ],
)  # fmt: skip
def test_each_kind_carries_the_modifiers_of_the_list(kind, allowed):
    assert set(modifiers_of(kind)) == set(allowed.split())
    for name in MODIFIERS:
        refused = code(check_modifiers, kind, {name: 1}, {})
        assert refused == ("" if name in allowed.split() else f"bad_template modifiers.{name}")


@pytest.mark.rule("BOI-246")
@pytest.mark.parametrize("kind", KINDS)
def test_only_tiles_points_of_importance_and_superstructures_change_their_field(kind):
    has = kind in ("tile", "poi", "superstructure")
    assert fields_of(kind) == (FIELDS if has else ())
    for name in FIELDS:
        assert code(check_modifiers, kind, {}, {name: -1}) == ("" if has else f"bad_template fields.{name}")


@pytest.mark.rule("BOI-247")
def test_a_boost_may_carry_every_modifier_and_nothing_that_is_none():
    assert code(template(modifiers=dict.fromkeys(MODIFIERS, 1)).check) == ""
    assert code(template(modifiers={"luck": 1}).check) == "bad_template modifiers.luck"
    with pytest.raises(ItemError) as caught:
        template(kind="mothership", modifiers={"attack": 1, "battery": 5}).check()
    assert caught.value.rule == "BOI-247"
    assert caught.value.sentence == (
        "A mothership cannot have battery among its modifiers; allowed: attack, defense, health, range, move_cost, "
        "respawn_rate, action_points."
    )


@pytest.mark.rule("BOI-245", "BOI-246")
def test_the_names_are_those_that_the_rules_of_the_game_know():
    assert set(MODIFIERS) == set(t.MOD_NAMES)
    assert FIELDS == t.FIELD_NAMES


@pytest.mark.rule("BOI-247")
@given(
    kind=some.sampled_from(KINDS),
    modifiers=some.dictionaries(some.sampled_from([*MODIFIERS, "luck", ""]), some.integers(-99, 99), max_size=5),
    fields=some.dictionaries(some.sampled_from([*FIELDS, "colour"]), some.integers(-99, 99), max_size=5),
)
def test_schemas_and_templates_are_held_to_the_same_list(kind, modifiers, fields):
    fine = set(modifiers) <= set(modifiers_of(kind)) and set(fields) <= set(fields_of(kind))
    for draft in (
        template(kind=kind, modifiers=modifiers, fields=fields),
        SchemaDraft(collection="c", kind=kind, modifiers=modifiers, fields=fields),
    ):
        assert code(draft.check).startswith("" if fine else "bad_template")
        assert bool(code(draft.check)) != fine


@pytest.mark.rule("BOI-243")
def test_modifiers_of_schema_and_template_add_up():
    assert total({"attack": 2, "range": 1}, {"attack": 3, "health": -5}) == {"attack": 5, "range": 1, "health": -5}
    assert total({"attack": 2}, {"attack": -2}) == {}


@pytest.mark.rule("BOI-242")
def test_nothing_is_minted_beyond_the_supply():
    check_mint("boost", 0, 1000, None)
    check_mint("boost", 7, 3, 10)
    assert code(check_mint, "boost", 7, 4, 10) == "supply count"
    assert code(check_mint, "boost", 10, 1, 10) == "supply count"


@pytest.mark.rule("BOI-244")
@pytest.mark.parametrize("kind", OWNED_BY_THE_GAME)
def test_elements_of_maps_belong_to_the_game_itself(kind):
    assert code(check_mint, kind, 0, 1, None) == "owned_by_game template"


@pytest.mark.rule("BOI-248")
def test_who_may_give_an_item_away():
    assert code(check_transfer, Held(owner_id=1, transferable=True, burnable=False), 1) == ""
    assert code(check_transfer, Held(owner_id=2, transferable=True, burnable=True), 1) == "no_such_item item"
    assert code(check_transfer, Held(owner_id=1, transferable=False, burnable=True), 1) == "not_transferable item"
    for use in ("staked", "equipped", "game"):
        used = Held(owner_id=1, transferable=True, burnable=True, use=use)
        assert code(check_transfer, used, 1) == "item_in_use item"


@pytest.mark.rule("BOI-249")
def test_who_may_burn_an_item():
    assert code(check_burn, Held(owner_id=1, transferable=False, burnable=True), 1) == ""
    assert code(check_burn, Held(owner_id=2, transferable=True, burnable=True), 1) == "no_such_item item"
    assert code(check_burn, Held(owner_id=1, transferable=True, burnable=False), 1) == "not_burnable item"
    assert code(check_burn, Held(owner_id=1, transferable=True, burnable=True, use="staked"), 1) == "item_in_use item"


@pytest.mark.rule("BOI-255")
def test_the_collection_of_granted_items_cannot_be_made():
    assert code(CollectionDraft(key="match", name="Match").check) == "reserved key"


def test_data_of_a_template_has_a_limit():
    assert code(template(data={"text": "x" * permissions.DATA_MAX}).check) == "bad_template data"
    template(data={"turns": 10, "story": ["of", {"an": "engine"}]}).check()


# Sprites


@pytest.mark.rule("BOI-243")
@pytest.mark.parametrize(
    "inside", ["", '<path d="M0 0h4" fill="#fff"/>', '<g transform="rotate(45)"><circle r="1"/></g>']
)
def test_a_drawing_is_a_sprite(inside):
    check_sprite(SPRITE.format(inside))


@pytest.mark.parametrize(
    "text",
    [
        "ship.png",
        "<svg/>",
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        SPRITE.format("<script>alert(1)</script>"),
        SPRITE.format('<path d="M0 0" onload="alert(1)"/>'),
        SPRITE.format('<image href="http://example.com/x.png"/>'),
        SPRITE.format('<circle r="1" fill="url(http://example.com/x)"/>'),
        SPRITE.format('<circle r="1" style="background:red"/>'),
        SPRITE.format("<foreignObject/>"),
        SPRITE.format("<!-- a -->"),
        SPRITE.format("&amp;"),
        '<!DOCTYPE svg [<!ENTITY a "b">]>' + SPRITE.format(""),
        SPRITE.format("<g>" * 9 + "</g>" * 9),
        SPRITE.format("<g>"),
        SPRITE.format('<path d="' + "M0 0" * 1000 + '"/>'),
        SPRITE.format(SPRITE.format("")),
    ],
)
def test_what_runs_loads_links_or_is_no_drawing_is_no_sprite(text):
    with pytest.raises(SpriteError):
        check_sprite(text)
    with pytest.raises(ItemError, match=r"."):
        template(sprite=text).check()


# The ledger alone


@pytest.mark.rule("BOI-251")
def test_the_ledger_alone_says_who_owns_what():
    lines = [
        Entry("mint", 1, None, 7),
        Entry("mint", 2, None, 7),
        Entry("transfer", 1, 7, 8),
        Entry("stake", 1, 8, 8, "m"),
        Entry("unstake", 1, 8, 8, "m"),
        Entry("burn", 2, 7, None),
        Entry("equip", 1, 8, 8, "m"),
    ]
    assert replay(lines) == {1: Standing(8, "equipped", "m"), 2: Standing(None)}


@pytest.mark.rule("BOI-251")
@pytest.mark.parametrize(
    "line",
    [
        Entry("mint", 1, None, 7),
        Entry("transfer", 1, 8, 9),
        Entry("transfer", 2, 7, 8),
        Entry("unstake", 1, 7, 7, "m"),
        Entry("stake", 1, 7, 8, "m"),
        Entry("mint", 2, 7, 8),
    ],
)
def test_a_line_that_cannot_follow_is_found(line):
    with pytest.raises(LedgerFaultError):
        replay([Entry("mint", 1, None, 7), line])


@pytest.mark.rule("BOI-251")
@pytest.mark.parametrize("kind", ["transfer", "burn", "stake", "equip"])
def test_an_item_in_use_does_nothing_else(kind):
    taker = {"transfer": 8, "burn": None}.get(kind, 7)
    with pytest.raises(LedgerFaultError):
        replay([Entry("mint", 1, None, 7), Entry("stake", 1, 7, 7, "m"), Entry(kind, 1, 7, taker, "m")])
