"""The pages about Spacegoo: the ranking of the line server, its players, matches that are followed, and the help."""

import re
import threading

import pytest
from playwright.sync_api import expect
from tests.games.spacegoo.web import line_bots
from tests.games.spacegoo.web.line_bots import LineBot
from tests.web.number_text import signed
from tests.web.site import fresh

from roundhouse.games.spacegoo.rules.phases.round import battle

pytestmark = pytest.mark.slow


RANKING = "/spacegoo/api/info.json"


@pytest.fixture(scope="module")
def league(site):
    """Three who have not played for long, and two who have; the last game was won by the first of these."""
    old = [fresh("old") for _ in range(3)]
    line_bots.play(site, old[0], old[1])
    line_bots.play(site, old[2], old[1])
    best, second = fresh("best"), fresh("second")
    for _ in range(4):
        line_bots.play(site, best, second)
    return {"old": old, "best": best, "second": second, "last": line_bots.play(site, best, second)}


@pytest.fixture
def running(site):
    """A game that goes on until the test is over."""
    gate, names = threading.Event(), (fresh("slow"), fresh("slow"))

    def reply(state):
        gate.wait(1)
        return "nop"

    bots = [LineBot(site, name, reply) for name in names]
    info = site.eventually(RANKING, lambda info: {info["last_games"][0][f"player{n}"] for n in (1, 2)} == set(names))
    yield info["last_games"][0]["game_id"], names
    gate.set()
    for bot in bots:
        bot.hang_up()


@pytest.mark.rule("GOO-108")
def test_the_leaderboard_has_places_names_ratings_and_marks(visitor, site, league):
    line_bots.play(site, league["best"], league["second"])  # others may have played since: who is active must be so now
    page = visitor("/ladder/spacegoo/line")
    info = site.get(RANKING)
    expect(page.get_by_text(f"{info['num_games']} games played", exact=True)).to_be_visible()
    rows = page.get_by_role("region", name="Top 40").first.get_by_role("row")
    expect(rows).to_have_count(len(info["highscores"]) + 1)
    for place, (name, rating, inactive) in enumerate(info["highscores"], 1):
        cells = rows.nth(place).get_by_role("cell")
        expect(cells.nth(0)).to_have_text(str(place))
        expect(cells.nth(1).get_by_role("link", name=name, exact=True)).to_have_attribute("href", f"/player/{name}")
        expect(cells.nth(2)).to_have_text(f"{rating:.3f}")
        expect(cells.nth(1).get_by_text("inactive")).to_have_count(int(inactive))
    assert {name for name, _, inactive in info["highscores"] if inactive} >= set(league["old"])
    assert (league["best"], False) in {(name, inactive) for name, _, inactive in info["highscores"]}
    grounds = [
        rows.nth(n).get_by_role("cell").first.evaluate("e => getComputedStyle(e).backgroundColor") for n in range(1, 6)
    ]
    assert grounds[0] == grounds[1] == grounds[2] != grounds[3] == grounds[4]


@pytest.mark.rule("GOO-108")
def test_recent_games_are_linked_and_running_ones_have_no_change_yet(visitor, site, league, running):
    number, names = running
    page = visitor("/ladder/spacegoo/line")
    games = page.get_by_role("region", name="Recent games").first.get_by_role("row")
    now = games.filter(has=page.get_by_role("link", name=str(number), exact=True))
    expect(now.get_by_role("cell").nth(2)).to_have_text("---")
    for name in names:
        expect(now.get_by_role("link", name=name)).to_have_attribute("href", f"/player/{name}")
    last = next(game for game in site.get(RANKING)["last_games"] if game["game_id"] == league["last"])
    row = games.filter(has=page.get_by_role("link", name=str(league["last"]), exact=True))
    expect(row.get_by_role("cell").nth(2)).to_have_text(f"+{last['elodiff']:.3f}")
    expect(row.get_by_role("cell").nth(1)).to_contain_text(f"{league['best']} vs {league['second']}")
    expect(page.get_by_role("link", name="Watch live")).to_have_attribute("href", "/match/latest?game=spacegoo")


