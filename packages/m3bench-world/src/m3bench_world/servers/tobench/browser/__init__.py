"""`browser`: the world's web pages, in real Chromium."""

from m3bench_world.servers.tobench.browser import acting
from m3bench_world.servers.tobench.browser.tools import server

__all__ = ["acting", "server"]
