"""Collectibles over HTTP: what administrators make, what players do with what they own, and who may do what."""

import pytest
from tests.server.threaded_site import PASSWORD

from roundhouse.games.boidvoid.collectibles.starting_catalogue import catalogue
from roundhouse.store import players

SPRITE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>'


@pytest.fixture
def admin(site):
    """An administrator, the same in all tests of this file."""
    if site.read(lambda connection: players.find(connection, "boss")) is None:
        return site.browser("boss", role="admin")
    browser = site.browser()
    browser.post("/api/sign-in", {"name": "boss", "password": PASSWORD})
    return browser


@pytest.fixture
def fleet(admin):
    """A collection of an administrator's own."""
    if "fleet" not in [one["key"] for one in admin.get("/api/collections")]:
        admin.post("/api/collections", {"key": "fleet", "name": "Fleet", "sentence": "Ours."}, status=201)
        for kind in ("boost", "spaceship", "avatar", "collectible"):
            schema = {"collection": "fleet", "kind": kind, "sprite": SPRITE if kind == "avatar" else ""}
            admin.post("/api/schemas", schema, status=201)
    return "fleet"


def template(admin, fleet, key, **more):
    data = {"key": key, "name": key, "collection": fleet, "schema": "collectible"} | more
    return admin.post("/api/templates", data, status=201)


def mint(admin, key, to, count=1):
    return [one["id"] for one in admin.post(f"/api/templates/{key}/mint", {"to": to, "count": count}, status=201)]


def code(answer):
    return answer["code"], answer.get("field", ""), answer.get("rule", "")


def newest(admin):
    line = admin.get("/api/admin/audit?limit=1")[0]
    return line["actor"], line["action"], line["target"], line["detail"]


# What there is


@pytest.mark.rule("BOI-244", "BOI-294")
def test_the_rulebooks_templates_are_there_from_the_start(site):
    browser = site.browser()
    first = browser.get("/api/collections")[:3]
    assert [(one["key"], one["builtin"]) for one in first] == [("core", True), ("faces", True), ("keepsakes", True)]
    page = browser.get("/api/collections/core")
    assert {one["key"] for one in page["templates"]} == {
        one.key for one in catalogue().templates if one.collection == "core"
    }
    assert len(page["schemas"]) == 10
    by_key = {one["key"]: one for one in page["templates"]}
    assert by_key["ss-relay"]["fields"] == {"move": -1, "ap": 3}
    assert all(one["known"] and one["sprite"].startswith("<svg") for one in page["templates"])
    assert by_key["poi-space-oasis"]["sprite"] == next(one["sprite"] for one in page["schemas"] if one["kind"] == "poi")
    boosts = browser.get("/api/templates?schema=boost&collection=core")
    assert [one["key"] for one in boosts] == [one.key for one in catalogue().templates if one.kind == "boost"]


@pytest.mark.rule("BOI-243", "BOI-294")
def test_a_sprite_is_served_as_a_picture_that_can_do_nothing(site):
    browser = site.browser()
    answer = browser.ask("GET", "/api/templates/ship-standard/sprite", status=200)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert answer.text == browser.get("/api/templates/ship-standard")["sprite"]
    assert browser.get("/api/templates/nothing/sprite", status=404)["code"] == "no_template"


def test_what_is_not_there_is_refused_in_words(site):
    browser = site.browser()
    assert code(browser.get("/api/collections/nothing", status=404))[0] == "no_collection"
    assert code(browser.get("/api/templates/nothing", status=404))[0] == "no_template"
    assert code(browser.get("/api/collectibles/999999", status=404)) == ("no_such_item", "", "BOI-241")
    assert code(browser.get("/api/players/nobody-here/collectibles", status=404))[0] == "no_player"
    browser.get("/api/collectibles/0", status=400)
    browser.get(f"/api/collectibles/{2**70}", status=400)


# Making


