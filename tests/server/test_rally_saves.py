"""Saved matches: by the host of one that runs, loaded with the same people, in any game. RAL-237 to RAL-244"""

import pytest
from arenas import Inn, Visitor, new_table
from rallies import draft, program

from roundhouse.protocol.api.platform import NewSave, NewTable, TableOptions
from roundhouse.server.errors import Refused
from roundhouse.store import saves
from roundhouse.store.saves import SAVES_MAX

SETTINGS = {"timer_seconds": 40, "step_seconds": 0, "ai_min_seconds": 0, "disconnect_grace_seconds": 600}


@pytest.fixture
def inn(database):
    with Inn(database) as inn:
        yield inn


def refused(inn, work):
    with pytest.raises(Refused) as error:
        inn.do(work)
    return error.value.problem.code, error.value.status


def opened(inn, host, *others, bots=None, seats=4, **how):
    """A table of Rally at which everybody is ready but the host."""
    chosen = {"game": "rally", "seats": seats, "settings": SETTINGS} | how
    named = {str(n): name for n, name in (bots or {}).items()}
    table = inn.do(inn.arena.open(host, NewTable(TableOptions(**chosen), 1, named)))
    for who in others:
        inn.call(inn.arena.sit, table, who)
        inn.do(inn.arena.ready(table, who, True))
    return table


def started(inn, host, *others, choices=None, **how):
    table = opened(inn, host, *others, **how)
    for seat, choice in (choices or {}).items():
        who = table.place(seat).sitter
        inn.call(inn.arena.choose, table, host if who.builtin else inn.player(who.name), seat, choice)
    inn.do(inn.arena.begin(table, host))
    playing = inn.arena.playing[table.match]
    for seat in range(1, len(playing.setup.seats) + 1):
        if not playing.setup.seats[seat - 1].builtin:
            playing.join(seat, Visitor(None))
    inn.settle()
    return playing


def rounds(inn, playing, count, turn=0):
    """Everybody plays so many rounds."""
    for number in range(count):
        for seat in playing.match.owing():
            inn.play(playing, seat, program(playing.match, seat, (turn + number) % 4))
        inn.advance(0.1)


def save(inn, who, playing, name="evening", **how):
    return inn.do(inn.arena.save(who, playing.key, NewSave(name, **how)))


# Saving


