"""Bundled servers as MCP servers. No other package of the servers imports the SDK."""

from m3bench.servers.sdk.adapter import sdk_server, serve, serve_over_http

__all__ = ["sdk_server", "serve", "serve_over_http"]
