"""`Wikipedia`: an encyclopedia. Tools are listed in the order of the imports."""

from m3bench_world.servers.mcp_bench.wikipedia.server import server  # isort: skip
from m3bench_world.servers.mcp_bench.wikipedia import reading  # isort: skip
from m3bench_world.servers.mcp_bench.wikipedia import summaries  # isort: skip

__all__ = ["reading", "server", "summaries"]
