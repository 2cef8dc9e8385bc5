"""Figures and achievements: counted at the end of live matches, told to everybody there, and shown to whoever asks."""

import pytest
from tests.games.spacegoo.server.manual_line_server import ManualLineServer
from tests.server.manual_arena import MAP, ArenaClient, ManualArena, options
from tests.server.matches.counting_game import ACHIEVEMENTS, COUNTING
from tests.store.players_and_matches import SETUP, WON

from roundhouse.games import GAMES
from roundhouse.protocol.api.platform import Fork, TableOptions
from roundhouse.server.matches import match_log
from roundhouse.store import figures, matches, players
from roundhouse.store.figures import recompute

NOP = {"type": "nop"}


@pytest.fixture(autouse=True)
def counting(monkeypatch):
    monkeypatch.setitem(GAMES, "spacegoo", COUNTING)


@pytest.fixture
def manual(database):
    with ManualArena(database) as manual:
        yield manual


def begin(manual, *names, rounds=3, players=None, **how):
    guests = [ArenaClient(one) for one in players or [manual.player(name, "bot") for name in names or ("b1", "b2")]]
    chosen = options(**({"clock": "bot", "settings": {"max_rounds": rounds, "map": MAP}} | how))
    people = [guest.player for guest in guests]
    playing = manual.do(manual.arena.matches.start(chosen, people, rated=False, clients=dict(enumerate(guests, 1))))
    return playing, guests


def play_rounds(manual, playing, count):
    for _ in range(count):
        for seat in (1, 2):
            manual.play(playing, seat, NOP)


def tally(manual, player):
    with manual.database.engine.connect() as connection:
        return figures.tallies(connection).get((player.id, "spacegoo"))


@pytest.mark.rule("RAL-163", "RAL-164")
def test_everybody_at_the_match_is_told_what_it_counted_and_unlocked(manual):
    playing, guests = begin(manual)
    watcher = ArenaClient(manual.player("w"))
    playing.watch(watcher)
    play_rounds(manual, playing, 3)
    for ear in (*guests, watcher):
        over = ear.heard()[-1]
        assert over["type"] == "over"
        assert over["figures"] == [{"rounds": 3, "planets": 1, "never": 0}] * 2
        assert over["unlocked"] == [{"seat": 1, "key": "rich"}, {"seat": 2, "key": "rich"}]


@pytest.mark.rule("RAL-178", "RAL-179")
def test_figures_of_bots_and_guests_add_up_over_live_matches(manual):
    guest, bot = manual.player("g", guest=True), manual.player("b", "bot")
    for _ in range(2):
        playing, guests = begin(manual, players=[guest, bot])
        play_rounds(manual, playing, 3)
    assert guests[0].heard()[-1]["unlocked"] == [{"seat": 1, "key": "patient"}, {"seat": 2, "key": "patient"}]
    for player in (guest, bot):
        found = tally(manual, player)
        assert (found.matches, found.totals) == (2, {"rounds": 6, "planets": 2})
        assert set(found.unlocked) == {"rich", "patient"}


@pytest.mark.rule("RAL-178", "RAL-162")
def test_a_match_that_is_broken_off_counts_nothing(manual):
    playing, _ = begin(manual)
    play_rounds(manual, playing, 2)
    manual.do(manual.arena.matches.abort(playing, "An organiser ended it."))
    with manual.database.engine.connect() as connection:
        assert (figures.tallies(connection), figures.length(connection)) == ({}, 0)


@pytest.mark.rule("RAL-180")
def test_who_resigns_gets_no_achievement_of_the_match(manual):
    playing, guests = begin(manual)
    play_rounds(manual, playing, 1)
    manual.call(playing.resign, 1)
    assert guests[0].heard()[-1]["unlocked"] == [{"seat": 2, "key": "rich"}]
    assert tally(manual, guests[0].player).totals == {"rounds": 1, "planets": 1}, "but what it did is counted"


def test_one_player_on_both_seats(manual):
    player = manual.player("twin", "bot")
    playing, guests = begin(manual, players=[player, player])
    play_rounds(manual, playing, 3)
    found = tally(manual, player)
    assert (found.matches, found.totals, found.figures["rounds"].best) == (1, {"rounds": 6, "planets": 2}, 3)
    assert guests[0].heard()[-1]["unlocked"] == [{"seat": 1, "key": "rich"}, {"seat": 2, "key": "patient"}]


