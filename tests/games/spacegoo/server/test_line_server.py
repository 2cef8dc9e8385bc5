"""Connections from the welcome to the goodbye, without sockets."""

import pytest
from tests.games.spacegoo.server.manual_line_server import ManualLineServer

from roundhouse.store.database import Database

WELCOME = "welcome to rocket-paper-spacegoo. please log in: login <username> <password>"
WAITING = "your current score: 1000.00. waiting for game start..."
BYE = "closing connection. see you next time"
RECEIVED = "command received. waiting for other player..."
CALCULATING = "calculating round"
YOUR_COMMAND = "waiting for you command"


def ended(reason, change):
    return f"game ended: {reason}, {change} ELO for you. final state follows"


@pytest.fixture
def line_server():
    with ManualLineServer() as line_server:
        yield line_server


# Login


@pytest.mark.rule("GOO-071", "GOO-072", "GOO-073", "GOO-075")
def test_the_first_login_makes_an_account(line_server):
    wire = line_server.connect()
    assert wire.heard() == [WELCOME]
    assert wire.say("login bob pw").heard() == [WAITING]
    wire.hang_up()

    assert line_server.connect().say("login bob pw").heard() == [WELCOME, WAITING]


@pytest.mark.rule("GOO-071")
def test_a_client_need_not_wait_for_the_welcome(line_server):
    assert line_server.connect().send(b"login bo").send(b"b pw\nno").send(b"p\n").heard() == [
        WELCOME,
        WAITING,
        "not in a game. please wait",
    ]


@pytest.mark.rule("GOO-074", "GOO-076", "GOO-092")
def test_a_wrong_password_is_refused_and_changes_nothing(line_server):
    line_server.login("bob").hang_up()

    wrong = line_server.connect().say("login bob other")

    assert wrong.heard() == [WELCOME, "invalid login", BYE]
    assert wrong.closed
    assert line_server.connect().say("login bob other").heard()[1] == "invalid login"
    assert line_server.connect().say("login bob pw").heard()[1] == WAITING


@pytest.mark.rule("GOO-076")
@pytest.mark.parametrize("name", ['""', '"' + "x" * 101 + '"', '"bo\tb"', '"bo\x07b"'])
def test_impossible_names_are_refused(line_server, name):
    assert line_server.connect().say(f"login {name} pw").heard() == [WELCOME, "invalid login", BYE]


@pytest.mark.rule("GOO-080")
def test_names_and_passwords_are_case_insensitive_unless_quoted(line_server):
    line_server.connect().say("login Bob PW").hang_up()
    assert line_server.connect().say("login bOB pw").heard()[1] == WAITING
    assert line_server.connect().say('login "Bob" pw').heard()[1] == WAITING, "another account"


@pytest.mark.rule("GOO-077")
def test_a_second_login_on_a_connection_ends_it_and_leaves_the_lobby(line_server):
    wire = line_server.login("bob")
    assert wire.say("login bob pw").heard() == ["already logged in", BYE]
    assert wire.closed
    assert line_server.server.line_queues["standard"].waiting == {}
    assert line_server.connect().say("login bob pw").heard()[1] == WAITING


@pytest.mark.rule("GOO-077")
def test_a_second_login_in_a_game_is_a_lost_connection(line_server):
    one, two = line_server.match()
    one.say("login alice pw")
    assert two.heard()[0] == ended("player 1 disqualified: connection lost", "5.00")


@pytest.mark.rule("GOO-077")
@pytest.mark.parametrize("edition", ["standard", "classic"])
def test_a_name_that_is_logged_in_elsewhere_is_refused_and_the_first_is_not_touched(line_server, edition):
    first = line_server.login("bob", edition)
    second = line_server.connect(edition).say("login bob pw")
    assert second.heard() == [WELCOME, "you are already logged in", BYE]
    assert not first.closed
    assert first.say("nop").heard() == ["not in a game. please wait"]


@pytest.mark.rule("GOO-078")
def test_commands_before_login_and_before_a_game(line_server):
    wire = line_server.connect()
    assert wire.say("nop", "send 1 2 3 4 5", "send a b c d e").heard() == [WELCOME] + ["login first"] * 3
    assert wire.say("login bob pw", "send 1 2 3 4 5").heard() == [WAITING, "not in a game. please wait"]


