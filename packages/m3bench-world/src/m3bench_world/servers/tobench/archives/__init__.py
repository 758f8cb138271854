"""`archives`: ZIP and TAR archives of the workspace."""

from m3bench_world.servers.tobench.archives.tools import server

__all__ = ["server"]
