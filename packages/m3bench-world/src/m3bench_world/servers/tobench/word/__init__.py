"""`word`: documents with paragraphs, styles, tables, pictures, comments and headers."""

from m3bench_world.servers.tobench.word import comments, formatting, pages, paragraphs, reading, tables
from m3bench_world.servers.tobench.word.server import server

__all__ = ["comments", "formatting", "pages", "paragraphs", "reading", "server", "tables"]
