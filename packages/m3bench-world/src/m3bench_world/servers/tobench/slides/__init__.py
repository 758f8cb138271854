"""`slides`: decks with texts, pictures, tables and charts, placed in centimetres."""

from m3bench_world.servers.tobench.slides import adding, decks, reading, shapes
from m3bench_world.servers.tobench.slides.server import server

__all__ = ["adding", "decks", "reading", "server", "shapes"]
