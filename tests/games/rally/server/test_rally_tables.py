"""Tables of Rally: models, AIs, who may begin and when. RAL-004, RAL-216 to RAL-236"""

import pytest
from tests.server.manual_arena import ArenaClient, ManualArena

from roundhouse.protocol.api.platform import NewTable, TableOptions
from roundhouse.server.errors import Refused

MODELS = ["tanky", "james", "lazy", "albot", "peach"]


@pytest.fixture
def manual(database):
    with ManualArena(database) as manual:
        yield manual


def refused(call, *arguments, **named):
    with pytest.raises(Refused) as error:
        call(*arguments, **named)
    return error.value.problem.code, error.value.problem.field


def options(**how):
    return TableOptions(**({"game": "rally", "seats": 4} | how))


def opened(manual, who, *, bots=None, choices=None, start=False, seat=1, **how):
    named = ({str(n): name for n, name in (what or {}).items()} for what in (bots, choices))
    bots, choices = named
    return manual.do(manual.arena.seating.open(who, NewTable(options(**how), seat, bots, start, choices)))


def chosen(manual, table):
    return [seat.choice for seat in manual.arena.tables.info(table, None).seats]


def models(manual, table):
    return [seat.choice for seat in manual.arena.matches.running[table.match].setup.seats]


# Robots


