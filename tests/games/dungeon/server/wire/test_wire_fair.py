"""Under `fair` a wire tells nobody more than its seat knows, and under `open` everything."""

import asyncio

import msgspec
import pytest
from tests.games.dungeon.server.wire.kafka_broker import kafka, needs_kafka
from tests.games.dungeon.server.wire.kafka_program import Program
from tests.games.dungeon.server.wire.native_events import id_of
from tests.games.dungeon.server.wire.wire_site import BUSY, end_round, wired

from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon import actions as a
from roundhouse.games.dungeon.ids import planet_id, robot_id
from roundhouse.games.dungeon.server.broker_message import Facts
from roundhouse.games.dungeon.server.event_replay import replay_messages
from roundhouse.games.dungeon.server.kafka_events import KOfSeat
from roundhouse.games.dungeon.server.rabbitmq_events import ROfSeat
from roundhouse.games.dungeon.server.round_messages import insight_of
from roundhouse.match.match import Match

ANNA, BERT = 1, 2


def played(choices, seed=3, visibility="fair", **settings):
    """A match in which anna buys, moves and mines, and bert does as `choices` say, by round."""
    setup = GAME.setup(
        ["anna", "bert"],
        preset="msd-2023",
        seed=seed,
        settings={"visibility": visibility, "start_money": 900, **settings},
    )
    match, entries = Match(GAME, setup), []
    match.listen(lambda step: entries.append(step.entry))

    def give(seat, action):
        row = a.row_of(action, match.state)
        if GAME.rules.check(match.state, seat, row) == 0:
            match.act(seat, row, len(entries))

    for number in range(1, 6):
        mine = [robot for robot in match.state.robots[: match.state.robot_count] if robot.owner == ANNA]
        give(ANNA, a.Buying("ROBOT", quantity=1 if number == 1 else 0))
        for robot in mine:
            give(ANNA, a.Mining(robot_id(match.state, robot.serial)))
        theirs = [robot for robot in match.state.robots[: match.state.robot_count] if robot.owner == BERT]
        for action in choices(number, match.state, theirs):
            give(BERT, action)
        match.tick(1000 * number)
    return setup, entries, match


def story(kind, setup):
    facts = Facts(
        game=id_of(41), world=id_of(42), seat=ANNA, players=[id_of(1), id_of(2)], names=["anna", "bert"],
        settings=setup.settings,
    )  # fmt: skip
    return KOfSeat(facts) if kind == "k1" else ROfSeat(kind, facts)


def heard(kind, setup, entries):
    letters = []
    replay_messages(
        {ANNA: story(kind, setup)}, setup, entries, 1000, lambda seat, letter, at: letters.append((letter, at))
    )
    return [
        (msgspec.json.encode(letter.payload), letter.type, letter.id, letter.transaction, at) for letter, at in letters
    ]


def idle(number, state, theirs):
    return [a.Buying("ROBOT", quantity=2)] if number == 1 else []


def busy(number, state, theirs):
    """The same robots, but they rest, are upgraded and mine: all of it is their owner's secret."""
    if number == 1:
        return [a.Buying("ROBOT", quantity=2)]
    names = [robot_id(state, robot.serial) for robot in theirs]
    return [a.Buying("STORAGE_1", names[0]), a.Mining(names[1])] if number % 2 else [a.Regeneration(names[0])]


def crowd(number, state, theirs):
    """So many that some stand beside anna's, and all of them become stronger."""
    if number == 1:
        return [a.Buying("ROBOT", quantity=40)]
    return [a.Buying("HEALTH_1", robot_id(state, robot.serial)) for robot in theirs] if number == 2 else []


@pytest.mark.rule("DUN-053", "DUN-230", "DUN-234")
@pytest.mark.parametrize("kind", ["r2", "r1", "k1"])
def test_two_matches_that_differ_in_a_secret_give_the_same_messages(kind):
    quiet, loud = played(idle), played(busy)
    assert quiet[2].state.players[BERT].money != loud[2].state.players[BERT].money, "they do differ"
    assert heard(kind, *quiet[:2]) == heard(kind, *loud[:2])


@pytest.mark.rule("DUN-054", "DUN-219")
def test_under_open_the_first_generation_tells_everything():
    quiet, loud = played(idle, visibility="open"), played(busy, visibility="open")
    assert heard("k1", *quiet[:2]) != heard("k1", *loud[:2])
    owners = {payload for payload, kind, *_ in heard("k1", *loud[:2]) if kind == "spawn-notification"}
    assert sum(id_of(2).encode() in payload for payload in owners) == 2


