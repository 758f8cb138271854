"""All tools of the server `nixos`."""

from __future__ import annotations

from m3bench.servers.kit import make_face
from m3bench_world.servers.nixos import server as nixos

server = make_face(nixos, "NixOS")
