"""The text of a state: what it says is what is read, and anything else is refused with the reason."""

import random
from base64 import b64decode, b64encode

import msgspec
import pytest
from tests.contract.random_play import setups

from roundhouse.core.belief import Belief, decoded, encoded
from roundhouse.core.layout import layout_version
from roundhouse.core.schema import LARGE, SMALL, canonical
from roundhouse.games import GAMES

GAME = GAMES["spacegoo"]


def text(seed: int = 1) -> Belief:
    setup = next(iter(setups(GAME, 1, form=SMALL, seed=seed)))
    return encoded(GAME.start(setup), SMALL)


@pytest.mark.parametrize(("game", "form"), [*((game, SMALL) for game in GAMES.values()), (GAME, LARGE)])
def test_a_text_holds_the_whole_state(game, form):
    state = game.start(next(iter(setups(game, 1, form=form, seed=1))))
    assert canonical(decoded(game.state, encoded(state, form))) == canonical(state)


def test_another_layout_is_refused():
    with pytest.raises(ValueError, match="the layout is 0000"):
        decoded(GAME.state, msgspec.structs.replace(text(), layout="0" * 16))


def test_the_text_of_one_form_is_refused_under_the_name_of_the_other():
    with pytest.raises(ValueError, match=r"has .* bytes, this text has others"):
        decoded(GAME.state, Belief(layout_version(GAME.state, LARGE), LARGE, text().state))


def test_an_unknown_form_is_refused():
    with pytest.raises(ValueError, match="there is no form 'huge'"):
        decoded(GAME.state, msgspec.structs.replace(text(), form="huge"))


def test_damaged_texts_are_refused():
    whole = b64decode(text().state)
    dice = random.Random(7)
    for _ in range(100):
        torn = bytearray(whole)
        torn[dice.randrange(len(torn))] ^= dice.randrange(1, 256)
        refused(b64encode(torn).decode())
    refused("no base64 at all!")
    refused("")
    refused(text().state + "AAAA")


def refused(state: str) -> None:
    with pytest.raises(ValueError, match=r"this is no deflated state|this text has others"):
        decoded(GAME.state, msgspec.structs.replace(text(), state=state))
