"""Spacegoo's own line server: two editions over TCP, their ranking and the original's addresses."""

from typing import TYPE_CHECKING

from ....core.settings import SetupError, bad_settings

if TYPE_CHECKING:
    from ....server.plugin import GamePlugin, Services
    from ....server.settings import ServerSettings


def make_plugin(services: "Services") -> "GamePlugin":
    from .plugin import SpacegooServer

    return SpacegooServer(services)


def check_settings(settings: "ServerSettings") -> None:
    """Raises SetupError if matches of the line server could not begin."""
    from .. import GAME

    own = settings.spacegoo
    if own.get("players", 2) != 2:
        raise bad_settings("spacegoo.players", own["players"], "2: the line protocol is for two", "GOO-126")
    if "edition" in own:
        raise bad_settings("spacegoo.edition", own["edition"], "nothing: each edition has its own port")
    for edition in GAME.presets:
        try:
            GAME.start(GAME.setup(preset=edition, settings=own))
        except SetupError as error:
            raise SetupError(error.code, f"spacegoo.{error.field}", error.sentence, error.rule) from None
