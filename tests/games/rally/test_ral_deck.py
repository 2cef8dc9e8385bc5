"""The deck, its draws and the deal: every card in one place, and the same cards for the same seed."""

import re

import pytest
from tests.games.rally.text_states import Floor, all_cards, named, setup, start

from roundhouse.core.rules import below, draw, stream
from roundhouse.games.rally import GAME
from roundhouse.games.rally.cards import NAMES, name_of, names_of, number_of
from roundhouse.games.rally.rules import tables as t
from roundhouse.games.rally.rules.contract import tick
from roundhouse.games.rally.rules.phases.damage import discard
from roundhouse.games.rally.rules.phases.deal import begin_round, shuffle, top_card
from roundhouse.games.rally.rules.phases.programming import close_programs, redeal
from roundhouse.games.rally.setup import deal_starts

FOUR = "+  +  +  +  +\n .. .. .. ..\n+  +  +  +  +\n"


def permuted(entries, seed, purpose, round_no, seat):
    """RAL-316 once more, word by word."""
    made = list(entries)
    for k, i in enumerate(range(len(made) - 1, 0, -1)):
        other = below(draw(stream(seed, purpose), (round_no * 16 + seat) * 2**20 + k), i + 1)
        made[i], made[other] = made[other], made[i]
    return made


def pile(g):
    """From the top."""
    return g.pile[: g.pile_count][::-1]


