"""`yahoo-finance`: shares, their companies and options."""

from m3bench.servers.yahoo_finance import charts, company, options
from m3bench.servers.yahoo_finance.server import server

# Importing a module adds its tools; the three stand in the order of the interface.
__all__ = ["charts", "company", "options", "server"]
