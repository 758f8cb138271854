"""The bundled MCP servers: M³-Bench's tools, answered from the world, with no key and no network."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from m3bench.core import Equivalence
from m3bench.servers.kit import Answer, Files, Picture, Server, ToolContext, ToolFailure
from m3bench.servers.schemas import BundledSchemas

MODULES = {
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
"""Server name → its package here."""

DECLARING = (
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
"""The packages with a module ``equivalents``: which tools can stand for each other."""


def load(name: str) -> Server:
    """The server of that name. Importing one imports no other, and no data."""
    server: Server = import_module(f"m3bench.servers.{MODULES[name]}").server
    return server


def bundled_schemas() -> BundledSchemas:
    """The JSON schemas of all bundled tools, by full name."""
    return BundledSchemas(MODULES)


@cache
def bundled_equivalences() -> tuple[Equivalence, ...]:
    """What the bundled servers declare about tools that can stand for each other."""
    return tuple(
        equivalence
        for module in DECLARING
        for equivalence in import_module(f"m3bench.servers.{module}.equivalents").EQUIVALENCES
    )


__all__ = [
    "DECLARING",
    "MODULES",
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
]
