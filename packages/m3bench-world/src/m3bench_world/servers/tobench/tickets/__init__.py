"""`tickets`: tickets of customer service, their comments, priorities and escalations."""

from m3bench_world.servers.tobench.tickets import tools_changes, tools_lookup
from m3bench_world.servers.tobench.tickets.server import server

__all__ = ["server", "tools_changes", "tools_lookup"]