@pytest.mark.rule("RAL-178")
def test_playing_on_from_a_finished_match_counts_nothing(manual):
    playing, _ = begin(manual)
    play_rounds(manual, playing, 3)
    who = manual.player("p")
    table = manual.do(manual.arena.rematches.fork(who, playing.key, Fork(3, 1, {"2": "random"}, "bot")))
    sequel = manual.arena.matches.running[table.match]
    ear = ArenaClient(who)
    sequel.join(1, ear)
    manual.settle()
    play_rounds(manual, sequel, 2)
    over = ear.heard()[-1]
    assert (over["type"], over["figures"][0]["rounds"], over["unlocked"]) == ("over", 3, [])
    assert tally(manual, who) is None


def test_figures_of_a_match_that_goes_on_after_a_restart_are_counted_once(database):
    with ManualArena(database) as manual:
        playing, guests = begin(manual)
        play_rounds(manual, playing, 2)
    with ManualArena(database) as manual:
        again = manual.arena.matches.running[playing.key]
        for seat, guest in enumerate(guests, 1):
            again.join(seat, ArenaClient(guest.player))
        manual.settle()
        play_rounds(manual, again, 1)
        assert tally(manual, guests[0].player).totals == {"rounds": 3, "planets": 1}


def test_a_mistake_in_counting_does_not_keep_a_match_from_ending_and_can_be_put_right(manual, monkeypatch, caplog):
    def broken(connection, line, achievements):
        raise ZeroDivisionError

    monkeypatch.setattr(match_log.feats, "count", broken)
    playing, guests = begin(manual)
    play_rounds(manual, playing, 3)
    monkeypatch.undo()
    assert guests[0].heard()[-1]["unlocked"] == []
    assert manual.stored(playing.key).state == "finished"
    assert "could not be counted" in caplog.text
    assert (manual.failures, tally(manual, guests[0].player)) == ([], None)
    report = manual.database.submit(lambda c: recompute.recompute(c, {"spacegoo": ACHIEVEMENTS})).result()
    assert (report.matches, report.tallies, report.unlocked) == (1, 2, 2)
    assert tally(manual, guests[0].player).totals == {"rounds": 3, "planets": 1}


def test_matches_of_the_line_protocol_count_nothing(database):
    with ManualLineServer(database=database) as line_server:
        one, two = line_server.match()
        one.say("nop")
        two.say("nop")
        one.say("quit")
    with database.engine.connect() as connection:
        assert matches.by_number(connection, "spacegoo", 1).state == "finished"
        assert (figures.tallies(connection), figures.length(connection)) == ({}, 0)


# With a game that counts


def rally(manual, *players, **settings):
    guests = [ArenaClient(player) for player in players]
    chosen = TableOptions(game="rally", seats=2, clock="bot", seed=3, settings=settings)
    seated = dict(enumerate(guests, 1))
    playing = manual.do(manual.arena.matches.start(chosen, players, rated=False, clients=seated))
    return playing, guests


def program(manual, playing, seat):
    hand = playing.match.view(seat).you.hand
    assert manual.play(playing, seat, {"type": "program", "slots": hand[:5]})[0].verdicts[0].verdict == "accepted"


@pytest.mark.rule("RAL-064", "RAL-178", "RAL-180")
@pytest.mark.parametrize("how", ["action", "leave"])
def test_who_resigns_from_rally_keeps_figures_but_gets_nothing_for_not_being_hit(manual, how):
    one, two = manual.player("p1"), manual.player("p2", "bot")
    playing, guests = rally(manual, one, two)
    program(manual, playing, 1)
    program(manual, playing, 2)
    assert playing.match.result is None
    if how == "action":
        manual.play(playing, 1, {"type": "resign"})
    else:
        manual.call(playing.resign, 1)
    over = guests[1].heard()[-1]
    assert over["type"] == "over"
    assert [seat.left for seat in manual.seats(playing.key)] == ["resigned", ""]
    with manual.database.engine.connect() as connection:
        found = figures.tallies(connection)
    counted = [{key: number for key, number in seat.items() if number} for seat in over["figures"]]
    assert [found[player.id, "rally"].totals for player in (one, two)] == counted
    assert sum(map(len, counted)) > 0
    unhurt = {"untouchable", "no_backups", "pacifist"}
    assert not unhurt & set(found[one.id, "rally"].unlocked)
    assert unhurt & set(found[two.id, "rally"].unlocked)
    told = {(one["seat"], one["key"]) for one in over["unlocked"]}
    assert told == {(seat, key) for seat, player in ((1, one), (2, two)) for key in found[player.id, "rally"].unlocked}


