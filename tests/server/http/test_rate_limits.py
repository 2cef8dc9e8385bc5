"""Limits and growing waits, with time by hand."""

import pytest

from roundhouse.server import rate_limits
from roundhouse.server.rate_limits import Limiter, Patience, address_key


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_a_burst_is_let_through_and_then_one_at_a_time(clock):
    limiter = Limiter(clock)
    at_once = sum(limiter.wait_s("a", 60) == 0 for _ in range(100))
    assert at_once == 11  # ten seconds' worth, and one that is always free
    assert 0 < limiter.wait_s("a", 60) <= 1
    clock.now += 1.0
    assert limiter.wait_s("a", 60) == 0
    assert limiter.wait_s("a", 60) > 0


def test_one_address_does_not_use_up_the_limit_of_another(clock):
    limiter = Limiter(clock)
    while not limiter.wait_s("a", 60):
        pass
    assert limiter.wait_s("b", 60) == 0


def test_no_limit_is_no_limit(clock):
    limiter = Limiter(clock)
    assert not any(limiter.wait_s("a", 0) for _ in range(10_000))


def test_very_many_addresses_do_not_fill_the_memory(clock, monkeypatch):
    monkeypatch.setattr(rate_limits, "KEPT_MAX", 100)
    limiter, patience = Limiter(clock), Patience(free=1, longest_s=60, clock=clock)
    for n in range(1000):
        limiter.wait_s(n, 1)
        patience.failed(n)
    assert len(limiter._full_at) <= 100
    assert len(patience._failures) <= 101
    assert limiter.wait_s("somebody else", 1) == 0


def test_who_fails_waits_twice_as_long_each_time_up_to_the_longest(clock):
    patience = Patience(free=3, longest_s=60, clock=clock)
    waits = []
    for _ in range(12):
        waits.append(patience.wait_s("bob"))
        clock.now += waits[-1]
        patience.failed("bob")
    assert waits == [0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_waiting_does_not_help_before_its_time_and_success_forgets(clock):
    patience = Patience(free=1, longest_s=60, clock=clock)
    patience.failed("bob")
    patience.failed("bob")
    clock.now += 1.5
    assert patience.wait_s("bob") == pytest.approx(0.5)
    patience.succeeded("bob")
    assert patience.wait_s("bob") == 0


def test_failures_are_forgotten_after_a_quiet_time(clock):
    patience = Patience(free=1, longest_s=60, forget_s=900, clock=clock)
    for _ in range(9):
        patience.failed("bob")
    clock.now += 901
    assert patience.wait_s("bob") == 0
    patience.failed("bob")
    assert patience.wait_s("bob") == 1.0


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("local", "local"),
    ],
)
def test_a_limit_is_for_an_address_or_the_network_of_one(host, key):
    assert address_key(host) == key
