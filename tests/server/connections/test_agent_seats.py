"""Agents at a server over MCP: who may, whose seats are whose, levels, clocks, and requests that are none."""

import asyncio
import json

import pytest
from tests.mcp.agentplay import over_http
from tests.server.connections.agent_site import agent_site, token_of
from websockets.sync.client import connect

from roundhouse.mcp.server import build
from roundhouse.mcp.server_matches import ServerMatches
from roundhouse.server.connections import agent_seats

SHORT = {"max_rounds": 4}
pytestmark = pytest.mark.slow  # what an MCP server and its client need takes a second to import


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with agent_site(tmp_path_factory.mktemp("agents")) as site:
        yield site


def run(site, story, *tokens):
    """A story with an agent of each token, all connected at once."""

    async def main():
        async with asyncio.timeout(120):
            await connected(list(tokens), [])

    async def connected(left, made):
        if not left:
            await story(*made)
            return
        async with over_http(site.address, left[0]) as agent:
            await connected(left[1:], [*made, agent])

    asyncio.run(main())


async def refused(agent, tool, **arguments):
    return (await agent.call(tool, **arguments))["refused"]["code"]


# Who may


@pytest.mark.parametrize("kind", ["nobody", "stranger", "person", "bot"])
def test_only_agents_take_seats(site, kind):
    token = {"nobody": "", "stranger": "rh_stranger"}.get(kind) or ""
    if kind == "bot":
        token = token_of(site, "just-a-bot", "bot")
    if kind == "person":
        token = site.browser("just-a-person").post("/api/me/tokens", {"name": "mine"}, status=201)["token"]
    codes = {"nobody": "sign_in_first", "stranger": "bad_token", "person": "not_an_agent", "bot": "not_an_agent"}

    async def story(agent):
        assert (await agent.call("list_games"))["games"]
        assert await refused(agent, "sit_down", game="spacegoo") == codes[kind]
        assert await refused(agent, "view", seat="seat_x") in ("no_seat", codes[kind])

    run(site, story, token)


def test_who_is_no_agent_is_refused_by_a_server_elsewhere_too(site):
    async def story():
        house = ServerMatches(site.address, token_of(site, "remote-bot", "bot"))
        _, tools = build(house)
        with pytest.raises(Exception, match="Only agents have an assist level"):
            await house.sit(agent_seats.MatchRequest(game="spacegoo", settings=SHORT), 0)
        nowhere = ServerMatches("http://127.0.0.1:9", "rh_x")
        with pytest.raises(Exception, match="does not answer"):
            await nowhere.sit(agent_seats.MatchRequest(game="spacegoo"), 0)
        await tools.close()

    asyncio.run(story())


# Whose seats


def test_a_seat_token_is_of_no_use_to_others(site):
    async def story(ann, bob):
        await ann.sit_down(game="spacegoo", settings=SHORT)
        for tool, more in (("view", {}), ("act", {"orders": "nop"}), ("resign", {}), ("result", {}), ("wait", {})):
            assert await refused(bob, tool, seat=ann.seat, **more) == "no_seat"
        match = (await ann.ask("result"))["match"]
        assert await refused(bob, "sit_down", match=match) == "not_seated"
        assert (await ann.ask("act", orders="nop"))["accepted"]

    run(site, story, token_of(site, "seat-ann"), token_of(site, "seat-bob"))


def test_nothing_hangs_on_a_connection(site):
    """The seat is found by its token alone: from another connection, and from several at once."""
    token = token_of(site, "wanderer")
    seat = []

    async def sits(agent):
        seat.append((await agent.sit_down(game="spacegoo", settings={"max_rounds": 30}))["seat"])
        await agent.ask("act", orders="nop")

    async def goes_on(one, other):
        one.seat = other.seat = seat[0]
        assert (await one.ask("view", data=True))["data"]["round"] == 1
        answers = await asyncio.gather(*(agent.ask("act", orders="nop") for agent in (one, other) * 4))
        accepted = [answer for answer in answers if answer.get("accepted")]
        assert accepted
        assert {one["refused"]["code"] for one in answers if "refused" in one} <= {"not_your_turn", "stale"}
        assert (await other.ask("view", data=True))["data"]["round"] == 1 + len(accepted)
        assert (await other.ask("resign"))["state"] == "over"
        assert (await one.ask("act", orders="nop"))["refused"]["code"] == "over"
        assert (await one.ask("result"))["account"]["answers"] == 1 + len(accepted)

    run(site, sits, token)
    run(site, goes_on, token, token)


