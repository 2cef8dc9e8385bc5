"""Prepared tables: joining is closed and the world is drawn, so that the host can look at it and mark it. DUN-194"""

import msgspec

from ...core.game import EVERYTHING, Game, Setup
from ...core.settings import SetupError
from ...match.table import Sitter
from ...protocol.api.platform import TableOptions
from ...store.players import Player
from ..errors import Refused
from ..matches.match_host import MatchHost
from .open_tables import OpenTables, Table
from .option_checks import OptionChecks
from .options import MARKS, game_of, prepares, refusal


class Preparation:
    """A table stays prepared as long as the number of players stays the same and no setting but the marks changes. The
    seat of a disconnected player is kept."""

    def __init__(self, tables: OpenTables, options: OptionChecks, matches: MatchHost) -> None:
        self._tables = tables
        self._options = options
        self._matches = matches

    def prepare(self, table: Table, who: Player) -> None:
        """By the host: close the table to others and draw the world of its match."""
        self._tables.check_host(table, who)
        game, options = game_of(table.options.game), table.options
        if not prepares(game) or table.fork_of:
            raise Refused("not_prepared", f"A table of {game.name} cannot be prepared.", status=409)
        if table.prepared:
            return
        self._options.check_count(table)
        table.seed = self._matches.new_seed() if options.seed is None else options.seed
        table.drawn_for = table.taken
        self._tables.changed(table)

    def reopen(self, table: Table, who: Player) -> None:
        """By the host: open the table again; world and marks are dropped."""
        self._tables.check_host(table, who)
        if self.forget_world(table):
            self._tables.changed(table)

    def world_of(self, table: Table, who: Player) -> tuple[Game, Setup]:
        """By the host of a prepared table: the world of the match. Its match does not count then, because the host
        could tell a player or an own bot."""
        self._tables.check_host(table, who)
        if not table.prepared:
            raise Refused("not_prepared", "Prepare the table first; its world is not drawn yet.", status=409)
        if not table.looked:
            table.looked = True
            self._tables.changed(table)
        return game_of(table.options.game), self._drawn(table, table.options)

    def forget_world(self, table: Table) -> bool:
        """Drop the world after a change it depends on; returns whether there was one. The caller calls `changed`."""
        if not table.prepared:
            return False
        table.seed, table.drawn_for, table.looked = None, 0, False
        settings = {key: value for key, value in table.options.settings.items() if key != MARKS}
        table.options = msgspec.structs.replace(table.options, settings=settings)
        return True

    def marked(self, table: Table, options: TableOptions) -> Setup | None:
        """The setup to try before the marks of a prepared table are changed, because drawing a world takes a while."""
        if not table.prepared or not options.settings.get(MARKS) or options.game != table.options.game:
            return None
        return self._drawn(table, _with_marks(table.options, options))

    def mark(self, table: Table, options: TableOptions, chosen: TableOptions, tried: Setup | None) -> bool:
        """Change the marks of a prepared table, if nothing else changes. Raises Refused for impossible marks. `chosen`
        are the options without marks, `tried` a setup that is known to work."""
        without = {key: value for key, value in table.options.settings.items() if key != MARKS}
        if not table.prepared or chosen != msgspec.structs.replace(table.options, settings=without):
            return False
        marked = _with_marks(table.options, options)
        setup = self._drawn(table, marked)
        if setup != tried:
            world(game_of(options.game), setup)
        table.options = marked
        return True

    def _drawn(self, table: Table, options: TableOptions) -> Setup:
        """The setup of a prepared table. A seat kept for an absent player has the name already."""
        sitters = [
            place.sitter or Sitter(id=place.reserved_id, name=place.reserved, kind="bot")
            for place in table.seats
            if place.sitter is not None or place.reserved_id
        ]
        return self._matches.setup_for(options, sitters[: table.drawn_for], seed=table.seed)

    def check_there(self, table: Table) -> None:
        """Raises Refused if players of a prepared table are missing."""
        if table.prepared and table.taken != table.drawn_for:
            gone = [place.reserved for place in table.seats if place.sitter is None and place.reserved_id]
            sentence = f"{' and '.join(gone) or 'Somebody'} is not connected any more."
            raise Refused("player_gone", sentence, status=409)

    def starts_itself(self, table: Table) -> bool:
        """Whether the match begins as soon as everybody is ready; not if the host only organises it. DUN-006"""
        if table.prepared:
            return False
        return not prepares(game_of(table.options.game)) or table.seat_of(table.host_id) > 0


def _with_marks(now: TableOptions, wanted: TableOptions) -> TableOptions:
    """The options of a table with other marks, or none."""
    settings = {key: value for key, value in now.settings.items() if key != MARKS}
    if wanted.settings.get(MARKS):
        settings[MARKS] = wanted.settings[MARKS]
    return msgspec.structs.replace(now, settings=settings)


def world(game: Game, setup: Setup) -> object:
    """The first state as everybody may see it. Raises Refused."""
    try:
        return game.view(game.start(setup), EVERYTHING, [seat.name for seat in setup.seats])
    except SetupError as error:
        raise refusal(error) from None
