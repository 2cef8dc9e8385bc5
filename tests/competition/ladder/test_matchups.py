"""Pairing for rated play: who is served, who meets whom, and that it pays."""

import math
import random
import statistics
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.competition.ladder.pairing import REPEATED, matchups, worth
from roundhouse.competition.ladder.rating import BETA, START, Skill, rate


class Waiter:
    def __init__(self, name, *, mu=25.0, sigma=3.0, matches=50, party=None, kind="bot", since=0.0):
        self.name, self.kind, self.since, self.matches = name, kind, since, matches
        self.party = name if party is None else party
        self.known = Skill(mu, sigma)
        self.lately = []  # those met, the newest last

    def __repr__(self):
        return f"{self.name}"

    def skill(self, pool):
        return self.known

    def met(self, other):
        return sum(0.7**ago for ago, one in enumerate(reversed(self.lately[-10:])) if one is other)

    def meets(self, other):
        self.lately.append(other)
        other.lately.append(self)


def pairs(waiting, *, seed=1, now=10.0, **options):
    return [{one.name for one in group} for group in matchups(waiting, random.Random(seed), now=now, **options)]


waiters = st.lists(
    st.tuples(st.floats(0, 50), st.floats(1, 8), st.integers(0, 20), st.integers(1, 6), st.floats(0, 60)), max_size=24
).map(
    lambda rows: [
        Waiter(n, mu=mu, sigma=sigma, matches=matches, party=-party, since=since)
        for n, (mu, sigma, matches, party, since) in enumerate(rows)
    ]
)


@given(waiters, st.integers(0, 99))
def test_every_waiter_is_paired_or_alone(waiting, seed):
    found = matchups(waiting, random.Random(seed), now=60.0)

    seated = [one for pair in found for one in pair]
    assert len(set(seated)) == len(seated)
    assert all(one.party != other.party for one, other in found)
    left = [one for one in waiting if one not in seated]
    biggest = max((sum(one.party == party for one in waiting) for party in {one.party for one in waiting}), default=0)
    assert len(left) == max(len(waiting) % 2, 2 * biggest - len(waiting)), "as few as possible are left out"


@given(waiters, st.integers(3, 4))
def test_larger_matches_have_a_player_of_every_party_once(waiting, seats):
    found = matchups(waiting, random.Random(1), now=60.0, seats=seats)

    seated = [one for group in found for one in group]
    assert len(set(seated)) == len(seated)
    assert all(len(group) == len({one.party for one in group}) == seats for group in found)
    left = {one.party for one in waiting if one not in seated}
    assert len(left) < seats, "nobody is left who could still have played together"


def test_players_of_similar_skill_meet():
    waiting = [Waiter("a", mu=40), Waiter("b", mu=10), Waiter("c", mu=39), Waiter("d", mu=11)]

    assert sorted(pairs(waiting), key=sorted) == [{"a", "c"}, {"b", "d"}]


def test_the_least_known_are_served_first():
    waiting = [Waiter("old", sigma=1), Waiter("new", sigma=8, matches=3), Waiter("other", sigma=4)]

    assert pairs(waiting) == [{"new", "other"}]


def test_a_newcomer_is_served_before_somebody_as_uncertain():
    waiting = [Waiter("a"), Waiter("b"), Waiter("placing", matches=9)]

    assert "placing" in pairs(waiting)[0]


def test_whoever_waits_long_is_served_before_newcomers():
    waiting = [Waiter("patient", sigma=1, since=-60)] + [
        Waiter(name, sigma=8, matches=0, since=9.0) for name in ("new", "newer")
    ]

    assert "patient" in pairs(waiting)[0]


def test_those_who_met_lately_rather_meet_others():
    a, b, c, d = waiting = [Waiter(name) for name in "abcd"]
    a.meets(b)
    c.meets(d)

    assert {"a", "b"} not in pairs(waiting)


def test_two_who_have_just_met_wait_a_while_for_others():
    a, b = Waiter("a", since=8.0), Waiter("b", since=9.0)
    a.meets(b)
    assert a.met(b) > REPEATED

    assert pairs([a, b], now=10.0, patience_s=3.0) == []
    assert pairs([a, b], now=11.0, patience_s=3.0) == [{"a", "b"}]


