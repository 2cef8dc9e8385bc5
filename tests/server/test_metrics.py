"""What is counted, and how it reads."""

from roundhouse.server.metrics import Metrics


def test_what_is_counted_is_in_the_text_for_prometheus():
    metrics = Metrics()
    metrics.connected("websocket")
    metrics.connected("tcp")
    metrics.parted("tcp")
    metrics.order("websocket", 3)
    metrics.refused("stale")
    metrics.match_started("spacegoo")
    metrics.match_over("spacegoo", "last_alive")
    metrics.committed(0.002, 7)
    metrics.late(0.004)
    metrics.answered("GET", "/api/me", 200, 0.01)
    metrics.watch("spectators", "People who watch.", lambda: 12)

    lines = metrics.exposition().decode().splitlines()

    for line in (
        'roundhouse_connections{transport="websocket"} 1.0',
        'roundhouse_connections{transport="tcp"} 0.0',
        'roundhouse_orders_total{transport="websocket"} 3.0',
        'roundhouse_refusals_total{code="stale"} 1.0',
        'roundhouse_matches_started_total{game="spacegoo"} 1.0',
        'roundhouse_matches_over_total{game="spacegoo",reason="last_alive"} 1.0',
        "roundhouse_store_entries_total 7.0",
        'roundhouse_tick_late_seconds_bucket{le="0.0025"} 0.0',
        'roundhouse_tick_late_seconds_bucket{le="0.005"} 1.0',
        'roundhouse_http_requests_total{method="GET",route="/api/me",status="200"} 1.0',
        "roundhouse_spectators 12.0",
    ):
        assert line in lines, line
    assert metrics.connections() == 1


def test_lateness_is_half_and_nearly_all_of_the_newest_rounds():
    metrics = Metrics()
    assert metrics.lateness_ms() == [0.0, 0.0]
    for n in range(101):
        metrics.late(n / 1000)
    assert metrics.lateness_ms() == [50.0, 99.0]


def test_two_servers_in_one_process_count_each_for_itself():
    one, two = Metrics(), Metrics()
    one.connected("tcp")
    assert (one.connections(), two.connections()) == (1, 0)
