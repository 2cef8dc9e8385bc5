"""Counters of the running server, for `/metrics` and for the health page of administrators."""

import time
from collections import deque
from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

LATENESS_KEPT = 4096  # newest rounds that the health page looks at
LATE_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
COMMIT_S = (0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.0)
ANSWER_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # when a counter was made says nothing

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """One per server. Cheap enough to call for every order; nothing here runs per entry of a log."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._lateness: deque[float] = deque(maxlen=LATENESS_KEPT)
        self._started = self._counter("matches_started", "Matches begun.", "game")
        self._over = self._counter("matches_over", "Matches that ended.", "game", "reason")
        self._connections = self._gauge("connections", "Open connections of players and spectators.", "transport")
        self._orders = self._counter("orders", "Actions that were accepted.", "transport")
        self._orders_over: dict[str, Counter] = {}  # by transport, because looking up a label costs more than counting
        self._refusals = self._counter("refusals", "Requests and messages that were refused.", "code")
        self._late = self._histogram("tick_late_seconds", "How late rounds were played.", LATE_S)
        self._commit = self._histogram("store_commit_seconds", "Time of a commit of the store.", COMMIT_S)
        self._written = self._counter("store_entries", "Entries of matches that were written.")
        self._requests = self._counter("http_requests", "Answers over HTTP.", "method", "route", "status")
        self._answered = self._histogram("http_answer_seconds", "Time to the start of an answer over HTTP.", ANSWER_S)

    # Matches

    def match_started(self, game: str) -> None:
        self._started.labels(game).inc()

    def match_over(self, game: str, reason: str) -> None:
        self._over.labels(game, reason).inc()

    def order(self, transport: str = "", count: int = 1) -> None:
        orders = self._orders_over.get(transport)
        if orders is None:
            orders = self._orders_over[transport] = self._orders.labels(transport)
        orders.inc(count)

    def refused(self, code: str) -> None:
        """`code` must be one of the server's, never a client's text: every value is kept for good."""
        self._refusals.labels(code).inc()

    def late(self, seconds: float) -> None:
        """Record how late a round was played."""
        self._late.observe(seconds)
        self._lateness.append(seconds)

    # Connections, store, HTTP

    def connected(self, transport: str) -> None:
        self._connections.labels(transport).inc()

    def parted(self, transport: str) -> None:
        self._connections.labels(transport).dec()

    def committed(self, seconds: float, entries: int = 0) -> None:
        self._commit.observe(seconds)
        self._written.inc(entries)

    def commit(self, work: Callable[[], None], entries: int) -> None:
        """Run the work of a commit and count it. Called on the store's thread."""
        began = time.perf_counter()
        work()
        self.committed(time.perf_counter() - began, entries)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._answered.observe(seconds)

    # Reading

    def watch(self, name: str, sentence: str, read: Callable[[], float]) -> None:
        """Register a gauge that is read on request."""
        self._gauge(name, sentence).set_function(read)

    def watch_connections(self, transport: str, read: Callable[[], float]) -> None:
        """Register a count of connections that is kept elsewhere."""
        self._connections.labels(transport).set_function(read)

    def connections(self) -> int:
        """Open connections over all transports."""
        return int(sum(sample.value for family in self._connections.collect() for sample in family.samples))

    def lateness_ms(self) -> list[float]:
        """The lateness of the newest rounds: median and 99th percentile."""
        known = sorted(self._lateness)
        if not known:
            return [0.0, 0.0]
        return [round(known[int(share * (len(known) - 1))] * 1000, 3) for share in (0.5, 0.99)]

    def exposition(self) -> bytes:
        """Everything in the text form of Prometheus."""
        return generate_latest(self.registry)

    def _counter(self, name: str, sentence: str, *labels: str) -> Counter:
        return Counter(f"roundhouse_{name}", sentence, labels, registry=self.registry)

    def _gauge(self, name: str, sentence: str, *labels: str) -> Gauge:
        return Gauge(f"roundhouse_{name}", sentence, labels, registry=self.registry)

    def _histogram(self, name: str, sentence: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(f"roundhouse_{name}", sentence, registry=self.registry, buckets=buckets)
