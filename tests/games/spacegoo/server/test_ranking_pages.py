"""The web API of Spacegoo and its game logs."""

import json

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from tests.games.spacegoo.server.manual_line_server import ManualLineServer

from roundhouse.games.spacegoo.server import http
from roundhouse.games.spacegoo.server.ranking_pages import SpacegooApi
from roundhouse.match.record import from_bytes
from roundhouse.match.verification import verify
from roundhouse.server.http.dependencies import HttpContext
from roundhouse.server.http.problems import HANDLERS
from roundhouse.server.rendering.archive import Archive
from roundhouse.store import matches
from roundhouse.store.database import Database


@pytest.fixture
def line_server(tmp_path):
    database = Database(tmp_path / "roundhouse.db")
    with ManualLineServer(database=database) as line_server:
        yield line_server
    database.close()


def application(line_server, api):
    """Only the old addresses."""
    context = HttpContext(None, line_server.database, None, {}, None)
    return Litestar(
        http.handlers(api, context), exception_handlers=HANDLERS, logging_config=None, on_shutdown=[context.close]
    )


@pytest.fixture
def get(line_server):
    api = SpacegooApi(line_server.database, line_match=line_server.server.line_match, inactive_games=3)
    with TestClient(application(line_server, api)) as client:

        def get(path, status=200):
            answer = client.get("/spacegoo" + path)
            assert answer.status_code == status, answer.text
            return answer.json()

        yield get


def play(line_server, winner, loser, rounds=0):
    """A game that the first one wins; states of both are as in `MAP`."""
    wires = {name: line_server.login(name) for name in (winner, loser)}
    line_server.pair()
    for _ in range(rounds):
        for wire in wires.values():
            wire.say("nop")
    wires[loser].say("quit")
    line_server.advance(1.5)


def archive(line_server):
    archive = Archive(line_server.database)
    archive.keep_all()
    archive.close()


@pytest.mark.rule("GOO-103", "GOO-106")
def test_info_of_an_empty_server(get):
    assert get("/api/info.json") == {"highscore_first": 0, "highscores": [], "last_games": [], "num_games": 0}


@pytest.mark.rule("GOO-103")
def test_info_lists_the_best_and_the_newest(line_server, get):
    play(line_server, "alice", "bob")
    line_server.login("carl"), line_server.login("dora")
    line_server.pair()
    info = get("/api/info.json")
    assert info["num_games"] == 2
    assert info["highscores"] == [
        ["alice", 1005.0, False],
        ["carl", 1000.0, False],
        ["dora", 1000.0, False],
        ["bob", 995.0, False],
    ]
    running, over = info["last_games"]
    assert {running["player1"], running["player2"]} == {"carl", "dora"}
    assert (running["game_id"], running["elodiff"], running["end"]) == (2, None, None)
    assert (over["player1"], over["player2"], over["elodiff"], over["game_id"]) == ("alice", "bob", 5.0, 1)
    assert over["end"] > 1_600_000_000


@pytest.mark.rule("GOO-103")
def test_in_a_draw_who_gained_stands_first(line_server, get):
    play(line_server, "alice", "bob")
    line_server.login("alice"), line_server.login("bob")
    line_server.pair()
    line_server.advance(3.1)  # nobody sends anything
    drawn = get("/api/info.json")["last_games"][0]
    assert (drawn["player1"], drawn["player2"]) == ("bob", "alice")
    assert 0 < drawn["elodiff"] < 1


@pytest.mark.rule("GOO-103")
def test_at_most_forty_are_listed(line_server, get):
    for n in range(44):
        line_server.login(f"p{n}")
    line_server.pair()
    line_server.advance(3.1)
    for n in range(40):
        line_server.login(f"q{n}")
    line_server.pair()
    info = get("/api/info.json")
    assert len(info["highscores"]) == 40
    assert [game["game_id"] for game in info["last_games"]] == list(range(42, 2, -1))
    assert info["num_games"] == 42


@pytest.mark.rule("GOO-109")
def test_a_player_without_a_recent_game_is_inactive(line_server, get):
    play(line_server, "alice", "bob")
    for _ in range(3):
        play(line_server, "carl", "dora")
    assert not any(inactive for _, _, inactive in get("/api/info.json")["highscores"])
    play(line_server, "carl", "dora")
    marked = {name: inactive for name, _, inactive in get("/api/info.json")["highscores"]}
    assert marked == {"alice": True, "bob": True, "carl": False, "dora": False}


@pytest.mark.rule("GOO-104")
def test_a_player_and_the_ranking_around(line_server, get):
    play(line_server, "alice", "bob")
    for n in range(30):
        line_server.login(f"p{n:02d}")
    line_server.pair()
    alice, bob = get("/api/player/alice/info.json"), get("/api/player/bob/info.json")
    assert (alice["rank"], alice["username"], alice["num_games"], alice["highscore_first"]) == (1, "alice", 1, 0)
    assert len(alice["highscores"]) == 21
    assert (bob["rank"], bob["highscore_first"]) == (32, 21)
    assert bob["highscores"][-1] == ["bob", 995.0, True]
    assert [game["game_id"] for game in bob["last_games"]] == [1]
    assert get("/api/player/bob/latest_game.json") == {"last": 1}


