"""Kafka brokers for tests: the ones inside librdkafka, which speak the real protocol on loopback."""

import contextlib
import time

import pytest

PATIENCE_S = 60


def no_kafka():
    """Why tests with Kafka cannot run here, or nothing."""
    try:
        import confluent_kafka  # noqa: F401
    except ImportError:
        return "confluent-kafka, whose mock broker stands for Kafka, is not installed"
    return ""


needs_kafka = pytest.mark.skipif(bool(no_kafka()), reason=no_kafka() or "there is one")


@contextlib.contextmanager
def kafka():
    """A broker of its own; yields its address. It lives as long as the client that has it inside."""
    from confluent_kafka import Producer

    client = Producer({"bootstrap.servers": "mock", "test.mock.num.brokers": 1, "log_level": 0})
    until = time.monotonic() + PATIENCE_S
    while not (found := list(client.list_topics(timeout=5).brokers.values())):
        assert time.monotonic() < until, "the mock broker does not answer"
    yield f"{found[0].host}:{found[0].port}"
    client.flush(0)
    del client
