"""Pages of a Dungeon match beside its board: market, scoreboard and commands, also of a match that is over; and what a
player has won: the toast, the final screen, the cabinet and the leaderboards."""

import csv
import math
import re

import pytest
from playwright.sync_api import expect
from tests.games.dungeon.web import matches as dungeon_matches
from tests.games.rally.web.match_page import Rival
from tests.web.site import violations

pytestmark = pytest.mark.slow
CATEGORIES = ("fighting", "mining", "movement", "robot", "trading")
KINDS = ("coal", "iron", "gem", "gold", "platin")


@pytest.fixture(scope="module")
def past(site):
    """A finished match of three bots, and its rounds."""
    member = site.member("mercer")
    key = dungeon_matches.finished(site, member)
    member.close()
    return key, dungeon_matches.history(site, key)


def cells(page, name):
    """The rows of a table as texts, by what they are about."""
    rows = page.get_by_role("region", name=name).get_by_role("row").filter(has=page.get_by_role("rowheader"))
    expect(rows.first).to_be_visible()
    return {
        row.get_by_role("rowheader").inner_text().strip(): row.get_by_role("cell").all_inner_texts()
        for row in rows.all()
    }


def legend(page, title):
    """What the legend of a chart says, by line; nothing where there is no such chart."""
    box = page.locator("section").filter(has=page.get_by_role("heading", name=title, exact=True))
    pairs = [item.split("\n") for item in box.get_by_role("listitem").all_inner_texts()] if box.count() else []
    return [(" ".join(words[:-1]).strip(), words[-1].strip()) for words in pairs]


