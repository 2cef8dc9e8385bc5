"""What happens at the caps, and rows that no message stands for."""

from random import Random

import pytest
from tests.games.quest.rule_states import Play, both_modes, start, two

from roundhouse.core.schema import canonical
from roundhouse.games.quest import GAME
from roundhouse.games.quest.rules import tables as t

MOST = t.AMOUNT_MAX


@both_modes
@pytest.mark.rule("QST-020", "QST-088")
def test_more_than_fits_into_a_cell_cannot_be_dropped(native):
    lines = ["100 5,5 iron 9 wears sword1", "200 9,9", f"surface iron {MOST - 4} 5,5", f"surface sword1 {MOST} 5,5"]
    game = Play(two(*lines), native=native)
    assert game.refusal("100 drop iron 5") == "full"
    assert game.refusal("100 drop sword1 1") == "full"
    assert game.refusal("100 drop iron 10") == "missing"
    game.do("100 drop iron 4")
    assert game.surface(5, 5)["iron"] == MOST


@both_modes
@pytest.mark.rule("QST-082", "QST-086")
def test_more_than_a_unit_can_carry_is_not_taken(native):
    game = Play(two(f"100 5,5 iron {MOST - 4}", "200 9,9", "surface iron 9 5,5", "buried wood 2 5,5"), native=native)
    game.do("100 pickup iron 5 wood 2")
    assert game.held(100) == {"iron": MOST - 4, "wood": 2}
    game.do("100 pickup iron 4")
    assert game.held(100)["iron"] == MOST


@pytest.mark.rule("QST-087")
def test_gold_has_no_such_limit():
    game = Play(two("100 5,5", "200 9,9", f"surface gold {MOST} 5,5", f"buried gold {MOST} 5,5", first="gold 99999"))
    game.do(f"100 pickup gold {2 * MOST}")
    assert (game.player(1).gold, game.points(1)) == (99999 + 2 * MOST, MOST)


@pytest.mark.rule("QST-095", "QST-097")
def test_more_than_an_inventory_holds_is_not_crafted_or_taken_off():
    game = Play(two(f"100 5,5 sword1 {MOST} sword2 {MOST} bronze 14 wood 4 wears sword2", "200 9,9"))
    assert game.refusal("100 craft sword1 bronze 14 wood 4") == "full"
    assert game.refusal("100 equip sword1") == "full"
    assert game.refusal("100 equip sword2") == ""
    game.do("100 drop sword1 1", "100 craft sword1 bronze 14 wood 4")


@both_modes
@pytest.mark.rule("QST-072")
def test_what_finds_no_room_on_a_death_is_lost(native):
    lines = ["100 5,5", "200 6,5 energy 1 of 1 iron 9 wood 3 wears armour2", f"surface iron {MOST - 4} 6,5",
             f"surface armour2 {MOST} 6,5"]  # fmt: skip
    game = Play(two(*lines), native=native)
    game.do("100 attack 200 1")
    assert game.surface(6, 5) == {"iron": MOST, "wood": 3, "armour2": MOST}


@pytest.mark.rule("QST-046")
def test_the_oldest_dig_drops_out():
    game = Play(two("100 5,5", "200 9,9"), dig_cost=0)
    for n in range(205):
        game.g.buried[t.IRON, game.cell(5, 5)] = n
        game.do("100 dig")
    dug = GAME.view(game.g, 1, ["a", "b"]).dug
    assert len(dug) == 200
    assert [one.resources.get("iron") for one in dug[:2]] == [204, 203]
    assert dug[-1].resources["iron"] == 5


def test_when_the_ring_is_full_rows_are_only_counted():
    game = Play(two("100 5,5", "200 9,9"))
    game.g.event_count = t.EVENTS - 1
    GAME.rules.act(game.g, 1, game.row("100 move 6,6"))
    assert (game.g.event_count, game.g.events_lost) == (t.EVENTS, 0)
    GAME.rules.act(game.g, 1, game.row("100 move 7,7"))
    assert (game.g.event_count, game.g.events_lost) == (t.EVENTS, 1)
    game.end()
    assert game.g.events_lost == 0
    assert game.place(100) == (7, 7)


