"""Many teams test on one server, each in a name space of its own, and nobody notices the others."""

import asyncio
import logging
import re
import sys
import time

import pytest
from tests.games.dungeon.server.wire.rabbitmq_program import Program
from tests.games.dungeon.server.wire.wire_site import AMQP, BUSY, asking, end_round, fresh, needs_rabbitmq, wired
from tests.scale import amount

from roundhouse.games.dungeon.server import store

pytestmark = [needs_rabbitmq, pytest.mark.slow]

TEAMS = 12
ROUNDS = 3


def new_space(client, name):
    answer = client.post("/spaces", json={"name": name})
    assert answer.status_code == 201, answer.text
    return answer.json()


def refused(answer, status, code):
    assert answer.status_code == status, answer.text
    assert answer.json()["code"] == code
    return answer.json()["message"]


class Team:
    """A name space with one program, which has the same name in all of them."""

    def __init__(self, site, space, generation="r2"):
        self.space = space
        self.program = Program("runner", site.wire + space["path"], AMQP, generation)

    async def begin(self, rounds):
        await self.program.register()
        made = await self.program.rest.post("/games", json={"maxRounds": rounds, "maxPlayers": 2})
        assert made.status_code == 201, made.text
        await self.program.join(made.json()["gameId"])
        started = await self.program.rest.post(f"/games/{self.program.game}/gameCommands/start")
        assert started.status_code == 201, started.text

    def check(self, rounds):
        """Every round was told once and in order, and everything is about this game and this player."""
        program = self.program
        assert (
            program.account["playerQueue"]
            == program.account["playerExchange"]
            == f"{self.space['prefix']}player-runner"
        )
        told = [(one["roundNumber"], one["roundStatus"]) for _, one in program.of("RoundStatus")]
        moments = ("started", "command input ended", "ended")
        assert told == [(number, moment) for number in range(1, rounds + 1) for moment in moments]
        ids = [headers["eventId"] for _, headers, _ in program.messages]
        assert len(ids) == len(set(ids))
        for kind, headers, payload in program.messages:
            assert headers["playerId"] in ("public", program.id), kind
            if isinstance(payload, dict):
                assert payload.get("gameId", program.game) == program.game, kind
                assert payload.get("playerId", program.id) == program.id, kind
        seen = [robot for _, payload in program.of("RobotsRevealed") for robot in payload["robots"]]
        assert {robot["playerNotion"] for robot in seen} == {program.id[:8]}


@pytest.mark.rule("DUN-260", "DUN-261")
def test_twelve_teams_play_at_once_and_hear_nothing_of_each_other(tmp_path):
    with wired(tmp_path, "r2") as site, asking(site) as client:
        spaces = [new_space(client, f"team-{number}") for number in range(TEAMS)]
        asyncio.run(together(site, [Team(site, space) for space in spaces]))
        for space in spaces:
            assert client.delete(space["path"]).status_code == 200


async def together(site, teams):
    try:
        await asyncio.gather(*(team.begin(ROUNDS) for team in teams))
        for number in range(1, ROUNDS + 1):
            await asyncio.gather(*(team.program.until_round(number) for team in teams))
            bought = [await team.program.command("buying", itemName="ROBOT", itemQuantity=1) for team in teams]
            await asyncio.to_thread(end_round, site)
            for team, transaction in zip(teams, bought, strict=True):
                await team.program.until_round(number, "ended")
                assert team.program.answer_to(transaction, "TradableBought")["amount"] == 1
        for team in teams:
            await team.program.until(lambda program=team.program: program.of("GameStatus")[-1][1]["status"] == "ended")
            team.check(ROUNDS)
    finally:
        for team in teams:
            await team.program.close()


@pytest.mark.long
@pytest.mark.rule("DUN-261")
def test_rounds_of_two_seconds_begin_in_time_in_twelve_name_spaces(tmp_path):
    """The only yardstick is the machine itself: how late a timer of the same process is while all this runs."""
    game = BUSY | {"round_ms": 2000, "early_close": False}
    rounds = amount(5, 60)
    with wired(tmp_path, "r2", game=game) as site, asking(site) as client:
        teams = [Team(site, new_space(client, f"team-{number}")) for number in range(TEAMS)]
        late, jitter = asyncio.run(clocked(teams, rounds))
        for team in teams:
            client.delete(team.space["path"])
    told = f"{TEAMS} teams, {rounds} rounds: the latest round {late * 1000:.1f} ms, a timer {jitter * 1000:.1f} ms"
    sys.stdout.write(f"\n{told}\n")
    assert late <= 10 * jitter, told


