"""States and orders as short text, there and back."""

from random import Random

import pytest
from tests.games.boidvoid.scenes import scene

from roundhouse.core.rules import stream
from roundhouse.core.schema import canonical
from roundhouse.games.boidvoid import GAME, actions, notation
from roundhouse.games.boidvoid.actions import action_of, row_of
from roundhouse.games.boidvoid.rules import contract
from roundhouse.games.boidvoid.rules import tables as t

FIELD = """
turn 3 of 60
.. .1 :. -- ..
 .1 .1 =. o2 ..
.. ~. .. .. .2
 .. .. .. .2 .2
-- .. .. .. ..
obstacle black_hole 2,2
poi space_oasis 1,0 3,1
team 1 home 1,1 lost 2
team 2 home 4,3
player 1 leader battery 60.25 stake 10000 ratio 70 captured 3 items ss-relay:free boost-lucky:gone
player 2 vice_leader battery 0 stake 10000 ratio 50
player 3 leader battery 100 stake 10000 ratio 50
player 4 vice_leader battery 100 stake 10000 ratio 50
ship 1 1,0 health 50 ap 9 job building 1 of 2 ss-relay
ship 2 off health 0 respawn 3 destroyed 1
ship 3 4,2 health 100 swarm 8 boosts boost-plating:9:2:1
ship 4 3,3 health 100 ap 3 automode 1
mothership 5 1,1 health 300
mothership 6 4,3 health 250
pirate 7 0,3 home 0,3 health 80
swarm 8 of 2 4,2 ships 3 acted 1
structure 9 of 2 3,1 ss-bastion level 2 health 480 builder 3
order 1 1 move 2,0
order 1 ship battery 80
seat 1 done 1 left 0
counted serials 9 combats 3
"""


def test_a_text_becomes_a_state_and_the_state_the_text_again():
    g = notation.read(FIELD)
    assert (g.turn_no, g.side, g.teams, g.seats, g.player_count, g.npc_count) == (3, 5, 2, 2, 4, 1)
    assert (g.tile_kind[3], g.tile_kind[8], g.owner[8], g.obstacle[12], g.poi[8]) == (0, 5, 2, 1, 1)
    assert (g.tile_count, g.tiles_owned[1], g.tiles_owned[2]) == (22, 3, 4)
    assert (g.players[0].battery, g.players[0].ratio, g.players[0].item_states[1]) == (6025, 70, t.ITEM_GONE)
    assert (g.units[0].job, g.units[0].needed, g.units[1].tile, g.units[2].swarm) == (t.BUILDING, 2, -1, 8)
    assert (g.standing[14], g.standing[1], g.structure_at[8]) == (8, 1, 1)
    assert g.players[0].pending == 2
    assert notation.write(g).strip() == FIELD.strip()


@pytest.mark.rule("BOI-088", "BOI-089", "BOI-090")
def test_what_a_seat_is_shown_as_text():
    setup = GAME.setup(settings={"ships_per_team": 2})
    g = notation.read(FIELD)
    mine, theirs, public = (notation.write_view(GAME.view(g, seat, ["a", "b"]), setup) for seat in (1, 2, 0))
    for shown in (mine, theirs, public):
        lines = shown.splitlines()
        assert lines[:10] == FIELD.strip().splitlines()[:10]
        assert "swarm 8 of 2 4,2 ships 3" in shown
        assert "structure 9 of 2 3,1 ss-bastion level 2 health 480 builder 3" in lines
    assert "player 1 leader battery 60.25" in mine
    assert "player 3" not in mine
    assert "ship 1 1,0 health 50 ap 9 job building 1 of 2 ss-relay" in mine
    assert "ship 1 1,0 health 50 job building 1 of 2 ss-relay" in theirs  # without its action points
    assert mine.splitlines()[-2:] == ["order 1 1 move 2,0", "order 1 ship battery 80"]
    assert "player 3 leader battery 100" in theirs
    assert "player" not in public
    assert "order" not in theirs


def test_a_state_that_was_read_can_be_played_on():
    g = notation.read(FIELD)
    view = GAME.view(g, 1, ["a", "b"])
    assert len(view.units) == 8
    assert [one.order["type"] for one in view.you.orders] == ["move", "battery"]
    contract.tick(g)
    assert (g.turn_no, g.players[0].ratio) == (4, 80)
    assert g.units[0].tile == 2  # it moved, and the build was given up
    assert g.units[0].job == t.IDLE


