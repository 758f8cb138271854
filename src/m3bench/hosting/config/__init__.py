"""MCP client configuration files (`mcpServers`)."""

from m3bench.hosting.config.file import entries_of, named_specs, parse_specs, read_jsonc, read_specs

__all__ = ["entries_of", "named_specs", "parse_specs", "read_jsonc", "read_specs"]
