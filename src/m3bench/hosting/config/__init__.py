"""MCP client configuration files (`mcpServers`)."""

from m3bench.hosting.config.file import parse_specs, read_specs

__all__ = [
    "parse_specs",
    "read_specs",
]
