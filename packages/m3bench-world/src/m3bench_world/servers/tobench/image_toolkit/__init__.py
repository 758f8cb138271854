"""`image-toolkit`: edit, compose, annotate, compare and measure pictures."""

from m3bench_world.servers.tobench.image_toolkit import (  # noqa: F401 - they register their tools
    composition,
    drawing,
    effects,
    geometry,
    measuring,
    viewing,
)
from m3bench_world.servers.tobench.image_toolkit.server import server

__all__ = ["server"]
