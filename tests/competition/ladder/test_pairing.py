"""Who plays whom next."""

import random
from dataclasses import dataclass

import pytest

from roundhouse.competition.ladder.pairing import pairs


@dataclass(frozen=True)
class Player:
    rating: float
    since: float = 0.0


class Drawn:
    """Draws that fall as the test wants."""

    def __init__(self, first, second):
        self.first, self.second = list(first), list(second)
        self.asked = []

    def randrange(self, stop):
        self.asked.append(stop)
        return self.first.pop(0)

    def gauss(self, mu, sigma):
        self.asked.append((mu, sigma))
        return self.second.pop(0)


LOW, MIDDLE, HIGH, TOP = Player(900), Player(1000), Player(1100), Player(1200)


@pytest.mark.rule("GOO-097")
def test_the_first_is_drawn_over_all_ranks_and_the_second_around_it():
    draws = Drawn([1, 0], [2.9, 0.4, 1.7])

    found = list(pairs([TOP, LOW, HIGH, MIDDLE], draws, sigma=2.0))

    # 2.9 is cut to rank 2; of those who remain 0.4 is cut to 0 = first, so it is drawn again.
    assert found == [(HIGH, MIDDLE), (TOP, LOW)]
    assert draws.asked == [4, (1, 2.0), 2, (0, 2.0), (0, 2.0)]


@pytest.mark.rule("GOO-097")
def test_a_draw_beyond_the_ranks_is_cut_into_them():
    assert list(pairs([LOW, MIDDLE, HIGH], Drawn([0], [17.0]), sigma=2.0)) == [(HIGH, LOW)]
    assert list(pairs([LOW, MIDDLE, HIGH], Drawn([1], [-3.5]), sigma=2.0)) == [(MIDDLE, LOW)]
    assert list(pairs([LOW, MIDDLE], Drawn([1], [-0.9]), sigma=2.0)) == [(MIDDLE, LOW)], "cut toward zero"


@pytest.mark.rule("GOO-097")
def test_of_equal_ratings_who_waits_longer_has_the_lower_rank():
    early, late = Player(1000, since=1.0), Player(1000, since=2.0)

    assert list(pairs([late, early], Drawn([0], [1.0]), sigma=2.0)) == [(late, early)]


@pytest.mark.rule("GOO-098")
def test_the_higher_rated_comes_first():
    draws = random.Random(5)
    waiting = [Player(draws.uniform(800, 1200), since=n) for n in range(40)]

    for first, second in pairs(waiting, draws, sigma=2.0):
        assert first.rating >= second.rating


@pytest.mark.rule("GOO-096", "GOO-099")
@pytest.mark.parametrize("count", [0, 1, 2, 3, 8, 41])
def test_all_play_but_at_most_one_and_nobody_meets_himself(count):
    waiting = [Player(1000.0, since=n) for n in range(count)]

    found = list(pairs(waiting, random.Random(count), sigma=2.0))

    seated = [player for pair in found for player in pair]
    assert len(found) == count // 2
    assert len(set(seated)) == len(seated)


@pytest.mark.rule("GOO-097")
def test_most_pairs_are_of_similar_rank():
    waiting = [Player(float(n)) for n in range(200)]

    gaps = [first.rating - second.rating for first, second in pairs(waiting, random.Random(1), sigma=2.0)]

    assert sorted(gaps)[len(gaps) // 2] <= 4
