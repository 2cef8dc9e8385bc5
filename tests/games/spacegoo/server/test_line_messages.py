"""The line protocol without sockets: what lines mean, and the exact words of the answers."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.games.spacegoo import GAME
from roundhouse.games.spacegoo.rules.tables import CONNECTION_LOST, NO_COMMAND, SENT_NEGATIVE_SHIPS
from roundhouse.games.spacegoo.server import line_messages
from roundhouse.games.spacegoo.server.line_messages import Broken, LineReader, Login, Order, Useless, parse
from roundhouse.match.match import Match
from roundhouse.server import player_names

NUMBER_MAX = 2_147_483_647
INVALID = Broken(b"Invalid data received. Valid bytes: [a-z 0-9A-Z_\\-]\n")


@pytest.mark.rule("GOO-030", "GOO-072")
def test_the_four_commands():
    assert parse(b"login bob pw") == Login("bob", "pw")
    assert parse(b"nop") == Order((0, 0, 0, 0, 0, 0))
    assert parse(b"send 1 2 3 4 5") == Order((1, 1, 2, 3, 4, 5))
    assert parse(b"quit") == line_messages.QUIT


@pytest.mark.rule("GOO-069", "GOO-080")
def test_a_line_is_split_at_white_space_and_lower_cased():
    assert parse(b"  LOGIN \t Bob   PassWord \r") == Login("bob", "password")
    assert parse(b"NoP\r") == line_messages.PASS


@pytest.mark.rule("GOO-080")
def test_a_quoted_part_is_one_token_with_spaces_and_capitals_kept():
    assert parse(b'login "Bob der Baumeister" "Ge heim"') == Login("Bob der Baumeister", "Ge heim")
    assert parse('login "Zoë" ""'.encode()) == Login("Zoë", "")
    assert parse(b'"NOP"') == Useless(b"unknown command: 'NOP'\n")


@pytest.mark.rule("GOO-081")
@pytest.mark.parametrize(
    "line", [b"nop!", b"send 1 2 3 4 5.", b"login <name> pw", b"l\xc3\xb6gin", b"\x00", b"\xff\xfe", b'login "\xff" x',
             b"{}", b"GET / HTTP/1.1", b'"\x1b[2J"'],
)  # fmt: skip
def test_other_bytes_outside_quotes_break_the_connection(line):
    assert parse(line) == INVALID


@pytest.mark.rule("GOO-081")
@pytest.mark.parametrize("line", [b'"', b'login "bob pw', b'login bob "pw\r', b'nop "'])
def test_an_open_quote_breaks_the_connection(line):
    assert parse(line) == Broken(b"Unfinished quote\n")


@pytest.mark.rule("GOO-082")
@pytest.mark.parametrize("line", [b"", b"\r", b"   \t "])
def test_blank_lines_are_ignored(line):
    assert parse(line) is None


@pytest.mark.rule("GOO-083")
def test_unusable_lines_get_an_answer_and_are_no_commands():
    assert parse(b"help me") == Useless(b"unknown command: 'help'\n")
    for line in (
        b"send",
        b"send 1 2 3 4",
        b"send 1 2 3 4 5 6",
        b"nop 1",
        b"login",
        b"login bob",
        b"login a b c",
        b"quit 1",
    ):
        assert parse(line).answer.startswith(b"invalid arguments:"), line
    for line in (b"send a 2 3 4 5", b"send 1 2 3 4 -", b"send 1 2 3 4 --5", b"send 1 2 3 4 5-", b"send 1_0 2 3 4 5"):
        assert parse(line) is line_messages.NOT_NUMBERS, line
    assert parse('send 1 2 3 4 "٣"'.encode()) is line_messages.NOT_NUMBERS, "digits are 0 to 9"


@pytest.mark.rule("GOO-083", "GOO-037")
def test_numbers_may_be_negative_and_are_cut_to_what_a_row_holds():
    assert parse(b"send -1 007 -5 -0 0").row == (1, -1, 7, -5, 0, 0)
    huge = b"9" * 900
    assert parse(b"send 0 1 %b -%b 0" % (huge, huge)).row == (1, 0, 1, NUMBER_MAX, -NUMBER_MAX, 0)
    assert parse(b"send %b 1 2147483648 %b5 0" % (huge, b"0" * 900)).row == (1, NUMBER_MAX, 1, NUMBER_MAX, 5, 0)


@given(st.binary(max_size=200))
def test_no_line_raises_and_no_answer_starts_like_a_state(line):
    command = parse(line.replace(b"\n", b""))

    for answer in [command.answer] if isinstance(command, Useless | Broken) else []:
        assert answer.endswith(b"\n")
        assert answer.count(b"\n") == 1
        assert not answer.startswith(b"{")


@pytest.mark.rule("GOO-076")
def test_names_must_be_printable_and_not_too_long():
    assert player_names.usable_name("bob", 100)
    assert player_names.usable_name("Bob der Baumeister", 100)
    assert not player_names.usable_name("", 100)
    assert player_names.usable_name("x" * 100, 100)
    assert not player_names.usable_name("x" * 101, 100)
    assert not player_names.usable_name("bob\x07", 100)
    assert not player_names.usable_name("bob\x9b31m", 100)


@pytest.mark.rule("GOO-025", "GOO-079")
def test_no_line_but_a_state_starts_with_a_brace():
    for name, line in vars(line_messages).items():
        if name.isupper() and isinstance(line, bytes) and name != "_SPACE":
            assert not line.startswith(b"{"), name
            assert line.endswith(b"\n"), name


@pytest.mark.rule("GOO-068", "GOO-075", "GOO-086", "GOO-089")
def test_the_words_of_the_lines():
    assert line_messages.WELCOME.startswith(b"welcome to rocket-paper-spacegoo")
    assert line_messages.score_line(1004.9251) == b"your current score: 1004.93. waiting for game start...\n"
    assert line_messages.start_line(17, "alice") == b"game 17 starts. other player is alice\n"
    assert (
        line_messages.end_line("player 1 won", -5.0)
        == b"game ended: player 1 won, -5.00 ELO for you. final state follows\n"
    )
    assert line_messages.address_line("http://x/game/1") == b"This game is now available at http://x/game/1\n"
    assert line_messages.RECEIVED == b"command received. waiting for other player...\n"
    assert line_messages.CALCULATING == b"calculating round\n"
    assert line_messages.YOUR_COMMAND == b"waiting for you command\n"
    assert line_messages.CLOSING == b"closing connection. see you next time\n"


def over(*entries):
    """A match of two that ended with these leaves, or after its only round."""
    match = Match(GAME, GAME.setup(seed=1, settings={"max_rounds": 1}))
    for seat, reason in entries:
        match.leave(seat, reason)
    match.tick()
    return line_messages.end_reason(match.state)


@pytest.mark.rule("GOO-090", "GOO-062", "GOO-128")
def test_the_reasons_of_an_end():
    assert over() == "game is a draw"
    assert over((1, NO_COMMAND)) == "player 1 disqualified: no command sent"
    assert over((2, CONNECTION_LOST)) == "player 2 disqualified: connection lost"
    assert over((1, NO_COMMAND), (2, NO_COMMAND)) == "both players failed to send a command"
    assert over((1, SENT_NEGATIVE_SHIPS), (2, NO_COMMAND)) == "both players disqualified"
    match = Match(GAME, GAME.setup(seed=1))
    match.state.reason, match.state.winner = 1, 2
    assert line_messages.end_reason(match.state) == "player 2 won"


# Lines out of pieces


def lines_of(reader):
    found = []
    while (line := reader.line()) is not None:
        found.append(line)
    return found


@given(st.lists(st.binary(max_size=30), max_size=8), st.data())
def test_pieces_of_any_size_make_the_same_lines(parts, data):
    stream = b"".join(part.replace(b"\n", b"") + b"\n" for part in parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    reader = LineReader(64)
    found = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        reader.feed(stream[start:end])
        found += lines_of(reader)

    assert found == stream.split(b"\n")[:-1]
    assert reader.empty
    assert not reader.overlong


@pytest.mark.rule("GOO-085")
def test_a_line_longer_than_allowed_is_noticed_without_its_end():
    reader = LineReader(64)
    reader.feed(b"nop\n" + b"x" * 64)
    assert lines_of(reader) == [b"nop"]
    assert not reader.overlong

    reader.feed(b"x")
    assert lines_of(reader) == []
    assert reader.overlong

    whole = LineReader(64)
    whole.feed(b"y" * 65 + b"\nnop\n")
    assert lines_of(whole) == []
    assert whole.overlong


# Every word that the protocol may use.
VOCABULARY = """
    a account already allowed amount and are arguments at available back blocked both bytes calculating closed closing
    come command connection current data did disconnect disqualified draw elo ended expected final first follows for
    full game goes
    has hyperlanes in invalid is line log logged login long lost made many mistake more negative new next no nop not now
    numbers of on one other outside over paper password passwords please player players quit quote rating received
    rocket round running score seconds see send sent server ships source spacegoo start starts state stops target than
    the this time to too travel
    unfinished unknown username valid wait waiting welcome when without won wrong you your z
"""


@pytest.mark.rule("GOO-118")
def test_every_word_of_the_protocol_is_english():
    fixed = [value for name, value in vars(line_messages).items() if name.isupper() and isinstance(value, bytes)]
    made = [
        line_messages.score_line(1000),
        line_messages.too_many_line(1),
        line_messages.start_line(1, ""),
        line_messages.end_line("", 0),
        line_messages.address_line(""),
        line_messages.unknown_line(""),
    ]
    usage = [answer.answer for answer in map(parse, (b"login", b"nop 1", b"send", b"quit 1"))]
    reasons = [reason.sentence.encode() for reason in GAME.leave_reasons if reason.name != "resigned"]
    text = b" ".join([*fixed, *made, *usage, *reasons]).decode("ascii").lower()

    assert len(fixed) > 15
    assert sorted(set(re.findall("[a-z]+", text)) - set(VOCABULARY.split()) - set("abc")) == []
