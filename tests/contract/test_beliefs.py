"""Beliefs of all games: made of what a seat was shown and of nothing else, and the rules go on with them.

`state_from_view` of every game says what it puts where a seat knows nothing.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from tests.contract.random_play import SETTINGS, legal_row, odd_row
from tests.modes import needs_native
from tests.scale import amount, seed_for

from roundhouse.core.belief import action_of_row, belief_of, decoded
from roundhouse.core.game import Game, Setup
from roundhouse.core.registry import part
from roundhouse.core.schema import Grid, canonical, canonical_record, check_fit, clone, form_of, pack
from roundhouse.games import GAMES
from roundhouse.games.dungeon.ids import MatchNaming
from roundhouse.games.dungeon.view_numbers import ViewNumbers
from roundhouse.match.match import Match
from roundhouse.rl.game_learning import learning_of
from roundhouse.rl.hidden_information import redraw

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
plain = msgspec.to_builtins
encode = msgspec.json.encode
# Rows whose fate the seat cannot know, because something hidden decides it: by game, the codes of the refusals
OPEN = {"quest": {"too_many", "tower_there", "no_build"}}


def moments(game: Game, seed: int, *, ticks: int, every: int) -> Iterator[tuple[Match, int]]:
    """Random matches of some of what is tried of a game, stopped now and then after an order, with a seat to look."""
    rng = Random(seed)
    every_setup = SETTINGS[game.key]
    for tried in rng.sample(every_setup, min(len(every_setup), amount(4, len(every_setup)))):
        match = Match(game, game.setup(seed=rng.getrandbits(64), **tried))
        stop = rng.randrange(every)
        while match.result is None and match.ticks < ticks:
            for seat in match.waited_for():
                match.act(seat, legal_row(game, match.state, seat, rng))
                if match.result is None and match.ticks >= stop and rng.random() < 0.5:
                    yield match, rng.randint(1, match.seats)
                    stop = match.ticks + every
            if match.result is None:
                match.tick()
        yield match, rng.randint(1, match.seats)


def told(game: Game, setup: Setup) -> Setup:
    """The setup as a program far away gets it."""
    announced = Setup(setup.game, setup.preset, dict(game.announced(setup.settings)), setup.seats, 0)
    return msgspec.json.decode(encode(announced), type=Setup)


def shown(game: Game, belief: Any, seat: int, match: Match, view: Any) -> Any:
    """What a seat would see if its belief were true, in the names of the match."""
    again = plain(game.view(belief, seat, [seat.name for seat in match.setup.seats]))
    return renamed(belief, again, view) if game.key == "dungeon" else again


def renamed(belief: Any, again: Any, view: Any) -> Any:
    """Ids of the Dungeon are drawn from the seed, so those of a belief are others; lists that are sorted by them have
    another order. Nothing tells what orders were called, and where most of the stations are."""
    numbers, naming = ViewNumbers(view), MatchNaming(belief)
    text = encode(again).decode()
    for name, serial in numbers.robots.items():
        text = text.replace(naming.robot_name(serial), name)
    for name, index in numbers.planets.items():
        text = text.replace(naming.planet_name(index), name)
    return msgspec.json.decode(text)


def comparable(game: Game, view: Any) -> Any:
    view = plain(view)
    if game.key == "dungeon":
        for name in ("planets", "sightings"):
            view[name] = sorted(view[name], key=lambda one: one["id"])
        known = {planet["id"] for planet in view["planets"]}
        view["stations"] = len(view["stations"]), sorted(known.intersection(view["stations"]))
        for robot in view["you"]["robots"]:
            robot["transaction"] = robot["transaction"] is not None
            robot["last"] = robot["last"] and {**robot["last"], "transaction": ""}
        if view["you"]["purchase"]:
            view["you"]["purchase"]["transaction"] = ""
    return view


def look(game: Game, state: Any, seat: int) -> None:
    """What a learner is shown of a state."""
    shape = learning_of(game).shape(state)
    game.rules.observe(
        state, seat, [0] * shape[0] if len(shape) == 1 else Grid([[0] * shape[1] for _ in range(shape[0])])
    )


@every_game
def test_a_belief_is_seen_as_the_view_it_was_made_of(game):
    for match, seat in moments(game, seed_for(f"beliefs of {game.key}"), ticks=amount(14, 60), every=4):
        view = match.view(seat)
        belief = game.state_from_view(view, match.setup)

        assert comparable(game, shown(game, belief, seat, match, view)) == comparable(game, view)


@every_game
def test_what_is_hidden_from_a_seat_is_not_in_its_belief(game):
    """Neither from the match nor from the setup: whoever was only told what was announced believes the same."""
    hidden = part(game, "learning.hidden")
    compared = 0
    for match, seat in moments(game, seed_for(f"secrets of {game.key}"), ticks=amount(14, 60), every=6):
        view, names = match.view(seat), [seat.name for seat in match.setup.seats]
        believed = belief_of(game, view, match.setup)
        assert belief_of(game, msgspec.json.decode(encode(view)), told(game, match.setup)) == believed
        if match.result is not None:
            continue  # then everything may be known
        other = clone(match.state)
        if hidden is not None:
            hidden.draw_hidden(other, seat, match.ticks)
        if game.key != "dungeon":  # where a seat sees ids that come from the seed
            redraw(other, match.ticks)
        again = game.view(other, seat, names)
        if game.key == "dungeon" and comparable(game, again) != comparable(game, view):
            continue  # a planet next to known ones has become a station, or was one: the list of their ids tells
        compared += 1
        assert belief_of(game, again, match.setup) == believed
    assert compared > 0


@every_game
def test_the_rules_go_on_with_a_belief(game):
    seed = seed_for(f"rollouts of {game.key}")
    rng = Random(seed)
    for match, seat in moments(game, seed, ticks=amount(10, 60), every=amount(9, 4)):
        belief = game.state_from_view(match.view(seat), match.setup)
        assert getattr(belief, "seed", 0) == 0
        ahead = Match(game, match.setup, state=belief)
        for _ in range(amount(6, 30)):
            for mover in ahead.waited_for():
                row = legal_row(game, belief, mover, rng)
                assert game.rules.check(belief, mover, row) == 0
                game.rules.check(belief, mover, odd_row(game, belief, mover, rng))
                ahead.act(mover, row)
            if game.result(belief) is not None:
                break
            ahead.tick()
            check_fit(belief, form_of(belief))
        for looker in range(1, match.seats + 1):
            look(game, belief, looker)
            encode(ahead.view(looker))


@needs_native
@every_game
def test_native_rules_go_on_with_the_text_of_a_belief_as_interpreted_ones_do(game):
    """What is not in use is 0 in a text, whatever the match had there."""
    seed = seed_for(f"native beliefs of {game.key}")
    rng = Random(seed)
    running = (moment for moment in moments(game, seed, ticks=8, every=4) if moment[0].result is None)
    for match, seat in islice(running, amount(3, 30)):
        belief = belief_of(game, match.view(seat), match.setup)
        state = decoded(game.state, belief)
        record = pack(state, belief.form)
        ahead = Match(game, match.setup, state=state)
        for _ in range(3):
            for mover in ahead.waited_for():
                row = legal_row(game, state, mover, rng)
                game.native.enter_order(record, 0, mover, np.array(row, np.int64))
                ahead.act(mover, row)
            if ahead.result is not None:
                break
            game.native.enter_tick(record, 0)
            ahead.tick()
        assert canonical_record(game.state, record[0]) == canonical(state)


@every_game
def test_an_order_in_the_numbers_of_a_belief_is_that_order_in_the_match(game):
    """What the belief says is legal for its own seat, the match accepts."""
    seed = seed_for(f"rows of {game.key}")
    rng = Random(seed)
    for match, _ in moments(game, seed, ticks=amount(10, 60), every=3):
        for seat in match.waited_for()[:2]:
            view = match.view(seat)
            belief = game.state_from_view(view, match.setup)
            row = legal_row(game, belief, seat, rng)
            action = action_of_row(game, row, belief, lambda view=view: view, match.setup)
            code = game.rules.check(match.state, seat, game.row_of(action, match.state))
            assert code == 0 or game.refusal(code).name in OPEN.get(game.key, ())
