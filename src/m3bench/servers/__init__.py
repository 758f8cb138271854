"""The bundled MCP servers: M³-Bench's tools, answered from the world, with no key and no network."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from m3bench.core import BuiltIn, Equivalence, Registry
from m3bench.servers.kit import Answer, Files, Picture, Server, ToolContext, ToolFailure
from m3bench.servers.schemas import BundledSchemas

MODULES = {
    "BioMCP": "mcp_bench.biomcp",
    "Reddit-MCP-Server": "reddit",
    "amazon": "amazon",
    "car-price": "car_price",
    "dinox-mcp": "dinox",
    "food_nutrition_mcp": "food_nutrition",
    "google-air": "google_air",
    "google-maps": "google_maps",
    "healthcare-mcp": "healthcare",
    "hugeicons-mcp": "hugeicons",
    "imagesorcery-mcp": "imagesorcery",
    "linkimage-mcp": "linkimage",
    "math": "math",
    "metmuseum-mcp": "metmuseum",
    "nasa-mcp": "nasa",
    "nationalparks": "nationalparks",
    "nixos": "nixos",
    "ocr": "ocr",
    "okx": "okx",
    "openlibrary_mcp": "openlibrary",
    "paper_search": "paper_search",
    "pyzbar-mcp": "pyzbar",
    "tmdb": "tmdb",
    "weather": "weather",
    "wiki": "wiki",
    "yahoo-finance": "yahoo_finance",
}
"""Package of each bundled server, by server name."""

EQUIVALENCE_MODULES = (
    "dinox",
    "food_nutrition",
    "google_maps",
    "healthcare",
    "hugeicons",
    "math",
    "nixos",
    "ocr",
    "wiki",
)
"""Packages whose module ``equivalents`` declares interchangeable tools."""


def _problem(name: str, value: Any) -> str | None:
    if not isinstance(value, Server):
        return "expected an m3bench.servers.Server"
    if value.name != name:
        return f"the server calls itself {value.name!r}; the names must be the same"
    return None if value.tools else "the server has no tools"


SERVERS: Registry[Server] = Registry(
    "server",
    {name: BuiltIn(f"m3bench.servers.{module}:server") for name, module in MODULES.items()},
    problem=_problem,
)
"""Servers that run in process: the bundled ones and those of plugins."""
register_server = SERVERS.register


def load(name: str) -> Server:
    """Return the server with this name. This imports no other server and loads no data."""
    return SERVERS[name]


def bundled_schemas() -> BundledSchemas:
    """Return the JSON schemas of all tools, bundled and from plugins, by full tool name."""
    return BundledSchemas(SERVERS)


@cache
def bundled_equivalences() -> tuple[Equivalence, ...]:
    """Return the interchangeable tools that the bundled servers declare."""
    return tuple(
        equivalence
        for module in EQUIVALENCE_MODULES
        for equivalence in import_module(f"m3bench.servers.{module}.equivalents").EQUIVALENCES
    )


__all__ = [
    "EQUIVALENCE_MODULES",
    "MODULES",
    "SERVERS",
    "Answer",
    "BundledSchemas",
    "Files",
    "Picture",
    "Server",
    "ToolContext",
    "ToolFailure",
    "bundled_equivalences",
    "bundled_schemas",
    "load",
    "register_server",
]
