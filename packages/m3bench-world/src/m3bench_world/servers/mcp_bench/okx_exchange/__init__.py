"""`OKX Exchange`: prices and candles of crypto instruments.

All tools of the server `okx`.
"""

from __future__ import annotations

from m3bench.servers.kit import make_face
from m3bench_world.servers.okx import server as okx

__all__ = ["server"]

server = make_face(okx, "OKX Exchange")
