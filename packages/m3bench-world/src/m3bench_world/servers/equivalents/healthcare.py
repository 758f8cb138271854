"""Tools of two servers that search the same archives."""

from __future__ import annotations

from m3bench.core import Equivalence, EquivalentTool

_LISTED = {"title": "[].title", "doi": "[].doi"}

EQUIVALENCES = (
    Equivalence(
        "articles of PubMed",
        (
            EquivalentTool(
                "healthcare-mcp/pubmed_search",
                {"query": "query"},
                {"title": "articles[].title", "doi": "articles[].doi"},
            ),
            EquivalentTool("paper_search/search_pubmed", {"query": "query"}, _LISTED),
        ),
    ),
    Equivalence(
        "preprints of medRxiv",
        (
            EquivalentTool(
                "healthcare-mcp/medrxiv_search",
                {"query": "query"},
                {"title": "preprints[].title", "doi": "preprints[].doi"},
            ),
            EquivalentTool("paper_search/search_medrxiv", {"query": "query"}, _LISTED),
        ),
    ),
)
