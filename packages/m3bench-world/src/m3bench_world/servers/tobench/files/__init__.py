"""`files`: the folders and text files of the workspace."""

from m3bench_world.servers.tobench.files import changing, reading  # noqa: F401 - they register their tools
from m3bench_world.servers.tobench.files.server import server

__all__ = ["server"]