def test_an_account_has_so_many_seats_and_no_more(site, monkeypatch):
    monkeypatch.setattr(agent_seats, "SEATS_MAX", 2)

    async def story(agent):
        first = await agent.sit_down(game="spacegoo", settings=SHORT)
        await agent.sit_down(game="spacegoo", settings=SHORT)
        assert await refused(agent, "sit_down", game="spacegoo") == "too_many"
        await agent.call("resign", seat=first["seat"])
        await agent.sit_down(game="spacegoo", settings=SHORT)

    run(site, story, token_of(site, "greedy-agent"))


def test_two_agents_meet_on_their_own_ladder(site):
    async def story(ann, bob):
        asked = await asyncio.gather(
            ann.call("sit_down", game="spacegoo", ladder=True, assist="rules"),
            bob.call("sit_down", game="spacegoo", ladder=True, assist="hints", tries=5),
        )
        ann.seat, bob.seat = (one["seat"] for one in asked)
        while (await ann.ask("wait"))["state"] == "waiting_for_opponents":
            pass
        while (await bob.ask("wait"))["state"] == "waiting_for_opponents":
            pass
        assert (await ann.ask("schema"))["refused"]["code"] == "assist"
        assert (await bob.ask("hint"))["suggestion"]
        for agent in (ann, bob):
            assert (await agent.ask("act", orders="nop", usage={"input_tokens": 70}))["accepted"]
        assert (await bob.ask("resign"))["state"] == "over"
        key = (await ann.ask("result"))["match"]
        match = site.browser().get(f"/api/matches/{key}")
        assert (match["rated"], match["pool"]) == (True, "agents")
        seats = {seat["player"]["name"]: seat for seat in match["seats"]}
        assert [seats[f"pair-{name}"]["assist"] for name in ("ann", "bob")] == ["rules", "hints"]
        assert [seats[f"pair-{name}"]["account"]["end"] for name in ("ann", "bob")] == ["won", "resigned"]
        assert [seats[f"pair-{name}"]["account"]["input_tokens"] for name in ("ann", "bob")] == [70, 70]

    run(site, story, token_of(site, "pair-ann"), token_of(site, "pair-bob"))


# Levels


def test_no_way_leads_above_the_level_that_is_recorded(site):
    token = token_of(site, "climber")

    async def story(agent):
        key = (await agent.sit_down(game="spacegoo", settings={"max_rounds": 30}, assist="rules"))["match"]
        told = await agent.sit_down(match=key, assist="hints")
        assert told["assist"] == "rules"
        for tool, more in (("schema", {}), ("legal_orders", {}), ("check", {"orders": "nop"}), ("hint", {})):
            assert (await agent.ask(tool, **more))["refused"]["code"] == "assist"
        (verdict,) = (await agent.ask("act", orders="what now"))["verdicts"]
        assert verdict["legal"] == "nop"
        assert "short_forms" not in verdict
        with pytest.raises(Exception, match="not over"):
            await agent.client.read_resource(f"roundhouse://match/{key}/record")
        await agent.ask("resign")

    run(site, story, token)


def test_a_seat_that_was_taken_by_other_ways_gets_no_help_here(site):
    """Its level is recorded as none: a program of its own, which the tools tell no more than the rules."""
    token = token_of(site, "sneaky")
    headers = {"authorization": f"Bearer {token}"}
    wish = {"options": {"game": "spacegoo", "clock": "calm", "settings": SHORT}, "seat": 1, "bots": {"2": "random"}}
    table = site.browser().ask("POST", "/api/tables", wish, headers=headers, status=201).json()["key"]
    with connect(site.address.replace("http", "ws") + "/ws") as socket:
        socket.send(json.dumps({"type": "hello", "version": 1, "token": token, "table": table}))
        while (told := json.loads(socket.recv(timeout=30)))["type"] != "start":
            assert told["type"] != "error", told

        async def story(agent):
            assert (await agent.sit_down(match=told["match"], assist="hints"))["assist"] == "rules"
            assert (await agent.ask("hint"))["refused"]["code"] == "assist"

        run(site, story, token)


# Time, and answers of no use


