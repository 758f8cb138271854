"""`text`: Markdown, tables, counts, differences, patterns, templates and data formats."""

from m3bench_world.servers.tobench.text import documents, formats, patterns, statistics  # noqa: F401 - they register their tools
from m3bench_world.servers.tobench.text.server import server

__all__ = ["server"]
