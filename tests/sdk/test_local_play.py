"""Local matches: what bots are told, and what becomes of those that misbehave."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.match.recorded_matches import DUEL

from roundhouse import Bot, games, play
from roundhouse.core.belief import decoded
from roundhouse.core.entries import TICK
from roundhouse.core.settings import SetupError
from roundhouse.games import GAMES
from roundhouse.games.spacegoo.actions import Nop, Send
from roundhouse.match.record import read
from roundhouse.match.verification import verify
from roundhouse.protocol.messages import Over, Start, Turn, Verdicts
from roundhouse.sdk.bot_loader import LoadError
from roundhouse.sdk.local_match import Outcome

SHORT: dict[str, Any] = {"max_rounds": 5}
DUEL_SETTINGS: dict[str, Any] = {"map": DUEL, "max_rounds": 20}


class Passer(Bot):
    def act(self, turn: Turn) -> Any:
        return Nop()


class Says(Bot):
    """Answers with what it was made with, time after time, and passes afterwards."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.heard: list[Any] = []

    def start(self, start: Start) -> None:
        self.heard.append(start)

    def act(self, turn: Turn) -> Any:
        self.heard.append(turn)
        return self.answers.pop(0) if self.answers else {"type": "nop"}

    def verdicts(self, verdicts: Verdicts) -> None:
        self.heard.append(verdicts)

    def over(self, over: Over) -> None:
        self.heard.append(over)

    def all_verdicts(self) -> list[str]:
        return [
            verdict.code or verdict.verdict
            for message in self.heard
            if isinstance(message, Verdicts)
            for verdict in message.verdicts
        ]


def duel(first: Bot, second: Bot | None = None, **options: Any) -> Outcome:
    return play(
        games.spacegoo, [first, second or Passer()], seed=1, preset="classic", settings=DUEL_SETTINGS, **options
    )


def test_the_front_door() -> None:
    result = play(games.spacegoo, bots=[Passer, Passer()], seed=7, settings=SHORT)

    assert result.places == (1, 1)
    assert result.winner == 0
    assert result.rounds == 5
    assert [seat.name for seat in result.setup.seats] == ["Passer", "Passer 2"]


def test_a_bot_hears_start_turns_verdicts_and_the_end() -> None:
    bot = Says()
    play("spacegoo", [Passer, bot], seed=7, settings={"max_rounds": 2})

    assert [type(message).__name__ for message in bot.heard] == [
        "Start",
        "Turn",
        "Verdicts",
        "Turn",
        "Verdicts",
        "Over",
    ]
    start, turn, verdicts, second, _, over = bot.heard
    assert (start.seat, start.game, start.setup.seed) == (2, "spacegoo", 7)
    assert turn.view.round == 0
    assert turn.view.player_id == 2
    assert turn.may == ["nop", "send"]
    assert verdicts.verdicts[0].verdict == "accepted"
    assert [type(event).__name__ for event in second.events] == ["RoundPlayed"]
    assert over.result.reason == "draw"


@pytest.mark.parametrize(
    "action",
    [
        Send(1, 0, (5, 0, 0)),
        {"type": "send", "source": 1, "target": 0, "ships": [5, 0, 0]},
        [{"type": "send", "source": 1, "target": 0, "ships": (5, 0, 0)}],
        (Send(1, 0, (5, 0, 0)),),
    ],
)
def test_actions_are_messages_or_dictionaries_or_lists_of_them(action: Any) -> None:
    bot = Says(action)
    duel(bot)

    assert bot.all_verdicts()[0] == "accepted"
    assert len(bot.heard[3].view.fleets) == 1


