"""What the servers that render have in common."""

from m3bench_world.servers.tobench.rendering_support.specs import read_spec, rendering

__all__ = ["read_spec", "rendering"]
