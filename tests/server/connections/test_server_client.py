"""A local bot at a real server: rated matches, tables, lost connections and what a server refuses."""

import socket
import sys
import threading

import pytest
from tests.server.protocol_clients import BotAccount

from roundhouse.games import GAMES
from roundhouse.protocol.api.platform import NewTable, TableOptions
from roundhouse.sdk import Bot, kits, server_client
from roundhouse.sdk.bot_loader import load
from roundhouse.sdk.players.player import BotPlayer, CrashError
from roundhouse.sdk.server_client import JoinRequest, RemoteError, connect, play

ROUNDS = 12


class Passing(Bot):
    def act(self, turn):
        return {"type": "nop"}


def passing(game):
    return BotPlayer(Passing)


def table(site, host, game="spacegoo", **settings):
    """A table with a seat for the host, and a built-in bot at the other one."""
    options = TableOptions(game=game, clock="bot", settings=settings or {"max_rounds": ROUNDS})
    return site.call(
        site.server.context.arena.seating.open, host.player, NewTable(options, seat=0, bots={"2": "random"})
    ).key


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["ws", "tcp"])
def test_a_bot_plays_at_a_table(site, kind):
    host = BotAccount(site, f"table-{kind}")
    heard, results = [], []
    request = JoinRequest(address(site, kind), host.token, table=table(site, host))
    assert play(request, passing, tell=heard.append, results=lambda start, over: results.append(over)) == 1
    assert results[0].result.places
    assert heard[0].startswith(f"Welcome, table-{kind}.")
    assert "random" in heard[1]


@pytest.mark.slow
def test_requests_in_the_middle_of_a_turn_travel_too(site):
    host = BotAccount(site, "quester")
    key = table(site, host, "quest", rounds=3)
    source = site.folder / "quester.py"
    source.write_text(kits.sdk_bot("quest"))
    entrant = load(str(source), GAMES["quest"])
    over = []
    request = JoinRequest(address(site, "ws"), host.token, table=key)
    assert play(request, lambda game: entrant.make(0), tell=lambda text: None, results=lambda a, b: over.append(b)) == 1
    points = {place.seat: place.points for place in over[0].result.places}
    assert points[1] > 0  # it dug something up, which takes many requests


@pytest.mark.slow
def test_a_program_plays_on_a_server(site, tmp_path):
    (tmp_path / "bot.py").write_text(
        "import json, sys\nfor line in sys.stdin:\n    turn = json.loads(line)\n    if turn['type'] == 'turn':\n"
        "        print(json.dumps({'type': 'act', 'step': turn['step'], 'actions': [{'type': 'nop'}]}), flush=True)\n"
    )
    host = BotAccount(site, "program")
    entrant = load(f"cmd:{sys.executable} {tmp_path / 'bot.py'}", GAMES["spacegoo"])
    request = JoinRequest(address(site, "tcp"), host.token, table=table(site, host))
    assert play(request, lambda game: entrant.make(0), tell=lambda text: None) == 1


@pytest.mark.slow
def test_a_lost_connection_is_made_anew_and_the_match_goes_on(site, monkeypatch):
    """The same bot object plays the match to its end although its connection is cut in the middle."""
    host = BotAccount(site, "loser")
    made, results, links, heard = [], [], [], []
    monkeypatch.setattr(server_client, "connect", lambda server: links.append(connect(server)) or links[-1])

    class Cutting(Passing):
        turns = 0

        def __init__(self):
            made.append(self)

        def act(self, turn):
            Cutting.turns += 1
            if Cutting.turns in (3, 6):
                links[-1]._socket.shutdown(socket.SHUT_RDWR)
            return super().act(turn)

    request = JoinRequest(address(site, "tcp"), host.token, table=table(site, host))
    assert (
        play(request, lambda game: BotPlayer(Cutting), tell=heard.append, results=lambda a, b: results.append(b)) == 1
    )
    assert (len(made), len(results), len(links)) == (1, 1, 3)
    assert Cutting.turns >= ROUNDS
    assert sum(line.startswith("The connection is lost") for line in heard) == 2


@pytest.mark.slow
def test_rated_matches_are_counted(site):
    one, other = BotAccount(site, "rated1"), BotAccount(site, "rated2")
    played = {}

    def run(account):
        request = JoinRequest(address(site, "ws"), account.token, game="spacegoo", matches=2)
        played[account.name] = play(request, passing, tell=lambda text: None)

    threads = [threading.Thread(target=run, args=(account,)) for account in (one, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert played == {"rated1": 2, "rated2": 2}


def address(site, kind):
    return site.address if kind == "ws" else f"tcp://127.0.0.1:{site.server.ports['json']}"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"token": "rh_wrong", "game": "spacegoo"}, "unauthorised"),
        ({"game": "chess"}, "no_such_game"),
        ({"game": "spacegoo", "preset": "no"}, "no_preset"),
        ({"table": "nowhere"}, "no_table"),
    ],
)
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["ws", "tcp"])
def test_what_a_server_refuses_ends_it_with_its_sentence(site, wish, code, kind):
    account = BotAccount(site, f"refused-{code[:8]}-{kind}")
    with pytest.raises(RemoteError) as refused:
        play(JoinRequest(address(site, kind), **{"token": account.token, **wish}), passing, tell=lambda text: None)
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


@pytest.mark.slow
def test_a_bot_that_crashes_is_told_and_leaves_the_match(site):
    class Crashing(Bot):
        def act(self, turn):
            raise RuntimeError("oh no")

    host = BotAccount(site, "crasher")
    request = JoinRequest(address(site, "ws"), host.token, table=table(site, host))
    with pytest.raises(CrashError, match="oh no"):
        play(request, lambda game: BotPlayer(Crashing), tell=lambda text: None)


@pytest.mark.parametrize("server", ["http://", "ftp://x", "http://x:port", "tcp://"])
def test_what_is_no_address_is_said(server):
    with pytest.raises(RemoteError) as refused:
        connect(server)
    assert refused.value.code == "bad_address"


@pytest.mark.parametrize("server", ["http://127.0.0.1:1", "tcp://127.0.0.1:1"])
def test_a_server_that_is_not_there_is_not_waited_for(server):
    with pytest.raises(RemoteError, match="cannot be reached") as refused:
        play(JoinRequest(server, "rh_x", game="spacegoo"), passing, tell=lambda text: None)
    assert refused.value.code == "no_server"
