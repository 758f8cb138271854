"""`yahoo-finance`: shares, their companies and options."""

from m3bench_world.servers.yahoo_finance import charts, company, options
from m3bench_world.servers.yahoo_finance.server import server

# Importing a module adds its tools. The order of the imports is the order in which tools are listed.
__all__ = ["charts", "company", "options", "server"]
