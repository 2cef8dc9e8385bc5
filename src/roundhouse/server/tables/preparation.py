"""Prepared tables: joining is closed and the world is drawn, so that the host can look at it and mark it. DUN-194"""

import msgspec

from ...core.game import EVERYTHING, Game, Setup
from ...core.settings import SetupError
from ...match.table import Sitter, TableError
from ...protocol.api.platform import TableOptions
from ...store.players import Player
from ..errors import Refused
from .open_tables import Table
from .option_checks import TableTerms
from .options import MARKS, game_of, prepares, refusal


class Preparing(TableTerms):
    """A table stays prepared as long as the same number of players sits there and no setting but the marks changes.
    Whoever is disconnected meanwhile finds its seat kept."""

    def prepare(self, table: Table, who: Player) -> None:
        """By the host: nobody joins any more, and the match begins in the world of this seed."""
        self._check_open(table)
        self._need_host(table, who)
        game, options = game_of(table.options.game), table.options
        if not prepares(game) or table.fork_of:
            raise Refused("not_prepared", f"A table of {game.name} cannot be prepared.", status=409)
        if table.prepared:
            return
        self._check_count(table)
        table.seed = self.new_seed() if options.seed is None else options.seed
        table.drawn_for = table.taken
        self._changed(table)

    def reopen(self, table: Table, who: Player) -> None:
        """By the host: others may join again, and what was marked is forgotten with the world."""
        self._check_open(table)
        self._need_host(table, who)
        if self._reopen(table):
            self._changed(table)

    def world_of(self, table: Table, who: Player) -> tuple[Game, Setup]:
        """By the host of a prepared table: what the match will begin with. Whoever has seen it can tell a player or
        the own bot, so the match does not count then."""
        self._check_open(table)
        self._need_host(table, who)
        if not table.prepared:
            raise Refused("not_prepared", "Prepare the table first; its world is not drawn yet.", status=409)
        if not table.looked:
            table.looked = True
            self._changed(table)
        return game_of(table.options.game), self._drawn(table, table.options)

    def _reopen(self, table: Table) -> bool:
        """Whether it was prepared."""
        if not table.prepared:
            return False
        table.seed, table.drawn_for, table.looked = None, 0, False
        settings = {key: value for key, value in table.options.settings.items() if key != MARKS}
        table.options = msgspec.structs.replace(table.options, settings=settings)
        return True

    def marked(self, table: Table, options: TableOptions) -> Setup | None:
        """What is to be tried before the marks of a prepared table are changed: drawing a world takes a while."""
        if not table.prepared or not options.settings.get(MARKS) or options.game != table.options.game:
            return None
        return self._drawn(table, _with_marks(table.options, options))

    def _mark(self, table: Table, options: TableOptions, chosen: TableOptions, tried: Setup | None) -> bool:
        """Change the marks of a prepared table, if nothing else is to be changed. Raises Refused for marks that cannot
        be; `chosen` are the options without them, and `tried` is a setup that is known to be fine."""
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
        """The setup of a prepared table. A seat that is kept for somebody who will come back has the name already."""
        sitters = [
            place.sitter or Sitter(id=place.reserved_id, name=place.reserved, kind="bot")
            for place in table.seats
            if place.sitter is not None or place.reserved_id
        ]
        return self.setup_for(options, sitters[: table.drawn_for], seed=table.seed)

    def _check_prepared(self, table: Table) -> None:
        """A world is for those who were there when it was drawn."""
        if table.prepared and table.taken != table.drawn_for:
            gone = [place.reserved for place in table.seats if place.sitter is None and place.reserved_id]
            sentence = f"{' and '.join(gone) or 'Somebody'} is not connected any more."
            raise Refused("player_gone", sentence, status=409)

    def _starts_itself(self, table: Table) -> bool:
        """Whether a match begins as soon as everybody is ready. Who only organises one begins it. DUN-006"""
        if table.prepared:
            return False
        return not prepares(game_of(table.options.game)) or table.seat_of(table.host_id) > 0

    def _need_host(self, table: Table, who: Player) -> None:
        try:
            table.only_host(who.id)
        except TableError as error:
            raise Refused(error.code, error.sentence, status=403) from None


def _with_marks(now: TableOptions, wanted: TableOptions) -> TableOptions:
    """The options of a table with other marks, or none."""
    settings = {key: value for key, value in now.settings.items() if key != MARKS}
    if wanted.settings.get(MARKS):
        settings[MARKS] = wanted.settings[MARKS]
    return msgspec.structs.replace(now, settings=settings)


def world(game: Game, setup: Setup) -> object:
    """Everything there is at the beginning. Raises Refused."""
    try:
        return game.view(game.start(setup), EVERYTHING, [seat.name for seat in setup.seats])
    except SetupError as error:
        raise refusal(error) from None
