"""`imagesorcery-mcp`: crops, blurs, recolours and draws on pictures."""

from m3bench_world.servers.imagesorcery.tools import server

__all__ = ["server"]
