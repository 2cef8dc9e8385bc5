"""Windows and banks to the millisecond; time is an argument, so nothing waits."""

from roundhouse.match.clock import Budget, Clock


def test_a_window_is_over_at_its_deadline_and_not_before():
    clock = Clock(2, window_ms=3000)
    clock.open([1, 2], 500)

    assert [clock.deadline_ms(1), clock.next_deadline_ms()] == [3500, 3500]
    assert clock.expired(3499) == []
    assert clock.expired(3500) == [1, 2]


def test_a_seat_that_has_answered_has_no_window():
    clock = Clock(2, window_ms=3000)
    clock.open([1, 2], 0)
    clock.close(2, 1200)

    assert clock.expired(9000) == [1]
    assert clock.deadline_ms(2) is None
    assert clock.budget(2) == Budget(last_cost_ms=1200, window_ms=3000, bank_ms=0)


def test_opening_a_window_that_runs_does_not_start_it_again():
    clock = Clock(1, window_ms=100)
    clock.open([1], 0)
    clock.open([1], 90)

    assert clock.deadline_ms(1) == 100


def test_the_bank_is_drawn_on_after_the_window_only():
    clock = Clock(1, window_ms=100, bank_ms=250)
    clock.open([1], 0)
    assert clock.deadline_ms(1) == 350
    clock.close(1, 100)
    assert clock.budget(1) == Budget(100, 100, 250)

    clock.open([1], 1000)
    clock.close(1, 1180)
    assert clock.budget(1) == Budget(180, 100, 170)

    clock.open([1], 2000)
    assert clock.deadline_ms(1) == 2270
    assert (clock.expired(2269), clock.expired(2270)) == ([], [1])
    clock.close(1, 2500)
    assert clock.budget(1) == Budget(500, 100, 0)


def test_banks_belong_to_seats():
    clock = Clock(2, window_ms=100, bank_ms=50)
    clock.open([1, 2], 0)
    clock.close(1, 130)
    clock.close(2, 20)
    clock.open([1, 2], 200)

    assert [clock.deadline_ms(1), clock.deadline_ms(2), clock.next_deadline_ms()] == [320, 350, 320]
    assert clock.expired(330) == [1]


def test_without_a_window_nothing_expires_but_costs_are_told():
    clock = Clock(1, window_ms=None)
    clock.open([1], 0)

    assert (clock.deadline_ms(1), clock.next_deadline_ms(), clock.expired(10**9)) == (None, None, [])
    clock.close(1, 700)
    assert clock.budget(1) == Budget(700, None, 0)


def test_in_an_outage_the_clock_stands_still():
    clock = Clock(2, window_ms=100, bank_ms=10)
    clock.open([1], 0)
    clock.pause(40)
    clock.pause(60)  # a second pause changes nothing

    assert clock.next_deadline_ms() is None
    assert clock.expired(5000) == []
    clock.resume(5040)
    clock.resume(9999)
    assert clock.deadline_ms(1) == 5110
    assert (clock.expired(5109), clock.expired(5110)) == ([], [1])


def test_an_answer_in_an_outage_costs_the_time_until_it_began():
    clock = Clock(1, window_ms=100)
    clock.open([1], 0)
    clock.pause(40)
    clock.close(1, 900)

    assert clock.budget(1).last_cost_ms == 40


def test_a_window_opened_in_an_outage_is_whole_when_it_ends():
    clock = Clock(1, window_ms=100)
    clock.pause(1000)
    clock.open([1], 1500)
    clock.resume(2000)

    assert clock.deadline_ms(1) == 2100


def test_closing_all_notes_what_each_has_cost():
    clock = Clock(3, window_ms=100)
    clock.open([1, 3], 0)
    clock.open([2], 30)
    clock.close_all(70)
    clock.close_all(900)

    assert [clock.budget(seat).last_cost_ms for seat in (1, 2, 3)] == [70, 40, 70]


def test_what_comes_before_a_window_costs_nothing():
    clock = Clock(2, window_ms=1000)
    clock.lead_ms = 400
    clock.open([1, 2], 100)
    assert clock.budget(1, 200) == Budget(0, 1000, 0, 1300, 300)
    clock.close(2, 300)
    assert clock.budget(2).last_cost_ms == 0
    assert clock.expired(1499) == []
    assert clock.expired(1500) == [1]
    clock.close(1, 700)
    assert clock.budget(1).last_cost_ms == 200
