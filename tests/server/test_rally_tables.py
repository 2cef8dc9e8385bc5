"""Tables of Rally: models, AIs, who may begin and when. RAL-004, RAL-216 to RAL-236"""

import pytest
from arenas import Inn, Visitor

from roundhouse.protocol.api.platform import NewTable, TableOptions
from roundhouse.server.errors import Refused

MODELS = ["tanky", "james", "lazy", "albot", "peach"]


@pytest.fixture
def inn(database):
    with Inn(database) as inn:
        yield inn


def refused(call, *arguments, **named):
    with pytest.raises(Refused) as error:
        call(*arguments, **named)
    return error.value.problem.code, error.value.problem.field


def options(**how):
    return TableOptions(**({"game": "rally", "seats": 4} | how))


def opened(inn, who, *, bots=None, choices=None, start=False, seat=1, **how):
    named = ({str(n): name for n, name in (what or {}).items()} for what in (bots, choices))
    bots, choices = named
    return inn.do(inn.arena.open(who, NewTable(options(**how), seat, bots, start, choices)))


def chosen(inn, table):
    return [seat.choice for seat in inn.arena.info(table, None).seats]


def models(inn, table):
    return [seat.choice for seat in inn.arena.playing[table.match].setup.seats]


# Robots


@pytest.mark.rule("RAL-004", "RAL-231", "RAL-233")
def test_everybody_chooses_a_robot_and_who_does_not_gets_another_than_the_neighbours(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    table = opened(inn, ann, seats=3)
    assert chosen(inn, table) == MODELS[:3]
    inn.call(inn.arena.sit, table, bob)
    inn.call(inn.arena.choose, table, bob, 2, "peach")
    assert chosen(inn, table) == ["tanky", "peach", "lazy"]
    assert refused(inn.call, inn.arena.choose, table, ann, 2, "lazy") == ("not_your_seat", "seat")
    assert refused(inn.call, inn.arena.choose, table, ann, 3, "lazy") == ("not_your_seat", "seat")
    assert refused(inn.call, inn.arena.choose, table, bob, 9, "lazy") == ("no_seat", "seat")
    inn.call(inn.arena.sit, table, bob, 3)
    assert chosen(inn, table) == ["tanky", "james", "peach"], "he takes his robot with him"
    inn.call(inn.arena.stand, table, bob)
    assert chosen(inn, table) == MODELS[:3]


@pytest.mark.rule("RAL-236")
def test_an_unknown_model_is_a_bad_setting(inn):
    ann = inn.player("ann")
    table = opened(inn, ann)
    assert refused(inn.call, inn.arena.choose, table, ann, 1, "tank") == ("bad_settings", "choice")
    with pytest.raises(Refused) as error:
        opened(inn, ann, choices={1: "tank"})
    assert (error.value.problem.code, error.value.problem.field) == ("bad_settings", "choice")


@pytest.mark.rule("RAL-218", "RAL-225", "RAL-220")
def test_the_host_adds_ais_and_chooses_their_robots_and_plays_against_them_alone(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    table = opened(inn, ann, bots={2: "easy", 3: "hard"}, choices={3: "albot"})
    inn.call(inn.arena.sit, table, bob, 4)
    assert refused(inn.call, inn.arena.choose, table, bob, 2, "lazy")[0] == "not_host"
    inn.call(inn.arena.choose, table, ann, 2, "peach")
    inn.call(inn.arena.stand, table, bob)
    assert [seat.ready for seat in inn.arena.info(table, ann).seats] == [False, True, True, False]
    inn.do(inn.arena.begin(table, ann))
    playing = inn.arena.playing[table.match]
    assert models(inn, table) == ["tanky", "peach", "albot"]
    assert [(seat.name, seat.builtin) for seat in playing.setup.seats] == [
        ("ann", False), ("easy", True), ("hard", True),
    ]  # fmt: skip
    assert [seated[1:3] for seated in inn.bots.seated] == [(2, "easy"), (3, "hard")]
    assert playing.clock.key == "own"


@pytest.mark.rule("RAL-217", "RAL-219")
def test_a_bot_brings_its_robot_with_it(inn):
    ann = inn.player("ann")
    bot = inn.player("beep", "bot")
    table = opened(inn, ann, seats=2)
    with pytest.raises(Refused) as error:
        inn.call(inn.arena.sit, table, bot, 0, guest=Visitor(bot), choice="tank")
    assert error.value.problem.field == "choice"
    inn.call(inn.arena.sit, table, bot, 0, guest=Visitor(bot), choice="lazy")
    assert chosen(inn, table) == ["tanky", "lazy"]
    inn.do(inn.arena.begin(table, ann))
    assert models(inn, table) == ["tanky", "lazy"]
    assert not inn.arena.playing[table.match].setup.seats[1].builtin


def test_tables_without_people_take_the_usual_robot(inn):
    ann = inn.player("ann")
    table = opened(inn, ann, seat=0, seats=2, bots={1: "easy", 2: "normal"}, start=True)
    assert models(inn, table) == ["tanky", "tanky"]


def test_robots_are_kept_over_a_restart_and_in_a_rematch(database):
    with Inn(database) as inn:
        ann, bot = inn.player("ann"), inn.player("beep", "bot")
        table = opened(inn, ann, seats=3, bots={3: "easy"}, choices={1: "peach", 3: "lazy"})
        inn.call(inn.arena.sit, table, bot, 2, guest=Visitor(bot), choice="albot")
    with Inn(database) as inn:
        [table] = inn.arena.tables.values()
        assert chosen(inn, table) == ["peach", "albot", "lazy"]
        inn.call(inn.arena.sit, table, bot, 0, guest=Visitor(bot))
        inn.do(inn.arena.begin(table, ann))
        playing = inn.arena.playing[table.match]
        inn.call(playing.resign, 2)
        inn.advance(70)
        while playing.match.result is None:
            inn.call(playing.match.tick, playing.time.now_ms())
        inn.call(playing._after)
        again = inn.do(inn.arena.rematch(ann, playing.key))
        assert [seat.reserved or seat.player.name for seat in inn.arena.info(again, ann).seats] == [
            "easy", "ann", "beep",
        ]  # fmt: skip
        assert chosen(inn, again) == ["lazy", "peach", "albot"]


def test_another_game_knows_no_robots(inn):
    ann = inn.player("ann")
    table = opened(inn, ann, seats=2, choices={1: "peach"})
    inn.call(inn.arena.change_options, table, ann, TableOptions(game="spacegoo"))
    assert chosen(inn, table) == ["", ""]
    assert refused(inn.call, inn.arena.choose, table, ann, 1, "peach") == ("bad_settings", "choice")


# Beginning


@pytest.mark.rule("RAL-228", "RAL-236", "RAL-234")
def test_the_host_begins_when_all_others_are_ready(inn):
    ann, bob, cid = inn.player("ann"), inn.player("bob"), inn.player("cid")
    table = opened(inn, ann, seats=8)
    for who in (bob, cid):
        inn.call(inn.arena.sit, table, who)
    inn.do(inn.arena.ready(table, bob, True))
    assert refused(inn.do, inn.arena.begin(table, ann))[0] == "not_ready"
    assert refused(inn.do, inn.arena.begin(table, bob))[0] == "not_host"
    inn.do(inn.arena.ready(table, cid, True))
    inn.do(inn.arena.ready(table, bob, False))
    assert refused(inn.do, inn.arena.begin(table, ann))[0] == "not_ready"
    inn.do(inn.arena.ready(table, bob, True))
    inn.do(inn.arena.ready(table, ann, True))
    assert table.match == "", "with seats left over the host decides"
    inn.do(inn.arena.begin(table, ann))
    assert [seat.name for seat in inn.arena.playing[table.match].setup.seats] == ["ann", "bob", "cid"]
    assert len(inn.arena.info(table, ann).seats) == 3


@pytest.mark.rule("RAL-230", "RAL-236")
def test_alone_nobody_plays(inn):
    ann = inn.player("ann")
    table = opened(inn, ann, seats=8)
    assert refused(inn.do, inn.arena.begin(table, ann)) == ("bad_seat_count", "seats")
    assert len(table.seats) == 8, "the table stays as it was"
    inn.call(inn.arena.change_seat, table, ann, 7, "normal")
    inn.do(inn.arena.begin(table, ann))
    assert len(inn.arena.playing[table.match].setup.seats) == 2


SMALL = """board: closet
name: Closet
size: 4x1
players: 2-2
level: 1
grid:
+  +  +  +  +
 1> .. c1 2<
+  +  +  +  +
"""


@pytest.mark.rule("RAL-230", "RAL-236")
def test_more_than_the_board_has_room_for_cannot_begin(inn):
    ann = inn.player("ann")
    table = opened(inn, ann, seats=4, bots={2: "easy", 3: "easy"}, settings={"board": SMALL})
    assert refused(inn.do, inn.arena.begin(table, ann))[0] == "bad_seat_count"
    inn.call(inn.arena.change_seat, table, ann, 2, "")
    inn.do(inn.arena.begin(table, ann))
    assert [seat.name for seat in inn.arena.playing[table.match].setup.seats] == ["ann", "easy"]


@pytest.mark.rule("RAL-235", "RAL-223", "RAL-224", "RAL-227", "RAL-232")
@pytest.mark.parametrize("settings", [{"board": "oil-cellar"}, {"checkpoints": 1}, {"timer_seconds": "off"}])
def test_who_was_ready_for_something_else_is_not_ready_any_more(inn, settings):
    ann, bob = inn.player("ann"), inn.player("bob")
    table = opened(inn, ann, seats=3)
    inn.call(inn.arena.sit, table, bob)
    inn.do(inn.arena.ready(table, bob, True))
    assert refused(inn.call, inn.arena.change_options, table, bob, options(settings=settings))[0] == "not_host"
    inn.call(inn.arena.change_options, table, ann, options(seats=3, settings=settings))
    info = inn.arena.info(table, bob)
    assert info.options.settings == settings
    assert not info.seats[1].ready
    assert refused(inn.do, inn.arena.begin(table, ann))[0] == "not_ready"
    inn.do(inn.arena.ready(table, bob, True))
    inn.do(inn.arena.begin(table, ann))
    assert inn.arena.playing[table.match].setup.settings.items() >= settings.items()


@pytest.mark.rule("RAL-236")
@pytest.mark.parametrize(
    ("settings", "field"),
    [({"board": "moon"}, "board"), ({"checkpoints": 9}, "checkpoints"), ({"timer_seconds": 5}, "timer_seconds")],
)
def test_what_cannot_be_set_is_refused_with_its_field(inn, settings, field):
    ann = inn.player("ann")
    table = opened(inn, ann)
    assert refused(inn.call, inn.arena.change_options, table, ann, options(settings=settings)) == (
        "bad_settings", field,
    )  # fmt: skip


@pytest.mark.rule("RAL-226")
def test_the_host_removes_ais_and_players(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    table = opened(inn, ann, bots={3: "easy"})
    inn.call(inn.arena.sit, table, bob)
    assert refused(inn.call, inn.arena.change_seat, table, bob, 3, "")[0] == "not_host"
    for seat in (2, 3):
        inn.call(inn.arena.change_seat, table, ann, seat, "")
    assert [seat.player and seat.player.name for seat in inn.arena.info(table, ann).seats] == ["ann", None, None, None]


@pytest.mark.rule("RAL-222", "RAL-216")
def test_the_next_person_is_host_of_the_table_and_later_of_the_match(inn):
    ann, bob, cid = inn.player("ann"), inn.player("bob"), inn.player("cid")
    table = opened(inn, ann)
    for who in (bob, cid):
        inn.call(inn.arena.sit, table, who)
    inn.call(inn.arena.stand, table, ann)
    assert (inn.arena.info(table, bob).host, inn.arena.info(table, bob).mine) == ("bob", True)
    inn.do(inn.arena.ready(table, cid, True))
    inn.do(inn.arena.begin(table, bob))
    assert inn.arena.playing[table.match].host_id == bob.id
    assert inn.stored(table.match).host_id == bob.id


@pytest.mark.rule("RAL-222")
def test_the_host_of_a_match_is_known_after_a_restart(database):
    with Inn(database) as inn:
        ann, bob, cid = inn.player("ann"), inn.player("bob"), inn.player("cid")
        table = opened(inn, ann)
        for who in (bob, cid):
            inn.call(inn.arena.sit, table, who)
            inn.do(inn.arena.ready(table, who, True))
        inn.do(inn.arena.begin(table, ann))
        key = table.match
        inn.call(inn.arena.playing[key].resign, 1)
        assert inn.arena.playing[key].host_id == bob.id
        inn.arena.playing[key].stop()
    with Inn(database) as inn:
        assert inn.arena.playing[key].host_id == bob.id


# Time


@pytest.mark.rule("RAL-086")
def test_the_clocks_of_a_game_that_says_its_time_itself(inn):
    ann = inn.player("ann")
    assert opened(inn, ann).options.clock == "own"
    assert opened(inn, ann, clock="bot").options.clock == "bot"
    for clock in ("blitz", "calm", "day"):
        with pytest.raises(Refused) as error:
            opened(inn, ann, clock=clock)
        assert (error.value.problem.code, error.value.problem.field) == ("bad_settings", "clock")
    with pytest.raises(Refused):
        opened(inn, ann, game="spacegoo", seats=2, clock="own")