@pytest.mark.rule("BOI-299")
def test_an_administrator_creates_collections_schemas_and_templates_and_mints(site, admin):
    made = admin.post("/api/collections", {"key": "yard", "name": "The Yard"}, status=201)
    assert made == {"key": "yard", "name": "The Yard", "sentence": "", "builtin": False, "templates": 0}
    assert newest(admin) == ("boss", "collection_made", "yard", {})
    schema = {"collection": "yard", "kind": "boost", "sprite": SPRITE, "modifiers": {"attack": 2}}
    shown = admin.post("/api/schemas", schema, status=201)
    assert (shown["modifiers"], shown["fields"], "attack" in shown["allowed"]) == ({"attack": 2}, {}, True)
    assert newest(admin)[1:3] == ("schema_made", "yard/boost")
    template = {
        "key": "yard-coal", "name": "Coal", "collection": "yard", "schema": "boost", "modifiers": {"attack": 3},
        "data": {"turns": 5, "story": "black"}, "max_supply": 2, "transferable": False,
    }  # fmt: skip
    made = admin.post("/api/templates", template, status=201)
    assert (made["modifiers"], made["sprite"], made["known"], made["minted"]) == ({"attack": 5}, SPRITE, False, 0)
    assert newest(admin) == ("boss", "template_made", "yard-coal", {"collection": "yard", "schema": "boost"})
    site.browser("coalman")
    items = admin.post("/api/templates/yard-coal/mint", {"to": "coalman", "count": 2}, status=201)
    assert [(one["owner"], one["mint_number"], one["data"]) for one in items] == [
        ("coalman", 1, template["data"]), ("coalman", 2, template["data"]),
    ]  # fmt: skip
    detail = {"to": "coalman", "count": 2, "numbers": [1, 2]}
    assert newest(admin) == ("boss", "items_minted", "yard-coal", detail)
    refused = admin.post("/api/templates/yard-coal/mint", {"to": "coalman"}, status=409)
    assert code(refused) == ("supply", "count", "BOI-242")
    assert newest(admin)[3] == detail, "a refusal is nothing that was done"


@pytest.mark.rule("BOI-247", "BOI-299")
@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"modifiers": {"battery": 1}}, "modifiers.battery"),
        ({"fields": {"ap": 1}}, "fields.ap"),
        ({"sprite": "<svg onload='x'/>"}, "sprite"),
        ({"data": {"x": "y" * 5000}}, "data"),
    ],
)
def test_a_template_that_the_rules_do_not_allow_is_a_bad_template(admin, fleet, said, field):
    data = {"key": "bad", "name": "Bad", "collection": fleet, "schema": "collectible"} | said
    refused = admin.post("/api/templates", data, status=400)
    assert code(refused)[:2] == ("bad_template", field)
    assert admin.get("/api/templates/bad", status=404)


@pytest.mark.rule("BOI-255", "BOI-299")
def test_nothing_is_made_twice_and_match_is_taken(admin, fleet):
    assert code(admin.post("/api/collections", {"key": "fleet", "name": "x"}, status=409))[0] == "collection_exists"
    assert code(admin.post("/api/collections", {"key": "match", "name": "x"}, status=409))[0] == "reserved"
    assert code(admin.post("/api/schemas", {"collection": fleet, "kind": "boost"}, status=409))[0] == "schema_exists"
    assert code(admin.post("/api/schemas", {"collection": "no", "kind": "boost"}, status=404))[0] == "no_collection"
    lacking = {"key": "x", "name": "X", "collection": fleet, "schema": "tile"}
    assert code(admin.post("/api/templates", lacking, status=404))[0] == "no_schema"
    twice = {"key": "ss-relay", "name": "X", "collection": fleet, "schema": "boost"}
    assert code(admin.post("/api/templates", twice, status=409))[0] == "template_exists"
    mint = admin.post("/api/templates/tile-nebula/mint", {"to": "boss"}, status=409)
    assert code(mint) == ("owned_by_game", "template", "BOI-244")
    assert code(admin.post("/api/templates/nothing/mint", {"to": "boss"}, status=404))[0] == "no_template"
    assert code(admin.post("/api/templates/gear/mint", {"to": "nobody-here"}, status=404))[0] == "no_player"