@pytest.mark.rule("QST-150", "QST-056")
def test_rows_that_stand_for_no_message_are_bad_requests():
    game = Play(two("100 5,5 iron 30 stone 50 wood 50", "200 6,6"), carry_limit=500)
    good = {
        t.END_TURN: "end_turn", t.MOVE: "100 move 6,5", t.ATTACK: "100 attack 200 5", t.RETALIATE: "100 retaliate 3 9",
        t.DIG: "100 dig", t.PICKUP: "100 pickup wood 1", t.DROP: "100 drop wood 1", t.VIEW: "100 view",
        t.CRAFT: "100 craft sword1 iron 10 stone 4 wood 4", t.RESEARCH: "100 research trap",
        t.PLACE_TRAP: "100 place_trap trap1 stone 12 wood 18", t.PLACE_TOWER: "100 place_tower tower1 stone 50 wood 50",
        t.RESIGN: "resign",
    }  # fmt: skip
    takes_amounts = (t.PICKUP, t.DROP, t.CRAFT, t.PLACE_TRAP, t.PLACE_TOWER)
    for do, words in good.items():
        row = game.row(words)
        assert row[t.DO] == do
        assert game.judged(row) == ""
        for place in range(t.N, t.WIDTH):
            for wrong in (-1, t.NUMBER_MAX + 1, -t.NUMBER_MAX - 1):
                assert game.judged([*row[:place], wrong, *row[place + 1 :]]) == "bad_request"
            if do not in takes_amounts:
                assert game.judged([*row[:place], 1, *row[place + 1 :]]) == "bad_request"
        if do in takes_amounts:
            assert game.judged([*row[: t.N], *(0,) * t.THINGS]) == "bad_request"
        for place in (t.UNIT, t.A, t.B):
            assert game.judged([*row[:place], t.NUMBER_MAX + 1, *row[place + 1 :]]) == "bad_request"
        if do in (t.END_TURN, t.RESIGN):
            assert game.judged([do, 100, *row[2:]]) == "bad_request"
        if do not in (t.MOVE, t.ATTACK, t.RETALIATE):
            assert game.judged([*row[: t.B], 1, *row[t.B + 1 :]]) == "bad_request"
        if do in (t.DIG, t.PICKUP, t.DROP, t.VIEW, t.END_TURN, t.RESIGN):
            assert game.judged([*row[: t.A], 1, *row[t.A + 1 :]]) == "bad_request"
    for do in (-1, 14, 99, -(2**31) + 1, 2**31 - 1):
        assert game.judged([do, *game.row("100 view")[1:]]) == "bad_request"
    assert game.judged(list(t.UNREADABLE_ROW)) == "bad_request"


@both_modes
@pytest.mark.rule("QST-055", "QST-150")
def test_no_row_breaks_the_rules(native):
    """Whatever numbers come, a row is accepted or refused, and what is refused changes only what is counted."""
    rng = Random(1)
    g = start(2, scenario="creek", max_actions=100_000)
    game = Play(g)
    numbers = (0, 1, 2, 5, 100, 101, 200, -1, 14, 20, 2**31 - 1, -(2**31) + 1, t.NUMBER_MAX, 30001)
    codes = set()
    for _ in range(600 if not native else 100):
        row = [rng.randrange(-1, 15), rng.choice((100, 101, 102, 200, 7)), *(rng.choice(numbers) for _ in range(15))]
        if rng.random() < 0.7:
            row[t.N :] = [0] * 13
        if rng.random() < 0.5:
            row[t.B] = 0
        seat = rng.randrange(1, 3)
        code = GAME.rules.check(game.g, seat, row)
        if native:
            import numpy as np

            from roundhouse.core import schema

            record = schema.pack(game.g)
            assert GAME.native.checked(record, 0, seat, np.array(row, np.int64)) == code
        codes.add(code)
        if code == 0 and row[t.DO] not in (t.END_TURN, t.RESIGN):
            GAME.rules.act(game.g, seat, row)
        elif code and GAME.refusal(code).verdict == "void" and not native:
            before = canonical(game.g)
            GAME.rules.void(game.g, seat, row)
            player = game.player(seat)
            player.refused -= 1
            player.acted -= 1
            assert canonical(game.g) == before
    assert {0, t.NOT_YOUR_TURN, t.BAD_REQUEST, t.NO_UNIT, t.BAD_TARGET} <= codes


def test_every_refusal_has_a_line_of_its_own():
    codes = [refusal.code for refusal in GAME.refusals]
    assert codes == list(range(1, t.REFUSALS))
    uncounted = {refusal.name for refusal in GAME.refusals if refusal.verdict == "refused"}
    assert uncounted == {"not_your_turn", "too_many", "skipped"}
    names = {refusal.name for refusal in GAME.refusals}
    book = GAME.rulebook.split("Error codes: ")[1].split("; when a game is created")[0]
    assert names == {name.strip(" `") for name in book.split(",")}
