"""Whatever players, administrators and games do in whatever order: one owner per item, no gaps, and honest books."""

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import seed, settings
from hypothesis import strategies as some
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from tests.games.boidvoid.collectibles.small_catalogue import check_books, install
from tests.scale import amount, seed_for

from roundhouse.games.boidvoid.collectibles.permissions import ItemError
from roundhouse.games.boidvoid.collectibles.starting_catalogue import KNOWN
from roundhouse.games.boidvoid.collectibles.store import items as collectibles
from roundhouse.games.boidvoid.collectibles.store import match_items
from roundhouse.games.boidvoid.collectibles.store.match_items import Slot
from roundhouse.store import players
from roundhouse.store.database import Database

NAMES = ("anna", "bert", "cora")
KEYS = ("boost-hull", "boost-cell", "kept", "rare", "face", "ship-standard")
IN_GAMES = {"boost-hull", "boost-cell", "ship-standard"}
LOCKED, STUCK = {"kept"}, {"boost-cell"}  # cannot be given away, cannot be burnt
GAMES = ("first", "second")


class Books(RuleBasedStateMachine):
    """The store beside a plain model of it. Everything goes through the writer, as in a server."""

    origin = None  # a database with the catalogue in it, to start from
    items = Bundle("items")

    @initialize()
    def open(self):
        self.folder = Path(tempfile.mkdtemp())
        shutil.copy(self.origin, self.folder / "roundhouse.db")
        self.database = Database(self.folder / "roundhouse.db")
        with self.database.engine.connect() as connection:
            self.ids = {name: players.find(connection, name).id for name in NAMES}
        self.now = 10
        self.owner, self.key = {}, {}  # by item; a burnt one has the owner None
        self.game, self.state = {}, {}  # by item: the game it is in, and how it is used there
        self.inside = {game: {name: [] for name in NAMES} for game in GAMES}
        self.steps = dict.fromkeys(GAMES, 0)
        self.over = set()

    def teardown(self):
        if hasattr(self, "database"):
            self.database.close()
            shutil.rmtree(self.folder)

    def do(self, call, *arguments, **named):
        """The answer, or the code of the refusal."""
        try:
            return self.database.submit(lambda connection: call(connection, *arguments, **named)).result()
        except ItemError as error:
            return error.code

    @rule(target=items, key=some.sampled_from(KEYS), name=some.sampled_from(NAMES), count=some.integers(1, 3))
    def mint(self, key, name, count):
        made = self.do(collectibles.mint, key, self.ids[name], count, self.now)
        before = sum(one == key for one in self.key.values())
        if key == "rare" and before + count > 3:
            assert made == "supply"
            return 0
        assert [one.mint_number for one in made] == list(range(before + 1, before + count + 1))
        for one in made:
            self.owner[one.id], self.key[one.id] = name, key
        return made[0].id

    @rule(item=items, giver=some.sampled_from(NAMES), taker=some.sampled_from(NAMES))
    def transfer(self, item, giver, taker):
        done = self.do(collectibles.transfer, item, self.ids[giver], self.ids[taker], self.now)
        if self.owner.get(item) != giver:
            assert done == "no_such_item"
        elif self.key[item] in LOCKED:
            assert done == "not_transferable"
        elif item in self.game:
            assert done == "item_in_use"
        else:
            assert done.owner == taker
            self.owner[item] = taker

    @rule(item=items, owner=some.sampled_from(NAMES))
    def burn(self, item, owner):
        done = self.do(collectibles.burn, item, self.ids[owner], self.now)
        if self.owner.get(item) != owner:
            assert done == "no_such_item"
        elif self.key[item] in STUCK:
            assert done == "not_burnable"
        elif item in self.game:
            assert done == "item_in_use"
        else:
            assert done.owner == ""
            self.owner[item] = None

    @rule(item=items, owner=some.sampled_from(NAMES))
    def show(self, item, owner):
        shown = self.do(collectibles.choose_avatar, self.ids[owner], item or None)
        if item and self.owner.get(item) != owner:
            assert shown == "no_such_item"
        elif item and self.key[item] != "face":
            assert shown == "no_avatar"

    @rule(game=some.sampled_from(GAMES), name=some.sampled_from(NAMES), room=some.integers(0, 6))
    def take_in(self, game, name, room):
        number, inside = NAMES.index(name) + 1, self.inside[game][name]
        taken = self.do(
            match_items.take_in, game, number, self.ids[name], held=len(inside), room=room, known=KNOWN, now_ms=self.now
        )
        free = [
            item
            for item in sorted(self.owner)
            if self.owner[item] == name and item not in self.game and self.key[item] in IN_GAMES
        ]
        expected = [] if game in self.over else free[: max(0, room - len(inside))]
        assert [one.item for one in taken] == expected
        for item in expected:
            self.game[item], self.state[item] = game, Slot("free")
            inside.append(item)

    @rule(game=some.sampled_from(GAMES), data=some.data(), again=some.booleans())
    def play(self, game, data, again):
        """A game goes on: some items of it change as the rules let them."""
        self.steps[game] += 1
        for items in self.inside[game].values():
            for item in items:
                if self.owner[item] is not None and game not in self.over:
                    states = [Slot("free"), Slot("staked", 4), Slot("staked", 9), Slot("equipped")]
                    states += [] if self.key[item] in STUCK else [Slot("gone")]
                    self.state[item] = data.draw(some.sampled_from(states))
                    if self.state[item].state == "gone":
                        self.owner[item] = None
                        del self.game[item]
        for _ in range(2 if again else 1):
            self.do(match_items.follow, game, self.steps[game], self.slots(game), turn=1, now_ms=self.now)

    def slots(self, game):
        return {number: [self.state[item] for item in self.inside[game][name]] for number, name in enumerate(NAMES, 1)}

    @rule(game=some.sampled_from(GAMES), broken_off=some.booleans())
    def end(self, game, broken_off):
        if broken_off:
            self.do(match_items.give_back, game, now_ms=self.now)
        else:
            step = self.steps[game]
            self.do(match_items.follow, game, step, self.slots(game), turn=1, over=True, now_ms=self.now)
        self.over.add(game)
        for item in [item for item, inside in self.game.items() if inside == game]:
            del self.game[item]

    @rule()
    def restart(self):
        self.database.close()
        self.database = Database(self.folder / "roundhouse.db")

    @invariant()
    def the_books_are_honest(self):
        if not hasattr(self, "database"):
            return
        with self.database.engine.connect() as connection:
            check_books(connection)
            for name, number in self.ids.items():
                mine = {item for item, owner in self.owner.items() if owner == name}
                found = collectibles.of_player(connection, number)
                assert {one.id for one in found} == mine
                for one in found:
                    assert one.game == self.game.get(one.id, "")
                shown = collectibles.avatar_of(connection, number)
                assert shown is None or shown.id in mine


@pytest.mark.slow
@pytest.mark.rule("BOI-241", "BOI-242", "BOI-248", "BOI-249", "BOI-250", "BOI-251")
def test_at_any_time_the_books_are_honest(tmp_path):
    database = Database(tmp_path / "origin.db")
    database.submit(install).result()
    database.submit(lambda c: players.create(c, name="cora", kind="person", now_ms=1)).result()
    database.close()
    Books.origin = tmp_path / "origin.db"
    chosen = settings(max_examples=amount(8, 25), stateful_step_count=25, derandomize=False)
    run_state_machine_as_test(seed(seed_for("books"))(Books), settings=chosen)
