"""Work in several processes: results in order, errors and lost processes told."""

import os

import pytest

from roundhouse.sdk.process_pool import LostError, share_out

pytestmark = pytest.mark.slow


def test_results_come_in_order() -> None:
    assert list(share_out(abs, [-5, 4, -3, 2, -1], 2)) == [5, 4, 3, 2, 1]


def test_errors_are_raised_here() -> None:
    with pytest.raises(RuntimeError, match="invalid literal"):
        list(share_out(int, ["1", "x"], 2))
    with pytest.raises(FileNotFoundError):
        list(share_out(os.stat, ["/no/such/place"], 2))


def test_a_process_that_ends_in_the_middle_of_its_work_is_told() -> None:
    with pytest.raises(LostError):
        list(share_out(os._exit, [3], 2))


def test_who_stops_listening_ends_the_processes() -> None:
    results = share_out(abs, [-1] * 100, 2)

    assert next(results) == 1
    results.close()  # type: ignore[attr-defined]
    assert list(results) == []
