"""`paper_search`: scientific papers of eight archives, with their PDFs."""

from m3bench_world.servers.paper_search.listing import MaxResults, Words
from m3bench_world.servers.paper_search.search import ArxivQuery
from m3bench_world.servers.paper_search.tools import server

__all__ = ["ArxivQuery", "MaxResults", "Words", "server"]
