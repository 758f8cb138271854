"""`audio`: sounds of the workspace, heard, measured and edited."""

# The order of these imports is the order in which the tools are listed.
from m3bench_world.servers.tobench.audio.server import server  # isort: skip
from m3bench_world.servers.tobench.audio import finding, cutting, levels, combining  # isort: skip

__all__ = ["combining", "cutting", "finding", "levels", "server"]