@pytest.mark.rule("GOO-105")
def test_a_game_while_it_runs_and_after(line_server, get):
    one, _ = line_server.match()
    running = get("/api/game/1/info.json")
    names = [running["player1"], running["player2"]]
    assert (running["game_id"], running["finished"], running["elodiff"]) == (1, False, None)
    assert sorted([running["rank1"], running["rank2"]]) == [1, 2]
    one.say("quit")
    over = get("/api/game/1/info.json")
    assert [over["player1"], over["player2"]] == names
    assert (over["finished"], over["elodiff"], over["rank1"], over["rank2"]) == (True, -5.0, 2, 1)


@pytest.mark.rule("GOO-101", "GOO-105")
def test_the_log_grows_while_the_game_runs_and_ends_with_the_final_state(line_server, get):
    one, two = line_server.match()
    assert [state["round"] for state in get("/api/game/1/rounds/0")] == [0]
    for _ in range(3):
        one.say("nop")
        two.say("nop")
    assert [state["round"] for state in get("/api/game/1/rounds/2")] == [2, 3]
    one.say("send 1 0 -5 0 0")
    rounds = get("/api/game/1/rounds/0")
    assert [(state["round"], state["game_over"]) for state in rounds[-2:]] == [(3, False), (3, True)]
    assert rounds[-1]["winner"] == 2
    assert "player_id" not in rounds[0]
    assert [list(player) for player in rounds[0]["players"]] == [["id", "name"]] * 2
    assert get("/api/game/1/rounds/99") == []

    archive(line_server)
    name = get("/api/game/1/info.json")["game_log_name"]
    assert get(f"/api/log/{name}") == rounds


@pytest.mark.rule("GOO-101")
def test_the_log_of_a_finished_game_is_computed_from_its_record(line_server, tmp_path):
    play(line_server, "alice", "bob", rounds=5)
    archive(line_server)
    fresh = SpacegooApi(line_server.database, line_match=lambda number: None, inactive_games=3)
    log = json.loads(fresh.rounds(1, 0))
    assert [state["round"] for state in log] == [0, 1, 2, 3, 4, 5, 5]


@pytest.mark.rule("GOO-107")
def test_unknown_players_and_games_give_404(line_server, get):
    play(line_server, "alice", "bob")
    for path in (
        "/api/player/nobody/info.json", "/api/player/nobody/latest_game.json", "/api/game/2/info.json",
        "/api/game/2/rounds/0", "/api/log/2.json", "/api/log/passwd", "/api/game/x/info.json", "/api/nothing",
    ):  # fmt: skip
        get(path, status=404)
    assert get("/api/player/nobody/info.json", status=404)["detail"] == "there is no player called 'nobody'"


def test_each_edition_has_its_own_ranking(line_server, get):
    play(line_server, "alice", "bob")
    assert get("/api/info.json?edition=classic")["num_games"] == 0
    assert get("/api/player/alice/info.json?edition=classic")["rank"] is None
    get("/api/info.json?edition=other", status=400)


def test_names_with_special_characters_have_addresses(line_server, get):
    line_server.connect().say('login "Zoë & co?" pw')
    assert get("/api/player/Zo%C3%AB%20%26%20co%3F/info.json")["username"] == "Zoë & co?"


@pytest.mark.rule("GOO-089")
def test_the_address_that_players_are_told_shows_the_match(line_server):
    api = SpacegooApi(line_server.database, line_match=line_server.server.line_match, inactive_games=3)
    play(line_server, "alice", "bob", rounds=2)
    archive(line_server)
    line_server.login("carl")
    line_server.login("dora")
    line_server.pair()
    with TestClient(application(line_server, api)) as client:
        told = [client.get(f"/spacegoo/game/{number}", follow_redirects=False) for number in (1, 2, 3)]
        finished, running, unknown = (client.get(f"/spacegoo/game/{number}/page") for number in (1, 2, 3))
        file = client.get("/spacegoo/game/1/record")

    assert [answer.status_code for answer in told] == [302, 302, 404]
    with line_server.database.engine.connect() as connection:
        keys = [matches.by_number(connection, "spacegoo", number).key for number in (1, 2)]
    assert [answer.headers["location"] for answer in told[:2]] == [f"/replay/{keys[0]}", f"/match/{keys[1]}"]
    assert finished.status_code == running.status_code == 200
    assert finished.headers["content-type"].startswith("text/html")
    assert "alice" in finished.text
    assert "bob" in finished.text
    assert "carl" in running.text
    assert unknown.status_code == 404
    assert file.headers["content-disposition"] == 'attachment; filename="spacegoo-1.rhr"'
    assert verify(from_bytes(file.content)).ok