@pytest.mark.rule("RAL-001", "RAL-318")
def test_the_deck_is_the_table_of_the_rulebook():
    table = re.findall(r"^\| [\w -]+ \| `(.)` \| .*? \| (\d+) \| (\d+), (\d+) … (\d+) \|", GAME.rulebook, re.MULTILINE)
    assert len(table) == 7
    expected = {}
    for code, count, first, second, last in table:
        step = int(second) - int(first)
        priorities = range(int(first), int(last) + 1, step)
        assert len(priorities) == int(count)
        expected |= {priority // 10: f"{code}@{priority}" for priority in priorities}
    assert {number: NAMES[number] for number in range(1, 85)} == expected


@pytest.mark.rule("RAL-002", "RAL-318")
def test_commands_are_written_as_kind_and_priority():
    assert [name_of(card) for card in (1, 7, 8, 43, 49, 67, 84)] == [
        "U@10", "L@70", "R@80", "B@430", "1@490", "2@670", "3@840",
    ]  # fmt: skip
    assert (name_of(85), name_of(0), t.PRIORITY[85]) == ("P", None, 0)
    assert [number_of(name) for name in ("2@670", "P", None, "2@680 ", "2@690x", "4@670", "")] == [
        67, 85, 0, -1, -1, -1, -1,
    ]  # fmt: skip


@pytest.mark.rule("RAL-003", "RAL-077", "RAL-090")
def test_every_card_is_in_exactly_one_place_at_every_rest():
    g = start("albot", "lazy", "albot", seed=3)
    deck = list(range(1, 85))
    for _ in range(10):
        assert all_cards(g) == deck
        redeal(g, 1)
        assert all_cards(g) == deck
        assert g.discard_count == g.robots[1].hand_count
        g.robots[2].draft[0] = g.robots[2].hand[3]  # RAL-003: counts as in the hand
        assert all_cards(g) == deck
        close_programs(g)
        assert all_cards(g) == deck
        assert [g.robots[seat].hand_count for seat in (1, 2, 3)] == [0, 0, 0]
        tick(g)
        assert g.discard_count == 0
        if g.reason:
            break


@pytest.mark.rule("RAL-003", "RAL-077")
def test_burned_in_cards_stay_out_of_the_shuffle():
    play = Floor(FOUR + "1 tanky 0,0 E damage 6 slots - - - U@10 3@840 locked 2\n2 lazy 3,0 N slots - - - - P locked 1")
    shuffle(play.g)
    assert sorted(pile(play.g)) == list(range(2, 84))


@pytest.mark.rule("RAL-077", "RAL-154", "RAL-316")
@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_the_deal_is_drawn_from_the_seed_and_the_round_alone(seed):
    g = start("tanky", "tanky", seed=seed, start_assignment="seat")
    for round_no in (1, 2, 3):
        expected = permuted(range(1, 85), seed, 2, round_no, 0)
        assert [*g.robots[1].hand, *g.robots[2].hand, *pile(g)] == expected
        begin_round(g)
    assert g.seed == seed


@pytest.mark.rule("RAL-036", "RAL-154", "RAL-316")
def test_start_fields_are_dealt_by_their_own_draw():
    for seed in range(20):
        expected = [n - 1 for n in permuted(range(1, 9), seed, 1, 0, 0)]
        assert deal_starts(seed, 8) == expected
        g = start(*["tanky"] * 8, seed=seed)
        assert [g.start_cell.index(g.robots[seat].start) for seat in range(1, 9)] == expected


@pytest.mark.rule("RAL-089", "RAL-154", "RAL-316")
def test_empty_slots_are_filled_from_the_unplaced_cards_in_ascending_priority():
    for seed in range(30):
        g = start("lazy", "tanky", seed=seed)
        robot = g.robots[2]
        placed = robot.hand[4]
        robot.draft[2] = placed
        g.robots[1].draft = [*g.robots[1].hand[:4], t.PAUSE]
        kept = list(g.robots[1].draft)
        left = sorted(card for card in robot.hand if card != placed)
        expected = [0, 0, placed, 0, 0]
        for slot in (0, 1, 3, 4):
            u = draw(stream(seed, 3), (1 * 16 + 2) * 2**20 + slot)
            expected[slot] = left.pop(below(u, len(left)))
        close_programs(g)
        assert robot.slots == expected
        assert g.robots[1].slots == kept  # what is set stays, and no pause is ever filled in


@pytest.mark.rule("RAL-062", "RAL-063", "RAL-316")
def test_a_redeal_takes_from_the_top_and_discards_the_old_hand_afterwards():
    g = start("albot", "tanky", seed=5)
    before, top = list(g.robots[1].hand), pile(g)
    g.robots[1].draft[0] = before[0]
    g.robots[1].announced = 1
    redeal(g, 1)

    assert g.robots[1].hand == top[:9]
    assert pile(g) == top[9:]
    assert g.discard[: g.discard_count] == before
    assert (g.robots[1].draft, g.robots[1].used, g.robots[1].announced) == ([0] * 5, 1, 1)


@pytest.mark.rule("RAL-063", "RAL-154", "RAL-316")
def test_a_short_pile_gets_the_shuffled_discard_under_it_but_not_the_own_old_hand():
    g = start(*["albot"] * 8, seed=7)
    assert g.pile_count == 12
    first = list(g.robots[1].hand)
    redeal(g, 1)
    left = pile(g)
    assert len(left) == 3
    redeal(g, 5)

    under = permuted(sorted(first), 7, 4, 1, 5)
    assert g.robots[5].hand == (left + under)[:9]
    assert pile(g) == under[6:]
    assert not set(g.robots[5].hand) & set(g.discard[: g.discard_count])
    assert all_cards(g) == list(range(1, 85))


@pytest.mark.rule("RAL-063")
def test_a_pile_that_just_suffices_is_not_filled_up():
    g = start(*["albot"] * 8, seed=7)
    before = list(g.robots[1].hand)
    away = [top_card(g) for _ in range(3)]
    for card in away:
        discard(g, card)
    top = pile(g)
    redeal(g, 1)

    assert (g.robots[1].hand, pile(g)) == (top, [])
    assert g.discard[: g.discard_count] == away + before


@pytest.mark.rule("RAL-079", "RAL-080", "RAL-139")
@pytest.mark.parametrize(("damage", "cards", "locked"), [(d, 9 - d, max(0, d - 4)) for d in range(9)])
def test_the_damage_decides_the_size_of_the_hand_and_the_burned_in_slots(damage, cards, locked):
    play = Floor(FOUR + f"1 lazy 0,0 N damage {damage}\n2 lazy 3,0 N")
    play.round({1: "P L@70 U@10 L@90 R@80"})
    assert (play.g.robots[1].hand_count, play.g.robots[1].locked) == (cards, locked)
    assert cards >= 5 - locked
    assert names_of(play.g.robots[1].slots[5 - locked :]) == ["P", "L@70", "U@10", "L@90", "R@80"][5 - locked :]


@pytest.mark.rule("RAL-078")
def test_empty_burned_in_slots_get_the_top_cards_before_anybody_is_dealt():
    play = Floor(FOUR + "1 lazy 0,0 N damage 7 down\n2 lazy 3,0 N damage 6 down", seed=9)
    events = play.round()
    expected = permuted(range(1, 85), 9, 2, 2, 0)

    assert play.g.robots[1].slots == [0, 0, *expected[:3]]
    assert play.g.robots[2].slots == [0, 0, 0, *expected[3:5]]
    assert play.g.robots[1].hand[:2] == expected[5:7]
    assert play.g.robots[2].hand[:3] == expected[7:10]
    told = named(events, "burned_in")
    assert told[-1] == f"burned_in 2 4={NAMES[expected[3]]},5={NAMES[expected[4]]}"


@pytest.mark.rule("RAL-079", "RAL-082")
def test_robots_that_are_down_or_not_on_the_board_are_dealt_nothing():
    play = Floor(FOUR + "1 lazy 0,0 N\n2 lazy - N out 1\n3 tanky 3,0 N announced")
    play.round()
    assert [play.g.robots[seat].hand_count for seat in (1, 2, 3)] == [9, 0, 0]
    assert play.g.robots[3].hand == [0] * 9


@pytest.mark.rule("RAL-154")
def test_the_same_setup_and_programs_give_the_same_match():
    def played(seed):
        g = GAME.start(setup("albot", "lazy", "james", seed=seed))
        for _ in range(5):
            tick(g)
        return [list(robot.hand) for robot in g.robots], [robot.cell for robot in g.robots]

    assert played(11) == played(11)
    assert played(11) != played(12)
