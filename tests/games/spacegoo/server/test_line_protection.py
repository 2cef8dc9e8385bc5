"""What keeps guessers, impostors and crowds from the line port, without sockets."""

import pytest
from tests.games.spacegoo.server.manual_line_server import LineConnection, ManualLineServer

from roundhouse.server import player_names
from roundhouse.store import players

WELCOME = "welcome to rocket-paper-spacegoo. please log in: login <username> <password>"
WAITING = "your current score: 1000.00. waiting for game start..."
BYE = "closing connection. see you next time"


@pytest.fixture
def line_server():
    with ManualLineServer() as line_server:
        yield line_server


class From(LineConnection):
    """A client of an address."""

    def __init__(self, line_server, address, edition="standard"):
        self.address = address
        super().__init__(line_server, edition)

    def get_extra_info(self, name):
        return (self.address, 1) if name == "peername" else None


def tried(line_server, name, secret, address="10.0.0.1"):
    """What a login is answered with."""
    wire = From(line_server, address)
    answer = wire.say(f"login {name} {secret}").heard()[1]
    wire.hang_up()
    return answer


# Guessing


@pytest.mark.rule("GOO-076")
def test_whoever_guesses_the_password_of_a_name_waits_longer_and_longer(line_server):
    line_server.login("bob").hang_up()
    first = [tried(line_server, "bob", f"guess-{n}", f"10.0.0.{n}") for n in range(5)]
    assert first == ["invalid login"] * 5
    assert tried(line_server, "Bob", "pw", "10.0.0.9") == "too many wrong passwords. wait 1 seconds"
    line_server.advance(1.01)
    assert tried(line_server, "bob", "guess") == "invalid login"
    assert tried(line_server, "bob", "guess") == "too many wrong passwords. wait 2 seconds"
    line_server.advance(2.01)
    assert tried(line_server, "bob", "pw") == WAITING
    assert tried(line_server, "bob", "guess") == "invalid login", "all is forgiven"


@pytest.mark.rule("GOO-076")
def test_whoever_guesses_passwords_of_many_names_waits(line_server):
    for n in range(16):
        line_server.login(f"bot{n}").hang_up()
    answers = [tried(line_server, f"bot{n}", "guess") for n in range(16)]
    assert answers == ["invalid login"] * 15 + ["too many wrong passwords. wait 1 seconds"]
    assert tried(line_server, "bot1", "pw", "10.0.0.2") == WAITING, "elsewhere nobody waits for it"


@pytest.mark.rule("GOO-076")
def test_guesses_at_the_same_time_are_as_slow_as_one_after_the_other(database):
    with ManualLineServer(database=database) as line_server:
        names = [f"bot{n}" for n in range(30)]
        for name in names:
            line_server.accounts.create(name, "pw")
        wires = [From(line_server, "10.0.0.1") for _ in names]
        for name, wire in zip(names, wires, strict=True):
            wire.connection.data_received(f"login {name} guess\n".encode())
        line_server.settle()
        answers = [wire.heard()[1] for wire in wires]
    assert answers.count("invalid login") == 15
    assert answers.count("too many wrong passwords. wait 1 seconds") == 15


@pytest.mark.rule("GOO-076")
def test_many_bots_of_one_address_come_in_at_the_same_time(database):
    with ManualLineServer(database=database) as line_server:
        wires = [From(line_server, "10.0.0.1") for _ in range(40)]
        for number, wire in enumerate(wires):
            wire.connection.data_received(f"login bot{number} pw\n".encode())
        line_server.settle()
        assert {wire.heard()[1] for wire in wires} == {WAITING}