@pytest.mark.rule("GOO-085")
def test_silence_before_login_ends_the_connection(line_server):
    wire, quick = line_server.connect(), line_server.connect().say("login bob pw")
    line_server.advance(59.9)
    assert not wire.closed
    line_server.advance(0.2)
    assert wire.heard() == [WELCOME, "no login received", BYE]
    assert wire.closed
    assert not quick.closed


@pytest.mark.rule("GOO-085")
def test_a_line_that_is_too_long_ends_the_connection(line_server):
    wire = line_server.login("bob")
    assert wire.send(b"n" * 1025).heard() == ["line too long", BYE]
    assert wire.closed


@pytest.mark.rule("GOO-085")
def test_in_a_game_a_line_that_is_too_long_is_a_lost_connection(line_server):
    one, two = line_server.match()
    one.send(b"nop" + b" " * 1025 + b"\n")
    assert two.heard()[0] == ended("player 1 disqualified: connection lost", "5.00")


@pytest.mark.rule("GOO-081", "GOO-061")
def test_invalid_bytes_count_as_a_lost_connection(line_server):
    one, two = line_server.match()
    assert one.send(b"n\x00p\n").heard() == [
        r"Invalid data received. Valid bytes: [a-z 0-9A-Z_\-]",
        ended("player 1 disqualified: connection lost", "-5.00"),
        "{0 over}",
        "This game is now available at http://here/spacegoo/game/1",
        BYE,
    ]
    assert one.closed
    assert two.heard()[0] == ended("player 1 disqualified: connection lost", "5.00")


@pytest.mark.rule("GOO-084", "GOO-092")
def test_quit_says_goodbye(line_server):
    wire = line_server.login("bob").say("quit")
    assert wire.heard() == [BYE]
    assert wire.closed
    assert line_server.server.line_queues["standard"].waiting == {}


@pytest.mark.rule("GOO-084", "GOO-061")
def test_quit_in_a_game_is_a_lost_connection(line_server):
    one, two = line_server.match()
    assert one.say("quit").heard() == [BYE]
    assert two.heard()[0] == ended("player 1 disqualified: connection lost", "5.00")


# A game


@pytest.mark.rule("GOO-079", "GOO-086", "GOO-087", "GOO-088")
def test_a_first_exchange(line_server):
    alice, bob = line_server.login("alice"), line_server.login("bob")
    line_server.pair()
    assert alice.heard() == ["game 1 starts. other player is bob", "{0}"]
    assert bob.heard() == ["game 1 starts. other player is alice", "{0}"]
    assert bob.say("nop").heard() == [RECEIVED]
    assert alice.heard() == []
    assert alice.say("nop").heard() == [RECEIVED, CALCULATING, "{1}", YOUR_COMMAND]
    assert bob.heard() == [CALCULATING, "{1}", YOUR_COMMAND]


@pytest.mark.rule("GOO-040", "GOO-088", "GOO-039")
def test_a_round_is_played_when_both_commands_are_in(line_server):
    one, two = line_server.match()
    two.say("send 2 0 5 0 0")
    line_server.advance(1.0)
    assert two.heard() == [RECEIVED]
    one.say("send 1 0 25 0 0")
    state = one.states()[0]
    assert [(fleet["id"], fleet["owner_id"], fleet["ships"]) for fleet in state["fleets"]] == [
        (0, 1, [25, 0, 0]),
        (1, 2, [5, 0, 0]),
    ]
    assert state["planets"][1]["ships"] == [18, 10, 10]


@pytest.mark.rule("GOO-024", "GOO-027")
def test_both_get_the_same_state_but_for_themselves(line_server):
    one, two = line_server.login("alice"), line_server.login("bob")
    line_server.pair()
    mine, theirs = one.states()[0], two.states()[0]
    assert {mine.pop("player_id"), theirs.pop("player_id")} == {1, 2}
    assert [player.pop("itsme") for player in mine["players"]] == [
        not player.pop("itsme") for player in theirs["players"]
    ]
    assert mine == theirs


@pytest.mark.rule("GOO-094")
def test_no_further_state_comes_before_the_reply(line_server):
    one, two = line_server.match()
    two.say("nop")
    for _ in range(5):
        line_server.advance(0.5)
    assert "{1}" not in two.heard()
    assert one.heard() == []


