"""Turns: sealed and live orders, automode, pirates, counters, eliminations and the end of a game."""

import pytest
from tests.games.boidvoid.positions import fix_draws, game, place, structure, swarm, tile
from tests.games.boidvoid.turns import at, health, order, refused, told, turn

from roundhouse.core.schema import Grid
from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.rules import contract
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.phases.destruction import destroy
from roundhouse.games.boidvoid.rules.phases.scoring import rank
from roundhouse.games.boidvoid.rules.phases.tile_work import own
from roundhouse.games.boidvoid.rules.phases.units import swarm_index, tile_of

ANNA, BERT, CARL = 1, 2, 3
XENA, YURI, ZORA = 4, 5, 6
MOTHER, THEIRS = 7, 8
PIRATE = 9
LIVE = {"turn_mode": "live"}


def owing(g):
    out = [0] * (t.SEATS_MAX + 1)
    contract.waiting(g, out)
    return [seat for seat in range(1, g.seats + 1) if out[seat]]


def over(g):
    places = Grid([[0, 0] for _ in range(t.SEATS_MAX + 1)])
    code = contract.result(g, places)
    return code, [tuple(places[seat]) for seat in range(1, g.seats + 1)]


# Sealed and live


@pytest.mark.rule("BOI-214", "BOI-219")
def test_a_sealed_turn_ends_when_everybody_is_done():
    g = game()
    assert owing(g) == [1, 2, 3, 4, 5, 6]
    for seat in (1, 2, 4, 5, 6):
        assert order(g, seat, type="done") == 0
    assert owing(g) == [3]
    assert refused(g, 1, type="automode", on=True) == "turn_closed"
    turn(g)
    assert owing(g) == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("BOI-214")
def test_a_sealed_list_is_limited_and_can_be_begun_anew():
    g = game(orders_per_turn=2)
    place(g, ANNA, 5, 5, ap=9)
    assert [refused(g, 1, type="battery", attack=n) for n in (20, 30, 40)] == ["", "", "bad_order"]
    assert g.players[0].ratio == 50  # nothing has happened yet
    assert order(g, 1, type="done") == 0
    assert order(g, 1, type="restart") == 0
    assert g.players[0].pending == 0
    assert order(g, 1, type="battery", attack=70) == 0
    turn(g)
    assert g.players[0].ratio == 70


@pytest.mark.rule("BOI-089", "BOI-090", "BOI-214")
def test_nobody_else_sees_a_sealed_list():
    g = game()
    place(g, ANNA, 5, 5, ap=9)
    names = list("abcdef")
    before = GAME.view(g, 4, names)
    assert order(g, 1, type="move", to=[6, 5]) == 0
    events = GAME.events(g)
    assert [type(event).__name__ for event in events] == ["OrderTaken"]
    assert GAME.of_event(g, events[0], 4) is None
    assert GAME.of_event(g, events[0], 0) is None
    assert GAME.of_event(g, events[0], 2) is not None
    assert GAME.view(g, 4, names) == before
    mine = GAME.view(g, 2, names).you.orders
    assert [(one.player, one.order["type"]) for one in mine] == [(1, "move")]


@pytest.mark.rule("BOI-215", "BOI-216", "BOI-220")
def test_orders_are_executed_in_passes_by_initiative():
    for number, first in ((1, ANNA), (2, XENA)):
        g = game()
        while g.turn_no < number:
            turn(g)
        place(g, ANNA, 4, 5, ap=24)
        place(g, XENA, 6, 5, ap=24)
        for seat in (ANNA, XENA):
            assert order(g, seat, type="move", to=[5, 5]) == 0
        contract.tick(g)
        assert at(g, first) == (5, 5)
        late = XENA if first == ANNA else ANNA
        refusals = told(g, t.ACTION_REJECTED)
        assert [(row.player + 1, t.ERROR_NAMES[row.b], row.c) for row in refusals] == [(late, "occupied", 1)]