def test_who_says_nothing_loses_by_time_and_the_account_says_so(site):
    async def story(agent):
        told = await agent.sit_down(game="spacegoo", settings=SHORT | {"deadline_s": 0.3}, clock="bot")
        while (await agent.ask("wait"))["state"] != "over":
            pass
        account = (await agent.ask("result"))["account"]
        assert (account["end"], account["answers"]) == ("timeout", 0)
        assert account["late"] >= 1
        assert account["time_ms"] >= 300
        match = site.browser().get(f"/api/matches/{told['match']}")
        assert match["seats"][0]["account"] == account

    run(site, story, token_of(site, "silent"))


def test_answers_of_no_use_are_told_apart(site):
    """Three that cannot be read lose by parse, one that breaks a rule by illegal; the numbers are the same for all."""

    async def story(agent):
        ends = []
        for orders in ("I would like to win", "send 1 0 -5 0 0"):
            told = await agent.sit_down(game="spacegoo", settings=SHORT | {"deadline_s": 1}, clock="bot", seed=5)
            for _ in range(3):
                if "refused" in await agent.ask("act", orders=orders):
                    break
            while (await agent.ask("wait"))["state"] != "over":
                pass
            account = (await agent.ask("result"))["account"]
            assert site.browser().get(f"/api/matches/{told['match']}")["seats"][0]["account"] == account
            ends.append((account["end"], account["answers"], account["unreadable"], account["illegal"]))
        assert ends == [("forfeit_parse", 3, 3, 0), ("forfeit_illegal", 1, 0, 1)]

    run(site, story, token_of(site, "babbler"))


def test_who_resigns_an_unrated_match_against_a_bot_has_lost_it(site):
    async def story(agent):
        await agent.sit_down(game="rally")
        await agent.ask("resign")
        assert (await agent.ask("wait"))["state"] == "over"
        told = await agent.ask("result")
        assert (told["account"]["end"], told["result"]["places"][0]["place"]) == ("resigned", 2)

    run(site, story, token_of(site, "deserter"))


def test_a_match_that_is_closed_says_so(site):
    async def story(agent):
        match = (await agent.sit_down(game="rally"))["match"]
        arena = site.server.context.arena
        site.call(lambda: arena.matches.abort(arena.matches.running[match], "An organiser ended it."))
        told = await agent.ask("wait")
        assert (told["state"], told["trouble"]["code"]) == ("closed", "broken_off")
        assert "Do not wait" in told["note"]
        assert (await agent.ask("act", orders="confirm"))["refused"]["code"] == "broken_off"

    run(site, story, token_of(site, "surprised"))


# Requests that are none


def test_the_door_is_shut_to_what_does_not_belong_here(site):
    browser = site.browser()
    ask = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    kinds = {"accept": "application/json, text/event-stream", "content-type": "application/json"}

    def status(body=ask, **headers):
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return browser.ask("POST", "/mcp", content=content, headers=kinds | headers).status_code

    assert status(host="evil.example") == 421
    assert status(origin="http://evil.example") == 403
    assert status(b"{" * 200) == 400
    assert status(b'{"x": "' + b"a" * 100_000 + b'"}') == 413
    assert status([1, 2, 3]) == 400
    assert status({"jsonrpc": "2.0", "id": 1, "method": "no/such"}) == 200  # an answer of the protocol: an error
    assert status() == 200  # it lives on


def test_a_server_can_be_without_it(tmp_path):
    with agent_site(tmp_path, mcp=False) as site:
        assert site.browser().ask("POST", "/mcp", {}, status=404).json()["code"] == "off"


def test_an_agent_comes_back_after_an_outage(tmp_path):
    """Seats of the server before are gone; the match is not."""
    told = {}

    async def sits(agent):
        told.update(await agent.sit_down(game="spacegoo", settings={"max_rounds": 30}, assist="schema"))
        assert (await agent.ask("act", orders="garbage"))["tries_left"] == 2
        assert (await agent.ask("act", orders="nop"))["accepted"]

    async def comes_back(agent):
        agent.seat = told["seat"]
        assert (await agent.ask("view"))["refused"]["code"] == "no_seat"
        again = await agent.sit_down(match=told["match"])
        assert (again["assist"], again["game"]) == ("schema", "spacegoo")
        while (await agent.ask("wait"))["state"] != "your_turn":
            pass
        assert (await agent.ask("act", orders="nop"))["accepted"]
        await agent.ask("resign")
        assert (await agent.ask("result"))["account"]["end"] == "resigned"

    with agent_site(tmp_path) as site:
        token = token_of(site, "patient")
        run(site, sits, token)
    with agent_site(tmp_path) as site:
        run(site, comes_back, token)
