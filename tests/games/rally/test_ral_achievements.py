"""The achievements of Rally: each with its number, one below it and reached."""

import pytest

from roundhouse.core.figures import Counted, Tally, fold
from roundhouse.games.rally import GAME

# Key, rule, the figures that are added up, and the number that unlocks it over all games
OVER_ALL = [
    ("first_oil", "RAL-182", ["destroyed"], 1),
    ("oil_rush", "RAL-183", ["destroyed"], 5),
    ("rampage", "RAL-184", ["destroyed"], 10),
    ("local_politician", "RAL-185", ["u_turns"], 1),
    ("member_of_parliament", "RAL-186", ["u_turns"], 5),
    ("chancellor", "RAL-187", ["u_turns"], 10),
    ("ouch", "RAL-188", ["damage_taken"], 5),
    ("just_a_scratch", "RAL-189", ["damage_taken"], 20),
    ("structural_integrity", "RAL-190", ["damage_taken"], 50),
    ("higher_purpose", "RAL-191", ["deaths"], 1),
    ("zombie", "RAL-192", ["deaths"], 5),
    ("live_on", "RAL-193", ["deaths"], 10),
    ("one_step", "RAL-194", ["walked_forwards", "walked_backwards"], 10),
    ("achilles", "RAL-195", ["walked_forwards", "walked_backwards"], 50),
    ("tortoise", "RAL-196", ["walked_forwards", "walked_backwards"], 100),
    ("tactical_retreat", "RAL-197", ["walked_backwards"], 5),
    ("headlong_flight", "RAL-198", ["walked_backwards"], 10),
    ("other_direction", "RAL-199", ["walked_backwards"], 20),
    ("dizzy_spell", "RAL-200", ["left_turns", "right_turns", "u_turns"], 5),
    ("vertigo", "RAL-201", ["left_turns", "right_turns", "u_turns"], 20),
    ("loss_of_orientation", "RAL-202", ["left_turns", "right_turns", "u_turns"], 50),
    ("stallone", "RAL-203", ["damage_dealt"], 5),
    ("hulk", "RAL-204", ["damage_dealt"], 20),
    ("godzilla", "RAL-205", ["damage_dealt"], 50),
    ("fresh_paint", "RAL-206", ["repaired"], 1),
    ("oil_change", "RAL-207", ["repaired"], 5),
    ("overhauled", "RAL-208", ["repaired"], 20),
    ("break", "RAL-209", ["power_downs"], 1),
    ("well_slept", "RAL-210", ["power_downs"], 5),
    ("well_rested", "RAL-211", ["power_downs"], 10),
    ("make_way", "RAL-212", ["pushed"], 10),
]
# Key, rule, and what a robot must not have done in one game
IN_ONE = [
    ("untouchable", "RAL-213", "damage_taken"),
    ("no_backups", "RAL-214", "deaths"),
    ("pacifist", "RAL-215", "damage_dealt"),
]
KEYS = [figure.key for figure in GAME.figures]


def played(tally, *, stayed=True, match=1, **counted):
    """One more game of a player, with these figures and the others as they are in any game; what it unlocked."""
    everything = dict.fromkeys(KEYS, 0) | counted
    after, new = fold(tally, [Counted(1, stayed, everything)], GAME.achievements, match, 1000 * match)
    return after, [key for _, key in new]


@pytest.mark.rule(
    "RAL-179", "RAL-182", "RAL-183", "RAL-184", "RAL-185", "RAL-186", "RAL-187", "RAL-188", "RAL-189", "RAL-190",
    "RAL-191", "RAL-192", "RAL-193", "RAL-194", "RAL-195", "RAL-196", "RAL-197", "RAL-198", "RAL-199", "RAL-200",
    "RAL-201", "RAL-202", "RAL-203", "RAL-204", "RAL-205", "RAL-206", "RAL-207", "RAL-208", "RAL-209", "RAL-210",
    "RAL-211", "RAL-212",
)  # fmt: skip
@pytest.mark.parametrize(("key", "rule", "figures", "least"), OVER_ALL, ids=[key for key, *_ in OVER_ALL])
def test_one_below_its_number_it_stays_locked_and_with_it_it_is_unlocked(key, rule, figures, least):
    tally = Tally()
    for n in range(least - 1):  # game by game, each figure in turn
        tally, new = played(tally, match=n + 1, **{figures[n % len(figures)]: 1})
        assert key not in new
    assert key not in tally.unlocked
    tally, new = played(tally, match=least, **{figures[-1]: 1})
    assert key in new
    assert (tally.unlocked[key].match, tally.unlocked[key].at_ms) == (least, 1000 * least)
    others = dict.fromkeys(set(KEYS) - set(figures), 999)
    assert key not in played(Tally(), **others)[1], "nothing else counts for it"
    assert GAME.achievements[[one.key for one in GAME.achievements].index(key)].rule == rule


@pytest.mark.rule("RAL-180", "RAL-213", "RAL-214", "RAL-215")
@pytest.mark.parametrize(("key", "rule", "figure"), IN_ONE, ids=[key for key, *_ in IN_ONE])
def test_in_one_game_once_is_too_often_and_never_unlocks_it(key, rule, figure):
    others = dict.fromkeys(set(KEYS) - {figure}, 999)
    tally, new = played(Tally(), **others | {figure: 1})
    assert key not in new
    tally, new = played(tally, match=2, stayed=False, **others)
    assert key not in new, "not to who resigned or was removed"
    tally, new = played(tally, match=3, **others)
    assert key in new, "whatever happened in other games"
    assert tally.unlocked[key].match == 3
    assert GAME.achievements[[one.key for one in GAME.achievements].index(key)].rule == rule


@pytest.mark.rule("RAL-179")
def test_all_achievements_are_here_in_the_order_of_the_rulebook():
    rules = [rule for _, rule, *_ in (*OVER_ALL, *IN_ONE)]
    assert rules == [f"RAL-{number}" for number in range(182, 216)]
    assert [(one.key, one.rule) for one in GAME.achievements] == [(key, rule) for key, rule, *_ in (*OVER_ALL, *IN_ONE)]


@pytest.mark.rule("RAL-181")
def test_each_has_a_name_of_its_own_and_the_words_of_the_rulebook():
    book = GAME.rulebook
    assert len({one.name for one in GAME.achievements}) == len(GAME.achievements)
    for one in GAME.achievements:
        assert f"**{one.rule}** `{one.key}`" in book
        assert f" / {one.name}*:" in book
