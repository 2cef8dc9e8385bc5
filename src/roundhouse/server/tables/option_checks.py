"""Checks the options of a table: number of seats, map, and settings that the game accepts."""

import msgspec

from ...core.game import Game, Setup
from ...core.settings import SetupError, bad_settings
from ...protocol.api.platform import TableOptions
from ...store import maps
from ..errors import Refused
from ..matches.time_controls import checked_clock
from ..store_access import StoreAccess
from .open_tables import Table
from .options import MARKS, game_of, prepares, refusal, settings_of

TEXT = ("\n", "{")  # a map's text has one of these, its key has none


class OptionChecks:
    def __init__(self, store: StoreAccess) -> None:
        self._store = store

    def checked(self, options: TableOptions) -> tuple[TableOptions, int]:
        """Complete options, except for the seed, and the number of seats. Raises Refused."""
        game = game_of(options.game)
        refuse_season(game, options)
        options = self.with_map(game, options)
        seats = options.seats or options.settings.get("players") or _usual_seats(game, options)
        if seats not in game.seat_counts:
            raise Refused("bad_settings", f"{seats!r} is not allowed; allowed is {_numbers(game)}.", field="seats")
        if options.least_seats > seats:
            raise Refused("bad_settings", f"The table has only {seats} seats.", field="least_seats")
        if options.settings.get(MARKS) and prepares(game):
            raise Refused("bad_settings", "Prepare the table first; then its world can be marked.", field=MARKS)
        # Seats that may be left over need not all have room on a map.
        counts = [count for count in game.seat_counts if count <= seats] if game.spare_seats else [seats]
        clock = checked_clock(game, options.clock)
        while True:
            try:
                setup = _tried(game, options, counts.pop())
                break
            except SetupError as error:
                if error.field != "players" or not counts:
                    raise refusal(error) from None
        return msgspec.structs.replace(options, preset=setup.preset, seats=seats, clock=clock), seats

    def with_map(self, game: Game, options: TableOptions) -> TableOptions:
        """Replaces the key of an installed map by its text. A match has the map as it was when its table was made,
        whatever becomes of it later. RAL-314"""
        chosen = options.settings.get(game.maps.setting) if game.maps else None
        if game.maps is None or not isinstance(chosen, str) or chosen in game.maps.shipped:
            return options
        if any(mark in chosen for mark in TEXT):
            return options
        store, kept = self._store, self._store.database is not None
        text = store.look(lambda connection: maps.text_of(connection, game.key, chosen)) if kept else None
        if text is None:
            installed = store.look(lambda connection: maps.keys(connection, game.key)) if kept else []
            known = ", ".join([*game.maps.shipped, *installed])
            raise refusal(bad_settings(game.maps.setting, chosen[:40], f"a map's text or one of {known}"))
        return msgspec.structs.replace(options, settings=options.settings | {game.maps.setting: text})

    def check_count(self, table: Table) -> None:
        """Raises Refused if the number of players does not fit the options."""
        game, options = game_of(table.options.game), table.options
        if table.taken not in game.seat_counts:
            sentence = f"{table.taken} cannot play; {game.name} is for {_numbers(game)}."
            raise Refused("bad_seat_count", sentence, field="seats", status=409)
        if table.taken < options.least_seats:
            sentence = f"At least {options.least_seats} must sit here; there are {table.taken}."
            raise Refused("bad_seat_count", sentence, field="least_seats", status=409)
        try:
            _tried(game, options, table.taken, table.seed)
        except SetupError as error:
            code = "bad_seat_count" if error.field == "players" else error.code
            raise Refused(code, error.sentence, field=error.field, rule=error.rule, status=409) from None


def refuse_season(game: Game, options: TableOptions) -> None:
    """A game of a season begins with it, and at no table. Raises Refused. BOI-012"""
    preset = game.presets.get(options.preset, {})
    if game.in_season({**preset, **options.settings}):
        sentence = f"{game.name}'s games of a season are made by an administrator."
        raise Refused("in_season", sentence, field="settings", rule="BOI-012")


def _usual_seats(game: Game, options: TableOptions) -> int:
    """The number of seats where neither the host nor a setting says it: that of the preset or of the start position."""
    if "players" not in game.settings.__struct_fields__ and game.seats_of is None:
        return game.rated_seats
    try:
        return len(game.setup(preset=options.preset or None, settings=options.settings).seats)
    except SetupError as error:
        raise refusal(error) from None


def _numbers(game: Game) -> str:
    return game.seats_in_words


def _tried(game: Game, options: TableOptions, seats: int, seed: int | None = None) -> Setup:
    """A setup of these options, to find out what is wrong with a map or with settings that do not fit together. Raises
    SetupError."""
    settings = settings_of(game, options, seats)
    names = [f"seat {seat}" for seat in range(1, seats + 1)]
    setup = game.setup(names, seed=seed or options.seed or 0, preset=options.preset or None, settings=settings)
    game.try_setup(setup)
    return setup