ADMIN_ONLY = [
    ("/api/collections", {"key": "mine", "name": "Mine"}),
    ("/api/schemas", {"collection": "core", "kind": "boost"}),
    ("/api/templates", {"key": "mine", "name": "Mine", "collection": "core", "schema": "boost"}),
    ("/api/templates/gear/mint", {"to": "boss"}),
    ("/api/players/boss/points", {"points": 5}),
]


@pytest.mark.rule("BOI-302", "BOI-299")
@pytest.mark.parametrize(("path", "data"), ADMIN_ONLY)
def test_everybody_else_is_refused(site, admin, path, data):
    number = ADMIN_ONLY.index((path, data))
    assert site.browser().post(path, data, status=401)["code"] == "sign_in_first"
    for role in ("player", "organiser"):
        browser = site.browser(f"{role}-{number}", role=role)
        assert browser.post(path, data, status=403)["code"] == "not_allowed"
    assert admin.get("/api/templates/mine", status=404)


# Owning


@pytest.mark.rule("BOI-241", "BOI-248", "BOI-251")
def test_players_give_away_what_is_theirs(site, admin, fleet):
    giver, taker = site.browser("giver"), site.browser("taker")
    template(admin, fleet, "token")
    template(admin, fleet, "chained", transferable=False)
    (item,), (fixed,) = mint(admin, "token", "giver"), mint(admin, "chained", "giver")
    path = f"/api/collectibles/{item}/transfer"
    assert code(taker.post(path, {"to": "taker"}, status=409))[0] == "yourself"
    assert code(taker.post(path, {"to": "giver"}, status=404)) == ("no_such_item", "item", "BOI-241")
    assert code(giver.post(path, {"to": "nobody-here"}, status=404))[0] == "no_player"
    guest = site.browser()
    name = guest.post("/api/guest", status=201)["player"]["name"]
    assert code(giver.post(path, {"to": name}, status=409))[0] == "guest"
    assert guest.post(path, {"to": "taker"}, status=403)["code"] == "sign_up_first"
    refused = giver.post(f"/api/collectibles/{fixed}/transfer", {"to": "taker"}, status=409)
    assert code(refused) == ("not_transferable", "item", "BOI-248")
    assert giver.post(path, {"to": "taker"})["owner"] == "taker"
    assert taker.get(f"/api/collectibles/{item}")["owner"] == "taker"
    lines = site.browser().get(f"/api/ledger?item={item}")["lines"]
    assert [(one["kind"], one["giver"], one["taker"], one["template"]) for one in lines] == [
        ("transfer", "giver", "taker", "token"), ("mint", "", "giver", "token"),
    ]  # fmt: skip


@pytest.mark.rule("BOI-249", "BOI-251")
def test_players_burn_what_is_theirs(site, admin, fleet):
    burner, other = site.browser("burner"), site.browser("other")
    template(admin, fleet, "wood")
    template(admin, fleet, "stone", burnable=False)
    (wood,), (stone,) = mint(admin, "wood", "burner"), mint(admin, "stone", "burner")
    assert code(other.post(f"/api/collectibles/{wood}/burn", status=404))[0] == "no_such_item"
    assert code(burner.post(f"/api/collectibles/{stone}/burn", status=409)) == ("not_burnable", "item", "BOI-249")
    burnt = burner.post(f"/api/collectibles/{wood}/burn")
    assert (burnt["owner"], burnt["burnt_ms"] is not None) == ("", True)
    assert code(burner.post(f"/api/collectibles/{wood}/burn", status=404))[0] == "no_such_item"
    assert [one["id"] for one in burner.get("/api/players/burner/collectibles")["items"]] == [stone]
    assert admin.get("/api/templates/wood")["living"] == 0


def test_what_a_player_owns_comes_in_pages_with_its_templates(site, admin, fleet):
    site.browser("hoarder")
    template(admin, fleet, "coin", schema="boost", modifiers={"range": 1})
    made = mint(admin, "coin", "hoarder", 5)
    browser = site.browser()
    first = browser.get("/api/players/hoarder/collectibles?limit=3")
    assert ([one["id"] for one in first["items"]], first["more"]) == (made[:3], made[2])
    assert [(one["key"], one["modifiers"]) for one in first["templates"]] == [("coin", {"range": 1})]
    rest = browser.get(f"/api/players/hoarder/collectibles?after={first['more']}")
    assert ([one["id"] for one in rest["items"]], rest["more"]) == (made[3:], None)


