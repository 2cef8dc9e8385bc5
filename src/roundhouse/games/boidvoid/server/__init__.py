"""BoidVoid on the server: seasons by a calendar, and collectibles."""

from typing import TYPE_CHECKING

from ....core.settings import bad_settings

if TYPE_CHECKING:
    from ....server.plugin import GamePlugin, Services
    from ....server.settings import ServerSettings


def make_plugin(services: "Services") -> "GamePlugin":
    from .plugin import BoidvoidServer

    return BoidvoidServer(services)


def check_settings(settings: "ServerSettings") -> None:
    if settings.power_url and not settings.power_url.startswith(("http://", "https://")):
        raise bad_settings("power_url", settings.power_url, "an address with http:// or https:// in front", "BOI-086")