async def clocked(teams, rounds):
    jitter, began = [0.001], {}

    async def timer():
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.05)
            jitter.append(time.perf_counter() - before - 0.05)

    async def follow(team):
        for number in range(1, rounds + 1):
            await team.program.until_round(number)
            began[team.space["name"], number] = time.perf_counter()
            await team.program.command("buying", itemName="ROBOT", itemQuantity=1)

    probe = asyncio.create_task(timer())
    try:
        await asyncio.gather(*(team.begin(rounds) for team in teams))
        await asyncio.gather(*(follow(team) for team in teams))
        late = max(
            began[team.space["name"], number] - began[team.space["name"], 1] - 2.0 * (number - 1)
            for team in teams
            for number in range(2, rounds + 1)
        )
        return late, max(jitter)
    finally:
        probe.cancel()
        for team in teams:
            await team.program.close()


@pytest.mark.rule("DUN-260", "DUN-262", "DUN-263")
def test_a_name_space_has_players_and_games_of_its_own_until_it_is_removed(tmp_path):
    settings = {"dungeon_wire_spaces": 2, "dungeon_wire_space_players": 2}
    with wired(tmp_path, "r2", more=settings) as site, asking(site) as client:
        red, blue = new_space(client, "red"), new_space(client, "blue")
        assert re.fullmatch(r"/spaces/red-[0-9a-f]{10}", red["path"])
        assert "dungeon_wire_spaces" in refused(client.post("/spaces", json={"name": "green"}), 403, "too_many_spaces")
        for wrong in ("", "Red", "a b", "../x", "x" * 25, "-a"):
            refused(client.post("/spaces", json={"name": wrong}), 400, "bad_field")
        refused(client.get("/spaces/red/games"), 404, "not_found")  # the address is a secret
        refused(client.get("/spaces/nowhere/games"), 404, "not_found")

        body = {"name": "anna", "email": "anna@example.org"}
        (other,) = fresh("anna")
        made = [client.post(f"{space['path']}/players", json=body).json() for space in (red, blue)]
        shared = client.post("/players", json={"name": other, "email": "anna@example.org"}).json()
        assert len({one["playerId"] for one in (*made, shared)}) == 3
        refused(client.post(f"{red['path']}/players", json=body), 400, "already_registered")
        mail = {"name": "anna", "mail": "anna@example.org"}
        assert client.get(f"{red['path']}/players", params=mail).json() == made[0]
        refused(client.get("/players", params=mail), 404, "not_found")
        assert client.post(f"{red['path']}/players", json={"name": "bert", "email": "b"}).status_code == 201
        full = client.post(f"{red['path']}/players", json={"name": "cara", "email": "c"})
        assert "red has 2 players" in refused(full, 400, "too_many_players")

        wanted = {"maxRounds": 5, "maxPlayers": 2}
        games = [client.post(f"{path}/games", json=wanted).json()["gameId"] for path in (red["path"], blue["path"], "")]
        assert len(set(games)) == 3
        refused(client.put(f"{red['path']}/games/{games[1]}/players/{made[0]['playerId']}"), 404, "not_found")
        refused(client.put(f"{red['path']}/games/{games[0]}/players/{made[1]['playerId']}"), 404, "not_found")
        assert client.put(f"{red['path']}/games/{games[0]}/players/{made[0]['playerId']}").status_code == 200
        assert client.get(f"{red['path']}/games").json()[0]["participatingPlayers"] == ["anna"]
        assert client.get(f"{blue['path']}/games").json()[0]["participatingPlayers"] == []
        assert (
            site.read(lambda connection: store.all_players(connection, red["path"][8:]))[0].player.name == "anna (red)"
        )

        assert client.delete(red["path"]).status_code == 200
        refused(client.get(f"{red['path']}/games"), 404, "not_found")
        assert asyncio.run(there(made[0]["playerQueue"])) is False
        assert asyncio.run(there(made[1]["playerQueue"])) is True
        again = new_space(client, "red")
        assert again["path"] != red["path"]
        assert client.post(f"{again['path']}/players", json=body).status_code == 201, (
            "the account's name is another one"
        )
        for space in (again, blue):
            client.delete(space["path"])


