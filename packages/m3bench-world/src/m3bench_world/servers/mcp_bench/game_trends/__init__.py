"""`Game Trends`: video games on two stores."""

from m3bench_world.servers.mcp_bench.game_trends.tools import server

__all__ = ["server"]
