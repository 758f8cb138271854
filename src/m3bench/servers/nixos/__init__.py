"""`nixos`: packages, options, channels, flakes and package histories."""

# Tools are listed in the order in which these modules are imported: it is the interface's.
from m3bench.servers.nixos import channels, configurations, flakes, histories
from m3bench.servers.nixos.server import server

__all__ = ["channels", "configurations", "flakes", "histories", "server"]