RUBBISH: dict[str, tuple[Any, str]] = {
    "nothing": (None, ""),
    "no action": ([], ""),
    "a number": (7, ""),
    "a text": ("nop", ""),
    "an object": (object(), ""),
    "an unknown type": ({"type": "surrender"}, "type"),
    "a missing field": ({"type": "send", "source": 1}, ""),
    "a wrong field": ({"type": "send", "source": "x", "target": 0, "ships": [1, 0, 0]}, "source"),
    "a wrong part": ({"type": "send", "source": 1, "target": 0, "ships": [1, None, 0]}, "ships[1]"),
    "a message made wrongly": (Send("x", 0, (1, 0, 0)), "source"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("what", RUBBISH)
def test_rubbish_is_refused_with_the_field_and_the_seat_is_asked_again(what: str) -> None:
    rubbish, field = RUBBISH[what]
    bot = Says(rubbish)

    outcome = duel(bot)

    assert bot.all_verdicts()[:2] == ["bad_action", "accepted"]
    assert bot.heard[2].verdicts[0].field == field
    assert outcome.left == ()


def test_a_bot_that_only_talks_rubbish_has_missed_its_turn() -> None:
    bot = Says(*["?"] * 99)

    outcome = duel(bot)

    assert bot.all_verdicts() == ["bad_action"] * 3
    assert outcome.places == (2, 1)
    assert [(left.seat, left.crashed, left.reason) for left in outcome.left] == [(1, False, "no_command")]


def test_a_huge_number_is_taken_as_the_largest() -> None:
    bot = Says({"type": "send", "source": 1, "target": 0, "ships": [10**30, 0, 0]})
    duel(bot)

    assert bot.heard[3].view.fleets[0].ships == [5, 0, 0]


def test_a_void_action_counts() -> None:
    bot = Says({"type": "send", "source": 2, "target": 0, "ships": [1, 0, 0]})

    assert duel(bot).left == ()
    assert bot.all_verdicts()[0] == "not_owner"


@pytest.mark.rule("GOO-061")
def test_a_second_command_in_one_answer_forfeits() -> None:
    bot = Says([Nop(), Nop()])

    outcome = duel(bot)

    assert bot.all_verdicts() == ["accepted", "second_command"]
    assert [(left.seat, left.crashed, left.reason, left.round) for left in outcome.left] == [
        (1, False, "second_command", 0)
    ]
    assert outcome.result.reason == "disqualified"


class Falls(Bot):
    """Raises where it is told to."""

    def __init__(self, where: str, error: BaseException) -> None:
        self.where, self.error = where, error

    def _maybe(self, where: str) -> None:
        if where == self.where:
            raise self.error

    def start(self, start: Start) -> None:
        self._maybe("start")

    def act(self, turn: Turn) -> Any:
        if turn.view.round == 2:
            self._maybe("act")
        return Nop()

    def verdicts(self, verdicts: Verdicts) -> None:
        self._maybe("verdicts")

    def over(self, over: Over) -> None:
        self._maybe("over")


@pytest.mark.parametrize(("where", "at", "places"), [("start", 0, (2, 1)), ("act", 2, (2, 1)), ("verdicts", 0, (2, 1))])
@pytest.mark.parametrize("error", [ValueError("broken"), SystemExit(3), RecursionError()])
def test_a_bot_that_raises_has_crashed(where: str, at: int, places: tuple[int, ...], error: BaseException) -> None:
    outcome = duel(Falls(where, error))

    (left,) = outcome.left
    assert (left.seat, left.crashed, left.reason, left.round) == (1, True, "connection_lost", at)
    assert type(error).__name__ in left.sentence
    assert "test_local_play.py, line " in left.sentence
    assert outcome.places == places


def test_a_bot_that_raises_at_the_farewell_has_crashed_but_the_result_stands() -> None:
    outcome = duel(Falls("over", ValueError("broken")))

    assert outcome.result.reason == "draw"
    assert outcome.left[0].crashed


def test_both_bots_may_crash() -> None:
    outcome = duel(Falls("start", ValueError()), Falls("start", ValueError()))

    assert [left.seat for left in outcome.left] == [1, 2]
    assert outcome.result.reason == "all_disqualified"


def test_a_bot_that_is_no_bot_crashes_at_its_first_turn() -> None:
    class Unfinished(Bot):
        pass

    assert "must define act" in duel(Unfinished()).left[0].sentence


def test_ctrl_c_in_a_bot_is_meant_for_us(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        duel(Falls("act", KeyboardInterrupt()), out=tmp_path / "m.rhr")

    (left_behind,) = tmp_path.iterdir()
    assert left_behind.name == "m.rhr.part"
    assert read(left_behind).rounds == 2


class Clockwork:
    """Time that only passes when somebody says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class Slow(Says):
    def __init__(self, clock: Clockwork, *seconds: float) -> None:
        super().__init__()
        self.clock, self.seconds = clock, list(seconds)

    def act(self, turn: Turn) -> Any:
        self.clock.seconds += self.seconds.pop(0) if self.seconds else 0
        return super().act(turn)


@pytest.mark.rule("GOO-061", "GOO-063")
def test_who_answers_at_the_deadline_is_too_late() -> None:
    clock = Clockwork()

    outcome = duel(Slow(clock, 2.999, 3.0), now=clock)

    assert [(left.seat, left.crashed, left.reason, left.round) for left in outcome.left] == [
        (1, False, "no_command", 1)
    ]
    assert outcome.places == (2, 1)


@pytest.mark.rule("GOO-062")
def test_if_all_are_too_late_it_is_a_draw() -> None:
    clock = Clockwork()

    outcome = duel(Slow(clock, 3), Slow(clock, 4), now=clock)

    assert outcome.result.reason == "all_silent"
    assert outcome.places == (1, 1)


def test_one_bot_does_not_think_on_the_time_of_the_other() -> None:
    clock = Clockwork()

    assert duel(Slow(clock, 2.5), Slow(clock, 2.5), now=clock).left == ()


def test_every_turn_tells_what_the_last_one_cost_and_what_remains() -> None:
    clock = Clockwork()
    bot = Slow(clock, 1.25, 0.5)

    duel(bot, now=clock)

    turns = [message for message in bot.heard if isinstance(message, Turn)]
    assert [turn.clock.last_cost_ms for turn in turns[:3]] == [0, 1250, 500]
    assert {turn.clock.window_ms for turn in turns} == {3000}


def test_without_a_limit_nobody_is_late() -> None:
    clock = Clockwork()
    bot = Slow(clock, 1000)

    assert duel(bot, now=clock, timeout=False).left == ()
    assert bot.heard[1].clock.window_ms is None


def test_four_play_where_four_bots_are_given() -> None:
    outcome = play(games.spacegoo, [Passer] * 4, seed=3, settings=SHORT)

    assert len(outcome.places) == 4
    assert outcome.setup.settings["players"] == 4


def test_a_crash_among_four_leaves_the_others_playing() -> None:
    outcome = play(games.spacegoo, [Passer, Falls("act", ValueError()), Passer, Passer], seed=3, settings=SHORT)

    assert outcome.places == (1, 4, 1, 1)


@pytest.mark.parametrize("bots", [[Passer], [Passer] * 3, [Passer] * 5])
def test_a_wrong_number_of_bots_is_bad_settings(bots: list[type[Bot]]) -> None:
    with pytest.raises(SetupError) as caught:
        play(games.spacegoo, bots, seed=1)

    assert (caught.value.code, caught.value.field) == ("bad_settings", "players")


@pytest.mark.parametrize("seed", [-1, 2**63, 10**30])
def test_a_seed_that_no_record_can_hold_is_bad_settings(seed: int) -> None:
    with pytest.raises(SetupError) as caught:
        play(games.spacegoo, [Passer, Passer], seed=seed)

    assert (caught.value.code, caught.value.field) == ("bad_settings", "seed")


def test_an_unknown_game_is_said() -> None:
    with pytest.raises(LoadError, match="there is no game 'chess'; there are spacegoo"):
        play("chess", [Passer, Passer])


def test_the_record_of_a_seeded_match_is_the_same_bytes_each_time(tmp_path: Path) -> None:
    for name in ("a.rhr", "b.rhr"):
        play(games.spacegoo, [Passer, Says(Nop())], seed=7, settings=SHORT, out=tmp_path / name)

    assert (tmp_path / "a.rhr").read_bytes() == (tmp_path / "b.rhr").read_bytes()
    assert verify(read(tmp_path / "a.rhr")).ok
    assert not read(tmp_path / "a.rhr").timed


def test_without_a_seed_one_is_drawn_and_times_are_kept(tmp_path: Path) -> None:
    outcome = play(games.spacegoo, [Passer, Passer], settings=SHORT, out=tmp_path / "a.rhr")

    record = read(tmp_path / "a.rhr")
    assert record.setup.seed == outcome.setup.seed
    assert record.timed


class Listens(Bot):
    """Fills its slots with the first cards of its hand, and keeps what it was told."""

    def __init__(self) -> None:
        self.events: list[Any] = []

    def start(self, start: Start) -> None:
        self.setup, self.seat = start.setup, start.seat

    def act(self, turn: Turn) -> Any:
        self.events += turn.events
        own = turn.view.you
        free = 5 - len(own.locked)
        return {"type": "program", "slots": own.hand[:free] + [None] * (5 - free)}


def test_in_a_game_with_secrets_bots_are_told_only_what_their_seat_may_know() -> None:
    one, two = Listens(), Listens()
    play("rally", [one, two], seed=1, settings={"max_rounds": 10})

    for bot in (one, two):
        dealt = [event.seat for event in bot.events if event.__struct_config__.tag == "dealt"]
        assert len(dealt) > 1
        assert set(dealt) == {bot.seat}
        assert bot.setup.seed == 0


class Counts(Bot):
    """A built-in bot's moves, and every number that it was told on the way."""

    def __init__(self, game: str, orders: int) -> None:
        self.inner = GAMES[game].bot_class("random")(seed=1)
        self.orders = orders
        self.numbers: list[int] = []

    def start(self, start: Start) -> None:
        self.inner.start(start)

    def act(self, turn: Turn) -> Any:
        self.numbers.append(turn.step)
        made = self.inner.act(turn)
        return made if not isinstance(made, list) else made[: self.orders]

    def verdicts(self, verdicts: Verdicts) -> None:
        self.numbers.append(verdicts.step)


@pytest.mark.parametrize("game", ["dungeon", "boidvoid"])
def test_numbers_of_steps_do_not_tell_how_much_others_ordered(game):
    told, counts = [], []
    for orders in (1, 4):
        first, second = Counts(game, orders), Counts(game, 1)
        ordered: list[int] = []
        with pytest.raises(StopIteration):
            play(game, [first, second], seed=3, listen=partial(until_tick, ordered))
        counts.append(ordered.count(1))
        told.append(second.numbers)
    assert counts[0] < counts[1]
    assert told[0] == told[1]
    assert told[0]


def until_tick(ordered: list[int], step: Any) -> None:
    if step.entry.kind == TICK:
        raise StopIteration
    ordered.append(step.entry.seat)


class Believer(Bot):
    """Thinks ahead in a belief, and answers in numbers."""

    wants = ("belief",)

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.seen: list[Any] = []

    def act(self, turn: Turn) -> Any:
        state = self.belief
        GAMES["spacegoo"].rules.tick(state)
        assert state.round_no == turn.view.round + 1
        assert self.belief.round_no == turn.view.round  # a fresh one
        self.seen.append(turn.belief)
        return self.action_of(self.answer)


def test_a_bot_in_python_has_a_belief_of_every_turn_and_answers_in_numbers() -> None:
    bot = Believer([0] * GAMES["spacegoo"].width)
    outcome = play("spacegoo", [bot, Passer()], seed=1, settings=SHORT)

    assert outcome.left == ()
    assert outcome.refused == ({}, {})
    assert len(bot.seen) == SHORT["max_rounds"]
    assert decoded(GAMES["spacegoo"].state, bot.seen[2]).round_no == 2
    with pytest.raises(RuntimeError, match="belief is there only while act"):
        _ = bot.belief


def test_a_row_that_is_no_action_is_an_error_in_the_bot() -> None:
    outcome = play("spacegoo", [Believer([9, 9]), Passer()], seed=1, settings=SHORT)

    assert outcome.left[0].crashed
    assert "An action of spacegoo has 6 numbers, this row has 2" in outcome.left[0].sentence


def test_a_bot_that_wants_what_nobody_knows_is_told() -> None:
    bot = Passer()
    bot.wants = ["belief", "luck"]
    (left,) = play("spacegoo", [bot, Passer()], seed=1, settings=SHORT).left

    assert "Passer.wants[1]: Nobody knows how to send 'luck'; you can want belief." in left.sentence
