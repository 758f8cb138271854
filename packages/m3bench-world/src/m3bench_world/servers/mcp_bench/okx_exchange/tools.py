"""All tools of the server `okx`."""

from __future__ import annotations

from m3bench.servers.kit import make_face
from m3bench_world.servers.okx import server as okx

server = make_face(okx, "OKX Exchange")
