"""Random numbers: splitmix64, spread evenly."""

from hypothesis import given
from hypothesis import strategies as st

from roundhouse.core.rules import below, draw, mix64, stream

M64 = 2**64 - 1
words = st.integers(0, M64)


def splitmix64(seed, count):
    """The generator as its author describes it: a counter and a mixing step."""
    numbers = []
    for _ in range(count):
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = seed
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        numbers.append(z ^ (z >> 31))
    return numbers


def test_the_numbers_of_a_stream_are_those_of_splitmix64():
    # The first numbers for the seeds 0 and 1234567, as published for other implementations
    assert [draw(0, n) for n in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [draw(1234567, n) for n in range(2)] == [6457827717110365317, 3203168211198807973]


@given(words)
def test_any_number_of_a_stream_can_be_drawn_by_itself(key):
    assert [draw(key, n) for n in (4, 0, 2)] == [splitmix64(key, 5)[n] for n in (4, 0, 2)]


@given(words, st.integers(1, 2**31))
def test_below_gives_a_number_of_the_range(u, n):
    assert below(u, n) == (u >> 32) * n >> 32
    assert 0 <= below(u, n) < n


def test_below_reaches_every_number_equally_often():
    counts = [0] * 7
    for n in range(7000):
        counts[below(draw(99, n), 7)] += 1

    assert all(900 < count < 1100 for count in counts)
    assert below(M64, 7) == 6
    assert below(0, 7) == 0


def test_streams_of_other_seeds_and_purposes_are_others():
    keys = {stream(seed, purpose) for seed in range(50) for purpose in range(20)}

    assert len(keys) == 1000
    assert stream(5, 3) == mix64(5 ^ mix64(3))
    assert stream(-1, 3) == stream(M64, 3)
    assert stream(2**64 + 5, 3) == stream(5, 3)
