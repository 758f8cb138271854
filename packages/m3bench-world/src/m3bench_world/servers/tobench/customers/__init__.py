"""`customers`: customers of companies, their contact data, identity and history."""

from m3bench_world.servers.tobench.customers import tools_changes, tools_lookup
from m3bench_world.servers.tobench.customers.server import server

__all__ = ["server", "tools_changes", "tools_lookup"]