def test_a_log_is_whole_also_when_the_match_is_archived_while_it_is_read(line_server, get, monkeypatch):
    play(line_server, "alice", "bob", rounds=3)
    read = matches.entries_of

    def archived_in_between(connection, match_id, width):
        monkeypatch.undo()
        archive(line_server)
        return read(connection, match_id, width)

    monkeypatch.setattr(matches, "entries_of", archived_in_between)

    assert [state["round"] for state in get("/api/game/1/rounds/0")] == [0, 1, 2, 3, 3]


def draw(line_server, one, two):
    """Both stay silent."""
    line_server.login(one), line_server.login(two)
    line_server.pair()
    line_server.advance(5)


@pytest.mark.rule("GOO-108")
def test_the_ranking_has_records_and_curves_and_comes_in_parts(line_server, get):
    play(line_server, "alice", "bob")
    play(line_server, "alice", "carl")
    draw(line_server, "bob", "carl")
    line_server.login("dora"), line_server.login("emil")
    line_server.pair()  # goes on
    page = get("/api/ranking.json")
    assert (page["first"], page["players"]) == (0, 5)
    records = {row["name"]: (row["wins"], row["draws"], row["losses"]) for row in page["rows"]}
    assert records == {"alice": (2, 0, 0), "bob": (0, 1, 1), "carl": (0, 1, 1), "dora": (0, 0, 0), "emil": (0, 0, 0)}
    assert [row["place"] for row in page["rows"]] == [1, 2, 3, 4, 5]
    best = page["rows"][0]
    assert best["name"] == "alice"
    assert [point["elo"] for point in best["curve"]] == [1005.0, best["elo"]]
    assert best["curve"][-1]["at_ms"] == best["last_ms"]
    newcomer = next(row for row in page["rows"] if row["name"] == "dora")
    assert (newcomer["elo"], newcomer["curve"], newcomer["last_ms"]) == (1000.0, [], None)
    part = get("/api/ranking.json?first=1&count=2")
    assert part == {"first": 1, "players": 5, "rows": page["rows"][1:3]}
    assert get("/api/ranking.json?edition=classic") == {"first": 0, "players": 0, "rows": []}
    for beyond in ("first=-1", "count=0", "count=101", "edition=other"):
        get(f"/api/ranking.json?{beyond}", status=400)


@pytest.mark.rule("GOO-108")
def test_everybody_against_everybody_is_counted_once_however_often_it_is_asked(line_server, get):
    play(line_server, "alice", "bob")
    slow = [line_server.login("dora"), line_server.login("emil")]
    line_server.pair()  # an old game that ends after newer ones
    for _ in range(2):
        play(line_server, "bob", "alice")
        table = get("/api/cross_table.json")
    slow[0].say("quit")
    line_server.advance(1.5)
    table = get("/api/cross_table.json")
    at = {name: n for n, name in enumerate(table["names"])}
    met = {(cell["row"], cell["column"]): (cell["wins"], cell["draws"], cell["losses"]) for cell in table["cells"]}
    assert met == {
        (at["alice"], at["bob"]): (1, 0, 2),
        (at["bob"], at["alice"]): (2, 0, 1),
        (at["emil"], at["dora"]): (1, 0, 0),
        (at["dora"], at["emil"]): (0, 0, 1),
    }
    assert get("/api/cross_table.json") == table
    assert get("/api/cross_table.json?count=2")["names"] == table["names"][:2]
    get("/api/cross_table.json?count=25", status=400)


@pytest.mark.rule("GOO-116")
def test_the_newest_finished_game_of_an_edition_is_told_with_its_key(line_server, get):
    assert get("/api/finished_game.json") == {"number": None, "key": None}
    play(line_server, "alice", "bob")
    line_server.login("carl"), line_server.login("dora")
    line_server.pair()
    with line_server.database.engine.connect() as connection:
        key = matches.by_number(connection, "spacegoo", 1).key
    assert get("/api/finished_game.json") == {"number": 1, "key": key}
    assert get("/api/finished_game.json?edition=classic") == {"number": None, "key": None}


@pytest.mark.rule("GOO-111")
def test_the_players_of_a_game_have_their_places_and_elo_while_it_runs_and_afterwards(line_server, get):
    play(line_server, "alice", "bob")
    one, _ = line_server.login("alice"), line_server.login("bob")
    line_server.pair()
    told = {"place": 1, "elo": 1005.0, "before": None, "change": None}
    running = get("/api/game/2/players.json")
    assert (running["number"], running["edition"]) == (2, "standard")
    assert {"name": "alice", **told} in running["players"]
    one.say("quit")
    over = {player["name"]: player for player in get("/api/game/2/players.json")["players"]}
    assert over["alice"]["place"] == 2
    assert over["alice"]["before"] == 1005.0
    assert over["alice"]["elo"] == pytest.approx(1005.0 + over["alice"]["change"])
    get("/api/game/3/players.json", status=404)
