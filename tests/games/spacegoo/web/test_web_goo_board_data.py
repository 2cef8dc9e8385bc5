"""The Spacegoo board's data without a browser: where things lie when there are many, and the colours of the kinds."""

import itertools
import re
from random import Random

import pytest
from tests.games.spacegoo.web.positions import full_view
from tests.scale import amount, run_seed
from tests.web.colour_vision import difference, forms
from tests.web.node import ROOT, Script

pytestmark = pytest.mark.slow
PHONE, DESK = {"w": 356, "h": 283}, {"w": 803, "h": 452}
ask = Script("spacegoo.ts")


def teardown_module() -> None:
    ask.close()


def positions(count, preset="standard"):
    random = Random(f"{run_seed()} {preset}")
    return [full_view(random, preset) for _ in range(count)]


def looks(view, size):
    """The whole, and three places seen nearer and nearer."""
    (most,) = ask(["nearest", view, size])
    near = ((1 + (most - 1) / 2, 0.3, 0.4), (most, 0.5, 0.5), (most, 0.8, 0.7))
    return [size, *(size | {"look": {"zoom": zoom, "x": x, "y": y}} for zoom, x, y in near)]


def box(one, apart=0.0):
    return (
        one["x"] - one["w"] / 2 + apart, one["y"] - one["h"] / 2 + apart,
        one["x"] + one["w"] / 2 - apart, one["y"] + one["h"] / 2 - apart,
    )  # fmt: skip


def meet(one, two):
    (a, b, c, d), (e, f, g, h) = box(one, 0.01), box(two, 0.01)
    return a < g and e < c and b < h and f < d


def meets_disc(one, x, y, r):
    a, b, c, d = box(one)
    return (max(a, min(x, c)) - x) ** 2 + (max(b, min(y, d)) - y) ** 2 < (r - 0.01) ** 2


@pytest.mark.rule("GOO-112")
@pytest.mark.parametrize("preset", ["standard", "classic"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_no_label_lies_on_another_on_a_planet_or_on_its_columns(size, preset):
    for view in positions(amount(4, 60), preset):
        for look in looks(view, size):
            for numbers in (False, True):
                (shown,) = ask(["picture", view, look, numbers])
                labels, planets = shown["labels"], shown["planets"]
                columns = [planet["columns"] for planet in planets if planet["columns"]]
                for one, two in itertools.combinations(labels + columns, 2):
                    assert not meet(one, two), (one, two)
                for label, planet in itertools.product(labels, planets):
                    assert not meets_disc(label, planet["x"], planet["y"], planet["r"]), (label, planet)
                for planet, other in itertools.product(planets, planets):
                    if planet is not other and planet["columns"]:
                        assert not meets_disc(planet["columns"], other["x"], other["y"], other["r"]), (planet, other)
                for label in labels:
                    left, top, right, bottom = box(label)
                    assert 0 <= left <= right <= size["w"]
                    assert 0 <= top <= bottom <= size["h"]
                    assert label["wide"] <= label["w"] + 0.01
                    assert label["px"] >= 9.5


@pytest.mark.rule("GOO-112")
@pytest.mark.parametrize("preset", ["standard", "classic"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_planet_has_its_columns_and_every_fleet_tows_what_it_carries(size, preset):
    for view in positions(amount(4, 60), preset):
        for look in looks(view, size):
            (shown,) = ask(["picture", view, look, False])
            assert len(shown["planets"]) == 21
            assert len(shown["fleets"]) == 40
            without = sum(planet["columns"] is None for planet in shown["planets"])
            # three fields apart on a phone there is not always room, until one looks nearer
            assert without == 0 or (preset == "classic" and size is PHONE and "look" not in look and without < 5)
            for fleet, drawn in zip(view["fleets"], shown["fleets"], strict=True):
                assert [bead["kind"] for bead in drawn["beads"]] == [k for k, n in enumerate(fleet["ships"]) if n]
                assert all(bead["r"] >= 2 for bead in drawn["beads"])


@pytest.mark.rule("GOO-112")
def test_near_enough_every_planet_in_sight_has_its_ships_and_production_in_numbers():
    view = positions(1)[0] | {"fleets": []}
    size = {"w": 900, "h": 700}
    (most,) = ask(["nearest", view, size])
    for n, planet in enumerate(view["planets"]):
        (whole,) = ask(["picture", view, size, False])
        at = {"zoom": most, "x": whole["planets"][n]["x"] / 900, "y": whole["planets"][n]["y"] / 700}
        (shown,) = ask(["picture", view, size | {"look": at}, False])
        written = [line for label in shown["labels"] for line in label["written"]]
        if any(planet["ships"]):
            assert lines_of(planet["ships"]) in written, planet
        assert lines_of(planet["production"], "+") in written, planet


def lines_of(three, plus=""):
    short = (f"{n / 1000:.1f}k" if n >= 10_000 else str(n) for n in three)
    return [[kind, plus + text] for kind, (n, text) in enumerate(zip(three, short, strict=True)) if n]


@pytest.mark.rule("GOO-112")
@pytest.mark.parametrize("size", [PHONE, DESK, {"w": 300, "h": 200}], ids=["phone", "desk", "card"])
def test_the_goo_closes_before_the_border_of_the_board(size):
    for view in positions(amount(3, 40)):
        for planet in view["planets"]:  # one owner has all of it, with as many ships as the goo tells
            planet["owner_id"], planet["ships"] = 1, [9000, 9000, 9000]
        (lines,) = ask(["goo", view, size])
        border = lines[0] + lines[-1] + "".join(line[0] + line[-1] for line in lines)
        assert set(border) == {"."}
        # nor is it cut off straight, which would make its outermost lines as long as the next ones
        for side in (lines, ["".join(column) for column in zip(*lines, strict=True)]):
            for order in (side, side[::-1]):
                first, _, third = [line.count("1") for line in order if "1" in line][:3]
                assert first < 0.9 * third
        (shown,) = ask(["picture", view, size, False])
        for planet in shown["planets"]:
            assert lines[int(planet["y"] / 3)][int(planet["x"] / 3)] == "1"


KINDS, FEW = [f"board-kind-{kind}" for kind in "abc"], ["p1", "p2"]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_colours_of_the_kinds_differ_for_every_eye(theme):
    tokens = (ROOT / "web/src/styles/tokens.css").read_text()
    own = tokens[tokens.index(f"[data-theme='{theme}']") :].split("}")[0]
    colour = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", own))
    for one, two in itertools.combinations(KINDS, 2):
        for seen, other in zip(forms(colour[one]), forms(colour[two]), strict=True):
            assert difference(seen, other) > 24, (one, two)
    for kind, seat in itertools.product(KINDS, FEW):
        for seen, other in zip(forms(colour[kind]), forms(colour[seat]), strict=True):
            assert difference(seen, other) > 11, (kind, seat)
