"""What a replay tells before its end, without a browser."""

from tests.web.node import Script

ask = Script("spoilers.ts")


def teardown_module() -> None:
    ask.close()


def test_results_are_hidden_from_those_who_did_not_play_until_they_ask():
    match = {"state": "finished", "seats": [{"player": {"name": "ann"}}, {"player": {"name": "greedy"}}]}
    hidden = {"spoilerFree": True, "me": "bob", "revealed": False}
    cases = [
        (match, hidden, False),
        (match, hidden | {"me": ""}, False),
        (match, hidden | {"me": "ann"}, True),
        (match, hidden | {"revealed": True}, True),
        (match, hidden | {"spoilerFree": False}, True),
        (match | {"state": "running"}, hidden, True),
        (match | {"state": "abandoned"}, hidden, False),
    ]
    assert ask(*[("isTold", *given) for *given, _ in cases]) == [told for *_, told in cases]


def test_lines_marks_and_chances_end_at_the_shown_frame():
    chart = {"key": "ships", "title": "Ships", "series": [{"seat": 1, "label": "ann", "data": [1, 2, 3, 4]}]}
    marks = [{"frame": frame, "kind": "capture", "seat": 1} for frame in (0, 2, 3)]
    charts, early, chances, none = ask(
        ("chartsUpTo", [chart], 1),
        ("marksUpTo", marks, 2),
        ("upTo", [0.5, 0.3, 0], [0, 2, 3], 2),
        ("marksUpTo", marks, -1),
    )
    assert charts[0]["series"][0]["data"] == [1, 2, None, None]
    assert [mark["frame"] for mark in early] == [0, 2]
    assert chances == [0.5, 0.3, None]
    assert none == []