@pytest.mark.parametrize("creation", [True, False])
def test_a_login_that_is_refused_costs_a_hash_whatever_was_wrong(database, creation, monkeypatch):
    with ManualLineServer(database=database, allow_account_creation=creation) as line_server:
        line_server.accounts.create("bob", "pw")
        line_server.accounts.create("ann", "a good password", kind="person")
        checked = []
        verify = line_server.accounts._right
        monkeypatch.setattr(line_server.accounts, "_right", lambda *both: checked.append(both) or verify(*both))
        for name in ("bob", "ann", '"<nobody>"'):
            assert line_server.connect().say(f"login {name} wrong").heard()[1] == "invalid login"
        assert len(checked) == 3


# Names


@pytest.mark.rule("GOO-076")
@pytest.mark.parametrize(
    "name",
    ["bob ", " bob", "bob  der", "b\u043eb", "\u0430lice", "\uff42ob", "b\u0131t", "<b>x</b>", "Guest-1a2b", "gUEST-1"],
)
def test_names_that_look_like_others_get_no_account(line_server, database, name):
    assert line_server.connect().say(f'login "{name}" pw').heard() == [WELCOME, "invalid login", BYE]
    with ManualLineServer(database=database) as stored:
        assert stored.connect().say(f'login "{name}" pw').heard()[1] == "invalid login"
        with database.engine.connect() as connection:
            assert players.find(connection, name) is None


@pytest.mark.rule("GOO-076")
def test_an_account_from_before_may_keep_its_name(database):
    with ManualLineServer(database=database) as line_server:
        hashed = line_server.accounts._passwords.hash("pw")
        database.submit(
            lambda connection: players.create(connection, name="<b>x</b>", line_secret=hashed, now_ms=1)
        ).result()
        assert line_server.connect().say('login "<b>x</b>" pw').heard()[1] == WAITING


def test_names_with_letters_of_western_languages_are_fine():
    assert all(map(player_names.new_name, ("bob", "Zoë", "Jürgen der 2.", "Łukasz", "x_-y", "a & b?", "\\o/ {1}")))


@pytest.mark.rule("GOO-080")
def test_a_quoted_name_is_a_name_of_its_own(database):
    with ManualLineServer(database=database) as line_server:
        waiting = [line_server.connect().say(f"login {name}") for name in ("Bob pw", '"Bob" other', '"BOB" third')]
        assert [wire.heard()[1] for wire in waiting] == [WAITING] * 3
        for wire in waiting:
            wire.hang_up()
        assert tried(line_server, "BOB", "pw") == WAITING
        assert tried(line_server, '"Bob"', "pw") == "invalid login"
        assert tried(line_server, '"Bob"', "other") == WAITING


@pytest.mark.rule("GOO-080")
def test_capitals_do_not_make_the_name_of_a_person_or_of_their_bot_free(database):
    with ManualLineServer(database=database) as line_server:
        line_server.accounts.create("ann", "a good password", kind="person")
        line_server.accounts.create("MyBot", "pw")
        assert tried(line_server, '"Ann"', "pw") == "invalid login"
        assert tried(line_server, "MyBot", "pw") == WAITING, "an account that was made with capitals needs no quotes"


@pytest.mark.rule("GOO-077")
def test_a_name_plays_both_editions_at_the_same_time(line_server):
    wires = [line_server.login(name, edition) for edition in ("standard", "classic") for name in ("alice", "bob")]
    assert not any(wire.closed for wire in wires)
    line_server.pair()
    assert all(wire.heard()[0].startswith("game ") for wire in wires)
    wires[0].hang_up()
    assert not wires[2].closed
    assert line_server.connect("classic").say("login alice pw").heard()[1] == "you are already logged in"


# The end of a match for whoever broke the protocol


@pytest.mark.rule("GOO-081", "GOO-089", "GOO-092")
@pytest.mark.parametrize(
    ("data", "answer"),
    [
        (b"n\x00p\n", r"Invalid data received. Valid bytes: [a-z 0-9A-Z_\-]"),
        (b'login "bob\n', "Unfinished quote"),
        (b"x" * 1025, "line too long"),
        (b"login alice pw\n", "already logged in"),
    ],
)
def test_whoever_breaks_the_protocol_in_a_game_is_told_how_it_ended(line_server, data, answer):
    one, two = line_server.match()
    assert one.send(data + b"nop\nnop\n").heard() == [
        answer,
        "game ended: player 1 disqualified: connection lost, -5.00 ELO for you. final state follows",
        "{0 over}",
        "This game is now available at http://here/spacegoo/game/1",
        BYE,
    ]
    assert one.closed
    assert two.heard()[0].startswith("game ended: player 1 disqualified: connection lost, 5.00")