@pytest.mark.rule("GOO-087")
def test_answers_come_in_the_order_of_the_lines(line_server):
    one, _ = line_server.match()
    assert one.say("nop", "hello", "quit").heard() == [RECEIVED, "unknown command: 'hello'", BYE]


@pytest.mark.rule("GOO-087", "GOO-089")
def test_the_end_is_told_before_the_goodbye(line_server):
    one, _ = line_server.match()
    one.connection.data_received(b"send 1 0 -1 0 0\nquit\n")
    line_server.settle()
    assert one.heard()[-4:] == [
        ended("player 1 disqualified: sent negative amount of ships", "-5.00"),
        "{0 over}",
        "This game is now available at http://here/spacegoo/game/1",
        BYE,
    ]


@pytest.mark.rule("GOO-083", "GOO-063")
def test_unusable_lines_do_not_count_and_do_not_stop_the_clock(line_server):
    one, two = line_server.match()
    two.say("nop")
    assert one.say("hello", "send 1 2", "send a b c d e", "", "nop").heard() == [
        "unknown command: 'hello'",
        "invalid arguments: send <source> <target> <a> <b> <c>",
        "numbers expected",
        RECEIVED,
        CALCULATING,
        "{1}",
        YOUR_COMMAND,
    ]
    two.say("nop")
    line_server.advance(2.9)
    one.say("hello")
    line_server.advance(0.2)
    assert one.heard()[-3] == ended("player 1 disqualified: no command sent", "-5.00")


@pytest.mark.rule("GOO-061", "GOO-060")
@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["send 1 0 -1 5 5"], "sent negative amount of ships"),
        (["nop", "nop"], "sent more than one command"),
        (["nop", "send 1 0 1 1 1"], "sent more than one command"),
    ],
)
def test_what_disqualifies(line_server, lines, reason):
    one, two = line_server.match()
    one.say(*lines)
    said = [RECEIVED] if len(lines) > 1 else []
    state = ["{0 over}", "This game is now available at http://here/spacegoo/game/1"]
    assert one.heard() == [*said, ended(f"player 1 disqualified: {reason}", "-5.00"), *state]
    assert two.heard() == [ended(f"player 1 disqualified: {reason}", "5.00"), *state]


@pytest.fixture(params=["kept in memory", "stored"])
def either(request, tmp_path):
    """A line server that acknowledges at once, and one that stores a command before."""
    database = Database(tmp_path / "roundhouse.db") if request.param == "stored" else None
    with ManualLineServer(database=database) as line_server:
        yield line_server
    if database is not None:
        database.close()


@pytest.mark.rule("GOO-061")
def test_what_is_sent_after_both_commanded_is_for_the_next_round_also_before_its_state(either):
    one, two = either.match()
    two.say("nop")
    one.say("nop", "send 1 0 5 0 0")
    expected = [RECEIVED, CALCULATING, "{1}", YOUR_COMMAND, RECEIVED]
    assert one.heard() == expected
    two.heard()
    two.say("nop", "nop")
    assert two.heard() == [RECEIVED, CALCULATING, "{2}", YOUR_COMMAND, RECEIVED]
    one.say("nop")
    (state,) = two.states()[-1:]
    assert (state["round"], state["fleets"][0]["ships"], state["fleets"][0]["eta"]) == (3, [5, 0, 0], 9)


@pytest.mark.rule("GOO-061")
def test_two_commands_before_the_other_player_has_given_his_disqualify(either):
    one, two = either.match()
    one.say("nop", "nop")
    assert ended("player 1 disqualified: sent more than one command", "-5.00") in one.heard()
    assert ended("player 1 disqualified: sent more than one command", "5.00") in two.heard()


@pytest.mark.rule("GOO-061")
def test_a_third_command_is_one_too_many(either):
    one, two = either.match()
    two.say("nop")
    one.say("nop", "nop", "nop")
    heard = one.heard()
    assert heard[:5] == [RECEIVED, CALCULATING, "{1}", YOUR_COMMAND, RECEIVED]
    assert ended("player 1 disqualified: sent more than one command", "-5.00") in heard


@pytest.mark.rule("GOO-061", "GOO-036")
def test_leaving_the_lanes_disqualifies():
    with ManualLineServer(spacegoo={}) as line_server:
        one, two = line_server.match()
        one.say("send 1 1 1 0 0")
        assert two.heard()[0] == ended("player 1 disqualified: travel outside of hyperlanes is not allowed!", "5.00")


