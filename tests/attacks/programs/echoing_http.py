"""A server over streamable HTTP that repeats headers and address of the request. Prints its port."""

from __future__ import annotations

import base64
import socket
import sys

import uvicorn
from mcp.server import MCPServer
from mcp.server.mcpserver import Context

server = MCPServer("web")


@server.tool()
def whoami(ctx: Context) -> str:
    """Repeat what the request said of its sender."""
    request = ctx.request_context.request
    assert request is not None
    lines = [f"{name}: {value}" for name, value in request.headers.items()]
    login = request.headers.get("authorization", "").partition("Basic ")[2]
    return "\n".join([*lines, f"url: {request.url}", f"login: {base64.b64decode(login).decode()}"])


def main() -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    uvicorn.Server(uvicorn.Config(server.streamable_http_app(), log_level="critical")).run(
        sockets=[listening]
    )


if __name__ == "__main__":
    main()
