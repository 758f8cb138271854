"""`NixOS`: packages, options, channels, flakes and package histories."""

from m3bench_world.servers.mcp_bench.nixos.tools import server

__all__ = ["server"]
