"""`sheets`: spreadsheets (.xlsx) and CSV files."""

from m3bench_world.servers.tobench.sheets import cells, charts, styles, tables  # noqa: F401 - they register their tools
from m3bench_world.servers.tobench.sheets.server import server

__all__ = ["server"]