@pytest.mark.rule("RAL-004", "RAL-231", "RAL-233")
def test_everybody_chooses_a_robot_and_who_does_not_gets_another_than_the_neighbours(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    table = opened(manual, ann, seats=3)
    assert chosen(manual, table) == MODELS[:3]
    manual.call(manual.arena.seating.sit, table, bob)
    manual.call(manual.arena.seating.choose, table, bob, 2, "peach")
    assert chosen(manual, table) == ["tanky", "peach", "lazy"]
    assert refused(manual.call, manual.arena.seating.choose, table, ann, 2, "lazy") == ("not_your_seat", "seat")
    assert refused(manual.call, manual.arena.seating.choose, table, ann, 3, "lazy") == ("not_your_seat", "seat")
    assert refused(manual.call, manual.arena.seating.choose, table, bob, 9, "lazy") == ("no_seat", "seat")
    manual.call(manual.arena.seating.sit, table, bob, 3)
    assert chosen(manual, table) == ["tanky", "james", "peach"], "he takes his robot with him"
    manual.call(manual.arena.seating.stand, table, bob)
    assert chosen(manual, table) == MODELS[:3]


@pytest.mark.rule("RAL-236")
def test_an_unknown_model_is_a_bad_setting(manual):
    ann = manual.player("ann")
    table = opened(manual, ann)
    assert refused(manual.call, manual.arena.seating.choose, table, ann, 1, "tank") == ("bad_settings", "choice")
    with pytest.raises(Refused) as error:
        opened(manual, ann, choices={1: "tank"})
    assert (error.value.problem.code, error.value.problem.field) == ("bad_settings", "choice")


@pytest.mark.rule("RAL-218", "RAL-225", "RAL-220")
def test_the_host_adds_ais_and_chooses_their_robots_and_plays_against_them_alone(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    table = opened(manual, ann, bots={2: "easy", 3: "hard"}, choices={3: "albot"})
    manual.call(manual.arena.seating.sit, table, bob, 4)
    assert refused(manual.call, manual.arena.seating.choose, table, bob, 2, "lazy")[0] == "not_host"
    manual.call(manual.arena.seating.choose, table, ann, 2, "peach")
    manual.call(manual.arena.seating.stand, table, bob)
    assert [seat.ready for seat in manual.arena.tables.info(table, ann).seats] == [False, True, True, False]
    manual.do(manual.arena.seating.begin(table, ann))
    playing = manual.arena.matches.running[table.match]
    assert models(manual, table) == ["tanky", "peach", "albot"]
    assert [(seat.name, seat.builtin) for seat in playing.setup.seats] == [
        ("ann", False), ("easy", True), ("hard", True),
    ]  # fmt: skip
    assert [seated[1:3] for seated in manual.bots.seated] == [(2, "easy"), (3, "hard")]
    assert playing.clock.key == "own"


@pytest.mark.rule("RAL-217", "RAL-219")
def test_a_bot_brings_its_robot_with_it(manual):
    ann = manual.player("ann")
    bot = manual.player("beep", "bot")
    table = opened(manual, ann, seats=2)
    with pytest.raises(Refused) as error:
        manual.call(manual.arena.seating.sit, table, bot, 0, client=ArenaClient(bot), choice="tank")
    assert error.value.problem.field == "choice"
    manual.call(manual.arena.seating.sit, table, bot, 0, client=ArenaClient(bot), choice="lazy")
    assert chosen(manual, table) == ["tanky", "lazy"]
    manual.do(manual.arena.seating.begin(table, ann))
    assert models(manual, table) == ["tanky", "lazy"]
    assert not manual.arena.matches.running[table.match].setup.seats[1].builtin


def test_tables_without_people_take_the_usual_robot(manual):
    ann = manual.player("ann")
    table = opened(manual, ann, seat=0, seats=2, bots={1: "easy", 2: "normal"}, start=True)
    assert models(manual, table) == ["tanky", "tanky"]


def test_robots_are_kept_over_a_restart_and_in_a_rematch(database):
    with ManualArena(database) as manual:
        ann, bot = manual.player("ann"), manual.player("beep", "bot")
        table = opened(manual, ann, seats=3, bots={3: "easy"}, choices={1: "peach", 3: "lazy"})
        manual.call(manual.arena.seating.sit, table, bot, 2, client=ArenaClient(bot), choice="albot")
    with ManualArena(database) as manual:
        [table] = manual.arena.tables.by_key.values()
        assert chosen(manual, table) == ["peach", "albot", "lazy"]
        manual.call(manual.arena.seating.sit, table, bot, 0, client=ArenaClient(bot))
        manual.do(manual.arena.seating.begin(table, ann))
        playing = manual.arena.matches.running[table.match]
        manual.call(playing.resign, 2)
        manual.advance(70)
        while playing.match.result is None:
            manual.call(playing.match.tick, playing.timer.now_ms())
        manual.call(playing._settle)
        again = manual.do(manual.arena.rematches.rematch(ann, playing.key))
        assert [seat.reserved or seat.player.name for seat in manual.arena.tables.info(again, ann).seats] == [
            "easy", "ann", "beep",
        ]  # fmt: skip
        assert chosen(manual, again) == ["lazy", "peach", "albot"]


def test_another_game_knows_no_robots(manual):
    ann = manual.player("ann")
    table = opened(manual, ann, seats=2, choices={1: "peach"})
    manual.call(manual.arena.seating.change_options, table, ann, TableOptions(game="spacegoo"))
    assert chosen(manual, table) == ["", ""]
    assert refused(manual.call, manual.arena.seating.choose, table, ann, 1, "peach") == ("bad_settings", "choice")


# Beginning


@pytest.mark.rule("RAL-228", "RAL-236", "RAL-234")
def test_the_host_begins_when_all_others_are_ready(manual):
    ann, bob, cid = manual.player("ann"), manual.player("bob"), manual.player("cid")
    table = opened(manual, ann, seats=8)
    for who in (bob, cid):
        manual.call(manual.arena.seating.sit, table, who)
    manual.do(manual.arena.seating.ready(table, bob, True))
    assert refused(manual.do, manual.arena.seating.begin(table, ann))[0] == "not_ready"
    assert refused(manual.do, manual.arena.seating.begin(table, bob))[0] == "not_host"
    manual.do(manual.arena.seating.ready(table, cid, True))
    manual.do(manual.arena.seating.ready(table, bob, False))
    assert refused(manual.do, manual.arena.seating.begin(table, ann))[0] == "not_ready"
    manual.do(manual.arena.seating.ready(table, bob, True))
    manual.do(manual.arena.seating.ready(table, ann, True))
    assert table.match == "", "with seats left over the host decides"
    manual.do(manual.arena.seating.begin(table, ann))
    assert [seat.name for seat in manual.arena.matches.running[table.match].setup.seats] == ["ann", "bob", "cid"]
    assert len(manual.arena.tables.info(table, ann).seats) == 3


@pytest.mark.rule("RAL-230", "RAL-236")
def test_alone_nobody_plays(manual):
    ann = manual.player("ann")
    table = opened(manual, ann, seats=8)
    assert refused(manual.do, manual.arena.seating.begin(table, ann)) == ("bad_seat_count", "seats")
    assert len(table.seats) == 8, "the table stays as it was"
    manual.call(manual.arena.seating.change_seat, table, ann, 7, "normal")
    manual.do(manual.arena.seating.begin(table, ann))
    assert len(manual.arena.matches.running[table.match].setup.seats) == 2


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
def test_more_than_the_board_has_room_for_cannot_begin(manual):
    ann = manual.player("ann")
    table = opened(manual, ann, seats=4, bots={2: "easy", 3: "easy"}, settings={"board": SMALL})
    assert refused(manual.do, manual.arena.seating.begin(table, ann))[0] == "bad_seat_count"
    manual.call(manual.arena.seating.change_seat, table, ann, 2, "")
    manual.do(manual.arena.seating.begin(table, ann))
    assert [seat.name for seat in manual.arena.matches.running[table.match].setup.seats] == ["ann", "easy"]


@pytest.mark.rule("RAL-235", "RAL-223", "RAL-224", "RAL-227", "RAL-232")
@pytest.mark.parametrize("settings", [{"board": "oil-cellar"}, {"checkpoints": 1}, {"timer_seconds": "off"}])
def test_who_was_ready_for_something_else_is_not_ready_any_more(manual, settings):
    ann, bob = manual.player("ann"), manual.player("bob")
    table = opened(manual, ann, seats=3)
    manual.call(manual.arena.seating.sit, table, bob)
    manual.do(manual.arena.seating.ready(table, bob, True))
    assert (
        refused(manual.call, manual.arena.seating.change_options, table, bob, options(settings=settings))[0]
        == "not_host"
    )
    manual.call(manual.arena.seating.change_options, table, ann, options(seats=3, settings=settings))
    info = manual.arena.tables.info(table, bob)
    assert info.options.settings == settings
    assert not info.seats[1].ready
    assert refused(manual.do, manual.arena.seating.begin(table, ann))[0] == "not_ready"
    manual.do(manual.arena.seating.ready(table, bob, True))
    manual.do(manual.arena.seating.begin(table, ann))
    assert manual.arena.matches.running[table.match].setup.settings.items() >= settings.items()


@pytest.mark.rule("RAL-236")
@pytest.mark.parametrize(
    ("settings", "field"),
    [({"board": "moon"}, "board"), ({"checkpoints": 9}, "checkpoints"), ({"timer_seconds": 5}, "timer_seconds")],
)
def test_what_cannot_be_set_is_refused_with_its_field(manual, settings, field):
    ann = manual.player("ann")
    table = opened(manual, ann)
    assert refused(manual.call, manual.arena.seating.change_options, table, ann, options(settings=settings)) == (
        "bad_settings", field,
    )  # fmt: skip


@pytest.mark.rule("RAL-226")
def test_the_host_removes_ais_and_players(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    table = opened(manual, ann, bots={3: "easy"})
    manual.call(manual.arena.seating.sit, table, bob)
    assert refused(manual.call, manual.arena.seating.change_seat, table, bob, 3, "")[0] == "not_host"
    for seat in (2, 3):
        manual.call(manual.arena.seating.change_seat, table, ann, seat, "")
    assert [seat.player and seat.player.name for seat in manual.arena.tables.info(table, ann).seats] == [
        "ann",
        None,
        None,
        None,
    ]


@pytest.mark.rule("RAL-222", "RAL-216")
def test_the_next_person_is_host_of_the_table_and_later_of_the_match(manual):
    ann, bob, cid = manual.player("ann"), manual.player("bob"), manual.player("cid")
    table = opened(manual, ann)
    for who in (bob, cid):
        manual.call(manual.arena.seating.sit, table, who)
    manual.call(manual.arena.seating.stand, table, ann)
    assert (manual.arena.tables.info(table, bob).host, manual.arena.tables.info(table, bob).mine) == ("bob", True)
    manual.do(manual.arena.seating.ready(table, cid, True))
    manual.do(manual.arena.seating.begin(table, bob))
    assert manual.arena.matches.running[table.match].host_id == bob.id
    assert manual.stored(table.match).host_id == bob.id


@pytest.mark.rule("RAL-222")
def test_the_host_of_a_match_is_known_after_a_restart(database):
    with ManualArena(database) as manual:
        ann, bob, cid = manual.player("ann"), manual.player("bob"), manual.player("cid")
        table = opened(manual, ann)
        for who in (bob, cid):
            manual.call(manual.arena.seating.sit, table, who)
            manual.do(manual.arena.seating.ready(table, who, True))
        manual.do(manual.arena.seating.begin(table, ann))
        key = table.match
        manual.call(manual.arena.matches.running[key].resign, 1)
        assert manual.arena.matches.running[key].host_id == bob.id
        manual.arena.matches.running[key].stop()
    with ManualArena(database) as manual:
        assert manual.arena.matches.running[key].host_id == bob.id


# Time


@pytest.mark.rule("RAL-086")
def test_the_clocks_of_a_game_that_says_its_time_itself(manual):
    ann = manual.player("ann")
    assert opened(manual, ann).options.clock == "own"
    assert opened(manual, ann, clock="bot").options.clock == "bot"
    for clock in ("blitz", "calm", "day"):
        with pytest.raises(Refused) as error:
            opened(manual, ann, clock=clock)
        assert (error.value.problem.code, error.value.problem.field) == ("bad_settings", "clock")
    with pytest.raises(Refused):
        opened(manual, ann, game="spacegoo", seats=2, clock="own")