@pytest.mark.rule("GOO-061", "GOO-034")
def test_a_send_that_does_nothing_counts_as_the_command(line_server):
    one, two = line_server.match()
    assert one.say("send 2 0 5 0 0").heard() == [RECEIVED]
    two.say("send 2 0 0 0 0")
    assert one.states()[0]["fleets"] == []


@pytest.mark.rule("GOO-061", "GOO-063")
def test_no_command_in_time_disqualifies(line_server):
    one, two = line_server.match()
    two.say("nop")
    line_server.advance(2.9)
    assert one.heard() == []
    line_server.advance(0.2)
    assert two.heard()[1] == ended("player 1 disqualified: no command sent", "5.00")


@pytest.mark.rule("GOO-063")
def test_every_round_has_its_own_deadline(line_server):
    one, two = line_server.match()
    for _ in range(4):
        line_server.advance(2.5)
        one.say("nop")
        two.say("nop")
    assert one.heard()[-2:] == ["{4}", YOUR_COMMAND]
    line_server.advance(2.9)
    assert one.heard() == []
    line_server.advance(0.2)
    assert one.heard()[0].startswith("game ended")


@pytest.mark.rule("GOO-062", "GOO-067")
def test_if_both_fail_to_send_it_is_a_draw(line_server):
    one, two = line_server.match()
    line_server.advance(3.1)
    for wire in (one, two):
        assert wire.heard()[:2] == [ended("both players failed to send a command", "0.00"), "{0 over}"]


@pytest.mark.rule("GOO-063")
def test_without_a_deadline_a_game_waits():
    with ManualLineServer(spacegoo={"deadline_s": 0}) as line_server:
        one, two = line_server.match()
        line_server.advance(7200)
        one.say("nop")
        two.say("nop")
        assert one.heard()[-2:] == ["{1}", YOUR_COMMAND]


@pytest.mark.rule("GOO-061")
@pytest.mark.parametrize("seat", [0, 1])
def test_who_hangs_up_loses(line_server, seat):
    wires = line_server.match()
    wires[seat].hang_up()
    other = wires[1 - seat]
    assert other.heard()[0] == ended(f"player {seat + 1} disqualified: connection lost", "5.00")


@pytest.mark.rule("GOO-128")
def test_the_first_disqualification_ends_the_game_at_once(line_server):
    one, two = line_server.match()
    one.say("send 1 0 -1 0 0")
    two.say("send 2 0 -1 0 0")
    assert two.heard()[-1] == "game is over. please disconnect"
    assert {line_server.line_log.rating(player, "standard") for player in (1, 2)} == {995.0, 1005.0}


@pytest.mark.rule("GOO-029", "GOO-089", "GOO-090", "GOO-059")
def test_the_last_round_ends_the_game():
    with ManualLineServer(spacegoo={"max_rounds": 2}) as line_server:
        one, two = line_server.match()
        for _ in range(2):
            one.say("nop")
            two.say("nop")
        expected = [
            CALCULATING,
            "{1}",
            YOUR_COMMAND,
            RECEIVED,
            CALCULATING,
            ended("game is a draw", "0.00"),
            "{2 over}",
            "This game is now available at http://here/spacegoo/game/1",
        ]
        assert one.heard() == [RECEIVED, *expected]


@pytest.mark.rule("GOO-091", "GOO-092")
def test_after_the_end_commands_are_answered_until_the_connection_closes(line_server):
    one, two = line_server.match()
    two.hang_up()
    one.heard()
    assert one.say("nop", "send 1 2 3 4 5", "login alice pw").heard() == ["game is over. please disconnect"] * 3
    line_server.advance(0.9)
    assert not one.closed
    line_server.advance(0.2)
    assert one.heard() == [BYE]
    assert one.closed


@pytest.mark.rule("GOO-093")
def test_a_player_may_come_back_before_the_old_connection_is_closed(line_server):
    one, two = line_server.match()
    two.hang_up()
    again = line_server.connect()
    assert (
        again.say("login alice pw" if one.states()[-1]["players"][0]["name"] == "alice" else "login bob pw")
        .heard()[1]
        .startswith("your current score: 1005.00.")
    )
    assert not one.closed
    line_server.advance(1.1)
    assert one.closed
    assert not again.closed
    assert again.say("nop").heard() == ["not in a game. please wait"], "the old connection's end touches nothing"
    assert len(line_server.server.line_queues["standard"].waiting) == 1


