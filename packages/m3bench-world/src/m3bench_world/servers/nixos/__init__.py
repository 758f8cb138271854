"""`nixos`: packages, options, channels, flakes and package histories."""

# The order of these imports is the order in which the tools are listed.
from m3bench_world.servers.nixos import channels, configurations, flakes
from m3bench_world.servers.nixos.server import server

__all__ = ["channels", "configurations", "flakes", "server"]
