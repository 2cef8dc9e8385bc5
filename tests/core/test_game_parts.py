"""`Game.of`: what a game's package says by the names of its files."""

import re
import sys
from dataclasses import fields
from types import ModuleType

import pytest

from roundhouse.core import game_parts
from roundhouse.core.game import Game, Particulars
from roundhouse.games import GAMES
from roundhouse.games.spacegoo import GAME as SPACEGOO

LEAST = {
    "key": "tiny", "name": "Tiny", "sentence": "A game.", "version": "1", "rules_prefix": "TNY", "seat_counts": (2,),
    "immediate_orders": False, "timeout_reason": 0, "bots": {},
}  # fmt: skip


@pytest.fixture
def package(monkeypatch):
    """A package with only what every game has, all of it Spacegoo's."""
    modules: dict[str, ModuleType] = {}
    for field, (name, what) in game_parts.REQUIRED.items():
        module = modules.setdefault(name, ModuleType(f"tinygame.{name}"))
        setattr(module, what, getattr(SPACEGOO, field))
    for name in ("", "rules"):
        modules[name] = ModuleType(f"tinygame.{name}".rstrip("."))
        modules[name].__path__ = []
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, f"tinygame.{name}".rstrip("."), module)
        module.__spec__ = object()
    game_parts.module_of.cache_clear()
    yield modules
    game_parts.module_of.cache_clear()


def test_a_module_that_is_missing_means_the_default(package):
    game = Game.of("tinygame", **LEAST)

    assert (game.key, game.package, game.state) == ("tiny", "tinygame", SPACEGOO.state)
    assert (game.forecast, game.chances, game.figures, game.maps, game.change_width) == (None, None, (), None, 2)


def test_a_name_that_every_game_has_must_be_there(package):
    del package["reasons"].REFUSALS

    with pytest.raises(ImportError, match=r"tinygame\.reasons has no REFUSALS"):
        Game.of("tinygame", **LEAST)


@pytest.mark.parametrize("keyword", ["colour", "view", "package"])
def test_a_keyword_that_is_not_particular_is_a_mistake(package, keyword):
    with pytest.raises(TypeError, match=keyword):
        Game.of("tinygame", **LEAST, **{keyword: None})


def test_every_field_is_said_in_one_place():
    places = [*game_parts.REQUIRED, *game_parts.OPTIONAL, *Particulars.__annotations__, "package"]

    assert sorted(places) == sorted(field.name for field in fields(Game))


def test_all_agreed_names_are_in_the_list():
    text = game_parts.__doc__ or ""
    listed = {
        (line[0], name)
        for line in re.findall(r"^    ([a-z_.]+) +(.+)$", text, re.MULTILINE)
        for name in re.findall(r"\w+", re.sub(r"\([^)]*\)", "", line[1]))
    }

    assert listed == {*game_parts.REQUIRED.values(), *game_parts.OPTIONAL.values()}


@pytest.mark.parametrize("key", GAMES)
def test_what_is_found_is_the_package_s_own(key):
    game = GAMES[key]

    assert {name: getattr(game, name) for name in game_parts.fields_of(game.package)} == game_parts.fields_of(
        game.package
    )
