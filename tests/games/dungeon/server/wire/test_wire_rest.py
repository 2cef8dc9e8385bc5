"""What REST answers on every wire, and what it refuses."""

import re
import uuid

import pytest
from tests.games.dungeon.server.wire.wire_site import asking, fresh, needs_rabbitmq, wired

from roundhouse.store import players, tokens

pytestmark = pytest.mark.slow

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def refused(answer, status):
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"code", "message"}
    return answer.json()


def new_game(client, rounds=5, players=2):
    answer = client.post("/games", json={"maxRounds": rounds, "maxPlayers": players})
    assert answer.status_code == 201, answer.text
    return answer.json()["gameId"]


def end_game(client, game):
    """However far it is."""
    assert client.post(f"/games/{game}/gameCommands/end").status_code == 201
    assert client.get("/games").json() == []


def register(client, name):
    return client.post("/players", json={"name": name, "email": f"{name}@example.org"})


# R1 and R2


@pytest.mark.rule("DUN-204")
@pytest.mark.rule("DUN-221")
def test_a_player_of_r2_registers_once_and_is_found_again(r2):
    (carl,) = fresh("carl")
    with asking(r2) as client:
        account = register(client, carl)
        assert account.status_code == 201
        made = account.json()
        assert UUID.fullmatch(made["playerId"])
        assert made == {
            "playerId": made["playerId"], "name": carl, "email": f"{carl}@example.org",
            "playerExchange": f"player-{carl}", "playerQueue": f"player-{carl}",
        }  # fmt: skip
        refused(register(client, carl), 400)
        refused(client.post("/players", json={"name": "somebody else", "email": f"{carl}@example.org"}), 400)
        refused(client.post("/players", json={"name": "no address"}), 400)
        assert client.get("/players", params={"name": carl, "mail": f"{carl}@example.org"}).json() == made
        refused(client.get("/players", params={"name": carl, "mail": "wrong"}), 404)


@pytest.mark.rule("DUN-222")
@pytest.mark.rule("DUN-223")
def test_a_game_of_r2_takes_players_until_it_is_full_or_has_started(r2):
    pair = fresh("dora", "emil")
    with asking(r2) as client:
        dora, emil = (register(client, name).json()["playerId"] for name in pair)
        game = new_game(client, players=1)
        refused(client.post("/games", json={"maxRounds": 5, "maxPlayers": 2}), 403)
        joined = client.put(f"/games/{game}/players/{dora}")
        assert (joined.status_code, joined.json()) == (
            200,
            {"gameExchange": f"player-{pair[0]}", "playerQueue": f"player-{pair[0]}"},
        )
        assert "Player is already participating" in refused(client.put(f"/games/{game}/players/{dora}"), 400)["message"]
        refused(client.put(f"/games/{game}/players/{emil}"), 400)
        refused(client.put(f"/games/{game}/players/{uuid.uuid4()}"), 404)
        refused(client.put(f"/games/{uuid.uuid4()}/players/{emil}"), 404)
        assert client.get("/games").json() == [
            {
                "gameId": game, "gameStatus": "created", "maxPlayers": 1, "maxRounds": 5, "currentRoundNumber": None,
                "roundLengthInMillis": 3_600_000, "participatingPlayers": [pair[0]],
            }
        ]  # fmt: skip
        assert client.post(f"/games/{game}/gameCommands/start").status_code == 201
        assert client.get("/games").json()[0]["gameStatus"] == "started"
        assert client.get("/games").json()[0]["currentRoundNumber"] == 1
        end_game(client, game)


@pytest.mark.rule("DUN-224")
@pytest.mark.rule("DUN-236")
def test_commands_of_r2_are_refused_with_the_original_s_codes(r2):
    pair = fresh("fred", "gina")
    with asking(r2) as client:
        fred, gina = (register(client, name).json()["playerId"] for name in pair)
        buying = {"playerId": fred, "type": "buying", "data": {"itemName": "ROBOT", "itemQuantity": 1}}
        assert refused(client.post("/commands", json=buying), 403)["code"] == "not_running"
        game = new_game(client)
        client.put(f"/games/{game}/players/{fred}")
        client.post(f"/games/{game}/gameCommands/start")
        assert client.post("/commands", json=buying).status_code == 201
        for body, status, code in (
            ({**buying, "playerId": gina}, 403, "not_in_game"),
            ({**buying, "playerId": str(uuid.uuid4())}, 404, "not_found"),
            ({**buying, "type": "dancing"}, 400, "unknown_command"),
            ({**buying, "type": "blocking", "data": {"robotId": game}}, 400, "unknown_command"),
            ({**buying, "data": {"itemQuantity": 1}}, 400, "bad_field"),
            ({**buying, "data": {"itemName": "ROCKET", "robotId": game}}, 400, "bad_field"),
            ({**buying, "data": {"itemName": "ROBOT", "itemQuantity": "many"}}, 400, "bad_field"),
            ({**buying, "type": "mining", "data": {"robotId": game}}, 403, "not_your_robot"),
            ({**buying, "type": "mining", "data": {"robotId": "no id"}}, 400, "bad_field"),
            ({**buying, "type": "movement", "data": {"robotId": game}}, 400, "bad_field"),
        ):
            assert refused(client.post("/commands", json=body), status)["code"] == code, body
        refused(client.post("/commands", content=b"{"), 400)
        end_game(client, game)


# K1


