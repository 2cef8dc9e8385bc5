"""Saved matches: by the host of one that runs, loaded with the same people, in any game. RAL-237 to RAL-244"""

import pytest
from tests.games.rally.server.manual_rally import draft, program
from tests.server.manual_arena import ArenaClient, ManualArena, new_table

from roundhouse.protocol.api.platform import NewSave, NewTable, TableOptions
from roundhouse.server.errors import Refused
from roundhouse.store import saves
from roundhouse.store.saves import SAVES_MAX

SETTINGS = {"timer_seconds": 40, "step_seconds": 0, "ai_min_seconds": 0, "disconnect_grace_seconds": 600}


@pytest.fixture
def manual(database):
    with ManualArena(database) as manual:
        yield manual


def refused(manual, work):
    with pytest.raises(Refused) as error:
        manual.do(work)
    return error.value.problem.code, error.value.status


def opened(manual, host, *others, bots=None, seats=4, **how):
    """A table of Rally at which everybody is ready but the host."""
    chosen = {"game": "rally", "seats": seats, "settings": SETTINGS} | how
    named = {str(n): name for n, name in (bots or {}).items()}
    table = manual.do(manual.arena.seating.open(host, NewTable(TableOptions(**chosen), 1, named)))
    for who in others:
        manual.call(manual.arena.seating.sit, table, who)
        manual.do(manual.arena.seating.ready(table, who, True))
    return table


def started(manual, host, *others, choices=None, **how):
    table = opened(manual, host, *others, **how)
    for seat, choice in (choices or {}).items():
        who = table.place(seat).sitter
        manual.call(manual.arena.seating.choose, table, host if who.builtin else manual.player(who.name), seat, choice)
    manual.do(manual.arena.seating.begin(table, host))
    playing = manual.arena.matches.running[table.match]
    for seat in range(1, len(playing.setup.seats) + 1):
        if not playing.setup.seats[seat - 1].builtin:
            playing.join(seat, ArenaClient(None))
    manual.settle()
    return playing


def rounds(manual, playing, count, turn=0):
    """Everybody plays so many rounds."""
    for number in range(count):
        for seat in playing.match.waited_for():
            manual.play(playing, seat, program(playing.match, seat, (turn + number) % 4))
        manual.advance(0.1)


def save(manual, who, playing, name="evening", **how):
    return manual.do(manual.arena.saves.save(who, playing.key, NewSave(name, **how)))


# Saving


