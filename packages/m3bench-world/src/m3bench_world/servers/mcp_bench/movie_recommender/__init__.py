"""`Movie Recommender`: films by a keyword."""

from m3bench_world.servers.mcp_bench.movie_recommender.tools import server

__all__ = ["server"]