def test_the_figures_of_the_last_event_are_those_of_the_end(manual):
    playing, _ = rally(manual, manual.player("p1", "bot"), manual.player("p2", "bot"), max_rounds=10)
    watcher = ArenaClient(manual.player("w"))
    playing.watch(watcher)
    while playing.state == "running":
        for seat in playing.match.waited_for():
            row = playing.match.view(seat).you
            free = [n for n in range(5) if str(n + 1) not in row.locked]
            slots = [None] * 5
            for n, card in zip(free, row.hand, strict=False):
                slots[n] = card
            manual.play(playing, seat, {"type": "program", "slots": slots})
    *_, last, over = watcher.heard()
    assert last["events"][-1]["type"] == "game_over"
    assert last["events"][-1]["figures"] == over["figures"]
    assert manual.failures == []


# Over HTTP


def played(site, *names, listed=True, counted=({"rounds": 3, "planets": 1}, {"rounds": 3})):
    """A match that was played a while ago by players who are there."""

    def write(connection):
        ids = [players.create(connection, name=name, now_ms=1)[0].id for name in names]
        begun = matches.begin(connection, SETUP, ids, line=False, rated=False, pool="bots", listed=listed, now_ms=5)
        matches.finish(connection, begun.id, WON, reason="over", now_ms=77)
        figures.count(connection, figures.append(connection, begun.id, counted), ACHIEVEMENTS)
        return begun.key

    return site.database.submit(write).result()


@pytest.mark.rule("RAL-164")
def test_the_figures_of_a_match_are_shown_for_every_seat(site):
    host = site.browser()
    host.post("/api/guest", status=201)
    table = host.post(
        "/api/tables",
        {"options": {"game": "spacegoo", "preset": "classic", "clock": "bot", "settings": {"max_rounds": 3}},
         "seat": 0, "bots": {"1": "random", "2": "greedy"}, "start": True},
        status=201,
    )  # fmt: skip
    site.until_over(table["match"])
    match = host.get(f"/api/matches/{table['match']}")
    assert [seat["rounds"] for seat in match["figures"]] == [3, 3]
    assert [set(seat) for seat in match["figures"]] == [{"rounds", "planets", "never"}] * 2, "zeros too"
    assert host.get("/api/matches?live=false&limit=1")["matches"][0]["figures"] == match["figures"]
    [page] = host.get("/api/players/greedy/feats")
    assert page["figures"][0] == {"figure": "rounds", "total": 3, "best": 3, "best_match": table["match"]}


@pytest.mark.rule("RAL-165", "RAL-166", "RAL-181")
def test_a_players_sums_bests_and_achievements_locked_ones_too(site):
    first = played(site, "f1", "f2")
    best = played(site, "f1", "f2", counted=({"rounds": 1, "planets": 4}, {}))
    nobody = site.browser()
    [page] = nobody.get("/api/players/f1/feats")
    assert (page["game"], page["matches"]) == ("spacegoo", 2)
    assert page["figures"] == [
        {"figure": "rounds", "total": 4, "best": 3, "best_match": first},
        {"figure": "planets", "total": 5, "best": 4, "best_match": best},
        {"figure": "never", "total": 0, "best": 0, "best_match": ""},
    ]
    assert page["achievements"] == [
        {"key": "patient", "unlocked_ms": None, "match": "", "progress": 4, "least": 5},
        {"key": "modest", "unlocked_ms": None, "match": "", "progress": 0, "least": 0},
        {"key": "rich", "unlocked_ms": 77, "match": first, "progress": 0, "least": 0},
    ]
    played(site, "f1", "f2")
    [page] = nobody.get("/api/players/f1/feats")
    assert page["achievements"][0]["progress"] == 5, "not more than is asked for"


def test_the_key_of_a_match_that_is_not_listed_is_told_to_its_player_only(site):
    owner = site.browser("hidden-one")
    key = played(site, "hidden-one", "hidden-two", listed=False)
    [mine], [theirs] = (who.get("/api/players/hidden-one/feats") for who in (owner, site.browser()))
    assert [one["best_match"] for one in mine["figures"]] == [key, key, ""]
    assert [one["best_match"] for one in theirs["figures"]] == ["", "", ""]
    assert [one["match"] for one in theirs["achievements"]] == ["", "", ""]
    assert [one["total"] for one in theirs["figures"]] == [one["total"] for one in mine["figures"]]


def test_nobody_of_that_name_and_nobody_who_has_played(site):
    site.browser("idle")
    assert site.browser().get("/api/players/idle/feats") == []
    for name in ("no-such-player", "%F0%9F%A4%96", "x" * 100):
        assert site.browser().get(f"/api/players/{name}/feats", status=404)["code"] == "no_player"
    assert site.browser().get("/api/players/" + "x" * 101 + "/feats", status=400)["code"] == "bad_request"
