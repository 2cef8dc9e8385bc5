"""The documents for other programs: OpenAPI for HTTP, AsyncAPI for the messages. Only JSON, nothing from elsewhere."""

from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import MediaType, Request, Response, Router, get
from litestar._openapi.plugin import handle_schema_path_not_found
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import ExternalDocumentation

from ... import __version__
from ...protocol import documents
from .cached_responses import JSON
from .dependencies import HttpContext

DESCRIPTION = (
    "What the pages of Roundhouse ask and get. Every refusal is a `Problem`. Requests that change something need "
    "either an API token as `Authorization: Bearer`, or from a signed-in browser the header `x-csrf-token` with the "
    "value of the cookie `rh_csrf`. The messages of matches are described in `/schema/asyncapi.json`."
)


class Documents(Router):
    """Litestar's router for documents, without its own page for those that do not exist."""

    def register(self, value: Any) -> Any:
        if getattr(value, "fn", None) is handle_schema_path_not_found:
            return []
        return super().register(value)


class OpenApi(JsonRenderPlugin):
    def __init__(self) -> None:
        super().__init__(path="/openapi.json", media_type=MediaType.JSON)
        self._made: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._made is None:
            self._made = msgspec.json.encode(documents.openapi(openapi_schema))
        return self._made


def config(context: HttpContext) -> OpenAPIConfig:
    @get("/asyncapi.json", include_in_schema=False, sync_to_thread=False)
    def asyncapi() -> Response[bytes]:
        settings = context.settings
        host = urlsplit(settings.address).hostname or settings.host  # what is listened on may be every network
        made = documents.asyncapi(address=settings.address, host=host, json_port=settings.json_port)
        return Response(msgspec.json.encode(made), media_type=JSON)

    return OpenAPIConfig(
        title="Roundhouse",
        version=__version__,
        description=DESCRIPTION,
        external_docs=ExternalDocumentation(url="/bots", description="How bots play, with complete examples."),
        use_handler_docstrings=True,
        openapi_router=Documents("/schema", route_handlers=[asyncapi], include_in_schema=False),
        render_plugins=[OpenApi()],
    )
