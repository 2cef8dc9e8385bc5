"""Puts a wire together and opens its ports."""

import asyncio
import contextlib
from contextlib import AsyncExitStack

from litestar import Litestar

from ....core.settings import SetupError
from ....store.database import Database
from ....server.context import Hall
from ....server.http.security import BODY_MAX
from ....server.http.bounded_http import Http, config
from ....server.settings import ServerSettings
from ...spacegoo.server.line_server import bound
from ....server.rendering.render_service import Workshop
from .rest_shared import HANDLERS, Door, Slowly
from .game_service import Office
from .broker_queue import Broker
from .settings import WireTerms, terms_of

PLAYS = 20  # times as many requests as pages may ask: programs command hundreds of robots in a round


class Wire:
    """A wire that listens on `ports`."""

    def __init__(self, office: Office, ports: list[int]) -> None:
        self.office = office
        self.ports = ports


async def open_wire(
    closing: AsyncExitStack, settings: ServerSettings, hall: Hall, database: Database, workshop: Workshop
) -> Wire:
    """Serve the wire that the settings ask for until `closing` ends it. Raises SetupError and OSError."""
    terms = terms_of(settings)
    host = settings.dungeon_wire_host or settings.host
    sockets = [
        closing.enter_context(contextlib.closing(bound(host, int(port), flag="dungeon_wire_ports")))
        for port in settings.dungeon_wire_ports.split()
    ]
    office = Office(hall.arena, hall.accounts, database, terms, broker_of(terms))
    closing.push_async_callback(office.stop)
    await office.start()
    app = application(office, hall, workshop)
    http = Http(config(Slowly(app, settings.requests_per_minute * PLAYS), settings))
    serving = asyncio.get_running_loop().create_task(http.serve(sockets=sockets))

    async def end() -> None:
        http.should_exit = True
        await asyncio.gather(serving, return_exceptions=True)

    closing.push_async_callback(end)
    await http.ready.wait()
    return Wire(office, [sock.getsockname()[1] for sock in sockets])


def broker_of(terms: WireTerms) -> Broker:
    """Each generation needs the client of its own broker alone. Raises SetupError where that is not installed."""
    try:
        if terms.generation == "k1":
            from .kafka import Kafka

            return Kafka("" if terms.brokers else terms.broker)
        from .rabbitmq import RabbitMQ

        return RabbitMQ(terms.broker)
    except ImportError as error:
        raise SetupError(
            "bad_settings", "dungeon_wire", f"{error.name} is not installed: pip install 'roundhouse-arena[wire]'."
        ) from None


def application(office: Office, hall: Hall, workshop: Workshop) -> Litestar:
    """All paths of the wire's generation."""
    from . import rest_k1, rest_k1_world, rest_r

    door = Door(office, hall.accounts)
    if office.terms.generation == "k1":
        handlers = [*rest_k1.handlers(office, door, workshop), *rest_k1_world.handlers(office, door)]
    else:
        handlers = rest_r.handlers(office, door)
    return Litestar(
        handlers,
        exception_handlers=HANDLERS,
        openapi_config=None,
        request_max_body_size=BODY_MAX,
        logging_config=None,
        debug=False,
    )
