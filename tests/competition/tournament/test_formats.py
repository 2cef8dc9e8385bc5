"""What the formats promise, whoever wins: how often everybody plays, against whom, and who is first at the end."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import settings as trials
from hypothesis import strategies as st

from roundhouse.competition.tournament import formats
from roundhouse.competition.tournament.formats import FixtureOutcome, Format, FormatError, swiss
from roundhouse.competition.tournament.formats.blossom import matching
from roundhouse.competition.tournament.formats.elimination import NOBODY, OPEN, seeding

WIN, DRAW, LOSS = (1, 2), (1, 1), (2, 1)


def stronger(fixture):
    """The entrant with the smaller number wins."""
    order = sorted(fixture.entrants)
    return tuple(order.index(who) + 1 for who in fixture.entrants)


def played(format, entrants, decide=stronger, most=100_000):
    """A whole tournament, results coming in the order of the fixtures; the results, and the fixtures by number."""
    results, known = [], {}
    while due := formats.fixtures(format, entrants, results):
        for fixture in due:
            assert fixture.number not in known, "nothing is due twice"
            known[fixture.number] = fixture
            results.append(FixtureOutcome(fixture.number, tuple(decide(fixture))))
        assert len(known) <= most
    return results, known


def by_chance(draw):
    """Two play; who wins is drawn when it is asked for."""
    return lambda fixture: draw(st.sampled_from([WIN, DRAW, LOSS]))


# Round robin


@given(st.integers(2, 13), st.integers(1, 3), st.integers(1, 2))
def test_in_a_round_robin_everybody_meets_everybody_equally_often_from_both_seats(entrants, rounds, seeds):
    format = Format(kind="round-robin", rounds=rounds, games=2 * seeds)
    _, known = played(format, entrants)
    seated = Counter(fixture.entrants for fixture in known.values())
    assert seated == {pair: rounds * seeds for two in combinations(range(entrants), 2) for pair in (two, two[::-1])}
    by_round = {}
    for fixture in known.values():
        by_round.setdefault(fixture.round, set()).add(fixture.meeting)
    assert all(len(meetings) <= entrants // 2 for meetings in by_round.values())


@given(st.integers(3, 8), st.integers(3, 4))
def test_games_for_more_are_played_by_all_groups_from_all_seats(entrants, seats):
    if entrants < seats:
        return
    _, known = played(Format(kind="round-robin", seats=seats), entrants)
    groups = Counter(tuple(sorted(fixture.entrants)) for fixture in known.values())
    assert groups == dict.fromkeys(combinations(range(entrants), seats), seats)
    at = Counter((who, seat) for fixture in known.values() for seat, who in enumerate(fixture.entrants))
    assert len(set(at.values())) == 1


def test_mirrored_matches_share_their_seed_and_other_cycles_have_other_seeds():
    _, known = played(Format(kind="round-robin", rounds=2, games=4, seed=100), 2)
    assert [(one.entrants, one.seed) for one in known.values()] == [
        ((0, 1), 100), ((1, 0), 100), ((0, 1), 101), ((1, 0), 101),
        ((0, 1), 102), ((1, 0), 102), ((0, 1), 103), ((1, 0), 103),
    ]  # fmt: skip


def test_a_round_robin_of_four_worked_by_hand():
    """0 beats all but 3, who draws with it; 1 and 2 split. Sonneborn-Berger parts 1 and 2 by nothing, points do."""
    said = {(0, 1): WIN, (0, 2): WIN, (0, 3): DRAW, (1, 2): DRAW, (1, 3): WIN, (2, 3): WIN}
    results, known = [], {}
    for fixture in formats.fixtures(Format(games=1), 4, []):
        known[fixture.number] = fixture
        pair = tuple(sorted(fixture.entrants))
        places = said[pair] if pair == fixture.entrants else said[pair][::-1]
        points = tuple(10 if who == 2 else 1 for who in fixture.entrants)
        results.append(FixtureOutcome(fixture.number, places, points))
    table = formats.table(Format(games=1), 4, results)
    assert [(line.entrant, line.place, line.score, line.sonneborn) for line in table] == [
        (0, 1, 5, 2 * 3 + 2 * 3 + 1 * 1), (2, 2, 3, 3 + 2), (1, 3, 3, 3 + 2), (3, 4, 1, 5),
    ]  # fmt: skip


def test_a_void_match_counts_for_nobody_and_is_not_played_again():
    format = Format(kind="round-robin")
    due = formats.fixtures(format, 2, [])
    results = [FixtureOutcome(due[0].number, (1, 1), void="its process ended three times")]
    assert formats.fixtures(format, 2, results) == due[1:]
    results.append(FixtureOutcome(due[1].number, WIN))
    table = formats.table(format, 2, results)
    assert [(line.entrant, line.score, line.matches) for line in table] == [(1, 2, 1), (0, 0, 1)]


# Swiss


@trials(max_examples=60)
@given(st.data(), st.integers(2, 11), st.integers(1, 6))
def test_in_a_swiss_nobody_meets_twice_before_it_is_unavoidable(data, entrants, rounds):
    format = Format(kind="swiss", rounds=rounds, games=1)
    results, _ = played(format, entrants, by_chance(data.draw))
    made = formats.meetings(format, entrants, results)
    met, byes = Counter(), Counter()
    for turn in range(1, rounds + 1):
        now = [meeting for meeting in made if meeting.round == turn]
        assert sorted(who for meeting in now for who in meeting.entrants) == list(range(entrants))
        resting = [meeting.entrants[0] for meeting in now if meeting.bye]
        assert len(resting) == entrants % 2
        assert all(byes[who] == min(byes[n] for n in range(entrants)) for who in resting)
        pairs = [tuple(sorted(meeting.entrants)) for meeting in now if not meeting.bye]
        if any(met[pair] for pair in pairs):
            fewest = [n for n in range(entrants) if byes[n] == min(byes[k] for k in range(entrants))]
            assert not any(
                pairable([n for n in range(entrants) if n != who], met) for who in (fewest if entrants % 2 else [None])
            )
        met.update(pairs)
        byes.update(resting)


def pairable(left, met):
    """By trying everything."""
    return not left or any(
        not met[left[0], other] and pairable([n for n in left[1:] if n != other], met) for other in left[1:]
    )


@trials(max_examples=40)
@given(st.data(), st.integers(4, 24))
def test_in_a_swiss_of_single_games_first_seats_are_shared_out(data, entrants):
    format = Format(kind="swiss", rounds=4, games=1)
    _, known = played(format, entrants, by_chance(data.draw))
    firsts = Counter()
    for turn in range(1, 5):
        now = [fixture.entrants for fixture in known.values() if fixture.round == turn]
        assert all(firsts[first] <= firsts[second] for first, second in now)
        firsts.update(first for first, _ in now)


def test_the_stronger_half_meets_the_weaker_half_and_winners_meet_winners():
    format = Format(kind="swiss", rounds=3, games=2)
    results, known = played(format, 8)
    pairs = {}
    for fixture in known.values():
        pairs.setdefault(fixture.round, []).append(tuple(sorted(fixture.entrants)))
    assert sorted(set(pairs[1])) == [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert sorted(set(pairs[2])) == [(0, 2), (1, 3), (4, 6), (5, 7)]
    assert sorted(set(pairs[3])) == [(0, 1), (2, 4), (3, 5), (6, 7)]
    table = formats.table(format, 8, results)
    assert table[0].entrant == 0
    assert table[0].score == 3 * 2 * 2
    assert table[0].buchholz == sum(line.score for line in table if line.entrant in (1, 2, 4))


def test_a_bye_is_worth_a_meeting_won_and_adds_no_opponent():
    format = Format(kind="swiss", rounds=1, games=2)
    results, _ = played(format, 3)
    table = {line.entrant: line for line in formats.table(format, 3, results)}
    assert (table[2].byes, table[2].score, table[2].matches, table[2].buchholz) == (1, 4, 0, 0)
    assert (table[0].score, table[0].buchholz) == (4, 0)


def test_as_many_rounds_as_it_takes_to_find_one_who_has_beaten_all():
    assert [swiss.rounds_of(Format(kind="swiss"), n) for n in (2, 3, 4, 5, 8, 9, 16, 17)] == [1, 2, 2, 3, 3, 4, 4, 5]


def test_the_next_round_waits_for_the_last_match_of_this_one():
    format = Format(kind="swiss", rounds=2)
    first = formats.fixtures(format, 4, [])
    results = [FixtureOutcome(fixture.number, WIN) for fixture in first]
    assert formats.fixtures(format, 4, results[:-1]) == first[-1:]
    assert {fixture.round for fixture in formats.fixtures(format, 4, results)} == {2}


# Elimination


@trials(max_examples=60)
@given(st.data(), st.integers(2, 17), st.integers(1, 4))
def test_a_bracket_has_one_loser_less_than_entrants(data, entrants, games):
    format = Format(kind="single-elimination", games=games, further=1)
    results, known = played(format, entrants, by_chance(data.draw))
    bracket = formats.bracket(format, entrants, results)
    done = [cell for cell in bracket.cells if cell.state == "done"]
    assert len(done) == entrants - 1
    assert len({cell.loser for cell in done}) == entrants - 1
    assert {bracket.champion} == set(range(entrants)) - {cell.loser for cell in done}
    table = formats.table(format, entrants, results)
    assert table[0].entrant == bracket.champion
    assert [line.place for line in table] == sorted(line.place for line in table)
    most = games + 2
    assert all(count <= most for count in Counter(one.meeting for one in known.values()).values())


@trials(max_examples=60)
@given(st.data(), st.integers(2, 17))
def test_in_a_double_elimination_everybody_but_one_loses_twice(data, entrants):
    format = Format(kind="double-elimination", games=1, further=0)
    results, _ = played(format, entrants, by_chance(data.draw))
    bracket = formats.bracket(format, entrants, results)
    losses = Counter(cell.loser for cell in bracket.cells if cell.state == "done")
    assert bracket.champion != OPEN
    assert losses[bracket.champion] <= 1
    assert all(losses[who] == 2 for who in range(entrants) if who != bracket.champion)
    reset = bracket.final[1][0]
    assert (reset.state == "done") == (bracket.final[0][0].winner == bracket.final[0][0].entrants[1])
    table = formats.table(format, entrants, results)
    assert table[0].entrant == bracket.champion
    assert [line.place for line in table].count(1) == [line.place for line in table].count(2) == 1


def test_the_best_seeds_have_the_byes_and_meet_last():
    assert seeding(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    format = Format(kind="single-elimination")
    results, _ = played(format, 6)
    bracket = formats.bracket(format, 6, results)
    assert [cell.entrants for cell in bracket.winners[0]] == [(0, NOBODY), (3, 4), (1, NOBODY), (2, 5)]
    assert [cell.state for cell in bracket.winners[0]] == ["walkover", "done", "walkover", "done"]
    assert [cell.entrants for cell in bracket.winners[1]] == [(0, 3), (1, 2)]
    assert bracket.winners[2][0].entrants == (0, 1)
    assert [(line.entrant, line.place, line.note) for line in formats.table(format, 6, results)] == [
        (0, 1, "winner"), (1, 2, "out in the final"), (2, 3, "out in the semi-final"), (3, 3, "out in the semi-final"),
        (4, 5, "out in the quarter-final"), (5, 5, "out in the quarter-final"),
    ]  # fmt: skip


def test_a_level_meeting_goes_on_with_further_seeds_and_then_to_the_better_seed():
    format = Format(kind="single-elimination", further=2, seed=7)
    results, known = played(format, 2, lambda fixture: DRAW)
    assert [fixture.seed for fixture in known.values()] == [7, 7, 8, 8, 9, 9]
    assert formats.bracket(format, 2, results).champion == 0
    at_last = list(known)[4]
    results, known = played(format, 2, lambda fixture: LOSS if fixture.number == at_last else DRAW)
    assert formats.bracket(format, 2, results).champion == 1
    assert len(known) == 6


def test_a_meeting_ends_when_nobody_can_catch_up():
    format = Format(kind="single-elimination", games=6)
    _, known = played(format, 2)
    assert len(known) == 4, "after 8 of 12 the other could only reach 4"
    _, known = played(format, 2, lambda fixture: WIN)
    assert len(known) == 6 + 3 * 2, "whoever sits first wins, so all seeds are split, the three further ones too"


def test_losers_do_not_meet_the_same_one_again_at_once():
    format = Format(kind="double-elimination", games=1)
    results, _ = played(format, 8)
    bracket = formats.bracket(format, 8, results)
    first = {frozenset(cell.entrants) for cell in bracket.winners[0] + bracket.winners[1]}
    again = [cell for cell in bracket.losers[0] + bracket.losers[1] if frozenset(cell.entrants) in first]
    assert again == []


# Pentathlon


def test_a_pentathlon_ranks_by_what_every_game_gave():
    format = Format(kind="pentathlon", keys=("a", "b"))
    orders = {"a": [0, 1, 2], "b": [2, 0, 1]}

    def decide(fixture):
        order = orders[fixture.game]
        return WIN if order.index(fixture.entrants[0]) < order.index(fixture.entrants[1]) else LOSS

    results, known = played(format, 3, decide)
    assert Counter(fixture.game for fixture in known.values()) == {"a": 6, "b": 6}
    table = formats.table(format, 3, results)
    assert [(line.entrant, line.place, line.score, line.by_game) for line in table] == [
        (0, 1, 150, (100, 50)), (2, 2, 100, (0, 100)), (1, 3, 50, (50, 0)),
    ]  # fmt: skip
    level = formats.table(format, 3, [FixtureOutcome(number, DRAW) for number in known])
    assert [(line.place, line.by_game) for line in level] == [(1, (50, 50))] * 3


@pytest.mark.parametrize("inner", ["round-robin", "swiss"])
def test_in_a_pentathlon_everybody_plays_every_game(inner):
    format = Format(kind="pentathlon", inner=inner, keys=("a", "b", "c"), rounds=1)
    _, known = played(format, 4)
    times = Counter((fixture.game, who) for fixture in known.values() for who in fixture.entrants)
    each = 6 if inner == "round-robin" else 2
    assert times == {(game, who): each for game in "abc" for who in range(4)}


# All of them

KINDS = [
    Format(kind="round-robin"),
    Format(kind="swiss", rounds=3),
    Format(kind="single-elimination", games=4),
    Format(kind="double-elimination"),
    Format(kind="pentathlon", inner="swiss", keys=("a", "b")),
]


@trials(max_examples=25)
@pytest.mark.parametrize("format", KINDS, ids=lambda format: format.kind)
@given(data=st.data())
def test_what_is_due_does_not_depend_on_the_order_of_results(format, data):
    """Results come in any order, some before their round is complete; numbers and pairings stay the same."""
    told = {}

    def decide(fixture):
        return told.setdefault(fixture.number, data.draw(st.sampled_from([WIN, DRAW, LOSS])))

    results, known = played(format, 7, decide)
    shuffled = []
    seen = {}
    while due := formats.fixtures(format, 7, shuffled):
        one = data.draw(st.sampled_from(due))
        seen[one.number] = one
        shuffled.append(FixtureOutcome(one.number, told[one.number]))
    assert seen == known
    assert formats.table(format, 7, shuffled) == formats.table(format, 7, results)
    assert formats.over(format, 7, shuffled)


@pytest.mark.parametrize("format", KINDS, ids=lambda format: format.kind)
def test_the_first_result_of_a_match_counts_and_strange_ones_are_left_out(format):
    results, known = played(format, 5)
    turned = [FixtureOutcome(number, stronger(fixture)[::-1]) for number, fixture in known.items()]
    strange = [FixtureOutcome(10**15, (1, 2)), FixtureOutcome(-4, (2, 1))]
    assert formats.table(format, 5, [*results, *turned, *strange]) == formats.table(format, 5, results)


@pytest.mark.parametrize(
    ("format", "entrants", "code"),
    [
        (Format(kind="swiss", seats=4), 8, "seats"),
        (Format(), 1, "entrants"),
        (Format(seats=4), 3, "entrants"),
        (Format(), 100_000, "entrants"),
        (Format(games=-1), 4, "games"),
        (Format(rounds=10**9), 4, "rounds"),
        (Format(kind="single-elimination", further=-1), 4, "further"),
        (Format(kind="pentathlon"), 4, "keys"),
        (Format(kind="swiss", keys=("a", "b")), 4, "keys"),
        (Format(kind="pentathlon", inner="single-elimination", keys=("a",)), 4, "inner"),
        (Format(kind="pentathlon", inner="pentathlon", keys=("a",)), 4, "inner"),
    ],
)
def test_a_format_that_cannot_be_played_is_refused_in_a_sentence(format, entrants, code):
    for ask in (formats.fixtures, formats.table, formats.bracket):
        with pytest.raises(FormatError) as refused:
            ask(format, entrants, [])
        assert refused.value.code == code
        assert refused.value.sentence.endswith(".")


@trials(max_examples=200)
@given(st.integers(1, 8), st.data())
def test_the_largest_matching_is_found(count, data):
    pairs = [pair for pair in combinations(range(count), 2) if data.draw(st.booleans())]
    near = [[other for pair in pairs for other in pair if one in pair and other != one] for one in range(count)]
    found = matching(near)
    assert all(other == -1 or (found[other] == one and other in near[one]) for one, other in enumerate(found))
    assert sum(other != -1 for other in found) == 2 * most(list(range(count)), pairs)


def most(left, pairs):
    if not left:
        return 0
    taken = (1 + most([n for n in left[1:] if n != b], pairs) for a, b in pairs if a == left[0] and b in left)
    return max([most(left[1:], pairs), *taken])
