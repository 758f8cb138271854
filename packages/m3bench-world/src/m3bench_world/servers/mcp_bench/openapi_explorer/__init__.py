"""`OpenAPI Explorer`: overviews and operations of OpenAPI documents."""

from m3bench_world.servers.mcp_bench.openapi_explorer.tools import server

__all__ = ["server"]
