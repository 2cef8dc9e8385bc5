"""What a seat may not know: its observation, its mask and its view do not depend on it, and copies draw it anew."""

from functools import partial

import msgspec
import numpy as np
import pytest
from tests.rl.matches import SHORT, random_legal

from roundhouse import rl
from roundhouse.core.registry import GAMES, part
from roundhouse.core.schema import pack
from roundhouse.games.quest.rules import tables as quest
from roundhouse.games.quest.rules.phases.building import put_tower
from roundhouse.games.quest.rules.phases.knowledge import picture
from roundhouse.rl.hidden_information import redraw
from roundhouse.rl.opponents import Contest
from roundhouse.rl.options import options_of
from roundhouse.rl.single_match import Position

# Bots that build, fight and explore, so that there is something to hide
RIVALS = {"rally": "easy", "dungeon": "miner", "quest": "crafter", "boidvoid": "raider"}
BUSY = {
    "rally": {"max_rounds": 40},
    "dungeon": {"max_rounds": 30},
    "quest": {"rounds": 12, "units": 4, "orders": 6, "width": 50, "height": 50},
    "boidvoid": {"turn_limit": 8, "orders": 6},
}

HIDDEN = {key: hidden.draw_hidden for key, game in GAMES.items() if (hidden := part(game, "learning.hidden"))}


def busy(key, steps, seed):
    """A match in its middle: a learner at random on seat 1, a good bot on the other."""
    position = Contest(options_of(key, **BUSY[key]), seed, learner=1, opponent=RIVALS[key])
    random = np.random.default_rng(seed)
    for _ in range(steps):
        if position.result is None:
            position.play({1: int(random.choice(np.flatnonzero(position.mask(1))))})
    return position


def known(position, seat):
    """The view of a seat. In the Dungeon all know the names of all stations, but not where they are."""
    view = position.view(seat)
    if position.game.key == "dungeon":
        return msgspec.structs.replace(view, stations=[""] * len(view.stations))
    return view


@pytest.mark.slow
@pytest.mark.parametrize("key", HIDDEN)
def test_what_a_seat_knows_does_not_depend_on_what_is_hidden_from_it(key):
    """All that is hidden is drawn anew in place, and the draws to come besides."""
    changed = 0
    for steps, seed in ((4, 1), (22, 2), (43, 3)):
        position = busy(key, steps, seed)
        for seat in (1, 2):
            seen, mask, view = position.observation(seat), position.mask(seat), known(position, seat)
            others = position.observation(3 - seat)
            for draw in range(3):
                copy = Position(position.options, 0, setup=position.setup, state=position.clone().state)
                copy.edit(partial(HIDDEN[key], seat=seat, key=1000 * seed + draw))
                assert known(copy, seat) == view
                copy.edit(
                    partial(redraw, seed=draw)
                )  # the names of the Dungeon come from the seed, observations have none
                assert np.array_equal(copy.observation(seat), seen)
                assert np.array_equal(copy.mask(seat), mask)
                changed += not np.array_equal(copy.observation(3 - seat), others)
        position.close()
    assert changed > 9  # of 18, so that this test is about something


@pytest.mark.slow
@pytest.mark.parametrize("key", list(GAMES))
def test_a_resampled_match_is_played_on_by_the_rules(key):
    """To its end, with all that the masks allow accepted."""
    position = Position(options_of(key, **SHORT[key]), 5)
    random = np.random.default_rng(5)
    for _ in range(9):
        position.play(random_legal(position, random))
    for seed in range(2):
        made = position.resample(2, seed)
        steps = 0
        while made.result is None and steps < 400:
            assert made.play(random_legal(made, random)) == {}
            steps += 1
        assert made.result is not None


@pytest.mark.parametrize("key", list(GAMES))
def test_resampling_leaves_the_match_alone_and_depends_on_the_seed(key):
    env = rl.parallel_env(key, **SHORT[key])
    env.reset(seed=4)
    random = np.random.default_rng(4)
    for _ in range(7):
        env.step({f"seat_{seat}": action for seat, action in random_legal(env.position, random).items()})
    before = env.serialize()
    made = [pack(env.resample("seat_1", seed).position.state).tobytes() for seed in (1, 2, 1)]

    assert env.serialize() == before
    assert made[0] == made[2]
    assert (made[0] == made[1]) == (key == "spacegoo")  # in which nothing is hidden, and nothing is drawn later


