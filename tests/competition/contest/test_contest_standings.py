"""A contest's standings and its finals, as numbers: who stands where, who plays in the finals, what absence means."""

from roundhouse.competition.contest.config import read
from roundhouse.competition.contest.finals import (
    Absence,
    absence,
    dependent,
    due,
    finalists,
    format_of,
    ground_of,
    seed_of,
)
from roundhouse.competition.contest.finals import table as finals_table
from roundhouse.competition.contest.standings import table
from roundhouse.competition.ladder.rating import Skill
from roundhouse.competition.ladder.standing import Standing
from roundhouse.competition.tournament.formats import FixtureOutcome, bracket

SURE = 2.0
EVENT = 'title = "Day"\ngame = "spacegoo"\n[finals]\n'


def known(mu, matches=20, sigma=SURE):
    return Standing(Skill(mu, sigma), wins=matches)


def test_the_best_come_first_and_who_has_not_played_last():
    lines = table([1, 2, 3, 4], [{1: known(20), 2: known(30), 3: known(40, matches=2)}], placement=10)

    assert [(line.entrant, line.rank, line.provisional) for line in lines] == [
        (2, 1, False), (1, 2, False), (3, 3, True), (4, 4, True),
    ]  # fmt: skip


def test_without_a_ladder_the_order_is_that_of_joining():
    assert [line.entrant for line in table([3, 1, 2], [], placement=10)] == [3, 1, 2]


def test_several_games_count_by_the_sum_of_the_places():
    first = {1: known(30), 2: known(20), 3: known(10)}
    second = {1: known(10), 2: known(30), 3: known(5)}
    lines = table([1, 2, 3], [first, second], placement=10)

    assert [(line.entrant, line.places) for line in lines] == [(1, (1, 2)), (2, (2, 1)), (3, (3, 3))]
    assert lines[0].matches == 40


def test_somebody_who_is_out_makes_room():
    assert finalists([5, 6, 7, 8], {6}, 2) == [5, 7]
    assert finalists([5, 6, 7, 8], {6}, 0) == [5, 7, 8]


def test_mirrored_matches_have_the_same_seed_and_nobody_foresees_it():
    secret = b"secret"

    assert seed_of(secret, 1, 1) == seed_of(secret, 1, 1) < 2**53
    assert len({seed_of(secret, stage, seed) for stage in (1, 2) for seed in range(50)}) == 100
    assert seed_of(b"other", 1, 1) != seed_of(secret, 1, 1)


def test_where_somebody_is_eliminated_games_take_turns_by_pairs_of_matches():
    event = read('title = "Day"\ngames = ["spacegoo", "quest"]\n[finals]\nformat = "single-elimination"\nbest_of = 4')
    format = format_of(event)
    fixtures = due(format, 2, [], set())
    more = due(format, 2, [FixtureOutcome(one.number, (1, 1)) for one in fixtures], set())

    assert [ground_of(event, one).game for one in fixtures] == ["spacegoo", "spacegoo"]
    assert [ground_of(event, one).game for one in more] == ["quest", "quest"]


def test_in_a_round_robin_everybody_meets_in_every_game():
    event = read('title = "Day"\ngames = ["spacegoo", "quest"]\n[finals]\nformat = "round-robin"\nbest_of = 2')
    fixtures = due(format_of(event), 3, [], set())

    assert [ground_of(event, one).game for one in fixtures].count("quest") == len(fixtures) / 2 == 6


def test_who_is_absent_loses_and_where_both_are_nobody_gets_anything():
    fixture = due(format_of(read(EVENT + 'format = "single-elimination"')), 2, [], set())[0]

    assert absence(fixture, {fixture.entrants[0]}) == Absence((2, 1), ("absent", ""))
    assert absence(fixture, set(fixture.entrants)) == Absence((1, 1), ("absent", "absent"), "nobody was there")


def test_two_who_never_come_do_not_keep_the_finals_from_their_end():
    format = format_of(read(EVENT + 'format = "double-elimination"\nbest_of = 2'))
    outcomes: list[FixtureOutcome] = []
    for _ in range(100):
        fixtures = due(format, 4, outcomes, set())
        if not fixtures:
            break
        for one in fixtures:
            given = absence(one, set(one.entrants))
            outcomes.append(FixtureOutcome(one.number, given.places, (), given.left, given.void))
    drawn = bracket(format, 4, outcomes)

    assert drawn is not None
    assert drawn.champion == 0
    assert finals_table(format, 4, outcomes)[0].entrant == 0


def test_later_rounds_depend_on_earlier_ones_but_not_in_a_round_robin():
    single = format_of(read(EVENT + 'format = "single-elimination"\nbest_of = 1'))
    semis = due(single, 4, [], set())
    played = [FixtureOutcome(one.number, (1, 2)) for one in semis]
    final = due(single, 4, played, set())
    assert dependent(single, 4, played, semis[0].number) == [final[0].number]
    assert dependent(single, 4, played, final[0].number) == []

    robin = format_of(read(EVENT + 'format = "round-robin"\nbest_of = 1'))
    assert dependent(robin, 4, [], due(robin, 4, [], set())[0].number) == []