@pytest.mark.rule("DUN-230")
def test_only_robots_beside_one_s_own_are_revealed_and_without_their_numbers():
    _, _, match = played(crowd, map_side=5, seed=5, start_money=9000)
    state = match.state
    mine = {robot.planet for robot in state.robots[: state.robot_count] if robot.owner == ANNA}
    seen = insight_of(state, ANNA).robots
    there = [robot for robot in state.robots[: state.robot_count] if robot.planet in mine]
    assert [one.id for one in seen] == [robot_id(state, robot.serial) for robot in there]
    assert {one.planet for one in seen} == {planet_id(state, index) for index in mine}
    assert {one.seat for one in seen} == {ANNA, BERT}
    for one in seen:  # who has 0 is dead to many programs, so somebody unknown is shown as new
        assert one.seat == ANNA or (one.health, one.energy, sum(one.levels.values())) == (10, 20, 0)
    _, _, shown = played(busy, map_side=5, seed=5, start_money=5000, visibility="open")
    everyone = insight_of(shown.state, ANNA).robots
    assert len(everyone) == shown.state.robot_count
    assert all(one.health > 0 for one in everyone)


@pytest.mark.rule("DUN-230")
def test_amounts_are_shown_of_entered_planets_alone():
    setup, entries, match = played(idle)
    shown = [
        msgspec.json.decode(payload) for payload, kind, *_ in heard("r2", setup, entries) if kind == "PlanetDiscovered"
    ]
    entered = {
        planet_id(match.state, index) for index, planet in enumerate(match.state.planets) if planet.known[ANNA] == 2
    }
    assert {one["planet"] for one in shown} == entered


@needs_kafka
@pytest.mark.slow
@pytest.mark.rule("DUN-214", "DUN-215", "DUN-216", "DUN-219")
def test_with_a_broker_of_its_own_a_player_of_k1_reads_its_own_events_alone(tmp_path):
    game = BUSY | {"map_side": 15, "start_money": 1000, "desert_factor": 3}
    with (
        kafka() as one,
        kafka() as two,
        wired(tmp_path, "k1", brokers={"anna": one, "bert": two}, game=game) as site,
    ):
        asyncio.run(apart(site, one, two))


async def apart(site, one, two):
    anna, bert = Program("anna", site.wire, one), Program("bert", site.wire, two)
    carl = Program("carl", site.wire, two)
    try:
        for program in (anna, bert, carl):
            await program.register()
        uuid = (await anna.rest.post("/games", json={"maxRounds": 9, "maxPlayers": 3})).json()["gameId"]
        await anna.join(uuid)
        await bert.join(uuid)
        refused = await carl.rest.put(f"/games/{uuid}/players/{carl.token}")
        assert (refused.status_code, refused.json()["code"]) == (403, "no_broker")
        await anna.rest.post(f"/games/{uuid}/gameCommands/start")
        await anna.listen()
        await bert.listen()
        await anna.until_round(1)
        await anna.command("buying", itemName="ROBOT", itemQuantity=1)
        await bert.command("buying", itemName="ROBOT", itemQuantity=2)
        end_round(site)
        await anna.until(lambda: anna.of("spawn-notification") and anna.of("neighbours"))
        await bert.until(lambda: len(bert.of("spawn-notification")) == 2)
        await anna.until_round(2)
        assert {one["playerId"] for _, one in anna.of("spawn-notification")} == {anna.id}
        assert {one["playerId"] for _, one in bert.of("spawn-notification")} == {bert.id}
        assert [one["name"] for _, one in anna.of("playerStatus")] == ["anna", "bert"]
        (robot,) = await anna.get("/robots")
        (theirs, _) = await bert.get("/robots")
        assert await anna.get(f"/robots/{robot['id']}") == robot
        await anna.get(f"/robots/{theirs['id']}", status=404)
        assert await anna.get("/robots", **{"player-id": bert.id}) == []
        known = {one["id"] for one in await anna.get("/planets")}
        assert robot["planet"] in known
        assert len(known) < 10
        elsewhere = {one["id"] for one in await bert.get("/planets")} - known
        for planet in elsewhere:
            await anna.get(f"/planets/{planet}", status=404)
        assert await anna.get("/balances") == [{"playerId": anna.id, "balance": 900}]
        assert await anna.get("/balances/1") == [{"playerId": anna.id, "balance": 900}]
        commands = (await anna.get("/commands", gameId=uuid, roundNumber="1"))["commands"]
        assert [one["playerId"] for one in commands] == [anna.id]
        assert (await anna.rest.get("/planets")).status_code == 403
    finally:
        for program in (anna, bert, carl):
            await program.close()
