"""`paper_search`: scientific papers of eight archives, with their PDFs."""

from m3bench.servers.paper_search.tools import server

__all__ = ["server"]