@pytest.mark.rule("RAL-237", "RAL-241", "RAL-238")
def test_the_host_saves_the_start_of_the_round(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    playing = started(inn, ann, bob, bots={3: "easy"}, choices={2: "peach", 3: "lazy"})
    rounds(inn, playing, 2)
    inn.play(playing, 1, draft(playing.match, 1, 2))
    assert refused(inn, inn.arena.save(bob, playing.key, NewSave("mine"))) == ("not_host", 403)
    info = save(inn, ann, playing, "  Evening 1 ")
    assert (info.name, info.game, info.match, info.round) == ("Evening 1", "rally", playing.key, 3)
    assert [card.name for card in info.seats] == ["ann", "bob", "easy"]
    assert info.choices == ["tanky", "peach", "lazy"]
    assert info.settings.items() >= SETTINGS.items()
    assert inn.do(inn.arena.saves_of(ann)) == [info]
    assert inn.do(inn.arena.saves_of(ann, "spacegoo")) == inn.do(inn.arena.saves_of(bob)) == []
    assert playing.round == 3, "the match goes on"


@pytest.mark.rule("RAL-241")
def test_who_saves_while_a_round_is_shown_saves_that_round(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    playing = started(inn, ann, bob, settings=SETTINGS | {"step_seconds": 2})
    first = playing.match.view(1)
    rounds(inn, playing, 1)
    assert (playing.round, save(inn, ann, playing, "shown").round) == (2, 1)
    inn.advance(10)
    second = playing.match.view(1)
    rounds(inn, playing, 1, turn=1)
    again = save(inn, ann, playing, "shown again")
    inn.call(playing.seen, 1, playing.feed.step_of(1))  # bob still watches
    skipped = save(inn, ann, playing, "skipped")
    assert (playing.round, again.round, skipped.round) == (3, 2, 3)
    table = opened(inn, ann, bob)
    inn.do(inn.arena.load(table, ann, again.id))
    assert inn.arena.playing[table.match].match.view(1) == second != first


@pytest.mark.rule("RAL-042", "RAL-154", "RAL-241")
def test_in_a_loaded_match_built_in_bots_draw_what_they_would_have_drawn(inn):
    ann = inn.player("ann")
    playing = started(inn, ann, bots={2: "easy", 3: "normal"})
    rounds(inn, playing, 1)
    info = save(inn, ann, playing)
    table = opened(inn, ann)
    inn.do(inn.arena.load(table, ann, info.id))
    loaded = inn.arena.playing[table.match]
    draws = [[inn.bots.draws[match.key, seat] for seat in (2, 3)] for match in (playing, loaded)]
    assert draws[0] == draws[1]
    assert len({*draws[0], playing.setup.seed}) == 3, "each its own, and not the seed of the match"


@pytest.mark.rule("RAL-222", "RAL-237")
def test_when_the_host_has_left_the_next_one_saves(inn):
    ann, bob, cid = inn.player("ann"), inn.player("bob"), inn.player("cid")
    playing = started(inn, ann, bob, cid)
    inn.call(playing.resign, 1)
    assert refused(inn, inn.arena.save(ann, playing.key, NewSave("mine")))[0] == "not_host"
    assert save(inn, bob, playing).name == "evening"


@pytest.mark.rule("RAL-240")
def test_names(inn):
    ann = inn.player("ann")
    playing = started(inn, ann, bots={2: "easy"})
    for name in ("", "   ", "x" * 41, "a/b", "a.b", "tab\there", "line\nbreak", "nul\0", "<b>", "a\u202eb"):
        assert refused(inn, inn.arena.save(ann, playing.key, NewSave(name))) == ("bad_name", 400)
    for name in ("x", "y" * 40, "Läufe_2-b c", "日本"):
        assert save(inn, ann, playing, name).name == name


@pytest.mark.rule("RAL-239", "RAL-240")
def test_an_older_save_of_the_name_is_only_lost_when_the_host_says_so(inn):
    ann = inn.player("ann")
    playing = started(inn, ann, bots={2: "easy"})
    first = save(inn, ann, playing)
    rounds(inn, playing, 1)
    assert refused(inn, inn.arena.save(ann, playing.key, NewSave("EVENING"))) == ("save_exists", 409)
    again = save(inn, ann, playing, "EVENING", overwrite=True)
    assert (again.id, again.round, first.round) == (first.id, 2, 1)
    assert [one.name for one in inn.do(inn.arena.saves_of(ann))] == ["EVENING"]


def test_a_host_has_only_so_many_saves_and_can_delete_them(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    playing = started(inn, ann, bots={2: "easy"})
    first = save(inn, ann, playing)
    with inn.database.engine.connect() as connection:
        kept = saves.by_id(connection, first.id)

    def fill(connection):
        for number in range(SAVES_MAX - 1):
            saves.keep(connection, type(kept)(**{field: getattr(kept, field) for field in kept.__struct_fields__}
                       | {"name": f"no {number}"}), b"", overwrite=False)  # fmt: skip

    inn.database.submit(fill).result()
    assert refused(inn, inn.arena.save(ann, playing.key, NewSave("more"))) == ("too_many_saves", 409)
    assert refused(inn, inn.arena.drop_save(bob, first.id)) == ("no_save", 404)
    inn.do(inn.arena.drop_save(ann, first.id))
    assert refused(inn, inn.arena.drop_save(ann, first.id)) == ("no_save", 404)
    assert save(inn, ann, playing, "more").name == "more"


def test_what_counts_or_is_over_or_has_no_host_is_not_saved(inn):
    ann = inn.player("ann")
    table = inn.do(inn.arena.open(ann, new_table(bots={2: "greedy"}, rated=True, start=True)))
    assert refused(inn, inn.arena.save(ann, table.match, NewSave("x"))) == ("rated", 409)
    assert refused(inn, inn.arena.save(ann, "nothing", NewSave("x"))) == ("no_match", 404)
    playing = started(inn, ann, bots={2: "easy"})
    inn.call(playing.break_off, "enough")
    inn.settle()
    assert refused(inn, inn.arena.save(ann, playing.key, NewSave("x"))) == ("no_match", 404)


# Loading


@pytest.mark.rule("RAL-241", "RAL-242", "RAL-243", "RAL-244")
def test_the_same_people_go_on_with_their_seats_robots_and_settings(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    playing = started(inn, ann, bob, bots={3: "easy"}, choices={1: "albot", 2: "peach", 3: "lazy"})
    rounds(inn, playing, 2)
    hands = [playing.match.view(seat).you for seat in (1, 2, 3)]
    robots = playing.match.view(0).robots
    inn.play(playing, 1, draft(playing.match, 1, 2))
    info = save(inn, ann, playing)
    rounds(inn, playing, 1, turn=3)

    table = opened(inn, bob, ann, seats=2, settings={})
    assert inn.do(inn.arena.saves_for(table, bob)) == [], "bob has none"
    inn.call(inn.arena.close, table, bob)
    table = opened(inn, ann, bob, seats=5, settings={"timer_seconds": 300}, bots={4: "hard"})
    assert inn.do(inn.arena.saves_for(table, ann)) == [info]
    inn.do(inn.arena.load(table, ann, info.id))

    loaded = inn.arena.playing[table.match]
    assert loaded.setup == playing.setup
    assert loaded.player_ids == playing.player_ids
    assert (loaded.round, loaded.terms.rated, loaded.clock.key) == (3, False, "own")
    assert [loaded.match.view(seat).you for seat in (1, 2, 3)] == hands, "hands dealt, drafts empty"
    assert loaded.match.view(0).robots == robots
    assert inn.bots.seated[-1][:3] == (loaded.key, 3, "easy")
    stored = inn.stored(loaded.key)
    assert (stored.fork_of, stored.rated, stored.host_id) == (playing.id, False, ann.id)
    ear = Visitor(None)
    loaded.join(1, ear)
    inn.settle()
    assert ear.last("turn")["clock"]["left_ms"] == 40_000
    rounds(inn, loaded, 1)
    assert loaded.round == 4


@pytest.mark.rule("RAL-243", "RAL-236")
def test_a_save_fits_only_those_who_played(inn):
    ann, bob, cid = inn.player("ann"), inn.player("bob"), inn.player("cid")
    playing = started(inn, ann, bob, bots={3: "easy"})
    info = save(inn, ann, playing)
    for others in ((), (cid,), (bob, cid)):
        table = opened(inn, ann, *others)
        assert inn.do(inn.arena.saves_for(table, ann)) == []
        assert refused(inn, inn.arena.load(table, ann, info.id)) == ("save_does_not_fit", 409)
        assert (table.match, table.fork_of, len(table.seats)) == ("", "", 4), "the table stays as it was"
        inn.call(inn.arena.close, table, ann)
    other = inn.do(inn.arena.open(ann, new_table()))
    inn.call(inn.arena.sit, other, bob)
    inn.do(inn.arena.ready(other, bob, True))
    assert refused(inn, inn.arena.load(other, ann, info.id)) == ("save_does_not_fit", 409)


@pytest.mark.rule("RAL-229", "RAL-236")
def test_only_the_host_loads_when_the_others_are_ready(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    info = save(inn, ann, started(inn, ann, bob))
    table = opened(inn, ann, bob)
    assert refused(inn, inn.arena.load(table, bob, info.id)) == ("not_host", 403)
    assert refused(inn, inn.arena.saves_for(table, bob)) == ("not_host", 403)
    inn.do(inn.arena.ready(table, bob, False))
    assert refused(inn, inn.arena.load(table, ann, info.id)) == ("not_ready", 409)
    inn.do(inn.arena.ready(table, bob, True))
    assert refused(inn, inn.arena.load(table, ann, 999)) == ("no_save", 404)
    inn.do(inn.arena.load(table, ann, info.id))
    assert table.match in inn.arena.playing


def test_the_saves_of_others_are_nobodys_business(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    info = save(inn, ann, started(inn, ann, bob))
    table = opened(inn, bob, ann)
    assert refused(inn, inn.arena.load(table, bob, info.id)) == ("no_save", 404)


def test_a_bot_from_outside_must_be_there_again(inn):
    ann, bot = inn.player("ann"), inn.player("beep", "bot")
    table = opened(inn, ann)
    inn.call(inn.arena.sit, table, bot, 0, guest=Visitor(bot), choice="lazy")
    inn.do(inn.arena.begin(table, ann))
    info = save(inn, ann, inn.arena.playing[table.match])
    again = opened(inn, ann)
    assert refused(inn, inn.arena.load(again, ann, info.id)) == ("save_does_not_fit", 409)
    visitor = Visitor(bot)
    inn.call(inn.arena.sit, again, bot, 3, guest=visitor)
    visitor.gone = True
    assert refused(inn, inn.arena.load(again, ann, info.id)) == ("player_gone", 409)
    visitor = Visitor(bot)
    inn.call(inn.arena.sit, again, bot, 3, guest=visitor)
    inn.do(inn.arena.load(again, ann, info.id))
    assert (visitor.playing.key, visitor.seat_no) == (again.match, 2)


@pytest.mark.rule("RAL-241", "RAL-242")
def test_a_save_outlives_restarts_and_the_match_it_is_of(database):
    with Inn(database) as inn:
        ann = inn.player("ann")
        playing = started(inn, ann, bots={2: "easy", 3: "normal"}, choices={1: "james"})
        rounds(inn, playing, 3)
        state = playing.match.view(1)
        info = save(inn, ann, playing)
        inn.call(playing.break_off, "enough")
        assert inn.stored(playing.key).state == "abandoned"
    with Inn(database) as inn:
        table = opened(inn, ann)
        inn.do(inn.arena.load(table, ann, info.id))
        loaded = inn.arena.playing[table.match]
        assert loaded.match.view(1) == state
        rounds(inn, loaded, 1)
        key = loaded.key
        loaded.stop()
    with Inn(database) as inn:
        assert inn.arena.playing[key].round == 5


def test_a_save_that_cannot_be_read_any_more_is_refused_in_words(inn):
    ann = inn.player("ann")
    info = save(inn, ann, started(inn, ann, bots={2: "easy"}))
    with inn.database.engine.begin() as connection:
        connection.execute(saves.saves.update().values(record=b"RHR\x01nonsense"))
    table = opened(inn, ann)
    assert refused(inn, inn.arena.load(table, ann, info.id)) == ("save_does_not_fit", 409)
    assert (table.match, table.fork_of) == ("", "")


def test_other_games_are_saved_and_loaded_as_well(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    table = inn.do(inn.arena.open(ann, new_table(clock="calm")))
    inn.call(inn.arena.sit, table, bob)
    inn.do(inn.arena.ready(table, bob, True))
    inn.do(inn.arena.begin(table, ann))
    playing = inn.arena.playing[table.match]
    for _ in range(3):
        for seat in (1, 2):
            inn.play(playing, seat, {"type": "nop"})
        inn.advance(0.7)
    inn.play(playing, 2, {"type": "nop"})
    info = save(inn, ann, playing)
    assert (info.round, info.choices) == (3, ["", ""])
    again = inn.do(inn.arena.open(bob, new_table()))
    inn.call(inn.arena.sit, again, ann)
    inn.call(inn.arena.stand, again, bob)
    inn.call(inn.arena.sit, again, bob)
    inn.do(inn.arena.ready(again, bob, True))
    inn.do(inn.arena.load(again, ann, info.id))
    loaded = inn.arena.playing[again.match]
    assert (loaded.round, loaded.match.owing(), loaded.clock.key) == (3, [1, 2], "calm")
    assert [seat.name for seat in loaded.setup.seats] == ["ann", "bob"]
