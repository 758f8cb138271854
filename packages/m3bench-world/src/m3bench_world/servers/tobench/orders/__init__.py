"""`orders`: orders of shops, with payments, refunds, returns and shipments."""

from m3bench_world.servers.tobench.orders import tools_delivery, tools_lookup, tools_refunds
from m3bench_world.servers.tobench.orders.server import server

__all__ = ["server", "tools_delivery", "tools_lookup", "tools_refunds"]
