"""Pebbles on a whole server, in a process that has it installed: two bots by the protocol, and the built-in one.

Prints one JSON document about what happened.
"""

import json
import sys
from pathlib import Path

from tests.server.protocol_clients import BotAccount, JsonLinesClient, act, kinds
from tests.server.threaded_site import ThreadedSite

from roundhouse.match.record import from_bytes
from roundhouse.match.verification import verify
from roundhouse.protocol.api.platform import NewTable, TableOptions


def main(folder):
    with ThreadedSite(Path(folder)) as site:
        browser = site.browser()
        games = [game["key"] for game in browser.get("/api/games")]
        rules = [rule["id"] for rule in browser.get("/api/games/pebbles/rules")]
        told = {
            "games": games,
            "rules": rules,
            "by_protocol": two_bots(site, browser),
            "built_in": against_the_built_in(site, browser),
        }
    sys.stdout.write(json.dumps(told) + "\n")


def table(site, host, **how):
    options = TableOptions(game="pebbles", clock="bot", settings={"pebbles": 9}, seed=1)
    return site.call(site.server.context.arena.seating.open, host.player, NewTable(options, seat=0, **how)).key


def two_bots(site, browser):
    """A refusal with its rule, then every turn takes two pebbles: seat 1 has the last one."""
    accounts = [BotAccount(site, "anna"), BotAccount(site, "bert")]
    key = table(site, accounts[0])
    with JsonLinesClient(site) as one, JsonLinesClient(site) as two:
        lines = [one, two]
        for line, account in zip(lines, accounts, strict=True):
            line.hello(token=account.token, table=key).until("welcome")  # who comes first has seat 1
        one.say(act(one.until("turn"), {"type": "take", "count": 4}))
        refused = one.until("verdicts")["verdicts"][0]
        turn, seat, views = one.until("turn"), 0, []  # it is asked again
        while True:
            views.append(turn["view"]["pebbles"])
            lines[seat].say(act(turn, {"type": "take", "count": min(2, turn["view"]["pebbles"])}))
            if turn["view"]["pebbles"] <= 2:
                break
            seat = 1 - seat
            turn = lines[seat].until("turn")
        over = [line.until("over") for line in lines]
    match = over[0]["record"].split("/")[3]
    return {"refused": refused, "views": views, "kinds": kinds(over), **kept(site, browser, match)}


def against_the_built_in(site, browser):
    account = BotAccount(site, "carla")
    with JsonLinesClient(site) as line:
        line.hello(token=account.token, table=table(site, account, bots={"2": "random"}))
        while (message := line.message())["type"] != "over":
            if message["type"] == "turn":
                line.say(act(message, {"type": "take", "count": 1}))
    return kept(site, browser, message["record"].split("/")[3])


def kept(site, browser, match):
    """What the server has of a match that is over."""
    site.until_over(match)
    game = browser.get(f"/api/matches/{match}")["game"]
    record = from_bytes(browser.ask("GET", f"/api/matches/{match}/record", status=200).content)
    return {"game": game, "reason": record.result.reason, "winner": record.result.winner, "proven": verify(record).ok}


if __name__ == "__main__":
    main(*sys.argv[1:])