@pytest.mark.rule("BOI-215")
def test_nobody_runs_ahead():
    g = game()
    place(g, ANNA, 3, 5, ap=24)
    place(g, XENA, 8, 5, ap=24)
    for x in (4, 5, 6):
        assert order(g, ANNA, type="move", to=[x, 5]) == 0
    for x in (7, 6, 5):
        assert order(g, XENA, type="move", to=[x, 5]) == 0
    contract.tick(g)
    assert (at(g, ANNA), at(g, XENA)) == ((5, 5), (6, 5))  # they met in the middle


@pytest.mark.rule("BOI-217", "BOI-220")
def test_live_orders_happen_when_they_arrive():
    g = game(**LIVE)
    place(g, XENA, 6, 5, ap=24)
    place(g, ANNA, 4, 5, ap=24)
    assert refused(g, XENA, type="move", to=[5, 5]) == ""
    assert refused(g, ANNA, type="move", to=[5, 5]) == "occupied"
    assert refused(g, ANNA, type="restart") == "bad_order"


@pytest.mark.rule("BOI-217")
def test_who_is_done_with_a_live_turn_may_go_on_all_the_same():
    g = game(**LIVE)
    place(g, ANNA, 4, 5, ap=24)
    assert order(g, ANNA, type="done") == 0
    assert owing(g) == [2, 3, 4, 5, 6]
    assert refused(g, ANNA, type="move", to=[5, 5]) == ""
    assert at(g, ANNA) == (5, 5)
    assert refused(g, ANNA, type="done") == "turn_closed"  # said already
    assert owing(g) == [2, 3, 4, 5, 6]


# Start and end of a turn


@pytest.mark.rule("BOI-208", "BOI-209")
def test_a_turn_starts_with_points_batteries_and_allowances():
    g = game(**LIVE)
    assert g.turn_no == 1
    place(g, MOTHER, 1, 1)
    place(g, ANNA, 5, 5, ap=3, battery=10)
    assert order(g, 1, type="capture") == 0
    turn(g)
    one = g.units[0]
    assert (g.turn_no, one.ap, g.players[0].battery, one.acted) == (2, 12, 3000, 0)
    assert [row.kind for row in g.events[: g.event_count]][-2:] == [t.TURN_ENDED, t.TURN_STARTED]


@pytest.mark.rule("BOI-081")
def test_batteries_charge_off_the_map_too():
    g = game()
    g.players[0].battery = 0
    turn(g)
    assert g.players[0].battery == 2000


@pytest.mark.rule("BOI-210", "BOI-213")
def test_builds_come_before_captures():
    """What is finished in the same turn is finished in this order."""
    g = game(starting_inventory=("ss-relay",), **LIVE)
    place(g, MOTHER, 1, 1)
    place(g, ANNA, 5, 5)
    place(g, BERT, 7, 7)
    own(g, tile(g, 5, 5), 1)
    assert order(g, ANNA, type="build", item=0) == 0
    assert order(g, BERT, type="capture") == 0
    turn(g, 2)
    kinds = [row.kind for row in g.events[: g.event_count]]
    assert kinds.index(t.BUILT) < kinds.index(t.TILE_CAPTURED)


@pytest.mark.rule("BOI-157")
def test_who_sends_nothing_is_put_on_automode():
    g = game(missed_turns_automode=2)
    for _ in range(2):
        order(g, 1, type="battery", attack=60)
        order(g, 2, type="done")
        turn(g)
    assert [g.units[n].automode for n in range(4)] == [0, 0, 1, 1]


# Automode


@pytest.mark.rule("BOI-221", "BOI-225")
def test_without_a_swarm_sleeping_ships_make_one():
    g = game()
    place(g, ANNA, 3, 5, ap=9)
    place(g, BERT, 4, 5, ap=9)
    place(g, CARL, 9, 9, ap=0)
    for seat in (1, 2, 3):
        g.units[seat - 1].automode = 1
    turn(g)
    assert g.swarm_count == 1
    flock = g.swarms[0].serial
    assert [g.units[n].swarm for n in (0, 1)] == [flock, flock]  # the second one sees the first one's swarm
    assert (at(g, CARL), g.units[2].swarm) == ((9, 9), 0)  # it cannot get there yet


