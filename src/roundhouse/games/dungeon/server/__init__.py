"""The wires of the original Microservice Dungeon, so that its players connect by changing an address. DUN-203"""

from typing import TYPE_CHECKING

from ....core.settings import SetupError, bad_settings

if TYPE_CHECKING:
    from ....server.plugin import GamePlugin, Services
    from ....server.settings import ServerSettings

PORT_MAX = 65_535


def make_plugin(services: "Services") -> "GamePlugin":
    from .plugin import DungeonServer

    return DungeonServer(services)


def check_settings(settings: "ServerSettings") -> None:
    if settings.nats and settings.dungeon_wire:
        raise SetupError("bad_settings", "dungeon_wire", "the original Dungeon's wire needs a server that is alone.")
    for port in settings.dungeon_wire_ports.split():
        if not port.isdecimal() or int(port) > PORT_MAX:
            raise bad_settings("dungeon_wire_ports", port, f"numbers from 0 to {PORT_MAX} with spaces between them")