@pytest.mark.rule("GOO-108")
def test_the_leaderboard_has_records_curves_and_everybody_against_everybody(visitor, site, league):
    page = visitor("/ladder/spacegoo/line")
    known = {row["name"]: row for row in site.get("/spacegoo/api/ranking.json")["rows"]}
    rows = page.get_by_role("region", name="Top 40").first.get_by_role("row")
    for name in (league["best"], league["second"]):
        row = known[name]
        assert row["wins"] + row["losses"] >= 5
        shown = rows.filter(has=page.get_by_role("link", name=name, exact=True)).get_by_role("cell")
        ends = (f"{row['curve'][n]['elo']:.0f}" for n in (0, -1))
        expect(shown.nth(3)).to_have_text("from {} to {} in {} games".format(*ends, len(row["curve"])))
        expect(shown.nth(4)).to_have_text(str(row["wins"] + row["draws"] + row["losses"]))
        expect(shown.nth(5)).to_contain_text(f"{row['wins']}·{row['draws']}·{row['losses']}")
        expect(shown.nth(6)).to_have_text(re.compile("ago|now"))
    expect(page.get_by_role("img", name=re.compile(rf"{league['best']}")).first).to_be_visible()
    cross = site.get("/spacegoo/api/cross_table.json")
    best, second = (cross["names"].index(league[who]) for who in ("best", "second"))
    met = next(cell for cell in cross["cells"] if (cell["row"], cell["column"]) == (best, second))
    games = met["wins"] + met["draws"] + met["losses"]
    table = page.get_by_role("region", name="Against each other").get_by_role("row")
    expect(table.nth(1 + best).get_by_role("cell").nth(1 + second)).to_have_text(f"{met['wins']}/{games}")
    expect(table.nth(1 + second).get_by_role("cell").nth(1 + best)).to_have_text(f"0/{games}")


@pytest.mark.rule("GOO-116")
def test_watch_latest_plays_the_newest_finished_game_back_and_goes_on_to_the_next(visitor, site, league):
    first = line_bots.play(site, league["best"], league["second"])
    page = visitor("/ladder/spacegoo/line", clock=True)
    page.get_by_role("link", name="Watch latest").click()
    page.wait_for_url(re.compile(r"/ladder/spacegoo/line/latest$"))
    head = page.get_by_role("heading", level=1)
    expect(page.get_by_text(f"Latest game · #{first}", exact=True)).to_be_visible()
    expect(head).to_contain_text(league["best"])
    status = page.get_by_role("status").filter(has_text="next game")
    page.clock.run_for(1000)  # it plays by itself, to its end
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.get_by_role("application")).to_have_accessible_name(re.compile(r"wins|won"))
    page.clock.run_for(6000)
    expect(status).to_have_text("Waiting for the next game to finish.")
    third = fresh("third")
    second = line_bots.play(site, third, fresh("fourth"))
    page.clock.run_for(6000)
    expect(page.get_by_text(f"Latest game · #{second}", exact=True)).to_be_visible()
    expect(head).to_contain_text(third)


@pytest.mark.rule("GOO-111", "GOO-113", "GOO-114", "GOO-115")
def test_a_running_game_has_its_number_ranks_elo_graph_and_table_and_one_may_step_back(visitor, site):
    gate, names = threading.Semaphore(0), (fresh("live"), fresh("live"))

    def reply(state):
        if state["round"] >= 6:
            gate.acquire(timeout=60)
        return "nop"

    bots = [LineBot(site, name, reply) for name in names]
    info = site.eventually(RANKING, lambda info: {info["last_games"][0][f"player{n}"] for n in (1, 2)} == set(names))
    number = info["last_games"][0]["game_id"]
    page = visitor(f"/spacegoo/game/{number}")
    page.wait_for_url(re.compile("/match/"))
    expect(page.get_by_text(f"Live · #{number}", exact=True)).to_be_visible()
    board, slider = page.get_by_role("application"), page.get_by_role("slider", name="Round shown")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"Round 6:"))
    for player in site.get(f"/spacegoo/api/game/{number}/players.json")["players"]:
        row = page.get_by_role("list", name="Players").get_by_role("listitem").filter(has_text=player["name"])
        expect(row).to_contain_text(re.compile(rf"Rank {player['place']}\s*Elo\s*1000\.0"))
    expect(page.get_by_role("img", name=re.compile("^Ships"))).to_be_visible()
    expect(page.get_by_role("region", name="Round 6 of 30")).to_be_visible()
    page.get_by_role("button", name="Back one round").click()
    page.get_by_role("button", name="Back one round").click()
    expect(page.get_by_role("region", name="Round 4 of 30")).to_be_visible()
    gate.release(2)  # a round later the shown one is the same, since somebody looks back
    expect(slider).to_have_attribute("max", "7")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"Round 4:"))
    page.keyboard.press("End")
    gate.release(2)
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"Round 8:"))
    gate.release(100)
    expect(board).to_have_accessible_name(re.compile(r"Round 30 of 30:.*draw"))  # to its end
    expect(page.get_by_text(f"Replay · #{number}", exact=True)).to_be_visible()
    for bot in bots:
        bot.wait()


