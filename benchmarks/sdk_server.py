"""A simple server on the SDK's own server class, for benchmarks."""

from __future__ import annotations

from mcp.server import MCPServer

server = MCPServer("measured")


@server.tool()
def echo(text: str) -> str:
    """Give the text back."""
    return text


@server.tool()
def add(a: float, b: float) -> float:
    """Add two numbers."""
    return a + b


if __name__ == "__main__":
    server.run()
