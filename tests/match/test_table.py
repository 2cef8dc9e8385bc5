"""Tables: who may sit where, who is ready, what a host may do, and when a match counts."""

import msgspec
import pytest

from roundhouse.core.game import SeatSetup
from roundhouse.match.table import (
    Sitter,
    Table,
    TableError,
    TableSeat,
    pool_of,
    seats_of,
    turned,
    why_unrated,
)


def person(number, name="", **how):
    return Sitter(id=number, name=name or f"p{number}", kind="person", **how)


ANN, BOB, CID = person(1, "ann"), person(2, "bob"), person(3, "cid")
GREEDY = Sitter(id=90, name="greedy", kind="bot", builtin=True)
RANDOM = Sitter(id=91, name="random", kind="bot", builtin=True)
MINE = Sitter(id=50, name="annbot", kind="bot", owner_id=1)


@pytest.fixture
def table():
    """Ann's, with two seats."""
    made = Table(
        key="k", host_id=1, host="ann", options="o", seats=[TableSeat(), TableSeat()], opened_ms=0, changed_ms=0
    )
    made.sit(ANN, 1)
    return made


def code(call, *arguments):
    with pytest.raises(TableError) as error:
        call(*arguments)
    return error.value.code


def test_a_match_can_begin_when_all_seats_are_taken_and_everybody_is_ready(table):
    assert (table.full, table.all_ready) == (False, False)
    assert table.sit(BOB) == 2
    assert (table.full, table.all_ready) == (True, False)
    table.set_ready(1, True)
    table.set_ready(2, True)
    assert table.all_ready
    table.set_ready(1, False)
    assert not table.all_ready


def test_bots_are_always_ready(table):
    table.put(2, GREEDY)
    table.set_ready(1, True)
    assert table.all_ready
    table.free(2)
    table.sit(MINE)
    assert table.all_ready


def test_nobody_sits_where_somebody_sits(table):
    assert code(table.sit, BOB, 1) == "seat_taken"
    assert code(table.sit, BOB, 3) == "no_seat"
    assert code(table.sit, BOB, -1) == "no_seat"
    table.sit(BOB, 2)
    assert code(table.sit, CID) == "full"
    assert code(table.put, 2, GREEDY) == "seat_taken"
    assert code(table.set_ready, 3, True) == "not_seated"


def test_who_sits_can_take_another_seat(table):
    assert table.sit(ANN, 2) == 2
    assert [place.sitter for place in table.seats] == [None, ANN]
    assert table.sit(ANN) == 2


def test_a_seat_is_kept_for_whom_it_is_meant(table):
    table.keep_for(2, BOB.id, BOB.name)
    assert code(table.sit, CID) == "full"
    assert code(table.sit, CID, 2) == "reserved"
    assert table.sit(BOB) == 2
    assert table.seats[1] == TableSeat(BOB)
    assert code(table.keep_for, 2, 3, "cid") == "seat_taken"


def test_the_host_who_leaves_passes_the_table_on(table):
    table.sit(BOB)
    assert table.stand(ANN.id)
    assert (table.host_id, table.host, table.seat_of(ANN.id)) == (2, "bob", 0)
    assert not table.stand(BOB.id), "nobody is left"


def test_a_table_is_not_passed_on_to_a_bot(table):
    table.put(2, GREEDY)
    assert not table.stand(ANN.id)


def test_others_may_leave_without_consequences(table):
    table.sit(BOB)
    assert table.stand(BOB.id)
    assert table.host_id == 1
    assert table.stand(77)


def test_only_the_host_is_the_host(table):
    table.only_host(1)
    assert code(table.only_host, 2) == "not_host"


def test_who_was_sent_away_does_not_come_back(table):
    table.sit(BOB)
    assert table.free(2) == BOB
    assert code(table.sit, BOB) == "kicked"
    table.put(2, GREEDY)
    table.free(2)
    assert table.kicked == [2]
    table.free(1)
    table.sit(ANN)  # the host only stood up


def test_a_bot_may_take_the_place_of_a_bot(table):
    table.put(2, GREEDY)
    table.put(2, RANDOM)
    assert table.sitters() == [ANN, RANDOM]


def test_other_options_want_other_promises(table):
    table.sit(BOB)
    table.set_ready(1, True)
    table.agree("others", 3)
    assert [place.ready for place in table.seats] == [False, False, False]
    assert table.options == "others"
    table.put(3, GREEDY)
    table.agree("again", 3)
    assert [place.ready for place in table.seats] == [False, False, True]
    assert code(table.agree, "small", 1) == "seat_taken"
    table.agree("small", 2)
    assert len(table.seats) == 2


def test_a_table_with_built_in_bots_only_is_deserted(table):
    assert not table.deserted
    table.put(2, GREEDY)
    table.free(1)
    assert table.deserted


def test_a_table_survives_being_written_down(table):
    table.put(2, GREEDY)
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(table), type=Table[str])
    assert again == table


# What follows


@pytest.mark.parametrize(
    ("kinds", "pool"),
    [
        (["person", "person"], "people"),
        (["bot", "bot"], "bots"),
        (["agent", "agent"], "agents"),
        (["person", "bot"], "mixed"),
        (["agent", "bot"], "mixed"),
    ],
)
def test_the_pool_of_a_match_is_the_kind_of_its_players(kinds, pool):
    assert pool_of(kinds) == pool


@pytest.mark.parametrize(
    ("sitters", "how", "why"),
    [
        ([ANN, BOB], {}, ""),
        ([ANN, GREEDY], {}, ""),
        ([GREEDY, RANDOM], {}, ""),
        ([ANN, MINE], {}, "owner"),
        ([MINE, Sitter(id=51, name="other", kind="bot", owner_id=1)], {}, "owner"),
        ([MINE, BOB], {}, ""),
        ([GREEDY, GREEDY], {}, "owner"),
        ([ANN, MINE, BOB], {}, ""),
        ([ANN, person(4, guest=True)], {}, "guest"),
        ([ANN, BOB], {"settings": True}, "settings"),
        ([ANN, BOB], {"seed": True}, "seed"),
        ([ANN, BOB], {"seats": True}, "seats"),
        ([ANN, BOB], {"fork": True}, "fork"),
    ],
)
def test_a_match_counts_only_if_it_proves_something(sitters, how, why):
    assert why_unrated(sitters, **how) == why


def test_in_a_rematch_everybody_moves_on():
    assert turned([ANN, BOB]) == [BOB, ANN]
    assert turned([ANN, BOB, CID]) == [CID, ANN, BOB]


def test_a_bot_that_plays_against_itself_gets_a_number():
    assert seats_of([GREEDY, ANN, GREEDY]) == [
        SeatSetup("greedy", "bot", builtin=True),
        SeatSetup("ann", "person"),
        SeatSetup("greedy 2", "bot", builtin=True),
    ]