def saved(page):
    """The rows of the CSV file that the page hands out."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as CSV").click()
    with open(download.value.path(), newline="") as file:
        return list(csv.reader(file))


@pytest.mark.rule("DUN-035", "DUN-183")
def test_the_market_shows_prices_and_trades_of_every_round(visitor, past):
    key, rounds = past
    page = visitor(f"/match/{key}/market")
    last, sold = rounds[-1], {kind: sum(row["sold"].get(kind, 0) for row in rounds) for kind in KINDS}
    assert sold["coal"] > 0
    expect(page.get_by_role("img", name="Prices by round: Coal, Iron, Gem, Gold, Platin.")).to_be_visible()
    shown = cells(page, "Resources")
    for kind in KINDS:
        price, first, units, so_far = shown[kind.capitalize()]
        assert int(price) == last["resources"][kind]
        assert int(first) == rounds[0]["resources"][kind]
        assert int(units) == last["sold"].get(kind, 0)
        assert int(so_far.replace(",", "")) == sold[kind]
    # another round, other articles
    busy = next(row for row in rounds if row["bought"].get("ROBOT"))
    page.get_by_label("What to show").select_option("Robots and care")
    page.get_by_label("Round shown").fill(str(busy["round"]))
    expect(page.get_by_role("heading", name=f"Robots and care · Round {busy['round']}")).to_be_visible()
    price, _, units, _ = cells(page, "Robots and care")["Robot"]
    assert (int(price), int(units)) == (busy["articles"]["ROBOT"], busy["bought"]["ROBOT"])
    page.get_by_label("What to show").select_option("Upgrades: Mining speed")
    assert list(cells(page, "Upgrades: Mining speed")) == [f"Mining speed {level}" for level in range(1, 6)]


@pytest.mark.rule("DUN-183", "DUN-184")
def test_everything_of_the_market_can_be_saved(visitor, past):
    key, rounds = past
    head, *rows = saved(visitor(f"/match/{key}/market"))
    assert [int(row[0]) for row in rows] == [row["round"] for row in rounds]
    named = [dict(zip(head, row, strict=True)) for row in rows]
    for made, row in zip(named, rounds, strict=True):
        for article, price in row["articles"].items():
            assert int(made[f"price {article}"]) == price
            assert int(made[f"bought {article}"]) == row["bought"].get(article, 0)
        for kind, price in row["resources"].items():
            assert int(made[f"price {kind}"]) == price
            assert int(made[f"sold {kind}"]) == row["sold"].get(kind, 0)
        assert [int(made[f"balance {name}"]) for name in dungeon_matches.BOTS.values()] == row["balances"]


@pytest.mark.rule("DUN-161", "DUN-170", "DUN-171", "DUN-172", "DUN-174")
def test_the_scoreboard_has_five_categories_with_places_of_their_own(visitor, past, site):
    key, rounds = past
    page = visitor(f"/match/{key}/scores")
    last = rounds[-1]
    shown = cells(page, "Scoreboard")
    match = site.get(f"/api/matches/{key}")
    for n, name in enumerate(dungeon_matches.BOTS.values()):
        place, total, points, *categories = shown[name]
        assert int(place) == match["seats"][n]["place"]
        assert int(points.replace(",", "")) == last["sums"][n]
        average = last["sums"][n] / 5
        assert float(total.replace(",", "")) == pytest.approx(100 * math.log(average) if average >= 1 else 0, abs=0.06)
        for category, text in zip(CATEGORIES, categories, strict=True):
            values = last["scores"][category]
            better = sum(other > values[n] for other in values)
            assert re.search(r"(-?[\d,]+) points, place (\d+)$", text).groups() == (
                f"{values[n]:,}", str(1 + better),
            )  # fmt: skip
    # as it was in another round, and as a curve
    middle = rounds[len(rounds) // 2]
    page.get_by_label("Round shown").fill(str(middle["round"]))
    page.get_by_role("radio", name="Mining").check(force=True)
    expect(page.get_by_role("img", name="Mining of the players by round.")).to_be_visible()
    assert [value for _, value in legend(page, "Scores by round: Mining")] == [
        f"{points:,}" for points in middle["scores"]["mining"]
    ]


@pytest.mark.rule("DUN-185")
def test_after_a_match_everybody_reads_all_commands(visitor, past, site):
    key, _ = past
    page = visitor(f"/match/{key}/commands")
    table = page.get_by_role("region", name="Commands", exact=True)
    page.get_by_label("Round", exact=True).fill("7")
    commands = site.get(f"/api/matches/{key}/commands?round=7")["commands"]
    assert {one["seat"] for one in commands} == {1, 2, 3}
    expect(table.locator("tbody tr")).to_have_count(len(commands))
    for one in commands:
        row = table.locator("tbody tr").filter(has_text=one["receipt"])
        expect(row).to_contain_text(dungeon_matches.BOTS[str(one["seat"])])
        if one["action"].get("robot"):
            expect(row).to_contain_text(one["action"]["robot"][:8])
    head, *rows = saved(page)
    assert [row[head.index("transaction")] for row in rows] == [one["receipt"] for one in commands]
    page.get_by_label("Player").select_option("warlord")
    expect(table.locator("tbody tr")).to_have_count(sum(one["seat"] == 2 for one in commands))


@pytest.mark.rule("DUN-184", "DUN-185")
def test_while_a_match_runs_accounts_and_commands_are_ones_own(visitor, member, site):
    ada = member("ada")
    key = dungeon_matches.running(ada, **dungeon_matches.BY_ORDERS)
    (receipt,) = dungeon_matches.act(ada, key, {"type": "buying", "article": "ROBOT", "quantity": 1})
    dungeon_matches.done(ada, key)
    dungeon_matches.after_rounds(site, key)
    own, other = visitor(f"/match/{key}/market", member=ada), visitor(f"/match/{key}/market")
    expect(own.get_by_text("While the match runs everybody sees the own account alone")).to_be_visible()
    assert [name for name, _ in legend(own, "Balances")] == [ada.name]
    expect(other.get_by_text("Accounts are secret while the match runs.")).to_be_visible()
    assert legend(other, "Balances") == []
    # commands
    own.get_by_role("link", name="Commands").click()
    own.get_by_label("Round", exact=True).fill("1")
    table = own.get_by_role("region", name="Commands", exact=True)
    expect(table.locator("tbody tr")).to_have_count(1)
    expect(table).to_contain_text(receipt)
    expect(table).to_contain_text(re.compile("1 . robot"))
    other.get_by_role("link", name="Commands").click()
    expect(other.get_by_text("Commands are secret while the match runs.")).to_be_visible()
    expect(other.get_by_role("table")).to_have_count(0)
    # when it is over the pages say it all, without being asked again
    dungeon_matches.change(ada, key, {"type": "end"})
    dungeon_matches.done(ada, key)
    site.finished(key)
    other.get_by_role("link", name="Market").click()
    expect(other.get_by_role("heading", name="Balances", exact=True)).to_be_visible()
    assert [name for name, _ in legend(other, "Balances")] == [ada.name, "miner", "warlord"]
    other.get_by_role("link", name="Commands").click()
    other.get_by_label("Round", exact=True).fill("1")
    expect(other.get_by_role("region", name="Commands", exact=True)).to_contain_text("miner")


@pytest.mark.rule("DUN-178", "DUN-180", "DUN-181", "DUN-182")
def test_what_is_won_is_told_at_once_and_stands_in_the_cabinet(visitor, member, site):
    ada = member("ada")
    key = dungeon_matches.running(ada, listed=True, **dungeon_matches.BY_ORDERS)
    view = Rival(ada, key).turn()["view"]
    (robot,) = view["you"]["robots"]
    here = next(planet for planet in view["planets"] if planet["id"] == robot["planet"])
    page = visitor(f"/match/{key}", member=ada, height=1000)
    expect(page.get_by_role("application")).to_be_visible()
    dungeon_matches.act(
        ada, key, {"type": "movement", "robot": robot["id"], "planet": next(iter(here["neighbours"].values()))}
    )
    dungeon_matches.done(ada, key)
    expect(page.get_by_text("You win: Sputnik")).to_be_visible()
    dungeon_matches.change(ada, key, {"type": "end"})
    dungeon_matches.done(ada, key)
    site.finished(key)
    final = page.get_by_role("dialog", name="The match is over")
    expect(final).to_be_visible()
    expect(final.get_by_role("heading", name="Scores by category")).to_be_visible()
    figures = site.get(f"/api/matches/{key}")["figures"]
    won = {name for name in figures[0] if name.startswith("trophy_") and figures[0][name]}
    assert won
    mine = final.get_by_role("listitem").filter(has_text=ada.name).filter(has_text="place")
    words = {"1": "first", "2": "second", "3": "third"}
    for trophy in won:
        _, category, place = trophy.split("_")
        expect(mine).to_contain_text(f"{category.capitalize()}: {words[place]} place")
    assert "first_blood" not in final.inner_text()
    assert violations(page) == []
    # the cabinet, for everybody
    cabinet = visitor(f"/player/{ada.name}")
    shelf = cabinet.get_by_role("region", name="All awards")
    expect(shelf.get_by_role("rowheader", name="Sputnik")).to_be_visible()
    number = site.get(f"/api/matches/{key}")["number"]
    row = shelf.get_by_role("row").filter(has_text="Sputnik")
    expect(row.get_by_role("link", name=f"Match {number}")).to_have_attribute("href", f"/replay/{key}")
    expect(row).to_contain_text(re.compile(r"\d+ \w+ 20\d\d"))
    awards = site.get(f"/api/players/{ada.name}/cabinet?game=dungeon")["awards"]
    expect(cabinet.get_by_text(f"{len(awards)} awards")).to_be_visible()


@pytest.mark.rule("DUN-174", "DUN-182")
def test_leaderboards_are_overall_and_per_category(visitor, past, site):
    assert past
    page = visitor("/games/dungeon")
    page.get_by_role("link", name="Leaderboards").click()
    tabs = page.get_by_role("navigation", name="Leaderboards").get_by_role("link")
    expect(tabs).to_have_text(
        [
            "Points in all",
            "Points: fighting",
            "Points: mining",
            "Points: travelling",
            "Points: robots",
            "Points: trading",
        ]
    )
    for figure, tab in (("score_sum", "Points in all"), ("score_mining", "Points: mining")):
        page.get_by_role("link", name=tab, exact=True).click()
        leaders = site.get(f"/api/games/dungeon/leaderboards/{figure}")["leaders"]
        table = page.get_by_role("region", name=f"Leaderboard: {tab}")
        expect(table.locator("tbody tr")).to_have_count(len(leaders))
        shown = cells(page, f"Leaderboard: {tab}")
        assert {name.split("\n")[-2] for name in shown} == {one["name"] for one in leaders}
        for name, (place, points, best, matches) in shown.items():
            one = next(one for one in leaders if one["name"] == name.split("\n")[-2])
            assert [int(text.replace(",", "")) for text in (place, points, best, matches)] == [
                one["place"], one["total"], one["best"], one["matches"],
            ]  # fmt: skip


def test_the_menu_leads_to_a_match_at_once(visitor, site):
    page = visitor("/games/dungeon")
    page.get_by_role("button", name="Play against Miner").click()
    page.wait_for_url(re.compile(r"/match/"))
    key = page.url.rsplit("/", 1)[1]
    match = site.get(f"/api/matches/{key}")
    assert [seat["player"]["name"] for seat in match["seats"][1:]] == ["miner"] * 3
    assert match["game"] == "dungeon"
    for sheet in ("Market", "Scoreboard", "Commands"):
        expect(page.get_by_role("link", name=sheet)).to_be_visible()


@pytest.mark.rule("DUN-186")
def test_the_help_page_explains_round_map_and_prices(visitor):
    page = visitor("/games/dungeon")
    legend_of_map = page.locator("#legend")
    for text in ("Easy", "Medium", "Hard", "Gap", "Space station", "Coal", "Iron", "Gem", "Gold", "Platin"):
        expect(legend_of_map.get_by_role("listitem").filter(has_text=text).first).to_be_visible()
    expect(page.locator("#round").get_by_role("listitem")).to_have_count(9)
    expect(page.locator("#levels").get_by_role("row").filter(has_text="Storage")).to_contain_text("1,000")
    page.get_by_role("button", name="Deutsch").click()
    expect(legend_of_map.get_by_text("Raumstation", exact=True)).to_be_visible()