@pytest.mark.rule("BOI-222", "BOI-223", "BOI-224")
def test_sleeping_ships_fly_to_the_closest_swarm_and_join():
    g = game()
    place(g, BERT, 2, 2)
    place(g, CARL, 9, 5)
    near, far = swarm(g, 8, 5, [CARL]), swarm(g, 1, 2, [BERT])
    place(g, ANNA, 4, 5, ap=9)
    g.units[0].automode = 1
    turn(g)
    assert (at(g, ANNA), g.units[0].swarm) == ((8, 5), near)  # three steps, then it joined
    assert g.swarms[swarm_index(g, far)].ships == 1


@pytest.mark.rule("BOI-222")
def test_full_and_unreachable_swarms_are_skipped():
    g = game(swarm_max_ships=1)
    place(g, BERT, 2, 2)
    swarm(g, 5, 5, [BERT])
    place(g, ANNA, 4, 5, ap=9)
    g.units[0].automode = 1
    turn(g)
    assert g.units[0].swarm not in (0, g.swarms[0].serial)  # it made its own
    walled = game()
    place(walled, BERT, 2, 2)
    shut = swarm(walled, 5, 5, [BERT])
    for x, y in ((6, 5), (6, 6), (5, 6), (4, 5), (5, 4), (6, 4)):
        walled.obstacle[tile(walled, x, y)] = 1
    place(walled, ANNA, 8, 8, ap=9)
    walled.units[0].automode = 1
    turn(walled)
    assert walled.units[0].swarm not in (0, shut)


@pytest.mark.rule("BOI-221")
def test_busy_ships_stay_although_they_sleep():
    g = game(**LIVE)
    place(g, MOTHER, 1, 1)
    place(g, ANNA, 5, 5)
    assert order(g, 1, type="capture") == 0
    assert order(g, 1, type="automode", on=True) == 0
    turn(g)
    assert (g.units[0].job, g.swarm_count) == (t.CAPTURING, 0)


@pytest.mark.rule("BOI-226")
def test_a_sleeping_ship_comes_back_near_the_mothership():
    g = game()
    place(g, MOTHER, 6, 6)
    for x, y in ((1, 1), (6, 6), (6, 8), (8, 6)):
        own(g, tile(g, x, y), 1)
    destroy(g, 0, 0)
    g.units[0].respawn = 0
    g.units[0].automode = 1
    turn(g)
    assert at(g, ANNA) == (8, 6)  # [y, x] breaks the tie with (6, 8)
    destroy(g, 0, 0)
    destroy(g, MOTHER - 1, 0)
    g.units[0].respawn = 0
    g.owner[tile(g, 0, 0)] = 1
    turn(g)
    assert at(g, ANNA) == (0, 0)  # without her the home tile counts


# Pirates


def pirates(monkeypatch=None, **settings):
    if monkeypatch is not None:
        fix_draws(monkeypatch)
    return game(tiles={"t6_6": {"npc": "space_pirate"}}, **settings)


@pytest.mark.rule("BOI-227", "BOI-229")
def test_a_pirate_takes_the_nearest_then_the_weakest(monkeypatch):
    g = pirates(monkeypatch)
    place(g, ANNA, 7, 6, battery=0, health=90)
    place(g, XENA, 5, 6, battery=0, health=80)
    place(g, YURI, 9, 6, battery=0, health=10)
    turn(g)
    assert [health(g, unit) for unit in (ANNA, XENA, YURI)] == [90, 60, 10]


@pytest.mark.rule("BOI-227")
@pytest.mark.parametrize(("number", "hit"), [(1, ANNA), (2, XENA)])
def test_equal_targets_are_parted_by_initiative(monkeypatch, number, hit):
    g = pirates(monkeypatch)
    g.turn_no = number
    place(g, ANNA, 7, 6, battery=0)
    place(g, XENA, 5, 6, battery=0)
    turn(g)
    hurt = [unit for unit in (ANNA, XENA) if health(g, unit) < 100]
    assert hurt == [hit]


