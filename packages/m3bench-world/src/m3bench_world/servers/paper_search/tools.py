"""The tools in the order in which they are listed."""

from __future__ import annotations

from m3bench.servers.kit import Proof, Server
from m3bench_world.servers.paper_search import crossref, pdfs, search

server = Server(
    "paper_search",
    "Find scientific papers in arXiv, PubMed, bioRxiv, medRxiv, Google Scholar, IACR, Semantic Scholar and "
    "Crossref, "
    "download their PDFs into the workspace and read their text.",
    sources=("papers",),
    proof=Proof("search_arxiv", {"query": "ti:zebra"}),
)

for listed in (
    search.search_arxiv,
    search.search_pubmed,
    search.search_biorxiv,
    search.search_medrxiv,
    search.search_google_scholar,
    search.search_iacr,
):
    server.tool(listed)
for stored in (
    pdfs.download_arxiv,
    pdfs.download_pubmed,
    pdfs.download_biorxiv,
    pdfs.download_medrxiv,
    pdfs.download_iacr,
    pdfs.read_arxiv_paper,
    pdfs.read_pubmed_paper,
    pdfs.read_biorxiv_paper,
    pdfs.read_medrxiv_paper,
    pdfs.read_iacr_paper,
):
    server.tool(read_only=False)(stored)
server.tool(search.search_semantic)
server.tool(read_only=False)(search.download_semantic)
server.tool(read_only=False)(search.read_semantic_paper)
server.tool(crossref.search_crossref)
server.tool(crossref.get_crossref_paper_by_doi)
server.tool(read_only=False)(crossref.download_crossref)
server.tool(read_only=False)(crossref.read_crossref_paper)
