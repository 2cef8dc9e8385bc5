"""Challenges reach players of the line protocol: they play when they connect next."""

import json
import time

import pytest
from msgspec import Raw
from tests.games.spacegoo.server.line_server_thread import LineClient

from roundhouse.protocol.messages import Act

pytestmark = pytest.mark.rule("GOO-126")
OPTIONS = {"game": "spacegoo", "clock": "bot", "settings": {"max_rounds": 3}}
NOP = b'{"type":"nop"}'


def challenged(site, browser, name, **options):
    """The table of a challenge to a bot that only speaks the line protocol."""
    site.server.context.accounts.create(name, "pw")
    return browser.post("/api/challenges", {"opponent": name, "options": OPTIONS | options}, status=201)


def running(site, key):
    return site.call(lambda: site.server.context.arena.matches.running[key])


def act(site, live, *actions):
    """What the person of seat 1 does in the browser."""
    answers = []
    site.call(lambda: live.act(1, Act([Raw(one) for one in actions]), answers.append))
    return answers


def states(client, count):
    return [json.loads(client.until("{")) for _ in range(count)]


def match_of(site, browser, table):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if key := browser.get(f"/api/tables/{table}")["match"]:
            return key
    raise AssertionError("the match does not begin")


def test_a_bot_that_connects_later_plays_the_challenge_that_waits(site):
    browser = site.browser("challenger-of-lines")
    table = challenged(site, browser, "later")
    assert (table["match"], table["seats"][1]["reserved"]) == ("", "later")
    before = browser.get("/spacegoo/api/player/later/info.json")["num_games"]
    with LineClient(site.server.ports["standard"], "later") as bot:
        assert bot.until("game ").endswith("starts. other player is challenger-of-lines")
        live = running(site, match_of(site, browser, table["key"]))
        for round_no in range(3):
            (state,) = states(bot, 1)
            assert (state["round"], state["player_id"], state["game_over"]) == (round_no, 2, False)
            if round_no:
                assert bot.line() == "waiting for you command"
            bot.say("nop")
            assert bot.until("command").startswith("command received")
            act(site, live, NOP)
            if round_no < 2:
                assert bot.line() == "calculating round"
        assert bot.until("game ended") == "game ended: game is a draw, 0.00 ELO for you. final state follows"
        (state,) = states(bot, 1)
        assert (state["round"], state["game_over"], state["winner"]) == (3, True, None)
        assert bot.line() == f"This game is now available at {site.server.context.settings.address}/replay/{live.key}"
        assert bot.until("closing")
    match = browser.get(f"/api/matches/{live.key}")
    assert (match["state"], match["rated"], match["line"]) == ("finished", False, False)
    assert browser.get("/spacegoo/api/player/later/info.json")["num_games"] == before
    notices = {one["code"] for one in browser.get("/api/me")["notices"]}
    assert "match_started" in notices


def test_a_bot_that_waits_already_is_fetched_and_loses_when_it_hangs_up(site):
    browser = site.browser("fetcher-of-lines")
    site.server.context.accounts.create("waits-already", "pw")
    with LineClient(site.server.ports["standard"], "waits-already") as bot:
        bot.until("your current score")
        body = {"opponent": "waits-already", "options": OPTIONS}
        table = browser.post("/api/challenges", body, status=201)
        bot.until("{")
        live = running(site, match_of(site, browser, table["key"]))
    site.until_over(live.key)
    places = {seat["name"]: seat["place"] for seat in browser.get(f"/api/matches/{live.key}")["seats"]}
    assert places == {"fetcher-of-lines": 1, "waits-already": 2}


def test_the_edition_of_a_challenge_is_the_edition_of_the_port(site):
    browser = site.browser("classic-challenger")
    table = challenged(site, browser, "both-ports", preset="classic")
    with LineClient(site.server.ports["standard"], "both-ports") as standard:
        standard.until("your current score")
        with LineClient(site.server.ports["classic"], "both-ports") as classic:
            assert "hyperlanes" not in states(classic, 1)[0]
            live = running(site, match_of(site, browser, table["key"]))
            classic.say("nop")
            classic.say("nop")  # sent ahead: an action names its turn, so it waits for the next one
            act(site, live, NOP)
            assert states(classic, 1)[0]["round"] == 1
            act(site, live, NOP)
            assert states(classic, 1)[0]["round"] == 2
            classic.say("send 2 1 -1 0 0")
            act(site, live, NOP)  # commands of a round are judged together
            assert "disqualified: sent negative amount of ships" in classic.until("game ended")
        standard.say("nop")
        assert standard.line() == "not in a game. please wait"