@pytest.mark.rule("BOI-228", "BOI-110")
def test_a_pirate_comes_nearer_within_its_leash(monkeypatch):
    g = pirates(monkeypatch, npc_leash=2)
    place(g, ANNA, 9, 6, battery=0)
    turn(g)
    assert at(g, PIRATE) == (8, 6)
    assert health(g, ANNA) == 80
    place(g, ANNA, 11, 6, battery=0)
    turn(g)
    assert at(g, PIRATE) == (8, 6)  # no tile within range is near enough to its home
    assert health(g, ANNA) == 100


@pytest.mark.rule("BOI-227")
def test_who_is_far_away_or_in_a_swarm_is_left_alone(monkeypatch):
    g = pirates(monkeypatch, npc_leash=0)
    place(g, ANNA, 11, 6, battery=0)
    place(g, BERT, 1, 1, battery=0)
    flock = swarm(g, 7, 6, [BERT])
    turn(g)
    assert health(g, ANNA) == 100
    assert health(g, BERT) == 80  # as a part of the swarm
    assert tile_of(g, flock) >= 0


@pytest.mark.rule("BOI-230", "BOI-303")
def test_a_lonely_pirate_wanders_near_its_home():
    g = pirates(npc_leash=1)
    seen = set()
    for _ in range(60):
        turn(g)
        assert at(g, PIRATE) in {(6, 6), (7, 6), (6, 7), (5, 7), (5, 6), (5, 5), (6, 5)}
        seen.add(at(g, PIRATE))
    assert len(seen) == 7
    again = pirates(npc_leash=1)
    turn(again, 60)
    assert at(again, PIRATE) == at(g, PIRATE)


@pytest.mark.rule("BOI-207", "BOI-212")
def test_a_pirate_returns_home():
    g = pirates()
    destroy(g, PIRATE - 1, 0)
    assert g.units[PIRATE - 1].respawn == 10
    turn(g, 9)
    assert tile_of(g, PIRATE) == -1
    turn(g)
    assert (at(g, PIRATE), health(g, PIRATE)) == ((6, 6), 80)
    never = game(
        tiles={"t6_6": {"npc": "space_pirate"}}, npc={"attack": 30, "health": 80, "range": 1, "respawn_turns": 0}
    )
    destroy(never, PIRATE - 1, 0)
    turn(never, 15)
    assert tile_of(never, PIRATE) == -1


# The end


@pytest.mark.rule("BOI-013", "BOI-258")
def test_a_match_ends_after_its_last_turn():
    g = game(turn_limit=5)
    turn(g, 4)
    assert over(g)[0] == 0
    turn(g)
    assert over(g)[0] == t.ENDED_TURNS
    assert g.turn_no == 5
    assert refused(g, 1, type="done") == "game_over"


@pytest.mark.rule("BOI-259")
def test_all_tiles_end_a_game():
    g = game()
    for number in range(g.side * g.side):
        if g.tile_kind[number] and not g.obstacle[number]:
            own(g, number, 1)
    place(g, XENA, 5, 5)
    turn(g)
    assert over(g) == (t.ENDED_ALL_TILES, [(1, 144)] * 3 + [(2, 0)] * 3)
    late = game(early_end=False)
    for number in range(late.side * late.side):
        own(late, number, 1)
    turn(late)
    assert over(late)[0] == 0


@pytest.mark.rule("BOI-260", "BOI-261")
def test_a_team_without_anything_is_eliminated():
    g = game(teams=3, ships_per_team=2, map=None)
    for number in range(g.side * g.side):
        if g.owner[number] == 2:
            own(g, number, 1)
    turn(g)
    assert g.team_list[2].eliminated == 1
    assert owing(g) == [1, 2, 5, 6]
    assert refused(g, 3, type="done") == "game_over"
    assert over(g)[0] == 0
    for number in range(g.side * g.side):
        if g.owner[number] == 3:
            own(g, number, 1)
    turn(g)
    assert over(g)[0] == t.ENDED_LAST_TEAM