@pytest.mark.rule("GOO-108")
def test_the_leaderboard_refreshes_by_itself(visitor, site, league):
    page = visitor("/ladder/spacegoo/line")
    before = site.get(RANKING)["num_games"]
    expect(page.get_by_text(f"{before} games played", exact=True)).to_be_visible()
    newcomer = fresh("fresh")
    line_bots.play(site, newcomer, fresh("fresh"))
    expect(page.get_by_text(f"{before + 1} games played", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Top 40").first.get_by_role("link", name=newcomer)).to_be_visible()


@pytest.mark.rule("GOO-110")
def test_a_player_page_tells_games_rank_neighbours_and_own_changes(visitor, site, league):
    name = league["second"]
    page = visitor(f"/player/{name}")
    info = site.get(f"/spacegoo/api/player/{name}/info.json")
    part = page.get_by_role("region", name="On the line server")
    expect(part.get_by_role("definition")).to_have_text([str(info["rank"]), str(info["num_games"])])
    expect(part.get_by_role("term")).to_have_text(["Rank by Elo", "Games played"])
    expect(part.get_by_role("link", name="Watch live")).to_have_attribute("href", f"/player/{name}/live")
    # the rating of the arena, which counts these games too, has another name and no rank that contradicts this one
    arena = page.get_by_role("region", name="Ratings").get_by_role("article")
    expect(arena).to_contain_text("Arena rating · rank by Line server (Elo)")
    expect(page.get_by_text(re.compile(r"Rank \d+ of"))).to_have_count(0)
    around = part.get_by_role("region", name="Around this player").get_by_role("row")
    expect(around).to_have_count(len(info["highscores"]) + 1)
    own = around.filter(has=page.get_by_role("link", name=name, exact=True))
    expect(own.get_by_role("cell").first).to_have_text(str(info["rank"]))
    games = part.get_by_role("region", name="Recent games").get_by_role("row")
    expect(games).to_have_count(info["num_games"] + 1)
    for n, game in enumerate(info["last_games"], 1):  # they were all lost
        assert game["player2"] == name
        expect(games.nth(n).get_by_role("cell").nth(2)).to_have_text(signed(-game["elodiff"], 3))


@pytest.mark.rule("GOO-116")
def test_the_live_view_of_a_player_goes_on_to_the_next_match(visitor, site, member):
    host = member("followed")
    page = visitor(f"/spacegoo/player/{host.name}/live")
    page.wait_for_url(re.compile(rf"/player/{host.name}/live$"))
    expect(page.get_by_text("No match is running right now")).to_be_visible()
    board = page.get_by_role("application")
    for rounds in (25, 26):  # told apart by their last round
        key = host.match("random", listed=True, settings={"max_rounds": rounds}, clock="day")
        expect(board).to_have_accessible_name(re.compile(rf"Round \d+ of {rounds}: {host.name} holds"))
        resign(host, key)
        expect(page.get_by_role("heading", name="random won.")).to_be_visible()


def resign(member, key):
    member.post(f"/api/play/{key}/leave")


@pytest.mark.rule("GOO-116")
def test_the_latest_match_is_followed_and_then_the_next(visitor, site, member):
    host = member("newest")
    first = host.match("random", listed=True, settings={"max_rounds": 27}, clock="day")
    page = visitor("/spacegoo/game/latest")
    page.wait_for_url(re.compile(r"/match/latest\?game=spacegoo$"))
    board = page.get_by_role("application")
    expect(board).to_have_accessible_name(re.compile(r"Round \d+ of 27:"))
    second = host.match("random", listed=True, settings={"max_rounds": 28}, clock="day")
    resign(host, first)
    expect(board).to_have_accessible_name(re.compile(r"Round \d+ of 28:"))
    resign(host, second)


@pytest.mark.rule("GOO-117")
def test_the_help_page_explains_rules_protocol_battles_and_where_all_comes_from(visitor, site):
    page = visitor("/games/spacegoo")
    for heading in ("In short", "The principle", "The battle system", "The protocol", "Client libraries and bots"):
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    for picture in ("Two planets joined by a lane", "A ring of three kinds of ships: a beats b, b beats c, c beats a"):
        expect(page.get_by_role("img", name=re.compile(picture))).to_be_visible()
    losses = page.get_by_role("table", name="n ships destroy").get_by_role("row")
    for row, text in enumerate(("the kind they beat 25 % 2", "own kind 10 % 1", "the kind that beats them 1 % 1"), 1):
        assert " ".join(losses.nth(row).inner_text().split()) == text
    for command in ("login bob secret", "send 1 4 10 0 5", "nop", '"type": "act"'):
        expect(page.get_by_text(re.compile(re.escape(command))).first).to_be_visible()
    for name, host in (
        ("haskell-spacegoo", "bitbucket.org/nomeata"),
        ("space-battles", "github.com"),
        ("hackerton-freiheit", "github.com"),
        ("vitalis-hackerthon", "github.com"),
        ("fdc-hackerthon-2019", "github.com"),
        ("The original", "bitbucket.org/dividuum/rocket-scissor-spacegoo"),
    ):
        link = page.get_by_role("link", name=name, exact=True)
        expect(link).to_have_attribute("href", re.compile(f"^https://{re.escape(host)}"))
    expect(page.get_by_role("link", name="Our own examples in five languages")).to_have_attribute("href", "/bots")
    expect(page.get_by_text("Rocket Scissor Spacegoo by its original creators")).to_be_visible()
    rules = site.get("/api/games/spacegoo/rules")
    assert len(rules) == 130
    for rule in rules:
        expect(page.get_by_role("link", name=rule["id"], exact=True).first).to_be_attached()


@pytest.mark.rule("GOO-117")
@pytest.mark.parametrize("sides", [((10, 0, 0), (0, 10, 0)), ((50, 3, 7), (20, 40, 20)), ((1, 1, 1), (30, 30, 30))])
def test_the_battle_on_the_help_page_is_the_battle_of_the_rules(visitor, sides):
    page = visitor("/games/spacegoo")
    for side, ships in zip(("Attacker", "Defender"), sides, strict=True):
        for kind, number in zip("abc", ships, strict=True):
            page.get_by_role("spinbutton", name=f"{side}, ships of kind {kind}").fill(str(number))
    one, two, rounds = battle(*sides)
    left = [page.get_by_role("group", name=side).get_by_role("status") for side in ("Attacker", "Defender")]
    expect(left[0]).to_have_text(re.compile(rf"^{' '.join(map(str, one))}\s*left$"))
    expect(left[1]).to_have_text(re.compile(rf"^{' '.join(map(str, two))}\s*left$"))
    expect(page.get_by_text(f"after {rounds} battle round")).to_be_visible()
    held = "The planet is defended." if sum(two) else "The planet changes hands."
    expect(page.get_by_text(held)).to_be_visible()


@pytest.mark.rule("GOO-117")
@pytest.mark.parametrize("language", ["en", "de"])
def test_help_and_ranking_name_the_ports_of_this_server(visitor, site, language):
    ports = [str(site.ports[edition]) for edition in ("standard", "classic")]
    page = visitor("/games/spacegoo", language=language)
    expect(page.locator("#protocol")).to_contain_text(re.compile(rf"\b{ports[0]}\b.*\b{ports[1]}\b"))
    nothing = {"highscore_first": 0, "highscores": [], "last_games": [], "num_games": 0}
    page.route("**/spacegoo/api/info.json*", lambda route: route.fulfill(json=nothing))
    page.goto("/ladder/spacegoo/line")
    expect(page.locator("main")).to_contain_text(re.compile(rf"\b{ports[0]}\b.*\b{ports[1]}\b"))


@pytest.mark.rule("GOO-126", "GOO-120")
def test_a_bot_of_the_line_protocol_is_challenged_and_plays_when_it_connects_next(visitor, site, member, league):
    host = member("host")
    page = visitor(f"/player/{league['second']}", member=host)
    expect(page.get_by_text("Plays by the line protocol: a challenge is played when it connects next.")).to_be_visible()
    page.get_by_role("link", name="Challenge").click()
    expect(page.get_by_label("Name of the player")).to_have_value(league["second"])
    page.get_by_role("button", name="Challenge").click()
    page.wait_for_url(re.compile("/table/"))
    bot = LineBot(site, league["second"])
    page.wait_for_url(re.compile("/match/"))
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Your turn")
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.get_by_role("application")).to_have_accessible_name(re.compile("^Round 1 of"))
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    bot.wait()
    expect(heading).to_have_text("You lost")