def test_quest_keeps_what_is_remembered_and_moves_what_is_not():
    position = busy("quest", 40, 7)
    g = position.state
    hidden = [n for n, unit in enumerate(g.units[: g.unit_count]) if unit.owner == 2 and not seen_by_one(g, unit)]
    assert hidden
    places, amounts = set(), set()
    for seed in range(4):
        copy = position.clone().state
        HIDDEN["quest"](copy, 1, seed)
        places.add(tuple((copy.units[n].x, copy.units[n].y) for n in hidden))
        amounts.add(tuple(copy.buried[0]))
        assert sum(copy.buried[0]) >= sum(g.buried[0]) * 0.9  # heaps move, they are not lost
        assert not any(seen_by_one(copy, copy.units[n]) for n in hidden)
        assert all(copy.terrain[copy.units[n].y * copy.width + copy.units[n].x] == 0 for n in hidden)
    assert len(places) == len(amounts) == 4
    position.close()


def seen_by_one(g, unit):
    return g.watched[1, unit.y * g.width + unit.x] > 0


def test_the_dungeon_keeps_what_was_visited_and_its_numbers():
    position = busy("dungeon", 40, 7)
    g = position.state
    size = g.side * g.side
    maps = set()
    for seed in range(4):
        copy = position.clone().state
        HIDDEN["dungeon"](copy, 1, seed)
        for before, after in zip(g.planets[:size], copy.planets[:size], strict=True):
            if before.known[1] == 2:
                assert (after.exists, after.station) == (before.exists, before.station)
        assert copy.station_count == g.station_count
        assert copy.planet_count == g.planet_count
        assert all(copy.planets[robot.planet].exists for robot in copy.robots[: copy.robot_count])
        maps.add(tuple((planet.exists, planet.kind) for planet in copy.planets[:size]))
    assert len(maps) == 4
    position.close()


def test_quest_moves_towers_and_traps_that_nobody_saw():
    """A tower that is remembered stays, one that was never seen is anywhere, and so are traps, also before our feet."""
    position = Position(options_of("quest", **SHORT["quest"]), 3)
    g = position.state
    far = [cell for cell in range(g.width * g.height) if g.terrain[cell] == quest.GRASS and not g.watched[1, cell]]
    near = [cell for cell in range(g.width * g.height) if g.terrain[cell] == quest.GRASS and g.watched[1, cell]]
    stood_on = {unit.y * g.width + unit.x for unit in g.units[: g.unit_count]}
    trap = quest.BUILT_TRAP * quest.BUILT_KIND + 2 * quest.BUILT_SEAT + 1

    def build(g):
        put_tower(g, 2, far[50], 1, g.tower_energy[1])
        put_tower(g, 2, far[90], 2, g.tower_energy[2])
        g.memory[1, far[90]] = picture(g, 1, far[90])
        for cell in (far[10], next(cell for cell in near if cell not in stood_on)):
            g.built[cell] = trap
            g.players[2].traps += 1

    position.edit(build)
    seen, mask = position.observation(1), position.mask(1)

    lost, traps = set(), set()
    for seed in range(5):
        copy = position.clone()
        copy.edit(partial(HIDDEN["quest"], seat=1, key=seed))
        assert np.array_equal(copy.observation(1), seen)
        assert np.array_equal(copy.mask(1), mask)
        assert copy.state.towers[1].cell == far[90]
        lost.add(copy.state.towers[0].cell)
        for tower in copy.state.towers[:2]:
            assert copy.state.built[tower.cell] // quest.BUILT_KIND == quest.BUILT_TOWER
            assert not copy.state.watched[1, tower.cell]
        found = [cell for cell in range(g.width * g.height) if copy.state.built[cell] == trap]
        assert len(found) == 2
        assert sum(1 for one in copy.state.built if one) == 4
        traps.add(tuple(found))
    assert len(lost) == len(traps) == 5
