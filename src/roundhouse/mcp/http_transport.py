"""Streamable HTTP without sessions: every request is independent, and every answer is one JSON document."""

from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings

BODY_MAX = 64 * 1024


def manager_of(server: MCPServer[Any]) -> StreamableHTTPSessionManager:
    """The caller enters `run()` and passes requests to `handle_request`; hosts and origins are checked by the
    caller."""
    server.streamable_http_app(
        stateless_http=True,
        json_response=True,
        max_request_body_size=BODY_MAX,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    return server.session_manager