@pytest.mark.parametrize("seed", range(3))
def test_what_is_written_of_random_positions_reads_as_the_same(seed):
    g, setup = scene(Random(seed))
    again = notation.read(notation.write(g), seed=g.seed, **setup.settings)
    assert notation.write(again) == notation.write(g)
    assert canonical(again) == canonical(g)


def test_what_is_written_of_a_random_match_reads_as_the_same():
    settings = {"turn_limit": 6}
    setup = GAME.setup(seed=5, settings=settings)
    g, key, n = GAME.start(setup), stream(5, 0), 0
    row, owing = [0] * t.WIDTH, [0] * (t.SEATS_MAX + 1)
    while g.reason == 0:
        while contract.waiting(g, owing):
            for seat in (1, 2):
                if owing[seat]:
                    contract.sample(g, seat, key, n, row)
                    contract.act(g, seat, row)
                    n += 1
        for moment in ("with sealed orders", "after the turn"):
            again = notation.read(notation.write(g), seed=g.seed, **setup.settings)
            assert canonical(again) == canonical(g), moment
            if moment == "with sealed orders":
                contract.tick(g)


ORDERS = {
    "done": actions.Done(),
    "restart": actions.Restart(),
    "3 move 4,5": actions.Move(unit=3, to=(4, 5)),
    "3 move 4,5 partial": actions.Move(unit=3, to=(4, 5), partial=True),
    "3 path 4,5 5,5": actions.Move(unit=3, path=[(4, 5), (5, 5)]),
    "3 path 4,5 5,5 partial": actions.Move(unit=3, path=[(4, 5), (5, 5)], partial=True),
    "ship capture": actions.Capture(),
    "3 cancel": actions.Cancel(unit=3),
    "3 build 0": actions.Build(unit=3, item=0),
    "3 spawn 4,5": actions.Spawn(unit=3, tile=(4, 5)),
    "ship battery 80": actions.Battery(attack=80),
    "3 detonate": actions.Detonate(unit=3),
    "3 attack 31": actions.Attack(unit=3, target=31),
    "3 swarm_create": actions.SwarmCreate(unit=3),
    "3 swarm_join 40": actions.SwarmJoin(unit=3, swarm=40),
    "3 swarm_leave 4,5": actions.SwarmLeave(unit=3, tile=(4, 5)),
    "3 automode on": actions.Automode(unit=3, on=True),
    "3 automode off": actions.Automode(unit=3, on=False),
    "3 boost 1 burn 3": actions.UseBoost(unit=3, item=1, mode="burn", target=3),
    "3 boost 1 stake": actions.UseBoost(unit=3, item=1, mode="stake"),
    "3 unstake 1": actions.Unstake(unit=3, item=1),
    "3 equip 2": actions.Equip(unit=3, item=2),
}


@pytest.mark.rule("BOI-095", "BOI-306")
@pytest.mark.parametrize("words", ORDERS)
def test_orders_as_words_and_rows(words):
    action = ORDERS[words]
    assert notation.read_action(words) == action
    assert notation.write_action(action) == words
    g, _ = scene(Random(1))
    assert action_of(row_of(action, g), g) == action


@pytest.mark.parametrize(
    "words",
    ["", "3", "3 fly 4,5", "3 move", "3 move 4", "x capture", "3 automode maybe", "3 boost 1 eat", "3 capture 1"],
)
def test_what_is_no_order_is_said_to_be_none(words):
    with pytest.raises(notation.TextError, match="is no order"):
        notation.read_action(words)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("team 2 home 4,3", "team 2 home 3,0", "no tile of the map"),
        ("counted", "counts", "no line of a state"),
        ("ship 2 off", "ship 9 off", "ships come first"),
        ("team 1 home 1,1 lost 2\n", "", "at least two teams"),
        ("lost 2", "won 2", "nothing that can be said here"),
        ("poi space_oasis", "poi oasis", "no state"),
    ],
)
def test_what_is_no_state_is_said_to_be_none(old, new, words):
    with pytest.raises(notation.TextError, match=words):
        notation.read(FIELD.replace(old, new))
    with pytest.raises(notation.TextError, match="there is no map"):
        notation.read("turn 1 of 5")