@pytest.mark.rule("RAL-237", "RAL-241", "RAL-238")
def test_the_host_saves_the_start_of_the_round(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    playing = started(manual, ann, bob, bots={3: "easy"}, choices={2: "peach", 3: "lazy"})
    rounds(manual, playing, 2)
    manual.play(playing, 1, draft(playing.match, 1, 2))
    assert refused(manual, manual.arena.saves.save(bob, playing.key, NewSave("mine"))) == ("not_host", 403)
    info = save(manual, ann, playing, "  Evening 1 ")
    assert (info.name, info.game, info.match, info.round) == ("Evening 1", "rally", playing.key, 3)
    assert [card.name for card in info.seats] == ["ann", "bob", "easy"]
    assert info.choices == ["tanky", "peach", "lazy"]
    assert info.settings.items() >= SETTINGS.items()
    assert manual.do(manual.arena.saves.of_player(ann)) == [info]
    assert (
        manual.do(manual.arena.saves.of_player(ann, "spacegoo")) == manual.do(manual.arena.saves.of_player(bob)) == []
    )
    assert playing.round == 3, "the match goes on"


@pytest.mark.rule("RAL-241")
def test_who_saves_while_a_round_is_shown_saves_that_round(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    playing = started(manual, ann, bob, settings=SETTINGS | {"step_seconds": 2})
    first = playing.match.view(1)
    rounds(manual, playing, 1)
    assert (playing.round, save(manual, ann, playing, "shown").round) == (2, 1)
    manual.advance(10)
    second = playing.match.view(1)
    rounds(manual, playing, 1, turn=1)
    again = save(manual, ann, playing, "shown again")
    manual.call(playing.seen, 1, playing.broadcast.step_of(1))  # bob still watches
    skipped = save(manual, ann, playing, "skipped")
    assert (playing.round, again.round, skipped.round) == (3, 2, 3)
    table = opened(manual, ann, bob)
    manual.do(manual.arena.saves.load(table, ann, again.id))
    assert manual.arena.matches.running[table.match].match.view(1) == second != first


@pytest.mark.rule("RAL-042", "RAL-154", "RAL-241")
def test_in_a_loaded_match_built_in_bots_draw_what_they_would_have_drawn(manual):
    ann = manual.player("ann")
    playing = started(manual, ann, bots={2: "easy", 3: "normal"})
    rounds(manual, playing, 1)
    info = save(manual, ann, playing)
    table = opened(manual, ann)
    manual.do(manual.arena.saves.load(table, ann, info.id))
    loaded = manual.arena.matches.running[table.match]
    draws = [[manual.bots.draws[match.key, seat] for seat in (2, 3)] for match in (playing, loaded)]
    assert draws[0] == draws[1]
    assert len({*draws[0], playing.setup.seed}) == 3, "each its own, and not the seed of the match"


@pytest.mark.rule("RAL-222", "RAL-237")
def test_when_the_host_has_left_the_next_one_saves(manual):
    ann, bob, cid = manual.player("ann"), manual.player("bob"), manual.player("cid")
    playing = started(manual, ann, bob, cid)
    manual.call(playing.resign, 1)
    assert refused(manual, manual.arena.saves.save(ann, playing.key, NewSave("mine")))[0] == "not_host"
    assert save(manual, bob, playing).name == "evening"


@pytest.mark.rule("RAL-240")
def test_names(manual):
    ann = manual.player("ann")
    playing = started(manual, ann, bots={2: "easy"})
    for name in ("", "   ", "x" * 41, "a/b", "a.b", "tab\there", "line\nbreak", "nul\0", "<b>", "a\u202eb"):
        assert refused(manual, manual.arena.saves.save(ann, playing.key, NewSave(name))) == ("bad_name", 400)
    for name in ("x", "y" * 40, "Läufe_2-b c", "日本"):
        assert save(manual, ann, playing, name).name == name


@pytest.mark.rule("RAL-239", "RAL-240")
def test_an_older_save_of_the_name_is_only_lost_when_the_host_says_so(manual):
    ann = manual.player("ann")
    playing = started(manual, ann, bots={2: "easy"})
    first = save(manual, ann, playing)
    rounds(manual, playing, 1)
    assert refused(manual, manual.arena.saves.save(ann, playing.key, NewSave("EVENING"))) == ("save_exists", 409)
    again = save(manual, ann, playing, "EVENING", overwrite=True)
    assert (again.id, again.round, first.round) == (first.id, 2, 1)
    assert [one.name for one in manual.do(manual.arena.saves.of_player(ann))] == ["EVENING"]


def test_a_host_has_only_so_many_saves_and_can_delete_them(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    playing = started(manual, ann, bots={2: "easy"})
    first = save(manual, ann, playing)
    with manual.database.engine.connect() as connection:
        kept = saves.by_id(connection, first.id)

    def fill(connection):
        for number in range(SAVES_MAX - 1):
            saves.keep(connection, type(kept)(**{field: getattr(kept, field) for field in kept.__struct_fields__}
                       | {"name": f"no {number}"}), b"", overwrite=False)  # fmt: skip

    manual.database.submit(fill).result()
    assert refused(manual, manual.arena.saves.save(ann, playing.key, NewSave("more"))) == ("too_many_saves", 409)
    assert refused(manual, manual.arena.saves.drop(bob, first.id)) == ("no_save", 404)
    manual.do(manual.arena.saves.drop(ann, first.id))
    assert refused(manual, manual.arena.saves.drop(ann, first.id)) == ("no_save", 404)
    assert save(manual, ann, playing, "more").name == "more"


def test_what_counts_or_is_over_or_has_no_host_is_not_saved(manual):
    ann = manual.player("ann")
    table = manual.do(manual.arena.seating.open(ann, new_table(bots={2: "greedy"}, rated=True, start=True)))
    assert refused(manual, manual.arena.saves.save(ann, table.match, NewSave("x"))) == ("rated", 409)
    assert refused(manual, manual.arena.saves.save(ann, "nothing", NewSave("x"))) == ("no_match", 404)
    playing = started(manual, ann, bots={2: "easy"})
    manual.call(playing.break_off, "enough")
    manual.settle()
    assert refused(manual, manual.arena.saves.save(ann, playing.key, NewSave("x"))) == ("no_match", 404)


# Loading


@pytest.mark.rule("RAL-241", "RAL-242", "RAL-243", "RAL-244")
def test_the_same_people_go_on_with_their_seats_robots_and_settings(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    playing = started(manual, ann, bob, bots={3: "easy"}, choices={1: "albot", 2: "peach", 3: "lazy"})
    rounds(manual, playing, 2)
    hands = [playing.match.view(seat).you for seat in (1, 2, 3)]
    robots = playing.match.view(0).robots
    manual.play(playing, 1, draft(playing.match, 1, 2))
    info = save(manual, ann, playing)
    rounds(manual, playing, 1, turn=3)

    table = opened(manual, bob, ann, seats=2, settings={})
    assert manual.do(manual.arena.saves.fitting(table, bob)) == [], "bob has none"
    manual.call(manual.arena.seating.close, table, bob)
    table = opened(manual, ann, bob, seats=5, settings={"timer_seconds": 300}, bots={4: "hard"})
    assert manual.do(manual.arena.saves.fitting(table, ann)) == [info]
    manual.do(manual.arena.saves.load(table, ann, info.id))

    loaded = manual.arena.matches.running[table.match]
    assert loaded.setup == playing.setup
    assert loaded.player_ids == playing.player_ids
    assert (loaded.round, loaded.terms.rated, loaded.clock.key) == (3, False, "own")
    assert [loaded.match.view(seat).you for seat in (1, 2, 3)] == hands, "hands dealt, drafts empty"
    assert loaded.match.view(0).robots == robots
    assert manual.bots.seated[-1][:3] == (loaded.key, 3, "easy")
    stored = manual.stored(loaded.key)
    assert (stored.fork_of, stored.rated, stored.host_id) == (playing.id, False, ann.id)
    ear = ArenaClient(None)
    loaded.join(1, ear)
    manual.settle()
    assert ear.last("turn")["clock"]["left_ms"] == 40_000
    rounds(manual, loaded, 1)
    assert loaded.round == 4


@pytest.mark.rule("RAL-243", "RAL-236")
def test_a_save_fits_only_those_who_played(manual):
    ann, bob, cid = manual.player("ann"), manual.player("bob"), manual.player("cid")
    playing = started(manual, ann, bob, bots={3: "easy"})
    info = save(manual, ann, playing)
    for others in ((), (cid,), (bob, cid)):
        table = opened(manual, ann, *others)
        assert manual.do(manual.arena.saves.fitting(table, ann)) == []
        assert refused(manual, manual.arena.saves.load(table, ann, info.id)) == ("save_does_not_fit", 409)
        assert (table.match, table.fork_of, len(table.seats)) == ("", "", 4), "the table stays as it was"
        manual.call(manual.arena.seating.close, table, ann)
    other = manual.do(manual.arena.seating.open(ann, new_table()))
    manual.call(manual.arena.seating.sit, other, bob)
    manual.do(manual.arena.seating.ready(other, bob, True))
    assert refused(manual, manual.arena.saves.load(other, ann, info.id)) == ("save_does_not_fit", 409)


@pytest.mark.rule("RAL-229", "RAL-236")
def test_only_the_host_loads_when_the_others_are_ready(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    info = save(manual, ann, started(manual, ann, bob))
    table = opened(manual, ann, bob)
    assert refused(manual, manual.arena.saves.load(table, bob, info.id)) == ("not_host", 403)
    assert refused(manual, manual.arena.saves.fitting(table, bob)) == ("not_host", 403)
    manual.do(manual.arena.seating.ready(table, bob, False))
    assert refused(manual, manual.arena.saves.load(table, ann, info.id)) == ("not_ready", 409)
    manual.do(manual.arena.seating.ready(table, bob, True))
    assert refused(manual, manual.arena.saves.load(table, ann, 999)) == ("no_save", 404)
    manual.do(manual.arena.saves.load(table, ann, info.id))
    assert table.match in manual.arena.matches.running


def test_the_saves_of_others_are_nobodys_business(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    info = save(manual, ann, started(manual, ann, bob))
    table = opened(manual, bob, ann)
    assert refused(manual, manual.arena.saves.load(table, bob, info.id)) == ("no_save", 404)


def test_a_bot_from_outside_must_be_there_again(manual):
    ann, bot = manual.player("ann"), manual.player("beep", "bot")
    table = opened(manual, ann)
    manual.call(manual.arena.seating.sit, table, bot, 0, client=ArenaClient(bot), choice="lazy")
    manual.do(manual.arena.seating.begin(table, ann))
    info = save(manual, ann, manual.arena.matches.running[table.match])
    again = opened(manual, ann)
    assert refused(manual, manual.arena.saves.load(again, ann, info.id)) == ("save_does_not_fit", 409)
    visitor = ArenaClient(bot)
    manual.call(manual.arena.seating.sit, again, bot, 3, client=visitor)
    visitor.gone = True
    assert refused(manual, manual.arena.saves.load(again, ann, info.id)) == ("player_gone", 409)
    visitor = ArenaClient(bot)
    manual.call(manual.arena.seating.sit, again, bot, 3, client=visitor)
    manual.do(manual.arena.saves.load(again, ann, info.id))
    assert (visitor.live.key, visitor.seat_no) == (again.match, 2)


@pytest.mark.rule("RAL-241", "RAL-242")
def test_a_save_outlives_restarts_and_the_match_it_is_of(database):
    with ManualArena(database) as manual:
        ann = manual.player("ann")
        playing = started(manual, ann, bots={2: "easy", 3: "normal"}, choices={1: "james"})
        rounds(manual, playing, 3)
        state = playing.match.view(1)
        info = save(manual, ann, playing)
        manual.call(playing.break_off, "enough")
        assert manual.stored(playing.key).state == "abandoned"
    with ManualArena(database) as manual:
        table = opened(manual, ann)
        manual.do(manual.arena.saves.load(table, ann, info.id))
        loaded = manual.arena.matches.running[table.match]
        assert loaded.match.view(1) == state
        rounds(manual, loaded, 1)
        key = loaded.key
        loaded.stop()
    with ManualArena(database) as manual:
        assert manual.arena.matches.running[key].round == 5


def test_a_save_that_cannot_be_read_any_more_is_refused_in_words(manual):
    ann = manual.player("ann")
    info = save(manual, ann, started(manual, ann, bots={2: "easy"}))
    with manual.database.engine.begin() as connection:
        connection.execute(saves.saves.update().values(record=b"RHR\x01nonsense"))
    table = opened(manual, ann)
    assert refused(manual, manual.arena.saves.load(table, ann, info.id)) == ("save_does_not_fit", 409)
    assert (table.match, table.fork_of) == ("", "")


def test_other_games_are_saved_and_loaded_as_well(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    table = manual.do(manual.arena.seating.open(ann, new_table(clock="calm")))
    manual.call(manual.arena.seating.sit, table, bob)
    manual.do(manual.arena.seating.ready(table, bob, True))
    manual.do(manual.arena.seating.begin(table, ann))
    playing = manual.arena.matches.running[table.match]
    for _ in range(3):
        for seat in (1, 2):
            manual.play(playing, seat, {"type": "nop"})
        manual.advance(0.7)
    manual.play(playing, 2, {"type": "nop"})
    info = save(manual, ann, playing)
    assert (info.round, info.choices) == (3, ["", ""])
    again = manual.do(manual.arena.seating.open(bob, new_table()))
    manual.call(manual.arena.seating.sit, again, ann)
    manual.call(manual.arena.seating.stand, again, bob)
    manual.call(manual.arena.seating.sit, again, bob)
    manual.do(manual.arena.seating.ready(again, bob, True))
    manual.do(manual.arena.saves.load(again, ann, info.id))
    loaded = manual.arena.matches.running[again.match]
    assert (loaded.round, loaded.match.waited_for(), loaded.clock.key) == (3, [1, 2], "calm")
    assert [seat.name for seat in loaded.setup.seats] == ["ann", "bob"]
