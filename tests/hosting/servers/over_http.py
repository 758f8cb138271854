"""An ordinary server over streamable HTTP on a free loopback port, which it prints."""

from __future__ import annotations

import socket
import sys

import uvicorn
from mcp.server import MCPServer

server = MCPServer("remote")


@server.tool()
def echo(text: str) -> str:
    """Give the text back."""
    return text


def main() -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    config = uvicorn.Config(server.streamable_http_app(), log_level="critical")
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
