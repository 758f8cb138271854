"""An article includes everything that a search result for its title has."""

from __future__ import annotations

from m3bench.core import Equivalence, EquivalentTool

EQUIVALENCES = (
    Equivalence(
        "article of a title",
        (
            EquivalentTool(
                "wiki/summary", {"title": "title"}, {"title": "title", "description": "description"}
            ),
            EquivalentTool(
                "wiki/search",
                {"query": "title"},
                {"title": "results[].title", "description": "results[].description"},
                covers=False,
            ),
        ),
    ),
)
