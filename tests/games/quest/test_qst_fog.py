"""Nobody learns what it may not know, over random matches: what is hidden is changed, and nothing that is sent."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from tests.games.quest.text_states import NAMES, Field, arena, encode, plain, random_play, seen, tag

from roundhouse.core.schema import clone
from roundhouse.games.quest import GAME
from roundhouse.games.quest.actions import Attack, Dig, Look, Pickup
from roundhouse.games.quest.cells import cells
from roundhouse.games.quest.learning import arrays
from roundhouse.games.quest.rules import tables as t

SETTINGS = [
    {},
    {"view_buried_types": False},
    {"trap_visible": True},
    {"respawn": False},
    {"replenish_on": "every_turn"},
]


def scrambled(g, seat, rng):
    """The same state with everything changed that a seat may not know."""
    other = clone(g)
    other.seed = rng.randrange(2**40)
    hidden = [cell for cell in range(g.width * g.height) if not g.watched[seat, cell]]
    scramble_players(other, seat, rng)
    scramble_cells(other, seat, hidden, rng)
    scramble_towers(other, seat, rng)
    scramble_units(other, seat, rng)
    scramble_rows(other, seat, rng)
    return other


def scramble_players(g, seat, rng):
    for one in range(1, g.seats + 1):
        if one == seat:
            continue
        player = g.players[one]
        player.gold, player.acted, player.spree = rng.randrange(999), rng.randrange(9), rng.randrange(9)
        player.levels = [rng.randrange(1, 4) for _ in player.levels]
        for name in ("taken", "used", "crafted"):
            setattr(player, name, [rng.randrange(99) for _ in getattr(player, name)])
        for name in ("damage_dealt", "damage_taken", "energy_spent", "refused", "timed_out", "digs"):
            setattr(player, name, rng.randrange(99))
        for row in g.digs:
            row[one * t.DIGS_OWN : (one + 1) * t.DIGS_OWN] = rng.choices(range(9), k=t.DIGS_OWN)
        count = g.width * g.height
        g.memory[one][:count] = rng.choices(range(t.KNOWN, 2 * t.KNOWN), k=count)
        g.watched[one][:count] = rng.choices((0, 1), k=count)


def scramble_cells(g, seat, hidden, rng):
    """What lies where nobody of the seat looks, how much is buried where it does, and traps that it does not see."""
    count = g.width * g.height
    for row in (*g.buried, *g.surface):
        for cell, amount in zip(hidden, rng.choices((0, 0, 5), k=len(hidden)), strict=True):
            row[cell] = amount
    for row in g.buried:
        amounts = rng.choices(range(1, 99), k=count)
        for cell in range(count):
            if g.watched[seat, cell] and (row[cell] or not g.view_buried_types):
                row[cell] = amounts[cell]
    for cell in hidden:
        if not g.memory[seat, cell]:
            g.terrain[cell] = 1 - g.terrain[cell]
        if g.built[cell] < t.BUILT_TRAP * t.BUILT_KIND:
            g.built[cell] = 0  # towers are put back later
    for cell in range(count):
        if (not g.trap_visible or not g.watched[seat, cell]) and is_hidden_trap(g, seat, cell):
            foe = rng.choice([one for one in range(1, g.seats + 1) if one != seat])
            g.built[cell] = rng.choice((0, 0, t.BUILT_TRAP * t.BUILT_KIND + foe * t.BUILT_SEAT + rng.randrange(1, 4)))


def is_hidden_trap(g, seat, cell):
    """Whether nothing or a trap of somebody else is built there."""
    kind, rest = divmod(g.built[cell], t.BUILT_KIND)
    return kind == 0 or (kind == t.BUILT_TRAP and rest // t.BUILT_SEAT != seat)


def scramble_towers(g, seat, rng):
    kept = []
    for tower in g.towers[: g.tower_count]:
        if tower.owner == seat or g.watched[seat, tower.cell]:
            kept.append(tower)
        elif rng.random() < 0.5:
            tower.level, tower.energy = rng.randrange(1, 4), rng.randrange(1, 200)
            g.built[tower.cell] = t.BUILT_TOWER * t.BUILT_KIND + tower.owner * t.BUILT_SEAT + tower.level
            kept.append(tower)
    spare = [tower for tower in g.towers if all(tower is not one for one in kept)]
    g.towers, g.tower_count = kept + spare, len(kept)


def scramble_units(g, seat, rng):
    hidden = [cell for cell in range(g.width * g.height) if not g.watched[seat, cell]]
    for unit in g.units[: g.unit_count]:
        if unit.owner == seat or not unit.alive:
            continue
        unit.carried = [rng.randrange(9) for _ in unit.carried]
        unit.retaliation, unit.cutoff, unit.spent = (rng.randrange(99) for _ in range(3))
        unit.hurt, unit.respawned, unit.frozen_before, unit.shield_before = (rng.randrange(2) for _ in range(4))
        if not g.watched[seat, unit.y * g.width + unit.x]:
            unit.y, unit.x = divmod(rng.choice(hidden), g.width)
            unit.energy, unit.max_energy, unit.frozen = (rng.randrange(1, 99) for _ in range(3))
            unit.sword, unit.armour, unit.shield = rng.randrange(4), rng.randrange(4), rng.randrange(2)


def scramble_rows(g, seat, rng):
    """Rows that the seat is told nothing of are gone, and of others the numbers that it is not told are changed."""
    bit, rows = 1 << seat, []
    everybody = (2 << g.seats) - 2
    for row in g.events[: g.event_count]:
        if row.kind == t.MOVED and row.seat != seat:
            row.b = rng.randrange(99)
            if not row.seen & bit:
                row.cell = rng.randrange(g.width * g.height)
            if not row.c & bit:
                row.a = rng.randrange(g.width * g.height)
            if row.seen & bit or row.c & bit:
                rows.append(row)
        elif row.seen & bit or row.seen == everybody:
            if row.kind == t.TOOK and row.seat != seat:
                deeper = rng.randrange(1, 50)
                row.b, row.c = row.b + deeper - row.c, deeper
            if row.kind == t.DAMAGED and row.seat != seat:
                row.b = rng.randrange(99)
            rows.append(row)
    spare = [row for row in g.events if all(row is not one for one in rows)]
    g.events, g.event_count = rows + spare, len(rows)


def answers(g, seat):
    """What requests would be answered with now, by every unit of the seat."""
    first = (seat - 1) * g.units_each
    ids = [seat * 100 + k for k in range(g.units_each) if g.units[first + k].alive]
    asked = [action for unit in ids for action in (Look(unit=unit), Dig(unit=unit))]
    told = [GAME.answer(g, seat, action, isinstance(action, Look)) for action in asked]
    return encode(told)


@pytest.mark.slow
@pytest.mark.rule("QST-024", "QST-040", "QST-041", "QST-042", "QST-043", "QST-046")
@pytest.mark.rule("QST-050", "QST-139", "QST-140", "QST-141")
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_nothing_that_a_seat_is_sent_depends_on_what_it_may_not_know(settings):
    rng = Random(7)
    kinds = Counter()
    for seed in (3,) if settings else (3, 5):
        for n, g in enumerate(random_play(arena(**settings), seed)):
            if g.reason:
                break
            happened = Counter(tag(event) for event in GAME.events(g))
            kinds += happened
            if n % 4 and happened in ({}, {"moved": 1}):
                continue  # most of a match is walking
            seat = rng.randrange(1, g.seats + 1)
            other = scrambled(g, seat, rng)
            assert seen(other, seat) == seen(g, seat)
            if n % 5 == 0:
                assert answers(other, seat) == answers(g, seat)
            if n % 40 == 0:
                assert np.array_equal(arrays.observations([other], seat), arrays.observations([g], seat))
                assert np.array_equal(arrays.masks([other], seat), arrays.masks([g], seat))
    assert {"moved", "damage", "died", "picked_up", "trap_sprung", "crafted", "equipped", "points"} <= set(kinds)
    if not settings:
        assert {"dropped", "trap_placed", "tower_placed", "drained", "dug", "researched"} <= set(kinds)


@pytest.mark.rule("QST-048")
def test_spectators_of_a_running_match_learn_only_what_everybody_knows():
    rng = Random(3)
    for g in random_play(arena(), 4, every=7):
        if not g.reason:
            assert seen(scrambled(g, 0, rng), 0) == seen(g, 0)


@pytest.mark.rule("QST-040", "QST-042", "QST-043")
@pytest.mark.parametrize("settings", [{}, {"trap_visible": True}, {"view_buried_types": False}], ids=str)
def test_what_goes_out_of_sight_is_remembered_as_it_was_then(settings):
    """An independent memory: when a cell goes out of sight, what it showed; as long as it stays there, the same."""
    minds: dict[int, dict[int, object]] = {seat: {} for seat in (1, 2, 3)}
    sights: dict[int, set[int]] = {seat: set() for seat in minds}
    lost = 0
    for g in random_play(arena(**settings), 11):
        for seat, mind in minds.items():
            now = {cell for cell in range(g.width * g.height) if g.watched[seat, cell]}
            for cell in sorted(sights[seat] - now):
                mind[cell] = picture(g, seat, cell)
                lost += 1
            for cell in now:
                mind.pop(cell, None)
            sights[seat] = now
            view = plain(GAME.view(g, seat, NAMES[:3]))
            shown = {one.pop("y") * g.width + one.pop("x"): one for one in view["remembered"]}
            assert shown == {cell: saw for cell, saw in mind.items() if saw}
            known = {
                y * g.width + x for y, line in enumerate(view["terrain"]) for x, sign in enumerate(line) if sign != "?"
            }
            assert known == now | set(mind)
    assert lost > 300


def picture(g, seat, cell):
    """A cell as it is seen, in the words of what is remembered. Own traps are not: their owner knows them anyway."""
    shown = plain(cells(g, [cell], seat)[0])
    saw = {}
    if "buried" in shown:
        saw["buried"] = shown["buried"]
    saw |= {name: True for name in ("resources", "items") if name in shown}
    if shown.get("trap", {"player": seat})["player"] != seat:
        saw["trap"] = True
    if "tower" in shown:
        saw |= {"tower_level": shown["tower"]["level"], "tower_player": shown["tower"]["player"]}
    return saw


@pytest.mark.rule("QST-139", "QST-140", "QST-043")
def test_whoever_is_told_of_something_in_a_cell_owns_a_part_of_it_or_sees_the_cell():
    heard = Counter()
    for g in random_play(arena(), 5):
        for event in GAME.events(g):
            for seat in range(1, g.seats + 1):
                told = GAME.of_event(g, event, seat)
                if told is None or not hasattr(told, "x") or seat in owners(event):
                    continue
                heard[tag(told)] += 1
                for x, y in ends(told):
                    assert g.watched[seat, y * g.width + x], told
    assert {"moved", "damage", "died", "dropped", "trap_sprung", "picked_up"} <= set(heard)
    assert "trap_placed" not in heard


def owners(event):
    fields = ("seat", "trap_seat", "target_seat", "by_seat", "tower_seat")
    found = {getattr(event, name, 0) for name in fields}
    return found | ({1, 2, 3} if tag(event) == "respawned" else set())


def ends(told):
    places = [(told.x, told.y)] + ([(told.from_x, told.from_y)] if tag(told) == "moved" else [])
    return [place for place in places if isinstance(place[0], int)]


@pytest.mark.rule("QST-041", "QST-046", "QST-141")
@pytest.mark.parametrize(
    "words", ["200 dig", "200 research sword", "200 retaliate 9 9", "200 craft sword1 iron 10 stone 4 wood 4"]
)
def test_what_a_team_does_in_secret_looks_to_others_as_if_it_had_looked_around(words):
    board = """
    round 1 of 9 turn 2
    ..........
    ..........
    ..........
    ..........
    ..........
    1 start 0,0
    2 start 9,4
    100 3,2
    200 4,2 iron 20 stone 8 wood 8
    buried iron 5 4,2
    """
    quiet = {"dig_cost": 0, "research_energy": 0, "craft_points": 0}
    field, other = Field(board, **quiet), Field(board, **quiet)
    field.do(words)
    other.do("200 view")
    assert seen(field.g, 1) == seen(other.g, 1)
    assert seen(field.g, 2) != seen(other.g, 2)


@pytest.mark.rule("QST-046", "QST-082")
def test_answers_know_nothing_but_what_the_request_itself_found():
    """The same request in states that differ where it does not reach."""
    rng = Random(1)
    for g in random_play(arena(), 8, every=25):
        seat = g.turn_of
        for unit in (seat * 100, seat * 100 + 1):
            for action in (Pickup(unit=unit, what={"iron": 1}), Attack(unit=unit, target=999, energy=1)):
                other = scrambled(g, seat, rng)
                assert encode(GAME.answer(other, seat, action, False)) == encode(GAME.answer(g, seat, action, False))
