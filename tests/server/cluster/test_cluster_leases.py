"""When a process is missed, with a clock in the test's hands."""

from types import SimpleNamespace

import pytest

pytest.importorskip("nats", reason="the package for NATS is not installed")

from roundhouse.server.cluster import leases
from roundhouse.server.cluster.messages import Presence, Subjects, encode
from roundhouse.server.cluster.node import LOOK_AROUND_S

PROMISED_S = 5.0  # until every match of a killed process takes orders again


class Clock:
    now = 100.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(leases, "time", made)
    return made


def sign(process):
    """That a process has shown itself, as the bucket tells it."""
    value = encode(Presence(process, "http://127.0.0.1:1", {}))
    return SimpleNamespace(key=f"process.{process}", operation=None, value=value)


def test_a_process_is_missed_when_its_lease_is_over_and_not_before(clock):
    known = leases.Leases(None, Subjects("test"), "here")
    known._somebody(sign("there"))
    clock.now += leases.LEASE_S
    assert known.alive("there")
    clock.now += leases.MARGIN_S + 0.001
    assert not known.alive("there")
    known._somebody(sign("there"))
    assert known.alive("there")


def test_whoever_was_late_itself_blames_nobody(clock):
    known = leases.Leases(None, Subjects("test"), "here")
    known._somebody(sign("there"))
    clock.now += 60
    known.excuse()
    assert known.alive("there")
    assert known.alive("here")


def test_a_killed_process_is_missed_long_before_its_matches_have_to_go_on():
    """Somebody looks at the latest so often, and three signs are sent before one is missed."""
    assert leases.LEASE_S + leases.MARGIN_S + 2 * LOOK_AROUND_S <= PROMISED_S * 0.6
    assert 3 * leases.BEAT_S <= leases.LEASE_S
