"""`NixOS`: packages, options, channels, flakes and package histories.

All tools of the server `nixos`.
"""

from __future__ import annotations

from m3bench.servers.kit import make_face
from m3bench_world.servers.nixos import server as nixos

__all__ = ["server"]

server = make_face(nixos, "NixOS")
