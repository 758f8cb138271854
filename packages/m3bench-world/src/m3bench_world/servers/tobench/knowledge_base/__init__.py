"""`knowledge-base`: policies of companies, for those who serve customers."""

from m3bench_world.servers.tobench.knowledge_base.tools import server

__all__ = ["server"]