@pytest.mark.rule("BOI-261")
@pytest.mark.parametrize("unit", [ZORA, THEIRS])
def test_a_ship_or_the_mothership_on_the_map_keeps_a_team_in_the_game(unit):
    g = game()
    for number in range(g.side * g.side):
        if g.owner[number] == 2:
            own(g, number, 1)
    place(g, unit, 5, 5)
    turn(g)
    assert g.team_list[2].eliminated == 0


@pytest.mark.rule("BOI-262", "BOI-263", "BOI-264")
def test_ranks_and_their_tie_breaks():
    g = game()
    assert [rank(g, team) for team in (1, 2)] == [1, 1]
    g.team_list[1].lost = 1
    assert [rank(g, team) for team in (1, 2)] == [2, 1]
    g.players[0].defeated = 1
    assert [rank(g, team) for team in (1, 2)] == [1, 2]
    structure(g, 11, 11, 2)
    assert [rank(g, team) for team in (1, 2)] == [2, 1]
    g.poi[tile(g, 0, 0)] = 1
    assert [rank(g, team) for team in (1, 2)] == [1, 2]
    own(g, tile(g, 5, 5), 2)
    assert [rank(g, team) for team in (1, 2)] == [2, 1]
    g.reason = t.ENDED_TURNS
    places = [place for place, _ in over(g)[1]]
    assert places == [2, 2, 2, 1, 1, 1]


@pytest.mark.rule("BOI-257")
def test_the_season_ends_a_game_with_its_open_turn():
    g = game(**LIVE)
    row = GAME.change_row_of(GAME.change_of([t.CHANGE_END, 0, 0, 0], g), g)
    assert contract.check_change(g, row) == 0
    contract.change(g, row)
    assert over(g)[0] == 0
    turn(g)
    assert over(g)[0] == t.ENDED_SEASON


@pytest.mark.rule("BOI-155", "BOI-264")
def test_whose_players_are_gone_flies_on_until_one_team_is_left():
    g = game()
    contract.leave(g, 4, t.RESIGNED)
    assert (g.units[3].automode, owing(g)) == (1, [1, 2, 3, 5, 6])
    assert over(g)[0] == 0
    contract.leave(g, 5, t.CONNECTION_LOST)
    contract.leave(g, 6, t.KICKED)
    assert over(g) == (t.ENDED_DESERTED, [(1, 3)] * 3 + [(2, 3)] * 3)


# Organisers


@pytest.mark.rule("BOI-298", "BOI-234")
def test_organisers_change_roles_stakes_and_items():
    g = game(**LIVE)
    place(g, MOTHER, 3, 3, ap=9)
    assert refused(g, CARL, type="move", unit=MOTHER, to=[4, 3]) == "not_your_unit"
    for change in ({"type": "role", "player": 3, "role": "leader"}, {"type": "stake", "player": 3, "stake": 2500},
                   {"type": "item", "player": 3, "template": "boost-optics"}):  # fmt: skip
        import msgspec

        row = GAME.change_row_of(msgspec.convert(change, GAME.changes), g)
        assert contract.check_change(g, row) == 0
        assert msgspec.to_builtins(GAME.change_of(row, g)).items() >= change.items()
        contract.change(g, row)
    assert refused(g, CARL, type="move", unit=MOTHER, to=[4, 3]) == ""
    assert g.players[2].battery == 5000
    assert GAME.view(g, 3, list("abcdef")).you.items["3"][0].template == "boost-optics"
    for row in ([t.CHANGE_STAKE, 99, 1, 0], [t.CHANGE_STAKE, 0, -1, 0], [t.CHANGE_ROLE, 0, 7, 0], [9, 0, 0, 0],
                [t.CHANGE_ITEM, 0, 0, 0], [t.CHANGE_ITEM, 0, 999, 0]):  # fmt: skip
        assert contract.check_change(g, row) != 0
