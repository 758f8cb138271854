"""Looking up the same words on all bundled servers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from m3bench.servers import Files, ToolFailure, load
from m3bench_world.servers import ToolContext
from m3bench_world.world import World

_QUESTIONS: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("wiki", "summary", "title", {}),
    ("google-maps", "geocode", "address", {}),
    ("weather", "get_weather", "location", {"units": "metric"}),
    ("nationalparks", "findParks", "q", {"limit": 2}),
    ("amazon", "search_products", "keywords", {"n": 2}),
    ("food_nutrition_mcp", "get_nutrition", "query", {}),
    ("healthcare-mcp", "fda_drug_lookup", "drug_name", {}),
    ("healthcare-mcp", "lookup_icd_code", "description", {"max_results": 3}),
    ("tmdb", "search_movies", "query", {}),
    ("openlibrary_mcp", "get_book_info", "title", {}),
    ("metmuseum-mcp", "search-museum-objects", "q", {}),
    ("paper_search", "search_arxiv", "query", {"max_results": 2}),
    ("Reddit-MCP-Server", "search_hot_posts", "subreddit", {"limit": 2}),
    ("yahoo-finance", "get_stock_info", "ticker", {}),
    ("okx", "get_price", "instrument", {}),
    ("nixos", "nixos_search", "query", {"limit": 3}),
    ("hugeicons-mcp", "search_icons", "query", {}),
)


class LookupResult(msgspec.Struct, frozen=True):
    """The result of one tool, and its sources."""

    tool: str
    arguments: dict[str, Any]
    text: str
    sources: tuple[str, ...]


def look_up(world: World, words: str, workspace: Path) -> Iterator[LookupResult]:
    """Yield the result of every server that knows the words."""
    context = ToolContext(world, Files(workspace))
    for server, tool, parameter, more in _QUESTIONS:
        found = _ask(context, server, tool, {parameter: words, **more})
        if found is None:
            continue
        yield found
        if tool == "geocode":
            yield from _around(context, words)


def _around(context: ToolContext, words: str) -> Iterator[LookupResult]:
    """Yield the air quality at a place."""
    spot = context.world.atlas.locate(words)
    if spot is None:
        return
    found = _ask(
        context, "google-air", "current_conditions", {"lat": round(spot[0], 4), "lng": round(spot[1], 4)}
    )
    if found is not None:
        yield found


def _ask(context: ToolContext, server: str, tool: str, arguments: dict[str, Any]) -> LookupResult | None:
    try:
        answer = load(server).call(context, tool, arguments)
    except ToolFailure:
        return None
    return LookupResult(f"{server}/{tool}", arguments, answer.text, answer.sources)
