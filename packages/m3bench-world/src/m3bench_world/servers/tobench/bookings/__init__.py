"""`bookings`: flights, rooms, courses, appointments and viewings."""

from m3bench_world.servers.tobench.bookings import tools_changes, tools_lookup
from m3bench_world.servers.tobench.bookings.server import server

__all__ = ["server", "tools_changes", "tools_lookup"]