@pytest.mark.rule("GOO-066", "GOO-067", "GOO-075")
def test_the_rating_is_kept_for_the_next_login(line_server):
    one, two = line_server.match()
    one.say("quit")
    winner = two.states()[-1]["players"][1]["name"]
    line_server.advance(1.1)
    assert line_server.connect().say(f"login {winner} pw").heard()[1] == WAITING.replace("1000.00", "1005.00")


# Matchmaking


@pytest.mark.rule("GOO-001", "GOO-096", "GOO-097")
def test_two_who_wait_play_at_the_next_pairing(line_server):
    alice = line_server.login("alice")
    line_server.pair()
    assert alice.heard() == []
    bob = line_server.login("bob")
    assert bob.heard() == []
    line_server.pair()
    assert alice.heard()[0] == "game 1 starts. other player is bob"
    assert bob.heard()[0] == "game 1 starts. other player is alice"


@pytest.mark.rule("GOO-098")
def test_the_higher_rated_is_player_1(line_server):
    one, two = line_server.match()
    one.say("quit")
    winner = two.states()[-1]["players"][1]["name"]
    line_server.advance(1.1)
    again = line_server.login(winner)
    line_server.login("carl")
    line_server.pair()
    assert again.states()[0]["player_id"] == 1


@pytest.mark.rule("GOO-102")
def test_games_are_numbered_from_1_over_both_editions(line_server):
    for name in ("a", "b"):
        line_server.login(name)
    line_server.pair()
    classic = [line_server.login(name, "classic") for name in ("c", "d")]
    line_server.pair()
    assert classic[0].heard()[0] == "game 2 starts. other player is d"


@pytest.mark.rule("GOO-002")
def test_each_edition_has_its_own_lobby_and_its_own_states():
    with ManualLineServer(spacegoo={}) as line_server:
        line_server.login("alice")
        bob = line_server.login("bob", "classic")
        line_server.pair()
        assert bob.heard() == []
        line_server.login("carl", "classic")
        line_server.pair()
        assert "hyperlanes" not in bob.states()[0]


def test_who_hangs_up_before_the_game_starts_costs_nobody_anything(line_server):
    alice, bob = line_server.login("alice"), line_server.login("bob")
    line_server.server.line_queues["standard"].pair()
    bob.closed = True
    bob.connection.connection_lost(None)
    line_server.settle()
    assert alice.heard() == []
    line_server.login("carl")
    line_server.pair()
    assert alice.heard()[0] == "game 1 starts. other player is carl"


# Protection


def test_a_full_server_says_so():
    with ManualLineServer(connections_max=2) as line_server:
        first, _, third = line_server.connect(), line_server.connect(), line_server.connect()
        line_server.settle()
        assert third.heard() == ["server full", BYE]
        assert third.closed
        first.hang_up()
        assert line_server.connect().heard() == [WELCOME]


def test_many_lines_at_once_are_taken_a_few_at_a_time(line_server):
    wire = line_server.login("bob")
    wire.send(b"x\n" * 1000)
    assert len(wire.heard()) <= 32
    assert not wire.reading
    line_server.advance(1.0)
    assert len(wire.heard()) == 1000 - 32
    assert wire.reading


def test_a_mistake_in_one_match_closes_that_match_only_and_unrated(line_server, monkeypatch, caplog):
    one, two = line_server.match()
    live = line_server.server.line_match(1)
    others = [line_server.login("carl"), line_server.login("dora")]
    line_server.pair()

    def mistake(*_):
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(live.match, "act", mistake)
    for wire in (one, *others):
        wire.connection.data_received(b"nop\n")
    line_server.settle()
    assert two.heard() == ["the server made a mistake. the game is closed without a rating"]
    assert others[0].heard()[-2:] == ["{1}", YOUR_COMMAND]
    assert {line_server.line_log.rating(player, "standard") for player in (1, 2)} == {1000.0}
    assert "match 1 is closed because of a mistake of the server" in caplog.messages
    line_server.advance(1.1)
    assert two.closed


def test_a_client_that_does_not_read_is_dropped(line_server):
    one, two = line_server.match()
    one.connection.pause_writing()
    line_server.settle()
    assert one.closed
    assert two.heard()[0] == ended("player 1 disqualified: connection lost", "5.00")
