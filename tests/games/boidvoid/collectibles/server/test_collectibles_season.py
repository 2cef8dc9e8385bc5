"""Items of players in a season's game on a whole server: taken in, used by orders over the wire, and given back."""

import pytest
from tests.games.boidvoid.season.server.season_site import DAY, FIRST, HOUR, HOURLY, NAMES, SeasonSite, day, team_list

from roundhouse.server import accounts
from roundhouse.server.accounts import hasher

pytestmark = pytest.mark.slow
LEDGER = HOURLY | {"inventory_mode": "ledger"}


@pytest.fixture
def site(tmp_path, monkeypatch):
    monkeypatch.setattr(accounts, "hasher", lambda **_: hasher(time_cost=1, memory_cost=8))
    with SeasonSite(tmp_path) as site:
        site.tokens = site.people(*NAMES, "eve")
        site.boss = site.admin()
        yield site


def mint(site, key, to, count=1):
    made = site.boss.post(f"/api/templates/{key}/mint", {"to": to, "count": count}, status=201)
    return [one["id"] for one in made]


def start(site):
    season = site.boss.post("/api/seasons", {"name": "Autumn", "start": day(0), "end": day(3)}, status=201)
    wanted = {"name": "Void", "teams": team_list(), "settings": LEDGER}
    made = site.boss.post(f"/api/seasons/{season['id']}/games", wanted, status=201)
    site.move(FIRST)
    return site.boss.get(f"/api/season-games/{made['id']}")


def ask(site, name, path, data=None):
    """A request with a player's token: the code of the refusal, or the answer."""
    headers = {"authorization": f"Bearer {site.tokens[name]}"}
    answer = site.boss.ask("POST", path, data, headers=headers).json()
    return answer.get("code") or answer


def use(site, item):
    found = site.boss.get(f"/api/collectibles/{item}")
    return found["owner"], found["use"], found["unit"]


def lines(site, item):
    found = site.boss.get(f"/api/ledger?item={item}")["lines"]
    return [(one["kind"], one["turn"]) for one in reversed(found)][1:]


@pytest.mark.rule("BOI-051", "BOI-159", "BOI-160", "BOI-248", "BOI-249", "BOI-250", "BOI-251")
def test_what_is_done_with_items_in_a_season_is_done_in_the_ledger(site):
    hull, cell = mint(site, "boost-hull", "ada") + mint(site, "boost-cell", "ada")
    (gear,) = mint(site, "gear", "ada")
    (theirs,) = mint(site, "boost-hull", "cleo")
    known = start(site)
    assert [use(site, item)[1] for item in (hull, cell, gear, theirs)] == ["game", "game", "", "game"]
    with site.seat(site.tokens["ada"], known["match"]) as ada:
        assert ada.act({"type": "boost", "item": 0, "mode": "stake"}) == ["accepted"]
        site.settle()
        assert use(site, hull) == ("ada", "staked", 1)
        assert ask(site, "ada", f"/api/collectibles/{hull}/transfer", {"to": "eve"}) == "item_in_use"
        assert ask(site, "ada", f"/api/collectibles/{hull}/burn") == "item_in_use"
        site.move(FIRST + HOUR)
        assert ada.act({"type": "unstake", "item": 0}, {"type": "boost", "item": 1, "mode": "burn"}) == ["accepted"] * 2
        assert ada.act({"type": "boost", "item": 1, "mode": "burn"}) == ["no_such_item"]
    site.settle()
    assert (use(site, hull), use(site, cell)) == (("ada", "game", 0), ("", "", 0))
    site.move(FIRST + 3 * DAY)
    assert (lines(site, hull), lines(site, cell)) == ([("stake", 1), ("unstake", 2)], [("burn", 2)])
    assert [use(site, item) for item in (hull, theirs)] == [("ada", "", 0), ("cleo", "", 0)]
    assert lines(site, theirs) == lines(site, gear) == []
    assert ask(site, "ada", f"/api/collectibles/{hull}/transfer", {"to": "eve"})["owner"] == "eve"


@pytest.mark.rule("BOI-298", "BOI-299")
def test_new_items_come_with_the_maintenance_and_a_replaced_player_keeps_the_own_ones(site):
    known = start(site)
    (hull,) = mint(site, "boost-hull", "ada")
    (cell,) = mint(site, "boost-cell", "eve")
    site.move(FIRST + DAY + HOUR)
    assert use(site, hull)[1] == "game"
    site.boss.post(f"/api/season-games/{known['id']}/replace", {"player": "ada", "by": "eve"})
    assert (use(site, hull), use(site, cell)) == (("ada", "", 0), ("eve", "game", 0))
    with site.seat(site.tokens["eve"], known["match"]) as eve:
        assert eve.act({"type": "boost", "item": 1, "mode": "stake"}) == ["accepted"]
        site.settle()
        assert use(site, cell) == ("eve", "staked", 1)
    site.boss.post(f"/api/season-games/{known['id']}/end")
    site.settle()
    assert (use(site, hull), use(site, cell)) == (("ada", "", 0), ("eve", "", 0))
    assert [kind for kind, _ in lines(site, cell)] == ["stake", "unstake"]
