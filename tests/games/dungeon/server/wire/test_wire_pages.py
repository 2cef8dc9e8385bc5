"""What organisers are told of a wire and of teams, and that nobody else is."""

import asyncio

import pytest
from tests.games.dungeon.server.wire.rabbitmq_program import Program
from tests.games.dungeon.server.wire.wire_site import AMQP, end_round, needs_rabbitmq, wired

pytestmark = [needs_rabbitmq, pytest.mark.slow]


@pytest.mark.rule("DUN-264", "DUN-265")
def test_an_organiser_leads_games_of_name_spaces_and_sees_every_program(tmp_path):
    with wired(tmp_path, "r2") as site:
        ada, eve = site.browser("Ada", role="organiser"), site.browser("Eve")
        info = ada.post("/api/dungeon/wire/spaces", {"name": "red"}, status=201)
        assert [one["name"] for one in info["spaces"]] == ["", "red"]
        red = info["spaces"][1]
        assert (info["generation"], info["broker"], len(info["ports"])) == ("r2", AMQP, 2)
        wanted = {"space": red["key"], "max_rounds": 9, "max_players": 3, "settings": {"start_money": 700}}
        ada.post("/api/dungeon/wire/games", wanted | {"settings": {"start_money": -1}}, status=403)
        game = ada.post("/api/dungeon/wire/games", wanted, status=201)["spaces"][1]["game"]
        assert (game["status"], game["match"], game["max_rounds"]) == ("created", "", 9)
        asyncio.run(seen(site, ada, eve, red, game["id"]))
        ended = ada.post(f"/api/dungeon/wire/games/{red['key']}/end", {}, status=200)
        assert ended["spaces"][1]["game"] is None
        left = ada.post(f"/api/dungeon/wire/spaces/{red['key']}", method="DELETE", status=200)
        assert [one["name"] for one in left["spaces"]] == [""]
        for path in ("/api/dungeon/wire", f"/api/dungeon/wire/events/shared/{game['id']}"):
            eve.get(path, status=403)


async def seen(site, ada, eve, red, game):
    anna = Program("anna", site.wire + red["path"], AMQP)
    path = f"/api/dungeon/wire/games/{red['key']}"
    try:
        await anna.register()
        await anna.join(game)
        info = await asyncio.to_thread(lambda: ada.post(f"{path}/start", {}, status=200))
        match = info["spaces"][1]["game"]["match"]
        await anna.until_round(1)
        await anna.command("buying", itemName="ROBOT", itemQuantity=3)
        await anna.command("mining", game, status=403)
        await asyncio.to_thread(end_round, site)
        await anna.until_round(2)
        await anna.until(lambda: len(anna.of("TradablePrices")) == 2)
        info = await asyncio.to_thread(lambda: ada.get("/api/dungeon/wire"))
        (team,) = info["spaces"][1]["players"]
        assert {name: team[name] for name in ("name", "plays", "readers", "unsent", "accepted", "refused", "late")} == {
            "name": "anna", "plays": True, "readers": 1, "unsent": 0, "accepted": 1, "refused": 1, "late": 0,
        }  # fmt: skip
        assert (team["command"], team["unread"] >= 0) == ("mining", True)
        events = await asyncio.to_thread(lambda: ada.get(f"/api/dungeon/wire/events/{red['key']}/{anna.id}"))
        told = [(headers["eventId"], payload) for _, headers, payload in reversed(anna.messages)]
        assert [(one["id"], one["payload"]) for one in events] == told[: len(events)]
        (seat,) = await asyncio.to_thread(lambda: ada.get(f"/api/dungeon/matches/{match}/teams"))
        assert (seat["name"], seat["robots"], seat["money"], seat["place"]) == ("anna (red)", 3, 400, 1)
        assert (seat["connected"], seat["refused"], seat["command"], seat["command_round"]) == (True, 1, "buying", 1)
        await asyncio.to_thread(lambda: eve.get(f"/api/dungeon/matches/{match}/teams", status=403))
    finally:
        await anna.close()


def test_without_a_wire_the_page_says_so(tmp_path):
    from tests.server.threaded_site import ThreadedSite

    (tmp_path / "web").mkdir()
    with ThreadedSite(tmp_path) as site:
        ada = site.browser("Ada", role="organiser")
        assert ada.get("/api/dungeon/wire", status=404)["code"] == "no_wire"
