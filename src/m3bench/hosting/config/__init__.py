"""MCP client configuration files (`mcpServers`)."""

from m3bench.hosting.config.file import entries_of, named_specs, parse_specs, read_specs
from m3bench.hosting.config.text import read_jsonc

__all__ = [
    "entries_of",
    "named_specs",
    "parse_specs",
    "read_jsonc",
    "read_specs",
]