@pytest.mark.rule("DUN-206")
def test_a_player_of_k1_registers_once_and_gets_a_token_whenever_it_asks(k1):
    with asking(k1) as client:
        made = register(client, "carl").json()
        assert set(made) == {"playerId", "bearerToken", "name", "email"}
        assert UUID.fullmatch(made["bearerToken"])
        refused(register(client, "carl"), 403)
        found = client.get("/players", params={"name": "carl", "mail": "carl@example.org"}).json()
        assert found | {"bearerToken": ""} == made | {"bearerToken": ""}
        refused(client.get("/players", params={"name": "carl", "mail": "else@example.org"}), 404)
        for token in (made["bearerToken"], found["bearerToken"]):
            assert k1.read(lambda connection, one=token: tokens.player_of(connection, one)).name == "carl"


@pytest.mark.rule("DUN-207")
@pytest.mark.rule("DUN-209")
@pytest.mark.rule("DUN-210")
@pytest.mark.rule("DUN-211")
@pytest.mark.rule("DUN-236")
def test_games_of_k1_are_refused_with_the_original_s_codes(k1):
    with asking(k1) as client:
        dora, emil = (register(client, name).json() for name in ("dora", "emil"))
        assert client.get("/games").json() == []
        refused(client.get("/scoreboard/" + dora["playerId"]), 404)
        refused(client.post("/games", json={"maxRounds": 0, "maxPlayers": 1}), 403)
        refused(client.post("/games", json={"maxRounds": 1, "maxPlayers": 100}), 403)
        game = new_game(client, players=1)
        refused(client.post(f"/games/{game}/gameCommands/start"), 403)
        refused(client.post(f"/games/{uuid.uuid4()}/gameCommands/start"), 404)
        refused(client.post(f"/games/{game}/gameCommands/dance"), 404)
        refused(client.put(f"/games/{game}/players/{uuid.uuid4()}"), 404)
        refused(client.put(f"/games/{game}/players/{dora['playerId']}"), 404)  # the id is no token
        joined = client.put(f"/games/{game}/players/{dora['bearerToken']}")
        assert (joined.status_code, set(joined.json())) == (200, {"transactionId"})
        refused(client.put(f"/games/{game}/players/{dora['bearerToken']}"), 403)
        refused(client.put(f"/games/{game}/players/{emil['bearerToken']}"), 403)
        assert client.patch(f"/games/{game}/maxRounds", json={"maxRounds": 7}).status_code == 200
        assert client.patch(f"/games/{game}/duration", json={"duration": 5000}).status_code == 200
        refused(client.patch(f"/games/{game}/duration", json={"duration": 5}), 403)
        refused(client.patch(f"/games/{game}/maxRounds", json={"maxRounds": 0}), 403)
        refused(client.patch(f"/games/{game}/maxRounds", json={"maxRounds": "many"}), 400)
        refused(client.patch(f"/games/{uuid.uuid4()}/duration", json={"duration": 5000}), 404)
        shown = client.get("/games").json()[0]
        assert (shown["maxRounds"], shown["roundLengthInMillis"]) == (7, 5000)
        client.patch(f"/games/{game}/duration", json={"duration": 3_600_000})
        client.post(f"/games/{game}/gameCommands/start")
        refused(client.post(f"/games/{game}/gameCommands/start"), 403)
        assert client.patch(f"/games/{game}/maxRounds", json={"maxRounds": 3}).status_code == 200
        refused(client.patch(f"/games/{game}/maxRounds", json={"maxRounds": 1}), 403)
        command = {"gameId": game, "playerToken": dora["bearerToken"], "robotId": "", "commandType": "buying",
                   "commandObject": {"commandType": "buying", "itemName": "ROBOT", "itemQuantity": 1}}  # fmt: skip
        assert set(client.post("/commands", json=command).json()) == {"transactionId"}
        for changed, status in (
            ({"gameId": str(uuid.uuid4())}, 404),
            ({"playerToken": str(uuid.uuid4())}, 404),
            ({"playerToken": emil["bearerToken"]}, 403),
            ({"commandType": "dancing"}, 400),
            ({"commandType": "mining"}, 400),
            ({"commandType": "mining", "robotId": game}, 403),
        ):
            refused(client.post("/commands", json=command | changed), status)
        end_game(client, game)


def test_every_port_serves_the_same_game(k1):
    with asking(k1) as client:
        game = new_game(client)
        client.base_url = f"http://127.0.0.1:{k1.server.ports['dungeon 2']}"
        assert client.get("/games").json()[0]["gameId"] == game
        end_game(client, game)


# Who may decide


@needs_rabbitmq
@pytest.mark.rule("DUN-209")
def test_without_open_admin_only_an_organiser_decides_about_games(tmp_path):
    def organiser(connection):
        who, _ = players.create(connection, name="Ada", kind="person", role="organiser", now_ms=1)
        other, _ = players.create(connection, name="Bob", kind="person", now_ms=1)
        return tokens.make(connection, who.id, "wire", 1)[0], tokens.make(connection, other.id, "wire", 1)[0]

    with wired(tmp_path, "r2", open_admin=False) as site, asking(site) as client:
        good, bad = site.database.submit(organiser).result()
        wanted = {"maxRounds": 5, "maxPlayers": 2}
        refused(client.post("/games", json=wanted), 403)
        refused(client.post("/games", json=wanted, headers={"Authorization": f"Bearer {bad}"}), 403)
        made = client.post("/games", json=wanted, headers={"Authorization": f"Bearer {good}"})
        assert made.status_code == 201
        refused(client.post(f"/games/{made.json()['gameId']}/gameCommands/end"), 403)
