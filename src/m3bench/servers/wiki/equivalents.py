"""An article says all that a hit of a search for its title says."""

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