async def there(queue):
    import aio_pika

    connection = await aio_pika.connect(AMQP)
    async with connection:
        channel = await connection.channel()
        try:
            await channel.declare_queue(queue, passive=True)
        except aio_pika.exceptions.ChannelNotFoundEntity:
            return False
        return True


@pytest.mark.rule("DUN-263")
def test_what_was_abandoned_ends_and_what_is_played_or_meant_for_later_does_not(tmp_path, caplog):
    caplog.set_level(logging.INFO, "roundhouse.wire")
    settings = {"dungeon_wire_abandoned_minutes": 60}
    with wired(tmp_path, "r2", more=settings) as site, asking(site) as client:
        red = new_space(client, "red")
        wanted = {"maxRounds": 50, "maxPlayers": 1}
        shared = client.post("/games", json=wanted).json()["gameId"]
        client.post(f"{red['path']}/games", json=wanted)
        spaces = site.server.context.plugins["dungeon"].spaces

        def later(minutes):
            site.call(spaces.sweep, time.time() * 1000 + minutes * 60_000)
            client.get("/games")

        later(59)
        assert len(client.get(f"{red['path']}/games").json()) == 1
        later(61)
        assert client.get(f"{red['path']}/games").json() == []
        assert client.get("/games").json()[0]["gameId"] == shared, "an organiser prepared it"

        (name,) = fresh("anna")
        anna = client.post("/players", json={"name": name, "email": name}).json()
        client.put(f"/games/{shared}/players/{anna['playerId']}")
        client.post(f"/games/{shared}/gameCommands/start")
        later(59)
        assert client.get("/games").json()[0]["gameStatus"] == "started"
        later(61)
        while client.get("/games").json():
            pass
        client.delete(red["path"])
    said = [record.getMessage() for record in caplog.records if "left alone" in record.getMessage()]
    assert len(said) == 2
    assert all("for 60 minutes" in line for line in said)


@pytest.mark.rule("DUN-209", "DUN-260")
def test_an_organiser_makes_name_spaces_and_whoever_knows_one_decides_in_it(tmp_path):
    with wired(tmp_path, "r2", open_admin=False) as site, asking(site) as client:
        refused(client.post("/spaces", json={"name": "red"}), 403, "not_allowed")
        token = site.database.submit(organiser).result()
        red = client.post("/spaces", json={"name": "red"}, headers={"Authorization": f"Bearer {token}"}).json()
        assert client.post(f"{red['path']}/games", json={"maxRounds": 5, "maxPlayers": 2}).status_code == 201
        refused(client.delete(red["path"]), 403, "not_allowed")


def organiser(connection):
    from roundhouse.store import players, tokens

    who, _ = players.create(connection, name="Ada", kind="person", role="organiser", now_ms=1)
    return tokens.make(connection, who.id, "wire", 1)[0]


@pytest.mark.rule("DUN-195", "DUN-260")
def test_after_a_restart_every_name_space_goes_on(tmp_path):
    loop = asyncio.new_event_loop()
    with wired(tmp_path, "r2", keep=True) as site, asking(site) as client:
        teams = [Team(site, new_space(client, name)) for name in ("red", "blue")]
        loop.run_until_complete(first_round(site, teams))
    with wired(tmp_path, "r2") as site, asking(site) as client:
        loop.run_until_complete(second_round(site, teams))
        for team in teams:
            client.delete(team.space["path"])
    loop.close()


async def first_round(site, teams):
    for team in teams:
        await team.begin(2)
        await team.program.until_round(1)
    await asyncio.to_thread(end_round, site)
    for team in teams:
        await team.program.until_round(2)
        await team.program.until(lambda program=team.program: len(program.of("TradablePrices")) == 2)


async def second_round(site, teams):
    await asyncio.to_thread(end_round, site)
    try:
        for team in teams:
            program = team.program
            await program.until(lambda program=program: program.of("GameStatus")[-1][1]["status"] == "ended")
            told = {(one["roundNumber"], one["roundStatus"]) for _, one in program.of("RoundStatus")}
            assert len(told) == 6
            assert {payload["gameId"] for _, payload in program.of("GameStatus")} == {program.game}
    finally:
        for team in teams:
            await team.program.close()
