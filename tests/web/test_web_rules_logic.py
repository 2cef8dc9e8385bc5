"""The rules as WebAssembly in the page's own code, without a page: calls, faults, memory, proofs of records."""

from random import Random

import msgspec
import pytest
from tests.contract.random_play import legal_row, odd_row, setups
from tests.match.recorded_matches import GAME as SPACEGOO
from tests.match.recorded_matches import duel, senders
from tests.match.test_verification import CHANGES
from tests.scale import amount, seed_for
from tests.web.node import Script, open_rules

from roundhouse.core import schema
from roundhouse.core.belief import encoded
from roundhouse.core.registry import GAMES
from roundhouse.match.match import Match
from roundhouse.match.plain_record import plain_record
from roundhouse.match.recorder import Recorder
from roundhouse.match.verification import verify

pytestmark = pytest.mark.slow
script = Script("rules.ts")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
TICKS = {"spacegoo": 200, "rally": 12, "dungeon": 8, "quest": 6, "boidvoid": 6}


def teardown_module():
    script.close()


def opened(game):
    open_rules(script, game)


def random_record(game, ticks, seed):
    """The record of a match of random orders, of which some are refused or void, and a seat that leaves."""
    rng = Random(seed)
    match = Match(game, next(iter(setups(game, 1, form=schema.SMALL, seed=seed))))
    recorder = Recorder(match, timed=True)
    ms = 0
    for n in range(ticks):
        if match.result is not None:
            break
        if n == ticks // 2:
            match.leave(1, rng.choice(game.leave_reasons).code, ms)
        for _ in range(200):
            owing = match.waited_for()
            if not owing or match.result is not None:
                break
            make = odd_row if rng.random() < 0.1 else legal_row
            seat = rng.choice(owing)
            match.act(seat, make(game, match.state, seat, rng), ms)
            ms += 3
        if match.result is None and not (game.timeout_reason and match.waited_for()):
            match.tick(ms)
    return recorder.record()


def proven(record, times=1):
    (told,) = script(["prove", msgspec.to_builtins(plain_record(record)), times])
    return told


def same(record):
    """What the page finds out about a record, which is what Python finds out."""
    told, proof = proven(record), verify(record)
    known = msgspec.to_builtins(proof)
    assert told == {key: known[key] for key in told if key != "grew"} | {"grew": told["grew"]}
    return proof


@every_game
def test_a_page_proves_what_was_played(game):
    opened(game)
    for n in range(amount(1, 10)):
        record = random_record(game, amount(1, 3) * TICKS[game.key], seed_for(f"proven matches of {game.key}, {n}"))
        assert verify(record).code in ("", "incomplete")
        same(record)


def test_a_page_finds_every_change_of_a_record():
    opened(SPACEGOO)
    for change, _ in CHANGES.values():
        record = change(duel())
        assert not same(record).ok
    assert same(duel()).ok
    assert same(duel(timed=True)).ok


def test_memory_stays_as_it_is():
    opened(SPACEGOO)
    record = senders(seed_for("a match to play again and again"), "standard").record()
    told = proven(record, times=2 + 200 // record.rounds)
    assert told["ok"]
    assert told["grew"] == 0


@every_game
def test_a_description_says_where_the_numbers_of_a_state_are(game):
    opened(game)
    state = game.start(next(iter(setups(game, 1, form=schema.SMALL, seed=seed_for("a state to read")))))
    packed = schema.pack(state, used_only=True)[0]  # what is left over in other places is not sent
    names = [field.name for field in schema.schema_of(type(state)).fields if field.codes]
    (told,) = script(["numbers", msgspec.to_builtins(encoded(state)), [[name] for name in names]])
    for name, numbers in zip(names, told, strict=True):
        assert numbers == pytest.approx(packed[name].reshape(-1).tolist(), rel=1e-12), name


def test_a_fault_is_told_in_words_and_the_rules_go_on():
    opened(SPACEGOO)
    state = SPACEGOO.start(SPACEGOO.setup(["ann", "bob"], seed=3))
    own = next(n for n, planet in enumerate(state.planets) if planet.owner == 1)
    belief = msgspec.to_builtins(encoded(state))
    good, bad, again = [1, 0, own, 0, 0, 0, 0], [99, 0, own, 0, 0, 0, 0], [1, 1, own, own, 1, 0, 0]
    (told,) = script(["calls", belief, "kernels_checked", good, bad, again])
    assert told[0] == 0
    assert told[1].startswith("RuleFault: ")
    assert "contract.py:" in told[1]
    assert told[1].endswith("index 99 is out of range for a length of 5")
    assert told[2] == SPACEGOO.rules.check(state, 1, again[1:]) != 0
    (told,) = script(["calls", belief, "kernels_checked", *[bad] * 2000, good])
    assert told[-1] == 0  # two thousand faults would have used up a stack that is not put back


@pytest.mark.parametrize("key", ["spacegoo", "rally", "quest"])
def test_a_page_makes_the_rows_that_the_server_makes(key):
    game = GAMES[key]
    opened(game)
    rng = Random(seed_for(f"rows of {key}"))
    state = game.start(next(iter(setups(game, 1, form=schema.SMALL, seed=rng.getrandbits(20)))))
    seats = range(1, state.seats + 1)
    actions = [game.action_of(legal_row(game, state, rng.choice(seats), rng), state) for _ in range(100)]
    (told,) = script(["rows", [msgspec.to_builtins(action) for action in actions]])
    assert told == [list(game.row_of(action, state)) for action in actions]
    assert len({tuple(row) for row in told}) > 1
    assert script(["rows", [{"type": "fly"}]]) == [[None]]


def test_results_are_packed_as_the_server_packs_them():
    values = [
        {"reason": "won", "sentence": "ä" * 40, "places": [{"seat": 1, "place": 2, "points": -1}] * 17},
        *[n for near in (32, 128, 256, 32768, 65536, 2**31 - 2) for n in (near - 1, near, near + 1, -near, 1 - near)],
        *["x" * n for n in (31, 32, 255, 256, 65536)],
        [[]] * 65536,
    ]
    told = script(*(["msgpack", value] for value in values))
    assert [bytes(one) for one in told] == [msgspec.msgpack.encode(value) for value in values]
