"""`Paper Search`: scientific papers of seven archives, with their PDFs.

Papers of all archives but Crossref. Searches of arXiv and PubMed are by relevance only.
"""

from __future__ import annotations

from m3bench.servers.kit import Answer, make_face
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.paper_search import ArxivQuery, MaxResults, Words
from m3bench_world.servers.paper_search import server as paper_search

__all__ = ["server"]


def search_arxiv(context: ToolContext, query: ArxivQuery, max_results: MaxResults = 10) -> Answer:
    return paper_search.tools["search_arxiv"].handler(context, query, max_results)


def search_pubmed(context: ToolContext, query: Words, max_results: MaxResults = 10) -> Answer:
    return paper_search.tools["search_pubmed"].handler(context, query, max_results)


server = make_face(
    paper_search,
    "Paper Search",
    "Find scientific papers in arXiv, PubMed, bioRxiv, medRxiv, Google Scholar, IACR and Semantic Scholar, "
    "download their PDFs into the workspace and read their text.",
    tools=[name for name in paper_search.tools if "crossref" not in name],
    overrides={"search_arxiv": search_arxiv, "search_pubmed": search_pubmed},
)
