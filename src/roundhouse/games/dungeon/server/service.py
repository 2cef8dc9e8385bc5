"""Puts a wire together and opens its ports."""

import asyncio
import contextlib
from contextlib import AsyncExitStack

from litestar import Litestar

from ....core.settings import SetupError
from ....server.bounded_http import Http, config
from ....server.context import ServerContext
from ....server.http.security import BODY_MAX
from ....server.listen import bound
from ....server.rendering.render_service import RenderService
from ....server.settings import ServerSettings
from ....store.database import Database
from .broker_queue import Broker
from .game_service import GameService
from .rest.rest_shared import HANDLERS, RestCaller, Slowly
from .rest.space_router import SpaceRouter
from .settings import WireTerms, terms_of
from .spaces import Spaces

PLAYS = 20  # times as many requests as pages may ask: programs command hundreds of robots in a round


class Wire:
    """A wire that listens on `ports`."""

    def __init__(self, spaces: Spaces, ports: list[int]) -> None:
        self.spaces = spaces
        self.ports = ports


async def open_wire(
    closing: AsyncExitStack,
    settings: ServerSettings,
    context: ServerContext,
    database: Database,
    render_service: RenderService,
) -> Wire:
    """Serve the wire that the settings ask for until `closing` ends it. Raises SetupError and OSError."""
    terms = terms_of(settings)
    host = settings.dungeon_wire_host or settings.host
    sockets = [
        closing.enter_context(contextlib.closing(bound(host, int(port), flag="dungeon_wire_ports")))
        for port in settings.dungeon_wire_ports.split()
    ]
    spaces = Spaces(context.arena, context.accounts, database, terms, broker_of(terms))
    closing.push_async_callback(spaces.stop)
    await spaces.start()
    app = SpaceRouter(spaces, lambda game_service: application(spaces, game_service, context, render_service))
    http = Http(config(Slowly(app, settings.requests_per_minute * PLAYS), settings))
    serving = asyncio.get_running_loop().create_task(http.serve(sockets=sockets))

    async def end() -> None:
        http.should_exit = True
        await asyncio.gather(serving, return_exceptions=True)

    closing.push_async_callback(end)
    await http.ready.wait()
    return Wire(spaces, [sock.getsockname()[1] for sock in sockets])


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


def application(
    spaces: Spaces, game_service: GameService, context: ServerContext, render_service: RenderService
) -> Litestar:
    """All paths of the wire's generation, for one name space."""
    from .rest import rest_k1, rest_k1_world, rest_r, rest_spaces

    caller = RestCaller(game_service, context.accounts)
    if game_service.terms.generation == "k1":
        handlers = [
            *rest_k1.handlers(game_service, caller, render_service),
            *rest_k1_world.handlers(game_service, caller),
        ]
    else:
        handlers = rest_r.handlers(game_service, caller)
    if not game_service.space.key:
        handlers = [*handlers, *rest_spaces.handlers(spaces, caller)]
    return Litestar(
        handlers,
        exception_handlers=HANDLERS,
        openapi_config=None,
        request_max_body_size=BODY_MAX,
        logging_config=None,
        debug=False,
    )
