"""The simulator plays as the server does: after every order and every tick of whole matches, all bytes are equal."""

import ctypes
import json
import subprocess
from hashlib import sha1
from random import Random

import pytest
from msgspec import to_builtins
from tests.contract.random_play import forms, legal_row, odd_row, setups
from tests.scale import amount, seed_for
from tests.sdk.simulator.conftest import needs_compiler

from roundhouse.core import schema
from roundhouse.core.belief import decoded, encoded
from roundhouse.games import GAMES
from roundhouse.sdk import kits

pytestmark = [needs_compiler, pytest.mark.slow]
# A round of the Dungeon is a long one, and objects of its size are packed after each entry
MATCHES = {"spacegoo": 4, "rally": 3, "dungeon": 1, "quest": 1, "boidvoid": 2}
ENTRIES = {"spacegoo": 150, "rally": 60, "dungeon": 25, "quest": 40, "boidvoid": 40}
BY_FORM = [
    pytest.param(game, form, id=f"{game.key}-{form}", marks=[pytest.mark.long] if form == schema.LARGE else [])
    for game in GAMES.values()
    for form in sorted(forms(game), reverse=True)
]


class Followed:
    """A match with the server's rules: what was entered, and what every entry made of it."""

    def __init__(self, game, form, setup, rng, entries):
        self.game, self.rules, self.form, self.rng = game, game.rules, form, rng
        self.belief = encoded(game.start(setup), form)
        self.state = decoded(game.state, self.belief)  # without what is left over in places that are not in use
        self.entries, self.codes, self.bytes, self.places = [], [], [], []
        while len(self.entries) < entries and game.result(self.state) is None:
            self.step()

    def step(self):
        waited = [0] * (self.game.seats_max + 1)
        if not self.rules.waiting(self.state, waited):
            self.note("tick", 0, [])
            return
        seat = self.rng.choice([seat for seat in range(1, self.state.seats + 1) if waited[seat]])
        if self.rng.random() < 0.01:
            self.note("leave", seat, [self.rng.choice(self.game.leave_reasons).code])
            return
        odd = self.rng.random() < 0.15
        self.note("act", seat, (odd_row if odd else legal_row)(self.game, self.state, seat, self.rng))

    def note(self, kind, seat, row):
        code = self.rules.check(self.state, seat, row) if kind == "act" else 0
        refusal = self.game.refusal(code) if code else None
        if refusal is None or refusal.verdict != "refused":
            self.state.event_count = self.state.events_lost = 0
            if kind == "tick":
                self.rules.tick(self.state)
            elif kind == "leave":
                self.rules.leave(self.state, seat, row[0])
            elif refusal is None:
                self.rules.act(self.state, seat, row)
            elif refusal.verdict == "void":
                self.rules.void(self.state, seat, row)
            else:
                self.rules.leave(self.state, seat, refusal.leaves)
        result = self.game.result(self.state)
        self.entries.append([kind, seat, [int(number) for number in row]])
        self.codes.append(code)
        self.bytes.append(schema.pack(self.state, self.form).tobytes())
        self.places.append([place.place for place in result.places] if result else [])


@pytest.fixture(scope="module")
def followed():
    """Matches of a game, played once for all languages."""
    made = {}

    def matches(game, form):
        if (game.key, form) not in made:
            rng = Random(seed_for(f"simulator of {game.key}, {form}"))
            few = amount(1, 20) if form == schema.SMALL else amount(1, 2)
            chosen = setups(game, few * MATCHES[game.key], form=form, seed=rng.randrange(2**31))
            length = amount(1, 10) * ENTRIES[game.key]
            made[game.key, form] = [Followed(game, form, setup, rng, length) for setup in chosen]
        return made[game.key, form]

    return matches


@pytest.mark.timeout(amount(120, 7200))
@pytest.mark.parametrize(("game", "form"), BY_FORM)
def test_the_library_has_the_same_bytes_after_every_entry(simulators, followed, game, form):
    simulators.file(game.key, "libsimulator.so", form)
    sim = simulators.module(game.key, form)
    for match in followed(game, form):
        state = sim.load(to_builtins(match.belief))
        steps = zip(match.entries, match.codes, match.bytes, match.places, strict=True)
        for (kind, seat, row), code, expected, places in steps:
            if kind == "act":
                assert sim.act(state, seat, row) == code
            elif kind == "leave":
                sim.leave(state, seat, row[0])
            else:
                sim.tick(state)
            assert ctypes.string_at(ctypes.addressof(state), ctypes.sizeof(state)) == expected
            result = sim.result(state)
            assert (result["places"] if result else []) == places


@pytest.mark.timeout(amount(120, 7200))
@pytest.mark.parametrize(("game", "form"), BY_FORM)
def test_webassembly_has_the_same_bytes_after_every_entry(simulators, followed, game, form):
    node = kits.program("node")
    if node is None:
        pytest.skip("Node is not here")
    simulators.file(game.key, "simulator.wasm", form)
    script = simulators.folder(game.key, form) / "simulator.mjs"
    jobs = []
    for match in followed(game, form):
        jobs.append(json.dumps({"belief": to_builtins(match.belief), "entries": match.entries}))
    done = subprocess.run(
        [node, str(__file__).replace("test_simulator_exact.py", "replay.mjs"), script.as_uri()],
        input="\n".join([*jobs, ""]), capture_output=True, text=True, timeout=amount(100, 7000), check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(jobs)
    for match, answer in zip(followed(game, form), answers, strict=True):
        hashes = [sha1(data, usedforsecurity=False).hexdigest() for data in match.bytes]
        assert answer == [list(one) for one in zip(match.codes, hashes, match.places, strict=True)]
