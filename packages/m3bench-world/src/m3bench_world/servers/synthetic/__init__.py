"""Synthetic business applications: many servers with many tools, which no task needs."""

from m3bench_world.servers.synthetic.collection import SYNTHETIC_SERVERS

__all__ = ["SYNTHETIC_SERVERS"]