def test_bots_of_one_owner_never_meet():
    assert pairs([Waiter("a", party=7), Waiter("b", party=7)], now=1e6) == []


def test_a_pair_is_taken_apart_so_that_all_can_play():
    mine = [Waiter("mine", mu=40, party=7), Waiter("mine too", mu=41, party=7)]
    others = [Waiter("x", mu=10, matches=0), Waiter("y", mu=10, matches=0)]

    found = pairs(mine + others)

    assert len(found) == 2
    assert {"mine", "mine too"} not in found


def test_different_kinds_meet_when_somebody_has_waited():
    bot, agent = Waiter("bot", since=8.0), Waiter("agent", kind="agent", since=9.0)

    assert pairs([bot, agent], now=10.0, mixed_after_s=4.0) == []
    assert pairs([bot, agent], now=12.0, mixed_after_s=4.0) == [{"bot", "agent"}]


def test_seats_are_drawn():
    first = [
        matchups([Waiter("a"), Waiter("b", mu=30)], random.Random(seed), now=0.0)[0][0].name for seed in range(200)
    ]

    assert 70 < first.count("a") < 130


def test_a_match_is_worth_less_the_more_lately_two_have_met():
    a, b = Waiter("a"), Waiter("b")
    found = [worth(a, b)]
    for _ in range(3):
        a.meets(b)
        found.append(worth(a, b))

    assert found == sorted(found, reverse=True)


# It pays: ladders are right sooner


def correlation(true, believed):
    """Spearman's: how much two rankings agree."""
    places = [{n: place for place, n in enumerate(sorted(range(len(v)), key=v.__getitem__))} for v in (true, believed)]
    count = len(true)
    return 1 - 6 * sum((places[0][n] - places[1][n]) ** 2 for n in range(count)) / (count * (count**2 - 1))


def matches_until_right(seed, choose, *, right=0.9, most=800):
    """How many matches 40 bots of known strength need until their ladder is right."""
    draws = random.Random(seed)
    bots = [Waiter(n, mu=START.mu, sigma=START.sigma, matches=0) for n in range(40)]
    strength = [draws.gauss(25.0, 25.0 / 3.0) for _ in bots]
    played = 0
    while played < most:
        for one, other in choose(bots, draws):
            ahead = strength[one.name] - strength[other.name]
            won = draws.random() < 1 / (1 + math.exp(-ahead / (math.sqrt(2) * BETA)))
            one.known, other.known = rate([one.known, other.known], [1, 2] if won else [2, 1])
            one.matches += 1
            other.matches += 1
            one.meets(other)
            played += 1
            if correlation(strength, [bot.known.mu for bot in bots]) >= right:
                return played
    return most


def at_random(bots, draws):
    shuffled = draws.sample(bots, len(bots))
    return list(zip(shuffled[::2], shuffled[1::2], strict=True))


def where_it_tells_most(bots, draws):
    return matchups(bots, draws, now=0.0)


@pytest.mark.slow
def test_a_ladder_is_right_sooner_than_by_chance():
    chosen = [matches_until_right(seed, where_it_tells_most) for seed in range(40)]
    drawn = [matches_until_right(seed, at_random) for seed in range(40)]

    assert statistics.mean(chosen) < 0.9 * statistics.mean(drawn)
    assert max(chosen) < 800, "every one of them gets there"


def test_everybody_meets_many_others():
    """With ten who all wait again and again, damping lets no pair become a habit."""
    bots = [Waiter(n, mu=20 + n) for n in range(10)]
    draws = random.Random(3)
    for _ in range(45):
        for one, other in matchups(bots, draws, now=0.0):
            one.meets(other)

    met = {frozenset((one.name, other.name)): one.lately.count(other) for one, other in combinations(bots, 2)}
    assert sum(count > 0 for count in met.values()) >= 40, "of 45 pairs"
    assert max(met.values()) <= 12, "of 45 rounds"
