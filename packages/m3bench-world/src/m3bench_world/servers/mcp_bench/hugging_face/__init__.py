"""`Hugging Face`: models, data sets, spaces, collections and papers of a hub."""

from m3bench_world.servers.mcp_bench.hugging_face.tools import server

__all__ = ["server"]
