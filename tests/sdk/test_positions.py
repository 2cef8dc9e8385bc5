"""Turns of recorded seats: what was seen and answered there, and where another player answers otherwise."""

import pytest
from tests.scale import amount

from roundhouse.games import GAMES
from roundhouse.match.record import read
from roundhouse.sdk import Bot, play
from roundhouse.sdk.bot_loader import load
from roundhouse.sdk.bot_test import bot_seed
from roundhouse.sdk.players.player import BotPlayer
from roundhouse.sdk.positions import ask, differences, moments, start_of

SHORT = {
    "spacegoo": {"max_rounds": 30, "deadline_s": 60},
    "rally": {"max_rounds": 10},
    "dungeon": {"max_rounds": amount(5, 10)},
    "quest": {"rounds": 4, "turn_ms": 60_000},
    "boidvoid": {"turn_limit": 5},
}


def recorded(game, folder, bot="random", seed=3):
    path = folder / f"{game}.rhr"
    play(game, [bot, "random"], seed=seed, settings=SHORT[game], out=path)
    return read(path)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_bot_that_played_answers_every_turn_as_it_did(game, tmp_path):
    record = recorded(game, tmp_path)
    player = load("random", GAMES[game]).make(bot_seed(record.setup.seed))
    found = list(differences(record, 1, player))
    assert len(found) >= 3
    assert [moment.round for moment, other in found if other is not None] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_with_other_draws_differs_somewhere_and_nothing_is_changed_by_asking(game, tmp_path):
    record = recorded(game, tmp_path)
    before = [(moment.turn, moment.rows) for moment in moments(record, 1)]
    player = load("random", GAMES[game]).make(99)
    assert any(other is not None for _, other in differences(record, 1, player))
    assert [(moment.turn, moment.rows) for moment in moments(record, 1)] == before


class Passing(Bot):
    seen = []  # noqa: RUF012

    def act(self, turn):
        self.seen.append(turn)
        return {"type": "nop"}


def test_a_player_is_shown_what_the_seat_saw(tmp_path, monkeypatch):
    monkeypatch.setattr(Passing, "seen", [])
    path = tmp_path / "a.rhr"
    play("spacegoo", [Passing, "random"], seed=4, settings={"max_rounds": 12}, out=path)
    live, Passing.seen = Passing.seen, []
    assert all(other is None for _, other in differences(read(path), 1, BotPlayer(Passing)))
    assert [(turn.step, turn.view, turn.events) for turn in Passing.seen] == [
        (turn.step, turn.view, turn.events) for turn in live
    ]


def test_a_refused_answer_is_told_with_its_reason(tmp_path):
    class Wrong(Bot):
        def act(self, turn):
            return {"type": "send", "source": 0, "target": 0, "ships": [1, 0, 0]}

    moment = next(moments(recorded("spacegoo", tmp_path), 1))
    player = BotPlayer(Wrong)
    player.start(start_of(moment.game, moment.setup, 1))
    answer = ask(moment, player)
    assert answer.rows == ()
    assert {verdict.verdict for verdict in answer.verdicts} <= {"refused", "forfeit"}
    assert all(verdict.rule.startswith("GOO-") for verdict in answer.verdicts)


def test_there_is_no_such_seat(tmp_path):
    with pytest.raises(ValueError, match="there is no seat 3; there are 1 to 2"):
        list(moments(recorded("spacegoo", tmp_path), 3))


@pytest.mark.parametrize("game", ["rally", "dungeon"])
def test_secrets_of_a_record_are_kept_from_the_bot(game):
    """The seed would tell a new version what the old one could not know."""
    rules = GAMES[game]
    setup = rules.setup(["a", "b"], seed=77)
    assert start_of(rules, setup, 1).setup.seed == 0
    assert start_of(GAMES["spacegoo"], GAMES["spacegoo"].setup(seed=77), 1).setup.seed == 77
