"""Servers that several tests of a file may ask things of."""

import pytest
from tests.games.dungeon.server.wire.kafka_broker import kafka, no_kafka
from tests.games.dungeon.server.wire.wire_site import no_rabbitmq, wired


@pytest.fixture(scope="module")
def r2(tmp_path_factory):
    """A server for R2 with RabbitMQ."""
    if no_rabbitmq():
        pytest.skip(no_rabbitmq())
    with wired(tmp_path_factory.mktemp("r2"), "r2") as site:
        yield site


@pytest.fixture(scope="module")
def k1(tmp_path_factory):
    """A server for K1 with a shared broker."""
    if no_kafka():
        pytest.skip(no_kafka())
    with kafka() as broker, wired(tmp_path_factory.mktemp("k1"), "k1", broker=broker) as site:
        yield site
