"""`render`: the pages of documents, HTML, charts and pictures, as they look."""

from m3bench_world.servers.tobench.render import comparing, pictures
from m3bench_world.servers.tobench.render.tools import server

__all__ = ["comparing", "pictures", "server"]
