"""The HTTP services of m3bench: how they listen, and what a slow or greedy client may keep them from."""

from m3bench.http_server.serving import listen_on, serving

__all__ = ["listen_on", "serving"]