@pytest.mark.rule("BOI-251")
def test_the_ledger_is_read_in_pages_and_by_what_is_looked_for(site, admin, fleet):
    for name in ("reader", "second"):
        site.browser(name)
    template(admin, fleet, "page")
    mint(admin, "page", "reader", 3)
    mint(admin, "page", "second", 2)
    browser = site.browser()
    first = browser.get("/api/ledger?template=page&limit=2")
    rest = browser.get(f"/api/ledger?template=page&limit=9&before={first['more']}")
    numbers = [one["mint_number"] for one in first["lines"] + rest["lines"]]
    assert (numbers, rest["more"]) == ([5, 4, 3, 2, 1], None)
    assert len(browser.get("/api/ledger?player=second")["lines"]) == 2
    assert browser.get("/api/ledger?template=page&kind=burn")["lines"] == []
    browser.get("/api/ledger?kind=theft", status=400)
    assert browser.get("/api/ledger?player=nobody-here", status=404)["code"] == "no_player"


@pytest.mark.rule("BOI-253")
def test_the_album_shows_what_is_owned_and_what_is_missing_of_each_collection(site, admin):
    browser = site.browser("collector")
    made = mint(admin, "gear", "collector", 2) + mint(admin, "compass", "collector")
    assert browser.get("/api/me/album")["player"] == "collector"
    pages = {page["collection"]["key"]: page for page in browser.get("/api/me/album")["pages"]}
    keepsakes = pages["keepsakes"]
    assert (keepsakes["owned"], keepsakes["total"]) == (2, 8)
    there = {entry["template"]["key"]: [one["id"] for one in entry["items"]] for entry in keepsakes["entries"]}
    assert {key: items for key, items in there.items() if items} == {"gear": made[:2], "compass": made[2:]}
    assert there["lantern"] == []
    assert pages["core"]["owned"] == 0
    assert not [one for one in pages["core"]["entries"] if one["template"]["schema"] in ("tile", "poi")]
    site.browser().get("/api/me/album", status=401)


@pytest.mark.rule("BOI-252")
def test_an_avatar_is_shown_with_its_player(site, admin):
    browser = site.browser("facey")
    assert browser.get("/api/players/facey")["avatar"] is None
    (owl,), (gear,) = mint(admin, "avatar-owl", "facey"), mint(admin, "gear", "facey")
    assert code(browser.post("/api/me/avatar", {"item": gear}, status=409)) == ("no_avatar", "item", "BOI-252")
    shown = browser.post("/api/me/avatar", {"item": owl})
    assert (shown["template"], shown["item"]) == ("avatar-owl", owl)
    assert site.browser().get("/api/players/facey")["avatar"] == shown
    assert browser.get(f"/api/collectibles/{owl}")["use"] == "avatar"
    assert code(site.browser("thief").post("/api/me/avatar", {"item": owl}, status=404))[0] == "no_such_item"
    assert browser.post("/api/me/avatar", {"item": None}) is None
    assert site.browser().get("/api/players/facey")["avatar"] is None


# Stake points


@pytest.mark.rule("BOI-085")
def test_players_stake_points_and_a_million_of_them_count(site, admin):
    browser = site.browser("staker")
    assert browser.get("/api/me/stake") == {"player": "staker", "points": 10_000, "staked": 0, "counted": 0}
    assert browser.post("/api/me/stake", {"points": 6400})["counted"] == 6400
    refused = browser.post("/api/me/stake", {"points": 10_001}, status=409)
    assert code(refused) == ("not_enough_points", "points", "BOI-085")
    assert admin.post("/api/players/staker/points", {"points": 5_000_000})["staked"] == 6400
    assert newest(admin) == ("boss", "points_set", "staker", {"points": 5_000_000})
    browser.post("/api/me/stake", {"points": 5_000_000})
    public = {"player": "staker", "points": 5_000_000, "staked": 5_000_000, "counted": 1_000_000}
    assert site.browser().get("/api/players/staker/stake") == public
    browser.post("/api/me/stake", {"points": -1}, status=400)
