"""A small catalogue, players, and a whole look at what they own, for tests of the ledger."""

from sqlalchemy import select

from roundhouse.games.boidvoid.collectibles.drafts import Catalogue, CollectionDraft, SchemaDraft, TemplateDraft
from roundhouse.games.boidvoid.collectibles.ledger_replay import replay
from roundhouse.games.boidvoid.collectibles.store import catalogue, ledger
from roundhouse.games.boidvoid.collectibles.store.schema import collectibles, game_items, templates
from roundhouse.store import players

KINDS = ("boost", "superstructure", "spaceship", "mothership", "avatar", "collectible", "poi")
SMALL = Catalogue(
    (CollectionDraft(key="core", name="Core"),),
    tuple(SchemaDraft(collection="core", kind=kind) for kind in KINDS),
    (
        TemplateDraft(key="boost-hull", name="Hull", collection="core", kind="boost", data={"turns": 10}),
        TemplateDraft(key="boost-cell", name="Cell", collection="core", kind="boost", burnable=False),
        TemplateDraft(key="ss-relay", name="Relay", collection="core", kind="superstructure"),
        TemplateDraft(key="ship-standard", name="Ship", collection="core", kind="spaceship"),
        TemplateDraft(key="mothership-standard", name="Mothership", collection="core", kind="mothership"),
        TemplateDraft(key="kept", name="Kept", collection="core", kind="collectible", transferable=False),
        TemplateDraft(key="rare", name="Rare", collection="core", kind="collectible", max_supply=3),
        TemplateDraft(key="face", name="Face", collection="core", kind="avatar"),
        TemplateDraft(key="ruins", name="Ruins", collection="core", kind="poi"),
    ),
)


def install(connection):
    """The catalogue, and the numbers of anna and bert."""
    catalogue.install(connection, SMALL, 1)
    return [players.create(connection, name=name, kind="person", now_ms=1)[0].id for name in ("anna", "bert")]


def check_books(connection):
    """What must be true at any time: every living item has one owner, mint numbers have no gaps, and the ledger alone
    gives the same owners and uses."""
    rows = connection.execute(select(collectibles)).all()
    by_template = {}
    for row in rows:
        assert (row.owner_id is None) == (row.burnt_ms is not None)
        by_template.setdefault(row.template_id, []).append(row.mint_number)
    for row in connection.execute(select(templates)):
        assert sorted(by_template.get(row.id, [])) == list(range(1, row.minted + 1))
        assert row.max_supply is None or row.minted <= row.max_supply
    found = replay(ledger.entries(connection))
    assert {item: (one.owner, one.use) for item, one in found.items()} == {
        row.id: (row.owner_id, "" if row.use == "game" else row.use) for row in rows
    }
    inside = {row.item_id: row.game for row in connection.execute(select(game_items)) if row.item_id}
    living = {row.id for row in rows if row.owner_id is not None}
    assert {row.id for row in rows if row.use} == set(inside) & living
    assert all(one.game in ("", inside.get(item)) for item, one in found.items())