@pytest.mark.rule("GOO-081")
def test_on_a_store_the_offender_is_told_too(database):
    with ManualLineServer(database=database) as line_server:
        one, _ = line_server.match()
        one.connection.data_received(b"nop\n\xff\n")
        line_server.settle()
        heard = one.heard()
    assert heard[-4].startswith("game ended: player 1 disqualified: connection lost, -5.00")
    assert heard[-3:] == ["{0 over}", "This game is now available at http://here/spacegoo/game/1", BYE]


@pytest.mark.rule("GOO-081")
def test_an_offender_who_hangs_up_at_once_changes_nothing_more(line_server):
    one, two = line_server.match()
    one.send(b"\xff\n").hang_up()
    assert two.heard()[0].startswith("game ended: player 1 disqualified: connection lost, 5.00")
    line_server.advance(2)
    assert two.closed


# Crowds


def test_silent_connections_of_one_address_keep_nobody_out():
    with ManualLineServer(connections_max=40) as line_server:
        silent = [From(line_server, "10.0.0.1") for _ in range(40)]
        player = From(line_server, "10.0.0.2")
        assert player.say("login bob pw").heard() == [WELCOME, WAITING]
        assert silent[0].heard() == [WELCOME, "server full", BYE], "the oldest makes room"
        assert [wire.closed for wire in silent] == [True] + [False] * 39
        assert From(line_server, "10.0.0.1").heard() == ["server full", BYE], "but not for another one of the same"


def test_of_silent_connections_the_old_ones_make_room_for_their_own_address():
    with ManualLineServer(connections_max=3) as line_server:
        wires = [From(line_server, "10.0.0.1") for _ in range(3)]
        wires[1].say("login ann pw")
        line_server.advance(5)
        player = From(line_server, "10.0.0.1")
        assert player.say("login bob pw").heard() == [WELCOME, WAITING]
        line_server.settle()
        assert [wire.closed for wire in wires] == [True, False, False]


def test_who_has_logged_in_makes_room_for_nobody():
    with ManualLineServer(connections_max=3) as line_server:
        wires = [From(line_server, "10.0.0.1") for _ in range(3)]
        for number, wire in enumerate(wires):
            wire.say(f"login bot{number} pw")
        line_server.advance(100)
        assert From(line_server, "10.0.0.2").heard() == ["server full", BYE]
        assert not any(wire.closed for wire in wires)


def test_those_who_were_refused_take_no_room_while_they_linger():
    with ManualLineServer(connections_max=2) as line_server:
        first, _ = From(line_server, "10.0.0.1"), From(line_server, "10.0.0.2")
        refused = From(line_server, "10.0.0.3")
        first.connection.close()
        assert From(line_server, "10.0.0.4").heard() == [WELCOME]
        line_server.settle()
        assert refused.closed


# Whoever may not be here any more


@pytest.mark.parametrize(
    ("code", "line"),
    [("blocked", "your account is blocked"), ("signed_out", "your account has a new password")],
)
def test_who_is_sent_away_loses_the_match_and_is_told(line_server, code, line):
    one, two = line_server.match()
    line_server.server.send_away({one.connection.account.player_id}, code)
    line_server.settle()
    heard = one.heard()
    assert heard[0] == line
    assert heard[1].startswith("game ended: player 1 disqualified: connection lost, -5.00")
    assert heard[-1] == BYE
    assert two.heard()[0].startswith("game ended: player 1 disqualified: connection lost, 5.00")
