"""Golden matches are as they were written: an unexpected change of a game shows here, move by move."""

import pytest
from tests import golden

from roundhouse.games import GAMES

# What a server or the ledger answers, or where it takes hundreds of orders to get there
ELSEWHERE = {"boidvoid": {"turn_locked", "not_transferable", "item_in_use", "game_full", "too_many_structures"}}


def stored_texts(key):
    return {path.stem: path.read_text(encoding="utf-8") for path in golden.folder(key).glob("*.txt")}


@pytest.mark.parametrize("key", GAMES)
def test_the_golden_matches_are_as_they_were(key):
    stored, told = stored_texts(key), golden.tell(key)

    assert set(stored) == set(told), "run `make golden`"
    for name, text in told.items():
        assert text.splitlines() == stored[name].splitlines(), f"{name}: run `make golden` if this is meant"


@pytest.mark.parametrize("key", GAMES)
def test_the_golden_matches_tell_every_kind_of_event_refusal_and_end(key):
    game, told = GAMES[key], "\n".join(stored_texts(key).values())

    names = [line.name for line in game.refusals if line.name != "bad_action"]
    names += [line.name for line in game.end_reasons]
    names = [name for name in names if name not in ELSEWHERE.get(key, ())]
    assert [name for name in names if f"[{name}]" not in told and f"over {name}" not in told] == []
