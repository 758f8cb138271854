"""`customers`: customers of companies, their contact data, identity and history."""

from m3bench_world.servers.tobench.customers.tools import server

__all__ = ["server"]
