"""`image-generation`: pictures, icons and textures drawn from prompts."""

from m3bench_world.servers.tobench.image_generation import assets, pictures  # noqa: F401 - they register their tools
from m3bench_world.servers.tobench.image_generation.server import server

__all__ = ["server"]
