"""Commands about servers, and the pool in which they work."""

from m3bench.cli.server_commands.pool import print_schema_problems, server_pool, tool_listings

__all__ = ["print_schema_problems", "server_pool", "servers", "tool_listings"]
