"""Players of the line protocol who wait alone play against built-in bots."""

from types import SimpleNamespace

import msgspec
import pytest
from tests.games.spacegoo.server.manual_line_server import ManualLineServer

from roundhouse.games.spacegoo.server.builtin_opponents import BuiltinOpponents
from roundhouse.protocol.messages import Act, Start, Turn
from roundhouse.store import line_elo, matches, players

decode = msgspec.json.Decoder(Start | Turn).decode


class Bots:
    """In place of the bots' process: they pass at once."""

    def __init__(self):
        self.seats = []
        self.told = []
        self.left = 0

    def seat(self, playing, seat, name, *, grace_ms, most_ms, draws=None):
        self.live = playing
        self.seats.append((seat, name))
        playing.join(seat, self, present=False)

    def send(self, message):
        told = decode(message)
        self.told.append(told)
        if isinstance(told, Turn):
            (seat, _), playing = self.seats[-1], self.live
            playing.act(seat, Act([msgspec.Raw(b'{"type":"nop"}')], told.step), None)

    def dismissed(self, reason):
        self.left += 1


def lobby_with_house(line_server, database, edition="standard"):
    bots = Bots()
    built_in = database.submit(lambda c: players.builtins(c, ["greedy", "random"], 1)).result()

    def look(query):
        with database.engine.connect() as connection:
            return query(connection)

    arena = SimpleNamespace(matches=SimpleNamespace(bots=bots, builtins=built_in), store=SimpleNamespace(look=look))
    line_server.server.line_queues[edition].opponents = BuiltinOpponents(arena, edition, start_elo=1000.0)
    return bots


@pytest.mark.rule("GOO-096")
def test_a_lone_player_gets_a_built_in_bot_after_a_while(database):
    with ManualLineServer(database=database, house_after_s=8.0, spacegoo={"max_rounds": 2}) as line_server:
        bots = lobby_with_house(line_server, database)
        one = line_server.login("alice")
        line_server.advance(7.9)
        line_server.pair()
        assert one.heard() == []
        line_server.advance(0.1)
        line_server.pair()
        (seat, name), *more = bots.seats
        assert not more
        assert one.heard() == [f"game 1 starts. other player is {name}", "{0}"]
        one.say("nop")
        assert one.heard()[-2:] == ["{1}", "waiting for you command"]
        one.say("nop")
        assert one.heard()[-3].startswith("game ended: game is a draw, 0.00")
        assert [type(told).__name__ for told in bots.told] == ["Start", "Turn", "Turn"]
        assert bots.left == 1
        with database.engine.connect() as connection:
            stored = matches.by_number(connection, "spacegoo", 1)
            assert stored.state == "finished"
            assert line_elo.rating(connection, stored.player_ids[seat - 1], "spacegoo", "standard") == 1000.0


@pytest.mark.rule("GOO-096")
def test_the_opponent_is_the_one_whose_rating_is_nearest(database):
    with ManualLineServer(database=database, house_after_s=0.0) as line_server:
        bots = lobby_with_house(line_server, database)
        greedy = bots_named(database, "greedy")

        def rate(connection):
            line_elo.note_start(connection, greedy, "spacegoo", "standard", number=1, start_elo=1200.0)

        database.submit(rate).result()
        for n in range(3):
            line_server.login(f"player{n}")
            line_server.pair()
        assert {name for _, name in bots.seats} == {"random"}


def bots_named(database, name):
    with database.engine.connect() as connection:
        return players.find(connection, name).id


@pytest.mark.rule("GOO-096")
def test_two_who_wait_play_each_other(database):
    with ManualLineServer(database=database, house_after_s=0.0) as line_server:
        bots = lobby_with_house(line_server, database)
        one, two = line_server.login("alice"), line_server.login("bob")
        line_server.pair()
        assert bots.seats == []
        assert one.heard()[0] == "game 1 starts. other player is bob"
        assert two.heard()[0] == "game 1 starts. other player is alice"


@pytest.mark.rule("GOO-096", "GOO-061")
def test_a_bot_that_fails_or_a_player_who_hangs_up_loses(database):
    with ManualLineServer(database=database, house_after_s=0.0) as line_server:
        bots = lobby_with_house(line_server, database)
        one = line_server.login("alice")
        line_server.pair()
        seat = bots.seats[0][0]
        bots.live.fail(seat, "broken")
        line_server.settle()
        assert one.heard()[-3].startswith(f"game ended: player {seat} disqualified: connection lost, 5.00")
        two = line_server.login("bob")
        line_server.pair()
        two.hang_up()
        assert bots.left == 1
        assert line_server.server.line_queues["standard"].line_matches == {}
        assert line_server.server.line_queues["standard"].waiting == {}


def test_who_hangs_up_before_the_match_begins_leaves_no_bot_waiting(database):
    with ManualLineServer(database=database, house_after_s=0.0) as line_server:
        lobby_with_house(line_server, database)
        lobby = line_server.server.line_queues["standard"]
        guest = line_server.login("alice").connection
        other = lobby.opponents.opponents()[0]
        guest.gone = True
        lobby._begin(guest, other)
        lobby.enter(other)
        assert list(lobby.waiting) == ["alice"], "she was waiting before"
        assert lobby.line_matches == {}


def test_after_an_outage_the_match_goes_on_as_soon_as_the_player_is_back(database):
    with ManualLineServer(database=database, house_after_s=0.0) as line_server:
        lobby_with_house(line_server, database)
        one = line_server.login("alice")
        line_server.pair()
        one.say("nop")
        assert one.heard()[-2] == "{1}"
    with ManualLineServer(database=database) as line_server:
        bots = lobby_with_house(line_server, database)
        line_server.restore()
        assert bots.seats == []
        one = line_server.connect().say("login alice pw")
        assert one.heard()[-1] == "{1}"
        one.say("nop")
        assert one.heard()[-2:] == ["{2}", "waiting for you command"]
