"""`image-generation`: pictures, icons and textures drawn from prompts."""

from m3bench_world.servers.tobench.image_generation import pictures  # noqa: F401 - it registers its tools
from m3bench_world.servers.tobench.image_generation.server import server

__all__ = ["server"]
