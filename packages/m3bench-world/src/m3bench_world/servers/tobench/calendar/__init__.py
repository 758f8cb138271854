"""`calendar`: the calendars of the staff of a company, and its rooms."""

from m3bench_world.servers.tobench.calendar import tools_change, tools_create, tools_find, tools_read
from m3bench_world.servers.tobench.calendar.store import server

__all__ = ["server", "tools_change", "tools_create", "tools_find", "tools_read"]
