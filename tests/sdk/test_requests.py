"""Bots that act in the middle of their turn, and look at each answer before the next action. QST-123"""

import sys
import textwrap

import pytest
from tests.games.quest.meadow import MEADOW

from roundhouse.match.record import read
from roundhouse.sdk import Bot, play

END = {"type": "end_turn"}
WOOD = [{"x": 2, "y": 2, "resources": {"wood": 50}}, {"x": 13, "y": 13, "resources": {"wood": 50}}]
SCENARIO = MEADOW | {"buried": WOOD}
SETTINGS = {"scenario": SCENARIO, "rounds": 4, "turn_ms": 0}


def move(unit, x, y):
    return {"type": "move", "unit": unit, "to": [x, y]}


def look(unit):
    return {"type": "view", "unit": unit}


def walk(seat, turn):
    """What a team does in a turn: its first unit goes down and up again and then tries what is refused, the second one
    digs and looks around."""
    first, ahead = seat * 100, 1 if seat == 1 else -1
    x, y = (2 + turn, 2) if seat == 1 else (13 - turn, 13)
    steps = [move(first, x + ahead, y + ahead), move(first, x + ahead, y), move(first, 99, 99)]
    return [*steps, {"type": "dig", "unit": first + 1}, look(first + 1)]


class Walker(Bot):
    def start(self, start):
        self.seat = start.seat
        self.turns = 0

    def plan(self):
        self.turns += 1
        return walk(self.seat, self.turns - 1)


class Listing(Walker):
    """Returns a list."""

    name = "one"
    answers = []  # noqa: RUF012

    def act(self, turn):
        return self.plan()

    def verdicts(self, verdicts):
        Listing.answers += [verdict.answer for verdict in verdicts.verdicts]


class Asking(Walker):
    """Acts through the callback."""

    name = "one"
    answers = []  # noqa: RUF012

    def act(self, turn):
        for action in self.plan():
            verdict = self.request(action)
            Asking.answers.append(verdict.answer)


class Mixed(Walker):
    """Begins with the callback, and returns the rest."""

    name = "one"

    def act(self, turn):
        first, *rest = self.plan()
        assert self.request(first).answer.unit.id == self.seat * 100
        return rest


def record_of(bot, path, **settings):
    play("quest", [bot, Listing], seed=5, settings=SETTINGS | settings, out=path, timeout=False)
    return path.read_bytes()


@pytest.mark.rule("QST-123", "QST-124")
def test_a_list_and_a_callback_give_the_same_game(tmp_path):
    listed, asked, mixed = (record_of(bot, tmp_path / f"{bot.__name__}.rhr") for bot in (Listing, Asking, Mixed))
    assert listed == asked == mixed
    entries = read(tmp_path / "Asking.rhr").entries
    assert len(entries) == 2 * 4 * (5 + 1 + 1), "five requests, the end of the turn and the tick, in every turn"


@pytest.mark.rule("QST-050", "QST-123")
def test_both_are_told_the_same_answers(tmp_path):
    for bot in (Listing, Asking):
        bot.answers.clear()
    play("quest", [Asking, Listing], seed=5, settings=SETTINGS)
    asked = list(Asking.answers)
    Listing.answers.clear()
    play("quest", [Listing, Asking], seed=5, settings=SETTINGS)
    assert len(asked) == 4 * 5
    assert [answer.unit.id for answer in asked[:5]] == [100, 100, 100, 101, 101]
    assert asked == Listing.answers


@pytest.mark.rule("QST-123")
def test_an_answer_can_decide_what_is_done_next():
    class Digger(Walker):
        def act(self, turn):
            unit = self.seat * 100
            found = self.request({"type": "dig", "unit": unit}).answer.found
            taken = self.request({"type": "pickup", "unit": unit, "what": found}).answer if found else None
            assert self.turns or taken.taken == {"wood": 50}
            self.turns += 1

    outcome = play("quest", [Digger, Listing], seed=5, settings=SETTINGS)
    assert outcome.left == ()
    assert outcome.result.places[0].points == 50


@pytest.mark.rule("QST-120", "QST-123")
def test_what_was_done_before_the_time_is_up_counts_and_nothing_after_it():
    now = [0.0]

    class Slow(Walker):
        def act(self, turn):
            self.turns += 1
            if self.turns == 1:
                assert self.request(move(100, 3, 3)).verdict == "accepted"
                now[0] += 1.5
                late = self.request(move(100, 4, 4))
                assert (late.verdict, late.code) == ("refused", "not_your_turn")
                return [move(100, 4, 4)]
            unit = turn.view.units[0]
            assert (unit.x, unit.y) == (3, 3)
            return None

    outcome = play("quest", [Slow, Listing], seed=5, settings=SETTINGS | {"turn_ms": 1000}, now=lambda: now[0])
    assert outcome.left == ()


def test_after_the_end_of_the_turn_a_request_is_refused():
    class Eager(Walker):
        def act(self, turn):
            assert self.request(END).verdict == "accepted"
            assert self.request(look(100)).code == "not_your_turn"

    assert play("quest", [Eager, Listing], seed=5, settings=SETTINGS).left == ()


def test_a_bot_may_resign_in_the_middle_of_its_turn():
    class Sad(Walker):
        def act(self, turn):
            assert self.request({"type": "resign"}).verdict == "accepted"
            assert self.request(look(100)).code == "not_your_turn"
            return [look(100)]

    outcome = play("quest", [Sad, Listing], seed=5, settings=SETTINGS)
    assert (outcome.winner, outcome.result.reason) == (2, "last_left")


def test_a_callback_outside_of_a_turn_or_in_another_game_is_told_so():
    with pytest.raises(RuntimeError, match="only while act"):
        Walker().request(END)

    class Hasty(Bot):
        def act(self, turn):
            return self.request({"type": "nop"})

    outcome = play("spacegoo", [Hasty, "random"], seed=1)
    assert outcome.left[0].crashed
    assert "request()" in outcome.left[0].sentence


PROGRAM = """
    import json, sys

    def send(actions):
        print(json.dumps({"type": "act", "step": step, "seq": 1, "actions": actions}), flush=True)
        return json.loads(input())["verdicts"]

    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "turn":
            step = message["step"]
            unit = message["view"]["units"][0]["id"]
            [dug] = send([{"type": "dig", "unit": unit}])
            found = dug["answer"].get("found") or {}
            if found:
                [took] = send([{"type": "pickup", "unit": unit, "what": found}])
                assert took["answer"]["taken"] == found
            send([{"type": "end_turn"}])
        elif message["type"] == "over":
            break
"""


@pytest.mark.rule("QST-050", "QST-123")
def test_a_program_plays_its_turn_with_single_requests_as_on_a_server(tmp_path):
    program = tmp_path / "digger.py"
    program.write_text(textwrap.dedent(PROGRAM))
    clocked = SETTINGS | {"turn_ms": 60_000}
    outcome = play("quest", [f"cmd:{sys.executable} {program}", Listing], seed=5, settings=clocked)
    assert outcome.left == ()
    assert outcome.result.places[0].points == 50
