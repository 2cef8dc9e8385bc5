"""What is counted for every seat, and what can be won."""

import pytest
from tests.games.dungeon.text_states import Sky, random_match

from roundhouse.core.figures import Counted, Tally, fold
from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.figures import figures_by_key, total

SKY = "round 1 of 2\n1S 1.\n1c 1S\n"
TROPHIES = [
    f"trophy_{name}_{place}" for name in ("game", "fighting", "mining", "trading", "travelling") for place in (1, 2, 3)
]
ACHIEVEMENTS = [
    "first_blood", "blood_thirst", "psychopath", "miner", "gold_digger", "mining_industrialist", "businessman",
    "manager", "grand_nagus", "sputnik", "apollo_11", "enterprise",
]  # fmt: skip


@pytest.mark.rule("DUN-037", "DUN-161")
def test_figures_are_what_the_state_has_counted():
    sky = Sky(SKY + "1 money 300\n2 money 100\nr1 1 0,0\nr2 2 0,0 health 1\nr3 1 0,1 gem 2\nr4 2 0,1 ROCKET 1\n")
    sky.round("r1 battle r2", "r3 sell", "1: buy 1 ROBOT", "r4 use ROCKET r4")
    ones = {key: value for key, value in figures_by_key(sky.g, 1).items() if value}
    assert ones == {
        "kills": 1, "damage": 1, "earned": 60, "spent": 100, "trades": 2, "robots_bought": 1, "robots_left": 3,
        "top_balance": 360, "score_fighting": 11, "score_trading": 50, "score_sum": 61, "first_blood": 1,
        "businessman": 1,
    }  # fmt: skip
    sky.round("r1 mine", "r3 move 1,1")
    twos = {key: value for key, value in figures_by_key(sky.g, 2).items() if value}
    assert twos == {"losses": 1, "robots_left": 1, "top_balance": 100, "score_fighting": -10, "score_sum": -10}
    last = {key: value for key, value in figures_by_key(sky.g, 1).items() if value}
    assert set(last) - set(ones) == {
        "mined_coal", "moves", "miner", "sputnik", "score_mining", "score_movement", "trophy_game_1",
        "trophy_fighting_1", "trophy_mining_1", "trophy_trading_1", "trophy_travelling_1",
    }  # fmt: skip
    assert GAME.counted(sky.g)[0] == figures_by_key(sky.g, 1)


@pytest.mark.rule("DUN-180", "DUN-182")
def test_a_cabinet_holds_twelve_achievements_and_fifteen_trophies():
    assert list(GAME.awards) == [*ACHIEVEMENTS, *TROPHIES]
    assert [achievement.key for achievement in GAME.achievements] == ACHIEVEMENTS
    assert {achievement.figures for achievement in GAME.achievements} == {(key,) for key in ACHIEVEMENTS}


@pytest.mark.rule("DUN-174")
def test_leaderboards_are_for_the_total_and_every_category():
    assert sorted(GAME.leaderboards) == [
        "score_fighting", "score_mining", "score_movement", "score_robot", "score_sum", "score_trading"
    ]  # fmt: skip


@pytest.mark.rule("DUN-180", "DUN-181", "DUN-250")
def test_trophies_are_shared_and_skipped_like_places():
    board = SKY + "\n".join(
        f"{n} money 0 scores {scores}"
        for n, scores in enumerate(("9,0,5,0,1", "9,0,5,0,0", "-3,0,1,0,0", "0,0,1,0,0", "0,0,0,0,0"), 1)
    )
    sky = Sky(board)
    sky.g.max_rounds = 1
    sky.round()
    won = [[key[7:] for key in TROPHIES if figures_by_key(sky.g, seat)[key]] for seat in (1, 2, 3, 4, 5)]
    assert won == [
        ["game_1", "fighting_1", "trading_1", "travelling_1"],
        ["game_2", "fighting_1", "travelling_1"],
        ["travelling_3"],
        ["game_3", "travelling_3"],
        [],
    ]


@pytest.mark.rule("DUN-180")
def test_figures_trophies_and_the_events_agree():
    for g in random_match(6, 15, seats=4, start_money=3000):
        events = GAME.events(g)
    names = {"movement": "travelling"}
    told = {(one.seat, f"trophy_{names.get(one.category, one.category)}_{one.place}")
            for one in events if one.__struct_config__.tag == "trophy"}  # fmt: skip
    counted = {(seat, key) for seat in range(1, 5) for key in TROPHIES if figures_by_key(g, seat)[key]}
    assert told == counted != set()


@pytest.mark.rule("DUN-175", "DUN-176", "DUN-177", "DUN-178")
def test_an_achievement_of_a_game_unlocks_it_for_its_player():
    sky = Sky(
        SKY + "1 money 300 kills 9 mined 24,0,0,0,0 earned 990 moves 14\n2 money 0\n"
        "r1 1 0,0\nr2 1 0,1 coal 2\nr3 2 0,0 health 1\nr4 1 0,0\n"
    )
    sky.round("r1 battle r3", "r2 sell", "r4 mine")
    sky.round("r1 move 1,0")
    figures = figures_by_key(sky.g, 1)
    _, unlocked = fold(Tally(), [Counted(1, True, figures)], GAME.achievements, 1, 0)
    assert [key for _, key in unlocked] == [
        "first_blood", "blood_thirst", "miner", "gold_digger", "businessman", "manager", "sputnik", "apollo_11",
    ]  # fmt: skip


@pytest.mark.rule("DUN-170", "DUN-255")
@pytest.mark.parametrize(("whole", "shown"), [(450, 450.0), (-6, 0.0), (4, 0.0), (5, 0.0), (6, 18.2), (10**9, 1911.4)])
def test_the_total_is_shown_with_one_decimal(whole, shown):
    assert total(whole) == shown


def test_figures_have_unique_keys_and_rules_of_the_book():
    keys = [figure.key for figure in GAME.figures]
    assert len(set(keys)) == len(keys)
    assert all(f"**{figure.rule}**" in GAME.rulebook for figure in GAME.figures)
    assert set(GAME.awards) | set(GAME.leaderboards) <= set(keys)
