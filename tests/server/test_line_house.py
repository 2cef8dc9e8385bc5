"""Players of the line protocol who wait alone play against built-in bots."""

from types import SimpleNamespace

import msgspec
import pytest
from hall import Hall

from roundhouse.protocol.messages import Act, Start, Turn
from roundhouse.server.line_house import LineHouse
from roundhouse.store import matches, players

decode = msgspec.json.Decoder(Start | Turn).decode


class Bots:
    """In place of the bots' process: they pass at once."""

    def __init__(self):
        self.seats = []
        self.told = []
        self.left = 0

    def seat(self, playing, seat, name, *, grace_ms, most_ms, draws=None):
        self.playing = playing
        self.seats.append((seat, name))
        playing.join(seat, self, present=False)

    def send(self, message):
        told = decode(message)
        self.told.append(told)
        if isinstance(told, Turn):
            (seat, _), playing = self.seats[-1], self.playing
            playing.act(seat, Act([msgspec.Raw(b'{"type":"nop"}')], told.step), None)

    def dismissed(self, reason):
        self.left += 1


def lobby_with_house(hall, database, edition="standard"):
    bots = Bots()
    built_in = database.submit(lambda c: players.builtins(c, ["greedy", "random"], 1)).result()

    def look(query):
        with database.engine.connect() as connection:
            return query(connection)

    arena = SimpleNamespace(bots=bots, builtins=built_in, look=look)
    hall.server.lobbies[edition].house = LineHouse(arena, edition, start_elo=1000.0)
    return bots


@pytest.mark.rule("GOO-096")
def test_a_lone_player_gets_a_built_in_bot_after_a_while(database):
    with Hall(database=database, house_after_s=8.0, spacegoo={"max_rounds": 2}) as hall:
        bots = lobby_with_house(hall, database)
        one = hall.login("alice")
        hall.advance(7.9)
        hall.pair()
        assert one.heard() == []
        hall.advance(0.1)
        hall.pair()
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
            assert players.rating(connection, stored.player_ids[seat - 1], "spacegoo", "standard") == 1000.0


@pytest.mark.rule("GOO-096")
def test_the_opponent_is_the_one_whose_rating_is_nearest(database):
    with Hall(database=database, house_after_s=0.0) as hall:
        bots = lobby_with_house(hall, database)
        greedy = bots_named(database, "greedy")

        def rate(connection):
            players.note_start(connection, greedy, "spacegoo", "standard", number=1, start_elo=1200.0)

        database.submit(rate).result()
        for n in range(3):
            hall.login(f"player{n}")
            hall.pair()
        assert {name for _, name in bots.seats} == {"random"}


def bots_named(database, name):
    with database.engine.connect() as connection:
        return players.find(connection, name).id


@pytest.mark.rule("GOO-096")
def test_two_who_wait_play_each_other(database):
    with Hall(database=database, house_after_s=0.0) as hall:
        bots = lobby_with_house(hall, database)
        one, two = hall.login("alice"), hall.login("bob")
        hall.pair()
        assert bots.seats == []
        assert one.heard()[0] == "game 1 starts. other player is bob"
        assert two.heard()[0] == "game 1 starts. other player is alice"


@pytest.mark.rule("GOO-096", "GOO-061")
def test_a_bot_that_fails_or_a_player_who_hangs_up_loses(database):
    with Hall(database=database, house_after_s=0.0) as hall:
        bots = lobby_with_house(hall, database)
        one = hall.login("alice")
        hall.pair()
        seat = bots.seats[0][0]
        bots.playing.fail(seat, "broken")
        hall.settle()
        assert one.heard()[-3].startswith(f"game ended: player {seat} disqualified: connection lost, 5.00")
        two = hall.login("bob")
        hall.pair()
        two.hang_up()
        assert bots.left == 1
        assert hall.server.lobbies["standard"].live == {}
        assert hall.server.lobbies["standard"].waiting == {}


def test_who_hangs_up_before_the_match_begins_leaves_no_bot_waiting(database):
    with Hall(database=database, house_after_s=0.0) as hall:
        lobby_with_house(hall, database)
        lobby = hall.server.lobbies["standard"]
        guest = hall.login("alice").connection
        other = lobby.house.opponents()[0]
        guest.gone = True
        lobby._begin(guest, other)
        lobby.enter(other)
        assert list(lobby.waiting) == ["alice"], "she was waiting before"
        assert lobby.live == {}


def test_after_an_outage_the_match_goes_on_as_soon_as_the_player_is_back(database):
    with Hall(database=database, house_after_s=0.0) as hall:
        lobby_with_house(hall, database)
        one = hall.login("alice")
        hall.pair()
        one.say("nop")
        assert one.heard()[-2] == "{1}"
    with Hall(database=database) as hall:
        bots = lobby_with_house(hall, database)
        hall.restore()
        assert bots.seats == []
        one = hall.connect().say("login alice pw")
        assert one.heard()[-1] == "{1}"
        one.say("nop")
        assert one.heard()[-2:] == ["{2}", "waiting for you command"]
